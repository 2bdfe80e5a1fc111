"""What the summary of a report shows of every dataset: one line each, and short lists of names."""

from collections.abc import Iterable

import msgspec

from mdexa.purposes import UNVERIFIABLE, rank
from mdexa.reports.shapes import DatasetReport, Report
from mdexa.reports.wording import STALE

#: A table with more purposes than this is too wide for paper; they are then listed by value.
WIDEST = 4
#: So many names stand in a cell of the summary; all of them stand in the overview.
NAMES = 12


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A dataset or an unresolved name: its verdicts by column, the same by value, and what else to look at."""

    name: str
    dataset: str | None
    verdicts: dict[str, str]
    by_value: dict[str, tuple[str, ...]]
    apart: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    #: the purposes that are permitted on old evidence
    old: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    attention: tuple[str, ...] = ()


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """All lines; `wide`: a column for each purpose has room."""

    lines: tuple[Line, ...]
    wide: bool


def overview(report: Report) -> Overview:
    """One line for each dataset, in the order asked, then one for each unresolved name."""
    columns = report.asked.columns
    lines = [_line(dataset) for dataset in report.datasets]
    lines += [_missing(row.name, columns) for row in report.unresolved]
    return Overview(lines=tuple(lines), wide=len(columns) <= WIDEST)


def _missing(name: str, columns: tuple[str, ...]) -> Line:
    return Line(
        name=name,
        dataset=None,
        verdicts=dict.fromkeys(columns, UNVERIFIABLE),
        by_value={UNVERIFIABLE: columns},
        attention=("not resolved",),
    )


def _line(dataset: DatasetReport) -> Line:
    verdicts: dict[str, str] = {row.column: row.value for row in dataset.verdicts}
    state = dataset.availability.state
    attention: list[str] = [] if state == "available" else [state]
    attention += [] if dataset.handling == "link_only" else [dataset.handling]
    return Line(
        name=dataset.name,
        dataset=dataset.id,
        verdicts=verdicts,
        by_value=by_value(verdicts),
        apart=tuple(dict.fromkeys(part for row in dataset.verdicts for part in row.apart)),
        flags=tuple(flag.id for flag in dataset.flags if flag.severity != "info" or flag.id == STALE),
        old=tuple(row.column for row in dataset.verdicts if row.old_evidence),
        access=tuple(dict.fromkeys(row.kind for row in dataset.access)),
        attention=tuple(attention),
    )


def by_value(verdicts: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Value -> its columns, best value first."""
    values = sorted(set(verdicts.values()), key=rank)
    return {value: tuple(column for column, one in verdicts.items() if one == value) for value in values}


def few(names: Iterable[str], most: int = NAMES) -> tuple[tuple[str, ...], int]:
    """The first of some names, and how many are left."""
    every = tuple(names)
    return every[:most], max(len(every) - most, 0)
