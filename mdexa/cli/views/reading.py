"""card, access and evidence on a terminal."""

from mdexa.card import Access, Availability, Count
from mdexa.cli.paper import Paper
from mdexa.cli.views.shared import Lines, at, source, unresolved
from mdexa.results import (
    AccessResult,
    CardResult,
    CardView,
    EvidenceOf,
    EvidenceResult,
    ReadingView,
    RelationView,
    StatementView,
)
from mdexa.results.shared import RELATION_WORDS


def card(result: CardResult, paper: Paper) -> Lines:
    """Cards, section by section."""
    for view in result.cards:
        yield from _card(view, paper)
        yield ""
    for pair in result.pairs:
        how = f": {pair.how}" if pair.how else ""
        yield from paper.wrap(f"{pair.a} {pair.relation.replace('_', ' ')} {pair.b}{how}", 0, 2)
    yield from unresolved(result.unresolved, paper)


def _card(view: CardView, paper: Paper) -> Lines:
    yield from paper.head("", view.id, f"{view.name} [{view.licence_status}]")
    if view.summary:
        yield from paper.wrap(view.summary, 2)
    for line in _lines(view):
        yield from paper.wrap(line, 2, 4)
    for part in view.parts:
        yield from paper.wrap(f"part {part.id}: {part.name} ({part.layer})", 2, 4)
        yield from paper.table(part.verdicts.items(), 6)
    for row in view.access:
        yield from _route(row, paper)
    yield from paper.table(((column, row.value) for column, row in view.verdict.items()), 2)
    for flag in view.flags:
        yield from paper.wrap(f"{flag.severity}: {flag.what} [{flag.id}]", 2, 4)


def _lines(view: CardView) -> Lines:
    """What a card says in single sentences."""
    fields = ("aliases", "publisher", "homepage", "contact", "released", "version", "doi", "reviewed")
    for name, content in [*((field, getattr(view, field)) for field in fields), *view.tags.items()]:
        if content:
            yield f"{name}: {', '.join(content) if isinstance(content, tuple) else content}"
    if view.handling != "link_only":
        yield f"handling: {view.handling}"
    yield from (f"- {fact.what}{at(fact.source)}" for fact in view.facts)
    yield from (f"- {_count(count)}{at(count.source)}" for count in view.counts)
    if view.availability:
        yield _availability(view.availability)
    yield from (f"{_date(event.date)}: {event.what}{at(event.source)}" for event in view.history)
    yield from map(_relation, view.relations)
    yield from (f"problem: {problem.what}{at(problem.source)}" for problem in view.problems)
    if view.statements is not None:
        yield f"statements: {view.statements}, which evidence lists"


def _count(count: Count) -> str:
    return f"{count.n:,} {count.unit}{f', {count.scope}' if count.scope else ''}"


def _date(date: str) -> str:
    return "at an unknown date" if date == "unknown" else date


def _availability(row: Availability) -> str:
    since = f" since {row.since}" if row.since != "unknown" else ""
    successor = f"; its successor is {row.successor}" if row.successor else ""
    return f"availability: {row.state}{since}{successor}"


def _relation(link: RelationView) -> str:
    words = RELATION_WORDS.get((link.kind, link.direction), f"{link.kind}, {link.direction}:")
    return f"{words} {link.other}{f': {link.how}' if link.how else ''}"


def _route(row: Access, paper: Paper) -> Lines:
    parts = f" (for {', '.join(row.parts)})" if row.parts else ""
    by = f", decided by {row.decided_by}" if row.decided_by else ""
    yield from paper.wrap(f"access: {row.kind}{parts}{by}{at(row.url)}", 2, 4)
    for place, step in enumerate(row.steps, start=1):
        yield from paper.wrap(f"{place}. {step}", 4, 7)
    if row.regions_blocked:
        yield from paper.wrap(f"not for: {', '.join(row.regions_blocked)}", 4, 6)
    for report in row.reports:
        yield from paper.wrap(f"reported {_date(report.date)}: {report.what}", 4, 6)


def access(result: AccessResult, paper: Paper) -> Lines:
    """Routes in steps."""
    for row in result.datasets:
        yield from paper.head("", row.id, row.name)
        for route in row.routes:
            yield from _route(route, paper)
        yield from paper.wrap(_availability(row.availability), 2, 4)
        for field in ("homepage", "contact"):
            if getattr(row, field):
                yield from paper.wrap(f"{field}: {getattr(row, field)}", 2, 4)
        yield ""
    yield from unresolved(result.unresolved, paper)
    yield from paper.wrap(result.note)


def evidence(result: EvidenceResult, paper: Paper) -> Lines:
    """Every statement, those that decide first."""
    for row in result.datasets:
        yield from _evidence_of(row, paper)
    yield from unresolved(result.unresolved, paper)
    yield from paper.wrap(result.note)


def _evidence_of(row: EvidenceOf, paper: Paper) -> Lines:
    yield from paper.head("", row.id, row.name)
    for statement in row.statements:
        yield from _statement(statement, paper)
    for reading in row.readings:
        yield from paper.wrap(_reading(reading), 2, 4)
    for link in row.relations:
        yield from paper.wrap(_relation(link), 2, 4)
    for flag in row.flags:
        yield from paper.wrap(f"{flag.severity}: {flag.what} [{flag.id}: {', '.join(flag.because)}]", 2, 4)
    yield ""


def _reading(row: ReadingView) -> str:
    """A place that gave no statement; of one that could not be read, no reading is told."""
    place = row.source
    if row.result == "unreadable":
        return (
            f"tried on {place.read_on}, {row.covers}: could not be read; {place.speaker.replace('_', ' ')}, {place.url}"
        )
    return f"read, {row.covers}: {row.result.replace('_', ' ')}; {source(place)}"


def _statement(row: StatementView, paper: Paper) -> Lines:
    said = [row.licence or "", ", ".join(f"{key}: {value}" for key, value in row.says.items())]
    said += [f"terms {', '.join(row.terms)}" if row.terms else "", "a licence for each item" if row.items else ""]
    parts = f" of {', '.join(row.parts)}" if row.parts else ""
    head = f"[{row.instrument} on {', '.join(row.scope)}{parts}] {'; '.join(filter(None, said))}"
    yield from paper.led("  * " if row.deciding else "  - ", f"{row.id} {head}", 4)
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
