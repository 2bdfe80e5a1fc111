"""The table of verdicts: each purpose against the whole and its parts, parts with the same verdicts in one column."""

from collections.abc import Iterator

import msgspec

from mdexa.pages import Markup
from mdexa.purposes import COLUMNS, PURPOSES, columns_of
from mdexa.site.links import Linker
from mdexa.site.reasons import Reasons
from mdexa.site.stock import Entry
from mdexa.verdict import JudgedPart

#: So many names of parts stand above a column.
NAMED = 3


class Cell(msgspec.Struct, frozen=True):
    """A verdict in the table: the value, the publisher's own where it differs, the anchor of its reasons."""

    value: str
    own: str | None
    anchor: str


class Group(msgspec.Struct, frozen=True):
    """Parts with the same verdicts."""

    parts: tuple[JudgedPart, ...]
    names: Markup
    counts: bool


class Line(msgspec.Struct, frozen=True):
    """A row of the table: a column of the judgement."""

    purpose: str
    setting: str
    #: how many rows the purpose has, told in its first
    span: int
    cells: tuple[Cell, ...]


class Table(msgspec.Struct, frozen=True):
    """The whole table. Without groups all parts are alike, and the whole says everything."""

    groups: tuple[Group, ...]
    lines: tuple[Line, ...]


def table(entry: Entry, reasons: Reasons, link: Linker) -> Table:
    """The table of a dataset."""
    grouped = _grouped(entry)
    groups = tuple(
        Group(parts=parts, names=link.few([link.part(part.id) for part in parts], NAMED), counts=parts[0].counts)
        for parts in grouped
    )
    shown = groups if len(groups) > 1 else ()
    return Table(groups=shown, lines=tuple(_lines(entry, shown, reasons)))


def _grouped(entry: Entry) -> list[tuple[JudgedPart, ...]]:
    """Parts by what they permit; those that count for the whole come first."""
    found: dict[tuple[bool, tuple[tuple[str, str], ...]], list[JudgedPart]] = {}
    for part in entry.judged.parts:
        rulings = [part.ruling(column) for column in COLUMNS]
        key = (not part.counts, tuple((ruling.value, ruling.own) for ruling in rulings))
        found.setdefault(key, []).append(part)
    return [tuple(parts) for _, parts in sorted(found.items(), key=lambda item: item[0][0])]


def _lines(entry: Entry, groups: tuple[Group, ...], reasons: Reasons) -> Iterator[Line]:
    for purpose in PURPOSES:
        columns = columns_of(purpose)
        for at, column in enumerate(columns):
            setting = column.partition("/")[2]
            whole = Cell(*_told(*entry.whole[column]), reasons.anchor(_worst(entry, column), column))
            cells = (whole, *(_cell(group.parts[0], column, reasons) for group in groups))
            yield Line(purpose, setting, 0 if at else len(columns), cells)


def _cell(part: JudgedPart, column: str, reasons: Reasons) -> Cell:
    ruling = part.ruling(column)
    return Cell(*_told(ruling.value, ruling.own), reasons.anchor(part.id, column))


def _told(value: str, own: str) -> tuple[str, str | None]:
    return value, own if own != value else None


def _worst(entry: Entry, column: str) -> str:
    """A part that has the value of the whole, one that counts if there is one: its reasons are the whole's."""
    value = entry.whole[column][0]
    holding = [part for part in entry.judged.parts if part.ruling(column).value == value]
    counting = [part for part in holding if part.counts]
    return (counting or holding or list(entry.judged.parts))[0].id
