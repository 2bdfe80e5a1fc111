"""Writing the sections of an index file: the file itself, records, dictionaries, families of postings."""

from __future__ import annotations

from array import array
from hashlib import sha256
from zlib import crc32

from mdexa.index.impacts import little_endian, pack_planes
from mdexa.index.layout import (
    ENTRY,
    FORMAT,
    FREQUENT,
    FREQUENT_SHARE,
    HEADER,
    HEADER_END,
    IDENTITY,
    MAGIC,
    MIDDLE,
    MIDDLE_SHARE,
    PLACE,
    RARE,
    SECTION,
    TABLE,
    section_seed,
)
from mdexa.index.spool import Spool

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

#: Rows of records are written so many at a time.
_ROWS = 1 << 16
#: How many keys a bucket of a dictionary holds on average, at most.
_BUCKET = 8


class SectionFile:
    """The file under construction: sections in one stream, then the table, at last the header at the start."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._digest = file, sha256()
        file.write(bytes(HEADER_END))
        self._at = HEADER_END
        self._sections: list[tuple[bytes, int, int, int]] = []

    def write(self, data: bytes) -> None:
        """Appends to the section that is being written."""
        self._file.write(data)
        self._digest.update(data)
        self._at += len(data)

    def tell(self) -> int:
        """The place that the next byte will have."""
        return self._at

    def note(self, name: str, start: int, count: int) -> None:
        """Ends a section that began at `start`."""
        self._sections.append((name.encode(), start, self._at - start, count))

    def finish(self, version: str, as_of: str) -> str:
        """Writes table and header; gives the digest in hexadecimal."""
        rows = [SECTION.pack(*row) for row in sorted(self._sections)]
        texts = version.encode(), as_of.encode()
        table = TABLE.pack(len(texts[0]), len(texts[1]), len(rows)) + b"".join((*texts, *rows))
        start = self._at
        self.write(table)
        fields = HEADER.pack(self._at, start, len(table), crc32(table), self._digest.digest(), 0)[:-4]
        identity = IDENTITY.pack(MAGIC, FORMAT, 0)[:-4]
        self._file.seek(0)
        for part in (identity, fields):
            self._file.write(part + crc32(part).to_bytes(4, "little"))
        return self._digest.hexdigest()


class RecordsWriter:
    """A section of records. They are spooled, so that several sections can grow at once; `finish` appends them."""

    def __init__(self, out: SectionFile, name: str, folder: str) -> None:
        self._out, self._name = out, name
        self._spool = Spool(folder)
        self._rows = Rows(name)

    def add(self, record: bytes) -> None:
        """Appends a record; its number is the number of those before."""
        self._rows.add(record, self._spool.write(record))

    def finish(self) -> None:
        """Appends the section to the file."""
        start = self._out.tell()
        for chunk in self._spool.chunks():
            self._out.write(chunk)
        self._rows.finish(self._out, start)
        self._spool.close()


class Rows:
    """The table at the end of a section of records: where each starts and its checksum, and where the last ends."""

    def __init__(self, name: str) -> None:
        self._name, self._seed = name, section_seed(name)
        self._places, self._sums = array("Q"), array("I")

    def add(self, record: bytes, place: int) -> None:
        """Notes the next record, which begins at this place of the section."""
        self._sums.append(crc32(record, (self._seed + len(self._sums)) & 0xFFFFFFFF))
        self._places.append(place)

    def finish(self, out: SectionFile, start: int) -> None:
        """Appends the table to the section, which began at `start`, and ends it."""
        end, places, sums = out.tell() - start, self._places, self._sums
        for first in range(0, len(sums), _ROWS):
            rows = zip(places[first : first + _ROWS], sums[first : first + _ROWS], strict=True)
            out.write(b"".join([place.to_bytes(8, "little") + total.to_bytes(4, "little") for place, total in rows]))
        out.write(end.to_bytes(8, "little"))
        out.note(self._name, start, len(sums))


class DictionaryWriter:
    """Sorted keys with their entries, and the buckets by which they are found."""

    def __init__(self, out: SectionFile, name: str, folder: str) -> None:
        self._out, self._name, self._folder = out, name, folder
        self._records = RecordsWriter(out, name, folder)
        self._hashes = array("I")

    def add(self, key: bytes, entry: bytes = b"") -> None:
        """Appends a key that sorts after all before it."""
        self._records.add(len(key).to_bytes(2, "little") + key + entry)
        self._hashes.append(crc32(key))

    def finish(self) -> None:
        """Appends the records, then the buckets."""
        self._records.finish()
        count = 1
        while _BUCKET * count < len(self._hashes):
            count *= 2
        buckets = [array("I") for _ in range(count)]
        for number, mark in enumerate(self._hashes):
            buckets[mark & (count - 1)].append(number)
        writer = RecordsWriter(self._out, f"{self._name}.hash", self._folder)
        for numbers in buckets:
            marks = bytes([self._hashes[number] >> 24 for number in numbers])
            writer.add(marks + little_endian(numbers))
        writer.finish()


class FamilyWriter:
    """Postings by key. Bitsets go straight to the file, entries and short lists to the dictionary."""

    def __init__(self, out: SectionFile, name: str, folder: str, documents: int) -> None:
        self._out, self._name = out, name
        self._documents = documents
        self._width = (documents + 7) // 8
        self._start = out.tell()
        self._dictionary = DictionaryWriter(out, name, folder)

    def add(self, key: bytes, documents: Sequence[int], impacts: Sequence[int] | None = None) -> None:
        """Appends a key that sorts after all before it, with its documents, ascending, and their impacts."""
        count = len(documents)
        top = max(impacts) if impacts else 0
        if count * MIDDLE_SHARE <= self._documents:
            entry = ENTRY.pack(RARE, 0, top, count) + _lists(documents, impacts)
        elif impacts is None:
            entry = ENTRY.pack(FREQUENT, 0, 0, count) + self._place(_bitset(documents, self._width), b"")
        elif count * FREQUENT_SHARE <= self._documents:
            bits = _bitset(documents, self._width)
            entry = ENTRY.pack(MIDDLE, 0, top, count) + self._place(bits, _lists(documents, impacts))
        else:
            bits, *planes = pack_planes(documents, impacts, self._width)
            entry = ENTRY.pack(FREQUENT, len(planes), top, count) + self._place(bits, b"".join(planes))
        self._dictionary.add(key, entry)

    def _place(self, bits: bytes, rest: bytes) -> bytes:
        place = self._out.tell() - self._start
        self._out.write(bits)
        self._out.write(rest)
        return PLACE.pack(place, crc32(bits), crc32(rest))

    def finish(self) -> None:
        """Ends the bits section and appends the dictionary."""
        self._out.note(f"{self._name}.bits", self._start, 0)
        self._dictionary.finish()


def _bitset(documents: Sequence[int], width: int) -> bytes:
    raw = bytearray(width)
    for document in documents:
        raw[document >> 3] |= 1 << (document & 7)
    return bytes(raw)


def _lists(documents: Sequence[int], impacts: Sequence[int] | None) -> bytes:
    return little_endian(array("I", documents)) + (b"" if impacts is None else little_endian(array("H", impacts)))
