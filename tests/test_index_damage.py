"""A file that is not what was written is refused by name, with the way out, and never answers wrongly."""

from contextlib import contextmanager
from zlib import crc32

import pytest

from mdexa.errors import (
    REBUILD,
    IndexDamaged,
    IndexForeign,
    IndexMissing,
    IndexUnreadable,
    IndexVersionMismatch,
)
from mdexa.index import Index
from mdexa.index.layout import FORMAT, HEADER_END, IDENTITY, MAGIC
from tests.index_cases import PLAIN, lower_shares, read_all, write


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A sound file with postings of all kinds."""
    lower_shares(monkeypatch)
    path = tmp_path / "cards.mdexa"
    write(path, PLAIN)
    return path


def sections(path):
    """(name, start, length) of each section, in the order of the file."""
    with Index.open(path) as index:
        return sorted((start, name, size) for name, (start, size, _) in index._file.sections.items())


def refusal(path):
    """The error of opening a path."""
    with pytest.raises(IndexUnreadable) as caught:
        Index.open(path)
    return caught.value


def test_a_missing_file_is_missing(tmp_path):
    """No file at the path, or a path that leads through a file, is IndexMissing and says how to make one."""
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "none.mdexa", tmp_path / "file" / "below.mdexa", tmp_path / "nul\0.mdexa"):
        error = refusal(path)
        assert type(error) is IndexMissing
        assert REBUILD in str(error)


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04" + bytes(500), b"{}", b"\x89PNG\r\n\x1a\n" + bytes(200), b"SQLite format 3\0"]
)
def test_a_file_of_another_kind_is_foreign(tmp_path, content):
    """What does not begin as an index is IndexForeign, however long it is."""
    path = tmp_path / "other"
    path.write_bytes(content)
    assert type(refusal(path)) is IndexForeign


def test_a_folder_is_foreign(tmp_path):
    """A folder is no index."""
    assert type(refusal(tmp_path)) is IndexForeign


def test_any_refusal_of_the_system_has_its_reason(monkeypatch, place):
    """Another error of the system becomes IndexUnreadable with its words."""

    def refuse(*_, **__):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("mdexa.index.mapping.mmap", refuse)
    error = refusal(place)
    assert type(error) is IndexUnreadable
    assert "Input/output error" in str(error)


@pytest.mark.parametrize("number", [13, 1])
def test_a_file_without_permission_says_so(monkeypatch, place, number):
    """A file that must not be read is named with what is needed, and is not called damaged."""

    def refuse(*_, **__):
        raise OSError(number, "not permitted")

    monkeypatch.setattr("mdexa.index.mapping.mmap", refuse)
    error = refusal(place)
    assert type(error) is IndexUnreadable
    assert "right to read" in str(error)


@pytest.mark.parametrize("version", [FORMAT + 1, 0, 2**32 - 1])
def test_another_format_version_is_named(place, version):
    """A sound file of another version says which one it is, which one is read here, and what to do."""
    content = place.read_bytes()
    start = IDENTITY.pack(MAGIC, version, 0)[:12]
    place.write_bytes(start + crc32(start).to_bytes(4, "little") + content[16:])
    error = refusal(place)
    assert type(error) is IndexVersionMismatch
    assert (error.expected, error.got) == (FORMAT, version)


def test_a_file_cut_anywhere_is_refused_at_open(place):
    """Cut at and around the end of every section, within the header, or to nothing: refused before anything is read."""
    content = place.read_bytes()
    ends = {start + size for start, _, size in sections(place)}
    cuts = {0, 1, 7, 8, 12, 15, 16, HEADER_END - 1, HEADER_END, len(content) - 1}
    for cut in cuts | {end + step for end in ends for step in (-1, 0, 1) if end + step < len(content)}:
        short = place.with_name(f"cut-{cut}")
        short.write_bytes(content[:cut])
        error = refusal(short)
        assert type(error) is IndexDamaged, cut
        assert REBUILD in str(error)


def test_a_file_that_has_grown_is_refused_at_open(place):
    """Bytes after the end are damage too."""
    place.write_bytes(place.read_bytes() + b"\0")
    assert type(refusal(place)) is IndexDamaged


def test_any_altered_byte_of_header_and_table_is_found_at_open(place):
    """No byte of the header or of the section table can change without a refusal."""
    table = max(start + size for start, _, size in sections(place))
    for at in [*range(HEADER_END), *range(table, place.stat().st_size)]:
        with altered(place, at, 0x10):
            error = refusal(place)
        assert type(error) is (IndexForeign if at < len(MAGIC) else IndexDamaged), at


def test_an_altered_byte_is_found_or_changes_no_answer(place):
    """In every section: what was altered is refused when it is read, with its name; and `verify` finds it always."""
    sound = read_all(place)
    refused = set()
    for start, name, size in sections(place):
        for at in {*range(start, start + size, max(1, size // 12)), start + size - 1} if size else ():
            with altered(place, at, 1 << at % 8):
                answers, sentence = answers_of(place)
                assert answers == sound or (str(place) in sentence and REBUILD in sentence), (name, at)
                if sentence:
                    refused.add(name)
                with Index.open(place) as index, pytest.raises(IndexDamaged):
                    index.verify()
    assert refused == {name for _, name, size in sections(place) if size}


def test_swapped_records_are_found(place):
    """Two records that change places are refused, though each is sound by itself."""
    content = bytearray(place.read_bytes())
    start, size = next((start, size) for start, name, size in sections(place) if name == "cards/stored/card")
    rows = start + size - 12 * len(PLAIN) - 8
    # Both are eight bytes long; their checksums stand in the rows after the place, which is as long.
    swap(content, start, start + 8, 8)
    swap(content, rows + 8, rows + 20, 4)
    place.write_bytes(content)
    with pytest.raises(IndexDamaged, match="record 0 of cards/stored/card"):
        Index.open(place).collection("cards").stored(0, "card")


def test_an_absent_section_is_damage(place):
    """A file without a section that every file has is refused by the section's name."""
    index = Index.open(place)
    del index._file.sections["cards/facets"]
    with pytest.raises(IndexDamaged, match="section cards/facets"):
        index.collection("cards").match(filters={"kind": ["image"]})


def answers_of(path):
    """(all answers, ""), or (None, the sentence of the refusal)."""
    try:
        return read_all(path), ""
    except IndexDamaged as error:
        return None, str(error)


def swap(content, left, right, size):
    """Lets two parts of the content change places."""
    kept = content[left : left + size]
    content[left : left + size] = content[right : right + size]
    content[right : right + size] = kept


@contextmanager
def altered(path, at, mask):
    """The file with some bits of one byte changed, for a while."""
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        for now in (byte ^ mask, byte):
            file.seek(at)
            file.write(bytes((now,)))
            file.flush()
            if now != byte:
                yield
