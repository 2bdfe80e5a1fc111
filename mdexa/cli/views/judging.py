"""check on a terminal."""

from mdexa.cli.paper import Paper
from mdexa.cli.views.shared import Lines, source, unresolved
from mdexa.results import Checked, CheckResult, PartVerdict, StatementView

#: So many of the strictest members are named.
MEMBERS = 4


def check(result: CheckResult, paper: Paper) -> Lines:
    """The combined verdicts, then each dataset part by part with what decides."""
    yield from unresolved(result.unresolved, paper)
    yield paper.strong("All together")
    members = len(result.results) + len(result.unresolved)
    yield from paper.table(
        ((row.column, row.value, _strictest(row.members, row.without, members)) for row in result.strictest), 2
    )
    yield ""
    for checked in result.results:
        yield from _checked(checked, paper)
    yield from paper.wrap(result.note)


def _strictest(members: tuple[str, ...], without: str | None, total: int) -> str:
    if total == 1 or without is None:
        return ""
    names = ", ".join(members[:MEMBERS]) + (f" and {len(members) - MEMBERS} more" if len(members) > MEMBERS else "")
    return f"set by {names}; without: {without}"


def _checked(checked: Checked, paper: Paper) -> Lines:
    name = checked.name if checked.name != checked.id else ""
    yield from paper.head("", checked.id, f"{name} [{checked.licence_status}]")
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
    statements = {row.id: row for row in checked.deciding}
    for verdict in checked.parts:
        yield from _part(verdict, statements, paper)
    for flag in checked.flags:
        if flag.severity != "info":
            yield from paper.wrap(f"{flag.severity}: {flag.what} {flag.do} [{flag.id}]", 2, 4)
    yield ""


def _part(verdict: PartVerdict, statements: dict[str, StatementView], paper: Paper) -> Lines:
    beside = "" if verdict.counts else " (beside the whole)"
    separable = "" if verdict.separable != "yes" else ", separable"
    lead = f"  part {verdict.part}{beside}{separable}: "
    dressed = f"{lead}{paper.value(verdict.value)}  "
    yield from paper.led(f"{lead}{verdict.value}  ", ", ".join(verdict.columns), 4, dressed=dressed)
    for text in _reasons(verdict, statements):
        yield from paper.wrap(text, 4, 6)


def _reasons(verdict: PartVerdict, statements: dict[str, StatementView]) -> Lines:
    for taken in verdict.taken:
        licence = f" {taken.licence}" if taken.licence else ""
        yield f"by {taken.statement}{licence}: {taken.value}; {source(statements[taken.statement].source)}"
    if not verdict.taken:
        yield "no statement of the publisher decides"
    if verdict.own:
        yield f"the publisher alone: {verdict.own}"
    for edge in verdict.edges:
        if edge.gives != (verdict.own or verdict.value) or verdict.own:
            part = f" ({edge.upstream_part})" if edge.upstream_part else ""
            yield f"made from {edge.upstream}{part}, {edge.carries}: {edge.value} there"
    for condition in verdict.conditions:
        yield f"condition: {condition.what} ({condition.origin})"
    if verdict.reported:
        said = ", ".join(verdict.reported.statements)
        yield f"reported by others, no verdict: {verdict.reported.value} ({said})"
    if verdict.ask:
        where = f" ({verdict.ask.where})" if verdict.ask.where else ""
        yield f"to settle it: {verdict.ask.what}{where}"
