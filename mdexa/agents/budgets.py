"""How long things may be, in characters of JSON, and how they are cut: from the end, and never in silence."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from mdexa.results import Row

#: A row of a list; a whole answer.
ROW = 800
ANSWER = 40_000
#: Kept free for a cursor and for the sentences that say what was cut.
MARGIN = 1_500


def size(value: Any) -> int:
    """Characters of the value as JSON."""
    return len(msgspec.json.encode(value).decode())


def fitting(sizes: Iterable[int], room: int) -> int:
    """How many of the first things fit into the room, with a comma after each."""
    count = 0
    for length in sizes:
        room -= length + 1
        if room < 0:
            break
        count += 1
    return count


def short(text: str, limit: int) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def few(words: Sequence[str], most: int) -> tuple[str, ...]:
    """The first words, and how many more there are."""
    left = len(words) - most
    return tuple(words) if left <= 0 else (*words[:most], f"+{left}")


def fit_row(row: Row) -> Row:
    """The row in at most 800 characters: what explains the match goes first, then labels; ids and flags stay."""
    for step in _SHORTER:
        if size(row) <= ROW:
            break
        row = step(row)
    return row


def _less(row: Row, **fields: Any) -> Row:
    return msgspec.structs.replace(row, **fields)


#: Each step takes a row and gives a shorter one.
_SHORTER: tuple[Callable[[Row], Row], ...] = (
    lambda row: _less(row, matched=row.matched[:2], lacks=few(row.lacks, 2)),
    lambda row: _less(row, ok_parts=few(row.ok_parts, 3), line=short(row.line, 60)),
    lambda row: _less(row, tags={facet: few(values, 1) for facet, values in row.tags.items()}),
    lambda row: _less(row, matched=(), lacks=(), name=short(row.name, 60)),
)


def shrink(value: dict[str, Any], lists: Sequence[str], room: int, say: str) -> tuple[dict[str, Any], list[str]]:
    """The value with its lists cut, the longest first, until it fits; and a sentence for each list that was cut.

    `say` names the way to the rest. What is no list is never cut, so that a verdict stays whole.
    """
    value, whole = dict(value), {name: len(value.get(name) or ()) for name in lists}
    while size(value) > room:
        longest = max(lists, key=lambda name: size(value.get(name) or ()))
        rows = value.get(longest) or []
        if not rows:
            break
        keep = len(rows) // 2
        value[longest] = dict(list(rows.items())[:keep]) if isinstance(rows, dict) else rows[:keep]
    cut = [name for name in lists if len(value.get(name) or ()) < whole[name]]
    return value, [f"{name}: {len(value.get(name) or ())} of {whole[name]} shown; {say}" for name in cut]
