"""Cursors: how many were shown, tied to the question and to the very release that was asked."""

from zlib import crc32

import msgspec

from mdexa.errors import BadQuery
from mdexa.holdings import Holdings


def cursor_at(holdings: Holdings, request: msgspec.Struct, shown: int) -> str:
    """The cursor that goes on after so many."""
    return f"{shown}.{_fingerprint(holdings, request)}"


def offset_of(holdings: Holdings, request: msgspec.Struct, cursor: str | None) -> int:
    """How many were shown before. BadQuery if the cursor belongs to another question or release."""
    if cursor is None:
        return 0
    start, _, fingerprint = cursor.partition(".")
    if not (start.isascii() and start.isdigit()) or fingerprint != _fingerprint(holdings, request):
        why = "it belongs to another question or another release of the catalogue"
        raise BadQuery("cursor", cursor, ["the cursor of the answer before, with the same question"], why=why)
    return int(start)


def _fingerprint(holdings: Holdings, request: msgspec.Struct) -> str:
    question = msgspec.json.encode(msgspec.structs.replace(request, cursor=None))
    return f"{crc32(question + holdings.index.digest.encode()):08x}"
