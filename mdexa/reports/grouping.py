"""The verdicts on the parts of a dataset, those that are equal together, permitting ones first."""

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

import msgspec

from mdexa.purposes import COLUMNS, rank
from mdexa.results import PartVerdict
from mdexa.verdict import Ask, Condition, EdgeUse, Reported, Taken

#: Notes that only repeat what the edges say.
OF_EDGES = ("upstream_restricted", "upstream_unclear")


T = TypeVar("T")


class On(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """Something that holds for some parts and columns of a group, and not for all."""

    what: T
    parts: tuple[str, ...]
    columns: tuple[str, ...]


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """What must be done, and the statements, upstreams or access rows that ask for it."""

    what: str
    origins: tuple[str, ...]


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Parts and columns with one value by the same statements; what holds for some of them only says for which."""

    parts: dict[str, str]
    columns: tuple[str, ...]
    value: str
    own: str | None
    taken: tuple[Taken, ...]
    counts: bool
    separable: str
    notes: tuple[On[str], ...]
    conditions: tuple[On[Duty], ...]
    reported: tuple[On[Reported], ...]
    edges: tuple[On[EdgeUse], ...]
    asks: tuple[On[Ask], ...]


class _Reason(NamedTuple):
    """What makes two verdicts one."""

    value: str
    own: str | None
    taken: tuple[Taken, ...]
    counts: bool
    separable: str
    piece: str


def grouped(verdicts: Iterable[PartVerdict]) -> tuple[Group, ...]:
    """The verdicts of one dataset as groups, best value first, what counts before what stands beside the whole."""
    by_part: dict[tuple[str, _Reason], list[PartVerdict]] = {}
    for row in verdicts:
        by_part.setdefault((row.part, _reason(row)), []).append(row)
    by_reason: dict[tuple[_Reason, tuple[str, ...]], list[PartVerdict]] = {}
    for (_, reason), rows in by_part.items():
        named = {column for row in rows for column in row.columns}
        columns = tuple(column for column in COLUMNS if column in named)
        by_reason.setdefault((reason, columns), []).extend(rows)
    groups = [_group(reason, columns, rows) for (reason, columns), rows in by_reason.items()]
    return tuple(sorted(groups, key=lambda group: (rank(group.value), not group.counts)))


def _reason(row: PartVerdict) -> _Reason:
    # Items without a licence, and those of which nobody says one, have a sentence of their own.
    piece = row.part.partition("#")[2]
    return _Reason(
        value=row.value,
        own=row.own,
        taken=row.taken,
        counts=row.counts,
        separable=row.separable,
        piece=piece if piece in ("none", "rest") else "",
    )


def _group(reason: _Reason, columns: tuple[str, ...], rows: list[PartVerdict]) -> Group:
    return Group(
        parts={row.part: row.name for row in rows},
        columns=columns,
        value=reason.value,
        own=reason.own,
        taken=reason.taken,
        counts=reason.counts,
        separable=reason.separable,
        notes=_spread(rows, lambda row: [note for note in row.notes if note.partition(":")[0] not in OF_EDGES]),
        conditions=_spread(rows, lambda row: _duties(row.conditions)),
        reported=_spread(rows, lambda row: [row.reported] if row.reported else []),
        edges=_spread(rows, lambda row: [edge for edge in row.edges if _matters(edge, row)]),
        asks=_spread(rows, lambda row: [row.ask] if row.ask else []),
    )


def _duties(conditions: tuple[Condition, ...]) -> list[Duty]:
    """Each thing to do once, with all that ask for it."""
    found: dict[str, dict[str, None]] = {}
    for condition in conditions:
        found.setdefault(condition.what, {})[condition.origin] = None
    return [Duty(what=what, origins=tuple(origins)) for what, origins in found.items()]


def _matters(edge: EdgeUse, row: PartVerdict) -> bool:
    return edge.granted or edge.gives != (row.own or row.value)


def _spread(rows: list[PartVerdict], read: Callable[[PartVerdict], list[T]]) -> tuple[On[T], ...]:
    """Each thing that is read from the rows once, with the parts and columns that have it."""
    cells: dict[T, dict[str, set[str]]] = {}
    for row in rows:
        for thing in read(row):
            cells.setdefault(thing, {}).setdefault(row.part, set()).update(row.columns)
    spread: dict[tuple[T, tuple[str, ...]], list[str]] = {}
    for thing, parts in cells.items():
        for part, named in parts.items():
            columns = tuple(column for column in COLUMNS if column in named)
            spread.setdefault((thing, columns), []).append(part)
    return tuple(On(what=thing, parts=tuple(parts), columns=columns) for (thing, columns), parts in spread.items())
