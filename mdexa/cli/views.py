"""How each result looks on a terminal: one function a result, each giving lines."""

from collections.abc import Callable, Iterator
from typing import Any

from mdexa.card import Access, Source
from mdexa.cli.paper import Paper
from mdexa.results import (
    AccessResult,
    CardResult,
    CardView,
    Checked,
    CheckResult,
    EvidenceOf,
    EvidenceResult,
    FacetsResult,
    PartVerdict,
    PassagesResult,
    Relaxation,
    Row,
    SearchResult,
    SimilarResult,
    StatementView,
    Unresolved,
)

Lines = Iterator[str]
#: So many of the strictest members are named.
MEMBERS = 4


def search(result: SearchResult, paper: Paper) -> Lines:
    """Ranked rows, then what the answer says of itself."""
    for place, row in enumerate(result.rows, start=1):
        yield from _row(row, paper, f"{place:>2}  ")
    yield from paper.wrap(result.sentence)
    for hint in result.hints:
        yield from paper.wrap(f"“{hint.typed}” can be a filter: {hint.means}", 2, 4)
    if result.unknown_words:
        yield from paper.wrap(f"nowhere in the catalogue: {', '.join(result.unknown_words)}", 2, 4)
    if result.nearest:
        names = ", ".join(f"{near.id} ({near.name})" for near in result.nearest)
        yield from paper.wrap(f"near names: {names}", 2, 4)
    if result.upstream_only:
        text = f"{result.upstream_only} more are left out only because the terms of an upstream are not established"
        yield from paper.wrap(f"{text}; list them with basis own", 2, 4)
    if result.usable_parts:
        yield from paper.wrap(f"{result.usable_parts} more have a separable part that may be used", 2, 4)
    yield from _relaxations(result.relaxations, paper)
    for facet, counts in result.counts.items():
        yield f"  {facet}"
        yield from paper.table(
            ((str(n), value) for value, n in sorted(counts.items(), key=lambda row: (-row[1], row[0]))), 4
        )
    if result.cursor:
        yield f"  --cursor {result.cursor}"


def _relaxations(rows: tuple[Relaxation, ...], paper: Paper) -> Lines:
    for row in rows:
        yield from paper.wrap(f"without the filter {row.filter}: {row.more} more", 2, 4)


def _row(row: Row, paper: Paper, mark: str = "") -> Lines:
    indent = " " * len(mark)
    head = f"{mark}{paper.strong(row.id)}  {row.name}" if row.name != row.id else f"{mark}{paper.strong(row.id)}"
    yield head
    yield from paper.wrap(row.line, len(indent))
    facts = [f"access {row.access}"]
    if row.availability != "available":
        facts.append(row.availability)
    if row.handling != "link_only":
        facts.append(row.handling)
    if row.repo_only:
        facts.append("licence of the repository only")
    yield f"{indent}{paper.value(row.licence_status)}, {', '.join(facts)}"
    if row.ok_parts:
        yield from paper.wrap(f"usable parts: {', '.join(row.ok_parts)}", len(indent), len(indent) + 2)
    for column, verdict in (row.verdict or {}).items():
        own = f" (the publisher alone: {verdict.own})" if verdict.own else ""
        yield f"{indent}{column}: {paper.value(verdict.value)}{own}"
    if row.risk_flags:
        yield from paper.wrap(f"risks: {', '.join(row.risk_flags)}", len(indent), len(indent) + 2)
    if row.matched or row.lacks:
        why = [f"{m.typed}{f' = {m.concept}' if m.concept else ''} ({m.field})" for m in row.matched]
        text = f"matched {', '.join(why) or 'nothing'}"
        lacks = f"; lacks {', '.join(row.lacks)}" if row.lacks else ""
        yield from paper.wrap(text + lacks, len(indent), len(indent) + 2)
    yield ""


def check(result: CheckResult, paper: Paper) -> Lines:
    """The combined verdicts, then each dataset part by part with what decides."""
    yield paper.strong("All together")
    yield from paper.table(
        (
            (row.column, row.value, _strictest(row.members, row.without, len(result.results)))
            for row in result.strictest
        ),
        2,
    )
    yield ""
    for checked in result.results:
        yield from _checked(checked, paper)
    yield from _unresolved(result.unresolved, paper)
    yield from paper.wrap(result.note)


def _strictest(members: tuple[str, ...], without: str | None, total: int) -> str:
    if total == 1 or without is None:
        return ""
    names = ", ".join(members[:MEMBERS]) + (f" and {len(members) - MEMBERS} more" if len(members) > MEMBERS else "")
    return f"set by {names}; without: {without}"


def _checked(checked: Checked, paper: Paper) -> Lines:
    name = f"  {checked.name}" if checked.name != checked.id else ""
    yield f"{paper.strong(checked.id)}{name}  [{paper.value(checked.licence_status)}]"
    if checked.availability != "available":
        yield f"  {checked.availability}"
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
    yield f"  part {verdict.part}{beside}{separable}: {paper.value(verdict.value)}  {', '.join(verdict.columns)}"
    for taken in verdict.taken:
        statement = statements[taken.statement]
        licence = f" {taken.licence}" if taken.licence else ""
        yield from paper.wrap(f"by {taken.statement}{licence}: {taken.value}; {source(statement.source)}", 4, 6)
    if not verdict.taken:
        yield from paper.wrap("no statement of the publisher decides", 4, 6)
    if verdict.own:
        yield from paper.wrap(f"the publisher alone: {verdict.own}", 4, 6)
    for edge in verdict.edges:
        if edge.gives != (verdict.own or verdict.value) or verdict.own:
            part = f" ({edge.upstream_part})" if edge.upstream_part else ""
            yield from paper.wrap(f"made from {edge.upstream}{part}, {edge.carries}: {edge.value} there", 4, 6)
    for condition in verdict.conditions:
        yield from paper.wrap(f"condition: {condition.what} ({condition.origin})", 4, 6)
    if verdict.reported:
        said = f"reported by others, no verdict: {verdict.reported.value} ({', '.join(verdict.reported.statements)})"
        yield from paper.wrap(said, 4, 6)
    if verdict.ask:
        where = f" ({verdict.ask.where})" if verdict.ask.where else ""
        yield from paper.wrap(f"to settle it: {verdict.ask.what}{where}", 4, 6)


def source(place: Source) -> str:
    """Who says it, when, where, and when we read it."""
    dated = "undated" if place.dated == "unknown" else f"dated {place.dated}"
    return f"{place.speaker.replace('_', ' ')}, {dated}, read {place.read_on}, {place.url}"


def _unresolved(rows: tuple[Unresolved, ...], paper: Paper) -> Lines:
    for row in rows:
        why = "belongs to several datasets" if row.why == "ambiguous" else "is no dataset of the catalogue"
        names = ", ".join(near.id for near in row.candidates)
        near = f"; near: {names}" if names else "; no name is near"
        yield from paper.wrap(f"not judged: “{row.name}” {why}{near}", 0, 2)


def card(result: CardResult, paper: Paper) -> Lines:
    """Cards, section by section."""
    for view in result.cards:
        yield from _card(view, paper)
        yield ""
    for pair in result.pairs:
        how = f": {pair.how}" if pair.how else ""
        yield from paper.wrap(f"{pair.a} {pair.relation.replace('_', ' ')} {pair.b}{how}", 0, 2)
    yield from _unresolved(result.unresolved, paper)


def _card(view: CardView, paper: Paper) -> Lines:
    yield f"{paper.strong(view.id)}  {view.name}  [{paper.value(view.licence_status)}]"
    if view.summary:
        yield from paper.wrap(view.summary, 2)
    for line in _card_lines(view):
        yield from paper.wrap(line, 2, 4)
    for part in view.parts:
        yield from paper.wrap(f"part {part.id}: {part.name} ({part.layer})", 2, 4)
        yield from paper.table(part.verdicts.items(), 6)
    for row in view.access:
        yield from _route(row, paper)
    yield from paper.table(((column, row.value) for column, row in view.verdict.items()), 2)
    for flag in view.flags:
        yield from paper.wrap(f"{flag.severity}: {flag.what} [{flag.id}]", 2, 4)


def _card_lines(view: CardView) -> Lines:
    """What a card says in single sentences."""
    fields = ("aliases", "publisher", "homepage", "contact", "released", "version", "doi", "reviewed")
    for name, content in [*((field, getattr(view, field)) for field in fields), *view.tags.items()]:
        if content:
            yield f"{name}: {', '.join(content) if isinstance(content, tuple) else content}"
    for fact in view.facts:
        yield f"- {fact.what}{_at(fact.source)}"
    for count in view.counts:
        scope = f", {count.scope}" if count.scope else ""
        yield f"- {count.n:,} {count.unit}{scope}{_at(count.source)}"
    if view.availability:
        yield f"availability: {view.availability.state}"
    for event in view.history:
        yield f"{event.date}: {event.what}{_at(event.source)}"
    for link in view.relations:
        arrow = {"up": "from", "down": "into", "both": "with"}[link.direction]
        yield f"{link.kind.replace('_', ' ')} {arrow} {link.other}{f': {link.how}' if link.how else ''}"
    for problem in view.problems:
        yield f"problem: {problem.what}{_at(problem.source)}"


def _at(url: str | None) -> str:
    return f" ({url})" if url else ""


def _route(row: Access, paper: Paper) -> Lines:
    parts = f" (for {', '.join(row.parts)})" if row.parts else ""
    by = f", decided by {row.decided_by}" if row.decided_by else ""
    yield from paper.wrap(f"access: {row.kind}{parts}{by}{_at(row.url)}", 2, 4)
    for at, step in enumerate(row.steps, start=1):
        yield from paper.wrap(f"{at}. {step}", 4, 7)
    if row.regions_blocked:
        yield from paper.wrap(f"not for: {', '.join(row.regions_blocked)}", 4, 6)
    for report in row.reports:
        yield from paper.wrap(f"reported {report.date}: {report.what}", 4, 6)


def access(result: AccessResult, paper: Paper) -> Lines:
    """Routes in steps."""
    for row in result.datasets:
        yield f"{paper.strong(row.id)}  {row.name}"
        for route in row.routes:
            yield from _route(route, paper)
        if not row.routes:
            yield "  no route is known"
        yield f"  availability: {row.availability.state}"
        for field in ("homepage", "contact"):
            if getattr(row, field):
                yield f"  {field}: {getattr(row, field)}"
        yield ""
    yield from _unresolved(result.unresolved, paper)
    yield from paper.wrap(result.note)


def evidence(result: EvidenceResult, paper: Paper) -> Lines:
    """Every statement, those that decide first."""
    for row in result.datasets:
        yield from _evidence_of(row, paper)
    yield from _unresolved(result.unresolved, paper)
    yield from paper.wrap(result.note)


def _evidence_of(row: EvidenceOf, paper: Paper) -> Lines:
    yield f"{paper.strong(row.id)}  {row.name}"
    for statement in row.statements:
        yield from _statement(statement, paper)
    for reading in row.readings:
        result = reading.result.replace("_", " ")
        yield from paper.wrap(f"read, {reading.covers}: {result}; {source(reading.source)}", 2, 4)
    for flag in row.flags:
        yield from paper.wrap(f"{flag.severity}: {flag.what} [{flag.id}: {', '.join(flag.because)}]", 2, 4)
    yield ""


def _statement(row: StatementView, paper: Paper) -> Lines:
    mark = "*" if row.deciding else " "
    said = [row.licence or "", ", ".join(f"{key}: {value}" for key, value in row.says.items())]
    said += [
        f"terms {', '.join(row.terms)}" if row.terms else "",
        "a licence for each item" if row.items else "",
    ]
    parts = f" of {', '.join(row.parts)}" if row.parts else ""
    head = f"{mark} {row.id} [{row.instrument} on {', '.join(row.scope)}{parts}] {'; '.join(filter(None, said))}"
    yield from paper.wrap(head, 2, 4)
    yield from paper.wrap(source(row.source), 6, 8)
    if row.untrusted_third_party_text:
        yield from paper.wrap(f"label, untrusted third-party text: “{row.untrusted_third_party_text}”", 6, 8)
    for text in (row.note, row.other_limits, *row.conditions):
        if text:
            yield from paper.wrap(text, 6, 8)
    for part, values in row.decides.items():
        for value, columns in values.items():
            yield from paper.wrap(f"decides on {part}: {value} in {', '.join(columns)}", 6, 8)
    for reason, ids in row.left_out.items():
        yield from paper.wrap(f"left out on {', '.join(ids)}: {reason.replace('_', ' ')}", 6, 8)


def facets(result: FacetsResult, paper: Paper) -> Lines:
    """Counts, facet by facet."""
    for facet, rows in result.counts.items():
        yield paper.strong(facet)
        yield from paper.table(
            ((str(row.n), row.value, row.label if row.label != row.value else "") for row in rows), 2
        )
    yield f"{result.total} datasets"


def similar(result: SimilarResult, paper: Paper) -> Lines:
    """Substitutes with what is shared and what differs."""
    for place, row in enumerate(result.rows, start=1):
        yield from _row(row.row, paper, f"{place:>2}  ")
        yield from paper.wrap(f"shares {', '.join(row.shared) or 'nothing'}", 4, 6)
        if row.differs:
            yield from paper.wrap(f"differs: {'; '.join(row.differs)}", 4, 6)
        if row.related:
            yield from paper.wrap(f"careful: {row.related.replace('_', ' ')}", 4, 6)
        yield ""
    yield from paper.wrap(result.sentence)
    yield from _relaxations(result.relaxations, paper)


def passages(result: PassagesResult, paper: Paper) -> Lines:
    """Passages with field, source and trust."""
    for row in result.passages:
        yield f"{paper.strong(row.dataset)}  {row.field}"
        yield from paper.wrap(row.text, 2)
        place = row.source or "no source of its own"
        yield from paper.wrap(f"{row.trust.replace('_', ' ')}{f', {row.date}' if row.date else ''}: {place}", 2, 4)
        yield ""
    yield from paper.wrap(result.sentence)
    if result.unknown_words:
        yield from paper.wrap(f"nowhere in the catalogue: {', '.join(result.unknown_words)}", 2, 4)
    yield from _unresolved(result.unresolved, paper)
    if result.cursor:
        yield f"  --cursor {result.cursor}"


VIEWS: dict[str, Callable[[Any, Paper], Lines]] = {
    "search": search,
    "card": card,
    "evidence": evidence,
    "facets": facets,
    "access": access,
    "similar": similar,
    "check": check,
    "passages": passages,
}
