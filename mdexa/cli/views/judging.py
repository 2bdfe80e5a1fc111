"""check on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mdexa.cli.paper import Paper
from mdexa.cli.views.shared import Lines, source, unresolved
from mdexa.results import Checked, CheckResult, Strictest
from mdexa.text import fold_name

if TYPE_CHECKING:
    from mdexa.reports.grouping import Group, On
    from mdexa.verdict import EdgeUse

#: So many of the strictest members are named.
MEMBERS = 4
#: The one piece of information that belongs beside every verdict: how old it is.
STALE = "evidence_stale"
#: With more sources than this, what would settle their terms is one line.
SOURCES = 2


def check(result: CheckResult, paper: Paper) -> Lines:
    """The combined verdicts, then each dataset part by part with what decides."""
    yield from together(result, paper)
    for checked in result.results:
        yield from _checked(checked, paper)
    yield from paper.wrap(result.note)


def together(result: CheckResult, paper: Paper) -> Lines:
    """Names that are not judged, and the verdicts on the whole list."""
    yield from unresolved(result.unresolved, paper)
    yield paper.strong("All together")
    members = len(result.results) + len(result.unresolved)
    yield from paper.table(((row.column, row.value, _strictest(row, members)) for row in result.strictest), 2)
    yield ""


def _strictest(row: Strictest, total: int) -> str:
    if total == 1 or row.without is None:
        return ""
    names = ", ".join(row.members[:MEMBERS])
    more = f" and {len(row.members) - MEMBERS} more" if len(row.members) > MEMBERS else ""
    return f"without them {row.without}; set by {names}{more}"


def _checked(checked: Checked, paper: Paper) -> Lines:
    from mdexa.reports.grouping import grouped

    name = checked.name if checked.name != checked.id else ""
    # Whoever typed an alias sees which set it was taken for, before reading any verdict on it.
    asked = f" (asked as “{checked.asked}”)" if fold_name(checked.asked) != fold_name(checked.id) else ""
    yield from paper.head("", checked.id, f"{name} [{checked.licence_status}]{asked}")
    if checked.availability != "available":
        yield f"  {checked.availability}"
    if checked.handling != "link_only":
        yield f"  {checked.handling}"
    yield from paper.table(
        (
            (column, row.value, f"the publisher alone: {row.own}" if row.own else "")
            for column, row in checked.whole.items()
        ),
        2,
    )
    for group in grouped(checked.parts):
        yield from _group(group, paper)
    for row in checked.deciding:
        yield from paper.wrap(f"{row.id}: {row.instrument}, {source(row.source)}", 2, 4)
    for flag in checked.flags:
        if flag.severity != "info" or flag.id == STALE:
            yield from paper.wrap(f"{flag.severity}, whole dataset: {flag.what} {flag.do} [{flag.id}]", 2, 4)
    yield ""


def _group(group: Group, paper: Paper) -> Lines:
    beside = "" if group.counts else " (beside the whole)"
    separable = "" if group.separable != "yes" else ", separable"
    several = "s" if len(group.parts) > 1 else ""
    named = f"part{several} {', '.join(group.parts)}{beside}{separable}"
    # A list of many parts is text that wraps; a value behind it would be lost.
    dressed = f"  {paper.value(group.value)}: "
    yield from paper.led(f"  {group.value}: ", f"{named}: {', '.join(group.columns)}", 4, dressed=dressed)
    for text in _reasons(group):
        yield from paper.wrap(text, 4, 6)


def _reasons(group: Group) -> Lines:
    for taken in group.taken:
        licence = f" {taken.licence}" if taken.licence else ""
        yield f"by {taken.statement}{licence}: {taken.value}"
    if not group.taken:
        yield "no statement of the publisher decides"
    if group.own:
        yield f"the publisher alone: {group.own}"
    for row in group.edges:
        yield _edge(row, group)
    for duty in group.conditions:
        yield f"condition{_where(duty, group)}: {duty.what.what} ({', '.join(duty.what.origins)})"
    for told in group.reported:
        said = ", ".join(told.what.statements)
        yield f"reported by others, no verdict{_where(told, group)}: {told.what.value} ({said})"
    yield from _asks(group)


def _asks(group: Group) -> Lines:
    """What would settle it. Questions on the terms of one source each are one question on all of them."""
    if len(group.asks) > SOURCES and len(group.edges) > SOURCES:
        places = dict.fromkeys(row.what.where for row in group.asks if row.what.where)
        where = f" ({', '.join(places)})" if places else ""
        yield f"to settle it: for each source, whether its terms permit it for what is inside this set{where}"
        return
    for row in group.asks:
        where = f" ({row.what.where})" if row.what.where else ""
        yield f"to settle it{_where(row, group)}: {row.what.what}{where}"


def _edge(row: On[EdgeUse], group: Group) -> str:
    edge = row.what
    part = f" ({edge.upstream_part})" if edge.upstream_part else ""
    granted = ", and a grant lets it lower nothing" if edge.granted else ""
    return f"made from {edge.upstream}{part}{_where(row, group)}: {edge.carries}, {edge.value} there{granted}"


def _where(row: On[Any], group: Group) -> str:
    """The parts and columns that are meant, where they are not all of the group."""
    parts = "" if len(row.parts) == len(group.parts) else f", of {', '.join(row.parts)}"
    columns = "" if len(row.columns) == len(group.columns) else f", for {', '.join(row.columns)}"
    return parts + columns
