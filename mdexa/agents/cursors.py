"""Cursors of the tools: those of the operations, for requests that the operations do not know."""

import msgspec

from mdexa.holdings import Holdings
from mdexa.operations import paging


def cursor_at(holdings: Holdings, request: msgspec.Struct, shown: int) -> str:
    """The cursor that goes on after so many."""
    return paging.cursor_at(shown, _question(request), holdings.index.digest)


def offset_of(holdings: Holdings, request: msgspec.Struct, cursor: str | None) -> int:
    """How many were shown before. BadQuery if the cursor belongs to another question or release."""
    return paging.place_of(cursor, _question(request), holdings.index.digest)


def _question(request: msgspec.Struct) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(request, cursor=None))
