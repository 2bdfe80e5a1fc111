"""The frame of an index file: identity, header, section table. `docs/index-format.md` is the page about it.

Everything is little endian. The identity (16 bytes) is the same in every version of the format, so that a file of
another version is told from a damaged one. The table stands at the end, because sections are written in one stream.
Standard library only, and nothing here imports more than `_struct` and `zlib`: this is on the cold path.
"""

from __future__ import annotations

from _struct import Struct
from zlib import crc32

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from mmap import mmap

    #: start, length, number of records
    Section = tuple[int, int, int]
    #: version, as_of, digest, sections by name
    Frame = tuple[str, str, str, dict[str, Section]]

MAGIC = b"\x89MDEXA\r\n"
FORMAT = 1

#: magic, format version, crc32 of the twelve bytes before
IDENTITY = Struct("<8sII")
#: length of the file; start, length and crc32 of the table; digest of all after the header; crc32 of the fields before
HEADER = Struct("<QQII32sI")
HEADER_END = IDENTITY.size + HEADER.size
#: length of the catalogue version, length of as_of, number of sections
TABLE = Struct("<HHI")
#: name, start, length, number of records
SECTION = Struct("<48sQQQ")

#: start and crc32 of a record, and the start of the next one
ROW = Struct("<QIQ")
ROW_SIZE = 12

#: kind, planes, greatest impact, documents
ENTRY = Struct("<BBHI")
#: Behind the entry of a middle or frequent key: place in the bits, crc32 of the presence bits, crc32 of what follows
PLACE = Struct("<QII")
RARE, MIDDLE, FREQUENT = 0, 1, 2
#: A term is frequent above 1/64 of the documents, middle above 1/256, else rare.
FREQUENT_SHARE, MIDDLE_SHARE = 64, 256
IMPACT_BITS = 12
GREATEST_IMPACT = (1 << IMPACT_BITS) - 1

#: What stands before the name of a blob in the name of its section, where others have the name of a collection.
BLOB = "blob"
#: Ends the facet's name in the key of a facet value.
FACET_END = b"\0"


def section_seed(name: str) -> int:
    """The crc32 that the records of a section start from, so that a record of another section never passes."""
    return crc32(name.encode())


def damaged(path: str, what: str, expected: object, got: object) -> Exception:
    """The error to raise for a file that does not hold what it says."""
    from mdexa.errors import IndexDamaged

    return IndexDamaged(path, what, expected, got)


def read_frame(path: str, data: mmap | bytes, length: int) -> Frame:
    """Version, as_of, digest and sections of a mapped file, once identity, header and table are found sound.

    Raises IndexForeign, IndexVersionMismatch or IndexDamaged. Reads the first and the last page and nothing else.
    """
    _check_identity(path, data, length)
    size, at, span, table_sum, digest, own_sum = HEADER.unpack_from(data, IDENTITY.size)
    found = crc32(data[IDENTITY.size : HEADER_END - 4])
    if found != own_sum:
        raise damaged(path, "the checksum of the header", f"{own_sum:08x}", f"{found:08x}")
    if size != length:
        raise damaged(path, "its length", f"{size} bytes", f"{length} bytes")
    table = data[at : at + span] if HEADER_END <= at <= at + span == length else b""
    found = crc32(table)
    if found != table_sum or len(table) < TABLE.size:
        raise damaged(path, "the checksum of the section table", f"{table_sum:08x}", f"{found:08x}")
    return _read_table(path, table, at, digest)


def _check_identity(path: str, data: mmap | bytes, length: int) -> None:
    start = data[: IDENTITY.size]
    if start[:8] != MAGIC[: len(start)]:
        from mdexa.errors import IndexForeign

        raise IndexForeign(path)
    if length < IDENTITY.size:
        raise damaged(path, "its length", f"at least {HEADER_END} bytes", f"{length} bytes")
    _, version, own_sum = IDENTITY.unpack(start)
    found = crc32(start[:12])
    if found != own_sum:
        raise damaged(path, "the checksum of the format version", f"{own_sum:08x}", f"{found:08x}")
    if version != FORMAT:
        from mdexa.errors import IndexVersionMismatch

        raise IndexVersionMismatch(path, FORMAT, version)
    if length < HEADER_END:
        raise damaged(path, "its length", f"at least {HEADER_END} bytes", f"{length} bytes")


def _read_table(path: str, table: bytes, end: int, digest: bytes) -> Frame:
    version_size, date_size, count = TABLE.unpack_from(table)
    rows = TABLE.size + version_size + date_size
    if len(table) != rows + count * SECTION.size:
        raise damaged(path, "the length of the section table", rows + count * SECTION.size, len(table))
    sections = {}
    for name, start, length, records in SECTION.iter_unpack(table[rows:]):
        if not HEADER_END <= start <= start + length <= end:
            raise damaged(path, "the end of a section", f"at most {end}", start + length)
        sections[str(name.rstrip(b"\0"), "utf-8")] = (start, length, records)
    version = str(table[TABLE.size : TABLE.size + version_size], "utf-8")
    return version, str(table[rows - date_size : rows], "utf-8"), digest.hex(), sections
