"""The page on the format says what the code writes: a file is read here by the page alone."""

import re
import struct
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import pytest

from mdexa.index import Index
from mdexa.index.layout import FORMAT, HEADER_END
from tests.index_cases import PLAIN, lower_shares, write

PAGE = (Path(__file__).parents[1] / "docs" / "index-format.md").read_text("utf-8")


class ByThePage:
    """A reader that knows the page and nothing of the engine."""

    def __init__(self, content):
        self.content = content
        _, at, span, table_sum, self.digest, _ = struct.unpack_from("<QQII32sI", content, 16)
        table = content[at : at + span]
        assert crc32(table) == table_sum
        version, as_of, count = struct.unpack_from("<HHI", table)
        self.texts = table[8 : 8 + version].decode(), table[8 + version : 8 + version + as_of].decode()
        rows = struct.iter_unpack("<48sQQQ", table[8 + version + as_of :])
        self.sections = {name.rstrip(b"\0").decode(): place for name, *place in rows}
        assert len(self.sections) == count

    def records(self, name):
        """The records of a section, each found sound."""
        start, size, count = self.sections[name]
        rows = start + size - 12 * count - 8
        found = []
        for number in range(count):
            place, total, end = struct.unpack_from("<QIQ", self.content, rows + 12 * number)
            record = self.content[start + place : start + end]
            assert crc32(record, (crc32(name.encode()) + number) % 2**32) == total
            found.append(record)
        return found

    def entries(self, name):
        """The keys of a dictionary with their entries."""
        pairs = [(record, struct.unpack_from("<H", record)[0]) for record in self.records(name)]
        return {record[2 : 2 + size]: record[2 + size :] for record, size in pairs}

    def postings(self, name, documents):
        """{key: {document: impact}} of a family, the impact 0 where there are none."""
        return {key: self.posting(name, entry, (documents + 7) // 8) for key, entry in self.entries(name).items()}

    def posting(self, name, entry, width):
        """The documents of one entry, with their impacts."""
        kind, planes, top, count = struct.unpack_from("<BBHI", entry)
        lists = entry[8:]
        if kind:
            place, set_sum, rest_sum = struct.unpack_from("<QII", entry, 8)
            start = self.sections[f"{name}.bits"][0] + place
            lists = self.content[start + width : start + width + (6 * count if kind == 1 else width * planes)]
            assert crc32(self.content[start : start + width]) == set_sum
            assert crc32(lists) == rest_sum
            documents = members(self.content[start : start + width])
        if kind == 2:
            sets = [set(members(lists[width * j : width * (j + 1)])) for j in range(planes)]
            return {d: sum((d in own) << (planes - 1 - j) for j, own in enumerate(sets)) for d in documents}
        numbers = struct.unpack_from(f"<{count}I", lists)
        impacts = struct.unpack_from(f"<{count}H", lists, 4 * count) if top else [0] * count
        assert not kind or list(numbers) == documents
        return dict(zip(numbers, impacts, strict=True))


def members(raw):
    """The members of a set, ascending."""
    return [8 * at + bit for at, byte in enumerate(raw) for bit in range(8) if byte >> bit & 1]


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file with postings of all kinds, and a reader of it that knows the page only."""
    lower_shares(monkeypatch)
    write(tmp_path / "cards.mdexa", PLAIN)
    return tmp_path / "cards.mdexa", ByThePage((tmp_path / "cards.mdexa").read_bytes())


def test_the_page_is_of_this_format():
    """The page and the code speak of the same version and of the same length of the header."""
    assert f"# The index file, format {FORMAT}\n" in PAGE
    assert re.search(rf"^\| {HEADER_END} \| sections", PAGE, re.MULTILINE)


def test_the_frame_is_as_the_page_says(file):
    """Magic, version, length, texts and digest stand where the page puts them."""
    path, page = file
    content = page.content
    assert content[:8] == bytes.fromhex("89 4D 44 45 58 41 0D 0A")
    assert struct.unpack_from("<II", content, 8) == (FORMAT, crc32(content[:12]))
    assert struct.unpack_from("<Q", content, 16) == (len(content),)
    assert crc32(content[16 : HEADER_END - 4]) == struct.unpack_from("<I", content, HEADER_END - 4)[0]
    assert page.texts == ("7", "2026-01-31")
    assert page.digest == sha256(content[HEADER_END:]).digest()
    assert page.digest.hex() == Index.open(path).digest


def test_every_section_is_on_the_page(file):
    """No section has a name that the page does not explain."""
    _, page = file
    known = [
        r"blob/[\w-]+",
        r"cards/ids(\.hash)?",
        r"cards/stored/[\w-]+",
        r"cards/(terms|facets|names)(\.hash|\.bits)?",
        r"cards/(terms|names)\.near(\.hash|\.bits|\.order)?",
    ]
    assert all(any(re.fullmatch(name, section) for name in known) for section in page.sections)


def test_documents_and_postings_can_be_read_by_the_page(file):
    """Ids, stored bytes, terms with impacts, facet values and names are the same by the page and by the engine."""
    path, page = file
    cards = Index.open(path).collection("cards")
    ids = list(page.entries("cards/ids"))
    assert [key.decode() for key in ids] == [cards.id(document) for document in range(len(cards))] == sorted(PLAIN)
    assert page.records("cards/stored/card") == [PLAIN[key.decode()]["stored"]["card"] for key in ids]
    kinds = set()
    for term, postings in page.postings("cards/terms", len(ids)).items():
        assert {hit.doc: hit.score for hit in cards.match([term]).top(99)} == postings
        kinds.add(page.entries("cards/terms")[term][0])
    assert kinds == {0, 1, 2}
    for key, postings in page.postings("cards/facets", len(ids)).items():
        facet, _, value = key.decode().partition("\0")
        assert [hit.doc for hit in cards.match(filters={facet: [value]}).top(99)] == list(postings)
    for key, postings in page.postings("cards/names", len(ids)).items():
        assert cards.name(key.decode()) == tuple(postings)


def test_buckets_hold_the_keys_that_the_page_says(file):
    """Each key stands in the bucket of its crc32, by its highest byte and its number."""
    _, page = file
    keys = list(page.entries("cards/terms"))
    buckets = page.records("cards/terms.hash")
    assert len(buckets).bit_count() == 1
    assert len(buckets) > 1
    for number, key in enumerate(keys):
        bucket = buckets[crc32(key) % len(buckets)]
        count = len(bucket) // 5
        numbers = struct.unpack_from(f"<{count}I", bucket, count)
        assert bucket[numbers.index(number)] == crc32(key) >> 24


def test_lanes_are_as_the_page_says(file):
    """Lanes stand by length and key, from multiples of eight; and each character is where its key has it."""
    _, page = file
    names = [key.decode() for key in page.entries("cards/names")]
    starts, numbers = (struct.unpack(f"<{len(raw) // 4}I", raw) for raw in page.records("cards/names.near.order"))
    lanes = {lane: names[number] for lane, number in enumerate(numbers) if number != 2**32 - 1}
    assert sorted(lanes.values()) == sorted(name for name in names if 3 <= len(name) <= 64)
    assert list(lanes.values()) == sorted(lanes.values(), key=lambda name: (len(name), name))
    assert len(starts) == 66
    assert all(start % 8 == 0 for start in starts)
    assert all(starts[len(name)] <= lane < starts[len(name) + 1] for lane, name in lanes.items())
    for key, own in page.postings("cards/names.near", len(numbers)).items():
        position, character = key[0], key[1:].decode()
        assert list(own) == [lane for lane, name in lanes.items() if name[position : position + 1] == character]
