"""Writing the sections of an index file: the file itself, records, dictionaries, families of postings."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from hashlib import sha256
from io import BufferedRandom
from zlib import crc32

from mdexa.index.impacts import pack_planes
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

_CHUNK = 1 << 20


class SectionFile:
    """The file under construction: sections in one stream, then the table, at last the header at the start."""

    def __init__(self, file: BufferedRandom):
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
        digest = self._digest.digest()
        fields = HEADER.pack(self._at, start, len(table), crc32(table), digest, 0)[:-4]
        identity = IDENTITY.pack(MAGIC, FORMAT, 0)[:-4]
        self._file.seek(0)
        for part in (identity, fields):
            self._file.write(part + crc32(part).to_bytes(4, "little"))
        return digest.hex()


class RecordsWriter:
    """A section of records. They are spooled, so that several sections can grow at once; `finish` appends them."""

    def __init__(self, out: SectionFile, name: str, folder: str):
        self._out, self._name, self._seed = out, name, section_seed(name)
        self._spool = Spool(folder)
        self._places, self._sums = array("Q"), array("I")

    def add(self, record: bytes) -> None:
        """Appends a record; its number is the number of those before."""
        self._sums.append(crc32(record, (self._seed + len(self._sums)) & 0xFFFFFFFF))
        self._places.append(self._spool.write(record))

    def finish(self) -> None:
        """Appends the section to the file."""
        start = self._out.tell()
        for chunk in self._spool.chunks():
            self._out.write(chunk)
        write_rows(self._out, self._places, self._sums, len(self._spool))
        self._spool.close()
        self._out.note(self._name, start, len(self._sums))


def write_rows(out: SectionFile, places: array, sums: array, end: int) -> None:
    """The rows of a section of records: where each starts, its checksum, and where the last ends."""
    for first in range(0, len(sums), _CHUNK // 16):
        rows = zip(places[first : first + _CHUNK // 16], sums[first : first + _CHUNK // 16], strict=True)
        out.write(b"".join([place.to_bytes(8, "little") + total.to_bytes(4, "little") for place, total in rows]))
    out.write(end.to_bytes(8, "little"))


class DictionaryWriter:
    """Sorted keys with bytes behind them, and the buckets by which they are found."""

    def __init__(self, out: SectionFile, name: str, folder: str):
        self._out, self._name, self._folder = out, name, folder
        self._records = RecordsWriter(out, name, folder)
        self._hashes = array("I")

    def add(self, key: bytes, entry: bytes = b"") -> None:
        """Appends a key that sorts after all before it."""
        self._records.add(len(key).to_bytes(2, "little") + key + entry)
        self._hashes.append(crc32(key))

    def finish(self) -> None:
        """Appends the records, then the buckets: about eight keys in each."""
        self._records.finish()
        count = 1
        while 8 * count < len(self._hashes):
            count *= 2
        buckets: list[list[int]] = [[] for _ in range(count)]
        for number, mark in enumerate(self._hashes):
            buckets[mark & (count - 1)].append(number)
        writer = RecordsWriter(self._out, f"{self._name}.hash", self._folder)
        for numbers in buckets:
            marks = bytes(self._hashes[number] >> 24 for number in numbers)
            writer.add(marks + b"".join([number.to_bytes(4, "little") for number in numbers]))
        writer.finish()


class FamilyWriter:
    """Postings by key. Bitsets go straight to the file, entries and short lists to the dictionary."""

    def __init__(self, out: SectionFile, name: str, folder: str, documents: int):
        self._out, self._name = out, name
        self._documents = documents
        self._width = (documents + 7) // 8
        self._start = out.tell()
        self._dictionary = DictionaryWriter(out, name, folder)

    def add(self, key: bytes, documents: list[int], impacts: list[int] | None = None) -> None:
        """Appends a key that sorts after all before it, with its documents, ascending, and their impacts."""
        count = len(documents)
        if count * MIDDLE_SHARE <= self._documents:
            entry = ENTRY.pack(RARE, 0, max(impacts or (0,)), count) + _lists(documents, impacts)
        elif impacts is None:
            entry = self._place(FREQUENT, 0, 0, count, _bitset(documents, self._width), b"")
        elif count * FREQUENT_SHARE <= self._documents:
            bits = _bitset(documents, self._width)
            entry = self._place(MIDDLE, 0, max(impacts), count, bits, _lists(documents, impacts))
        else:
            bits, *planes = pack_planes(documents, impacts, self._width)
            entry = self._place(FREQUENT, len(planes), max(impacts), count, bits, b"".join(planes))
        self._dictionary.add(key, entry)

    def _place(self, kind: int, planes: int, top: int, count: int, bits: bytes, rest: bytes) -> bytes:
        place = self._out.tell() - self._start
        self._out.write(bits)
        self._out.write(rest)
        return ENTRY.pack(kind, planes, top, count) + PLACE.pack(place, crc32(bits), crc32(rest))

    def finish(self) -> None:
        """Ends the bits section and appends the dictionary."""
        self._out.note(f"{self._name}.bits", self._start, 0)
        self._dictionary.finish()


def _bitset(documents: Iterable[int], width: int) -> bytes:
    raw = bytearray(width)
    for document in documents:
        raw[document >> 3] |= 1 << (document & 7)
    return bytes(raw)


def _lists(documents: list[int], impacts: list[int] | None) -> bytes:
    return _little("I", documents) + (b"" if impacts is None else _little("H", impacts))


def _little(code: str, numbers: Iterable[int]) -> bytes:
    packed = array(code, numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()
