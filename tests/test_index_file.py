"""Writing and opening an index file: what goes in comes out, the same bytes every time, and nothing is half done."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mdexa.errors import IndexDamaged
from mdexa.index import Index, IndexWriter
from mdexa.index.sections import SectionFile
from tests.index_cases import FACETS, FIELDS, PLAIN, loaded_after, lower_shares, open_cards, read_all, write

ROOT = Path(__file__).parents[1]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where files are written, and postings of all kinds come about."""
    lower_shares(monkeypatch)
    return tmp_path / "cards.mdexa"


def test_what_goes_in_comes_out(place):
    """Ids, stored bytes, names, blobs, version and date are those given; documents stand in the order of ids."""
    write(place, PLAIN)
    index = Index.open(place)
    cards = index.collection("cards")
    assert (index.version, index.as_of) == ("7", "2026-01-31")
    assert (index.collections(), index.blobs(), index.blob("about")) == (("cards",), ("about",), b'{"release": 7}')
    assert [cards.id(document) for document in range(len(cards))] == sorted(PLAIN)
    for document, key in enumerate(sorted(PLAIN)):
        assert cards.doc(key) == document
        assert cards.stored(document, "card") == PLAIN[key]["stored"]["card"]
        assert cards.name(PLAIN[key]["names"][0]) == (document,)
    assert cards.name("shared") == tuple(range(40))
    assert cards.doc("card-99") is None
    assert cards.name("nobody") == ()


def test_the_digest_is_known_without_reading(place):
    """What `close` gives is in the header, and `verify` finds it in the content."""
    digest = write(place, PLAIN)
    index = Index.open(place)
    assert index.digest == digest == index.verify()


def test_a_document_may_leave_out_anything(place):
    """A document without tokens, facets, names or stored bytes is there all the same."""
    documents = {"a": {}, "b": {"stored": {"card": b"x"}}, "c": {"fields": {"text": []}, "facets": {"kind": []}}}
    cards = open_cards(place, documents)
    assert (len(cards), cards.match().total) == (3, 3)
    assert [cards.stored(document, "card") for document in range(3)] == [b"", b"x", b""]
    assert [hit.doc for hit in cards.match().top(9)] == [0, 1, 2]


def test_an_empty_collection_answers(place):
    """Without documents every answer is empty."""
    cards = open_cards(place, {})
    match = cards.match(["lung"], filters={"kind": ["image"]})
    assert (len(cards), match.total, match.top(5), match.facets(["kind"])) == (0, 0, [], {"kind": {}})
    assert (match.relaxed(), cards.doc("a"), cards.near_terms("lung", 3)) == ({"kind": 0}, None, [])
    assert cards.match().total == 0


def test_a_file_may_hold_several_collections(place):
    """Collections of one file do not see each other."""
    with IndexWriter(place, version="1", as_of="2026-01-01") as writer:
        for name in ("passages", "datasets"):
            writer.collection(name, fields=FIELDS).add(name[0], fields={"text": [name]}, stored={name: b"1"})
    index = Index.open(place)
    assert index.collections() == ("datasets", "passages")
    assert [index.collection(name).term("passages") for name in index.collections()] == [0, 1]
    assert index.collection("datasets") is index.collection("datasets")


@pytest.mark.parametrize("room", [None, 1, 50])
def test_the_same_documents_give_the_same_bytes(place, room):
    """Neither the order of adding nor the size of the sorted runs changes a byte."""
    write(place, PLAIN)
    first = place.read_bytes()
    for order in (sorted(PLAIN, reverse=True), sorted(PLAIN, key=lambda key: key[::-1])):
        write(place, {key: PLAIN[key] for key in order}, order=order, room=room)
        assert place.read_bytes() == first


def test_the_hash_seed_changes_nothing(place):
    """Two interpreters with different hash seeds write the same bytes."""
    code = (
        "import sys; from tests.index_cases import PLAIN, write; "
        "loose = {key: {**own, 'names': set(own['names']), 'facets': {f: set(v) for f, v in own['facets'].items()}} "
        "for key, own in PLAIN.items()}; print(write(sys.argv[1], loose))"
    )
    digests = set()
    for seed in ("0", "1", "2"):
        command = [sys.executable, "-c", code, str(place)]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        digests.add(subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout)
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda cards: cards.add("card-00"), "has a document 'card-00' already"),
        (lambda cards: cards.add("x", fields={"txet": []}), r"no field 'txet' \(legal: text, title\)"),
        (lambda cards: cards.add("x", facets={"knid": []}), r"no facet 'knid' \(legal: kin, kind, year\)"),
        (lambda cards: cards.add("x", stored={"Card": b""}), "a column is named"),
        (lambda cards: cards.add("x", fields={"text": ["a" * 5000]}), "5000 characters is too long"),
    ],
)
def test_a_wrong_document_is_refused(place, change, complaint):
    """What is doubled, unknown, misnamed or endless is refused by a sentence, and the old file stays."""
    write(place, PLAIN)
    before = place.read_bytes()
    with pytest.raises(ValueError, match=complaint):
        write_and(change, place)
    assert place.read_bytes() == before
    assert list(place.parent.iterdir()) == [place]


@pytest.mark.parametrize(
    "make",
    [
        lambda writer: writer.collection("Cards", fields={}),
        lambda writer: writer.collection("", fields={}),
        lambda writer: writer.collection("a" * 17, fields={}),
        lambda writer: writer.collection("there", fields={}),
        lambda writer: writer.collection("blob", fields={}),
        lambda writer: writer.collection("cards", fields={"text": (0, 0.5)}),
        lambda writer: writer.collection("cards", fields={"text": (1, 1.5)}),
        lambda writer: writer.collection("cards", fields={}, facets=["a\0b"]),
        lambda writer: writer.blob("there", b""),
        lambda writer: writer.blob("a/b", b""),
    ],
)
def test_a_wrong_layout_is_refused(place, make):
    """Names that cannot name a section, used names, and weights without sense are refused at once."""
    writer = IndexWriter(place, version="1", as_of="2026-01-01")
    writer.collection("there", fields={})
    writer.blob("there", b"")
    with pytest.raises(ValueError, match=r"name|already|weight"):
        make(writer)
    writer.abandon()


@pytest.mark.parametrize("stage", ["_write", "_read_back"])
def test_a_failure_while_writing_leaves_the_old_file(place, monkeypatch, stage):
    """Whatever goes wrong before the last step, the old file is untouched and nothing lies beside it."""
    write(place, PLAIN)
    before = place.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexWriter, stage, fail)
    with pytest.raises(OSError, match="No space left"):
        write(place, {})
    assert place.read_bytes() == before
    assert list(place.parent.iterdir()) == [place]


def test_what_the_disk_lost_is_found_before_the_old_file_goes(place, monkeypatch):
    """A file that reads back otherwise than it was written never takes the place of the old one."""
    write(place, PLAIN)
    before = place.read_bytes()
    finish = SectionFile.finish

    def lose(self, version, as_of):
        digest = finish(self, version, as_of)
        self._file.seek(2000)
        self._file.write(b"lost")
        return digest

    monkeypatch.setattr(SectionFile, "finish", lose)
    with pytest.raises(IndexDamaged):
        write(place, PLAIN)
    assert place.read_bytes() == before
    assert list(place.parent.iterdir()) == [place]


def test_a_writer_that_is_left_by_an_error_writes_nothing(place):
    """Leaving the block by an error makes no file."""
    with pytest.raises(ZeroDivisionError):
        write_and(lambda _: 1 // 0, place)
    assert not list(place.parent.iterdir())


def test_the_new_file_follows_the_umask(place):
    """The file can be read by those whom the umask lets read, as any new file."""
    write(place, PLAIN)
    other = place.with_name("other")
    other.write_bytes(b"")
    assert place.stat().st_mode == other.stat().st_mode


def test_a_reader_keeps_its_file_when_a_new_one_comes(place):
    """An open index answers as before while and after the file is replaced."""
    cards = open_cards(place, PLAIN)
    before = cards.match(["ct"]).top(5)
    write(place, {"only": {"fields": {"text": ["ct"]}}})
    assert cards.match(["ct"]).top(5) == before
    assert len(Index.open(place).collection("cards")) == 1


def test_any_name_may_be_that_of_a_blob_or_column(place):
    """A blob or a column called `ids` is not taken for a collection."""
    with IndexWriter(place, version="1", as_of="2026-01-01") as writer:
        writer.collection("cards", fields={}).add("a", stored={"ids": b"1", "terms": b"2"})
        writer.blob("ids", b"3")
    index = Index.open(place)
    assert (index.collections(), index.blobs(), index.blob("ids")) == (("cards",), ("ids",), b"3")
    assert [index.collection("cards").stored(0, column) for column in ("ids", "terms")] == [b"1", b"2"]


def test_a_closed_writer_takes_nothing_and_writes_nothing(place):
    """Closing twice does not write an empty file over the good one."""
    write(place, PLAIN)
    writer = IndexWriter(place, version="2", as_of="2026-01-01")
    writer.collection("cards", fields=FIELDS)
    writer.close()
    before = place.read_bytes()
    for again in (writer.close, lambda: writer.collection("x", fields={}), lambda: writer.blob("x", b"")):
        with pytest.raises(ValueError, match="this writer is closed"):
            again()
    assert place.read_bytes() == before


def test_wrong_use_is_told(place):
    """A text where a list of values belongs, an unknown mode and a number of no document are refused by a sentence."""
    cards = open_cards(place, PLAIN)
    with pytest.raises(TypeError, match="kind: a list of values"):
        cards.match(filters={"kind": "image"})
    with pytest.raises(ValueError, match="'any' or 'all', not 'most'"):
        cards.match(mode="most")
    with pytest.raises(IndexError, match="40 documents"):
        cards.match(["ct"]).units_of(40)


def test_keys_that_no_text_has_are_found_nowhere(place):
    """A lone surrogate, as it comes from a broken command line, is an unknown key and no crash."""
    cards = open_cards(place, PLAIN)
    broken = "kits1\udcff"
    assert (cards.doc(broken), cards.name(broken), cards.term(broken), cards.match([broken]).total) == (None, (), 0, 0)
    assert [name for name, _, _ in cards.near_names(broken, 3)] == ["kits1", "kits10", "kits11"]
    assert cards.match(filters={broken: [broken]}).total == 0


def test_unknown_names_are_key_errors_with_the_known_ones(place):
    """A collection, blob or column that is not there is a KeyError that lists what is; a document, an IndexError."""
    write(place, PLAIN)
    index = Index.open(place)
    with pytest.raises(KeyError, match="it has cards"):
        index.collection("passages")
    with pytest.raises(KeyError, match="it has about"):
        index.blob("none")
    with pytest.raises(KeyError, match="no column 'none'"):
        index.collection("cards").stored(0, "none")
    for document in (-1, 40):
        with pytest.raises(IndexError, match="40 records"):
            index.collection("cards").id(document)


def test_opening_and_searching_loads_nothing_dear(place):
    """The path from open to the first answer imports neither msgspec nor any of the dear standard modules."""
    write(place, PLAIN)
    loaded = loaded_after(
        f"from mdexa.index import Index; c = Index.open({str(place)!r}).collection('cards'); "
        "m = c.match(['ct', ['scan', 'lung']], filters={'kind': ['image']}); "
        "m.top(3); m.facets(['kind']); m.relaxed(); c.stored(0, 'card'); c.near_terms('scna', 3)"
    )
    dear = {"msgspec", "json", "re", "typing", "dataclasses", "enum", "pathlib", "argparse", "logging", "collections"}
    assert not loaded & (dear | {"asyncio", "importlib.metadata", "hashlib", "tempfile", "threading"})
    assert "mdexa.index.writer" not in loaded


def test_the_cost_of_opening_does_not_grow(place, monkeypatch):
    """Open reads the header and the table, and not one byte of any section."""
    write(place, PLAIN)
    size = place.stat().st_size
    with Index.open(place) as index:
        table = size - max(start + length for start, length, _ in index._file.sections.values())
    from mdexa.index import mapping

    read = []

    class Watched(mapping.mmap):
        def __getitem__(self, key):
            read.append(range(*key.indices(len(self))))
            return super().__getitem__(key)

    monkeypatch.setattr(mapping, "mmap", Watched)
    Index.open(place).collection("cards")
    assert read
    assert all(part.stop <= 96 or part.start >= size - table for part in read)


def test_decoded_postings_stay_within_their_room(place):
    """The cache never holds more bytes than it may, and answers stay the same when everything is let go at once."""
    write(place, PLAIN)
    generous, tight = Index.open(place), Index.open(place, cache_bytes=0)
    for term in [term for term, _ in generous.collection("cards").terms_under("", 99)]:
        answers = [
            (match.total, match.top(7), match.facets(FACETS))
            for match in (index.collection("cards").match([term, "ct"]) for index in (generous, tight))
        ]
        assert answers[0] == answers[1]
        assert generous._file.cache.size <= generous._file.cache.limit
        assert len(tight._file.cache._costs) <= 1
    assert generous._file.cache.size == sum(generous._file.cache._costs.values()) > 0


def test_many_threads_get_the_same_answers(place):
    """Threads that share an index with hardly any room for what is decoded do not disturb each other."""
    write(place, PLAIN)
    cards = Index.open(place, cache_bytes=2000).collection("cards")
    terms = [term for term, _ in cards.terms_under("", 99)]
    expected = {term: cards.match([term, "ct", "lung"], filters={"year": ["1999"]}).top(9) for term in terms}
    wrong = []

    def ask(start):
        wrong.extend(
            term
            for term in terms[start:] + terms[:start]
            if cards.match([term, "ct", "lung"], filters={"year": ["1999"]}).top(9) != expected[term]
        )

    threads = [threading.Thread(target=ask, args=(start,)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_everything_answers_alike_after_reopening(place):
    """Two readers of one file agree on all that can be asked."""
    write(place, PLAIN)
    assert read_all(place) == read_all(place)


def write_and(change, path):
    """Writes a file with one document and whatever `change` does to its collection."""
    with IndexWriter(path, version="1", as_of="2026-01-01") as writer:
        cards = writer.collection("cards", fields=FIELDS, facets=FACETS)
        cards.add("card-00", fields={"text": ["ct"]})
        change(cards)
