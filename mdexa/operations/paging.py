"""Cursors: where an answer was cut, tied to its question and to the very index that it was made on."""

from zlib import crc32

from mdexa.errors import BadQuery


def cursor_at(offset: int, question: bytes, digest: str) -> str:
    """The cursor that goes on at a place."""
    return f"{offset}.{_sealed(str(offset), question, digest)}"


def place_of(cursor: str | None, question: bytes, digest: str) -> int:
    """Where to go on: at the start without a cursor. BadQuery if it was not made for this question on this index."""
    if cursor is None:
        return 0
    start, _, seal = cursor.partition(".")
    if not (start.isascii() and start.isdigit()) or seal != _sealed(start, question, digest):
        why = "it belongs to another question or another release of the catalogue"
        raise BadQuery("cursor", cursor, ["the cursor of the answer before, with the same question"], why=why)
    return int(start)


def _sealed(start: str, question: bytes, digest: str) -> str:
    told = b"\0".join((start.encode(), digest.encode(), question))
    return f"{crc32(told):08x}"
