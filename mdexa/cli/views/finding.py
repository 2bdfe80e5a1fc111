"""search, similar, facets and passages on a terminal."""

from mdexa.cli.paper import Paper
from mdexa.cli.views.shared import Lines, cursor, relaxations, unknown_words, unresolved
from mdexa.results import FacetsResult, Match, PassagesResult, Row, SearchResult, SimilarResult, Verdict


def search(result: SearchResult, paper: Paper) -> Lines:
    """Ranked rows, then what the answer says of itself."""
    for place, row in enumerate(result.rows, start=1):
        yield from _row(row, paper, f"{place:>2}  ")
    yield from paper.wrap(result.sentence)
    for read in result.understood:
        facet = f" ({read.facet})" if read.facet else ""
        if read.typed.casefold() != read.as_.casefold():
            yield from paper.wrap(f"“{read.typed}” was read as {read.as_}{facet}", 2, 4)
    for hint in result.hints:
        yield from paper.wrap(f"“{hint.typed}” can be a filter: {hint.means}", 2, 4)
    yield from unknown_words(result.unknown_words, "name, tag, summary, fact or access step", paper)
    if result.nearest:
        names = ", ".join(f"{near.id} ({near.name})" for near in result.nearest)
        yield from paper.wrap(f"near names: {names}", 2, 4)
    yield from _beside(result, paper)
    yield from relaxations(result.relaxations, paper)
    for facet, counts in result.counts.items():
        yield f"  {facet}"
        rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
        yield from paper.table(((str(n), value) for value, n in rows), 4)
    yield from cursor(result.cursor)


def _beside(result: SearchResult, paper: Paper) -> Lines:
    """What `usable_for` left out, and might not have to."""
    if result.upstream_only:
        text = f"{result.upstream_only} more are left out only because the terms of an upstream are not established"
        yield from paper.wrap(f"{text}; list them with --basis own", 2, 4)
    if result.usable_parts:
        yield from paper.wrap(f"{result.usable_parts} more have a separable part that may be used", 2, 4)


def _row(row: Row, paper: Paper, mark: str = "") -> Lines:
    indent = len(mark)
    yield from paper.head(mark, row.id, row.name if row.name != row.id else "")
    yield from paper.wrap(row.line, indent)
    lead = f"{' ' * indent}{row.licence_status}, "
    dressed = f"{' ' * indent}{paper.value(row.licence_status)}, "
    yield from paper.led(lead, ", ".join(_facts(row)), indent + 2, dressed=dressed)
    if row.ok_parts:
        yield from paper.wrap(f"usable parts: {', '.join(row.ok_parts)}", indent, indent + 2)
    for column, verdict in (row.verdict or {}).items():
        yield from _verdict(column, verdict, paper, indent)
    if row.risk_flags:
        yield from paper.wrap(f"risks: {', '.join(row.risk_flags)}", indent, indent + 2)
    if row.matched or row.lacks:
        lacks = f"; lacks {', '.join(row.lacks)}" if row.lacks else ""
        text = f"matched {', '.join(map(_match, row.matched)) or 'nothing'}{lacks}"
        yield from paper.wrap(text, indent, indent + 2)
    yield ""


def _facts(row: Row) -> list[str]:
    """Access, and what is out of the ordinary."""
    facts = [f"access {row.access}"]
    facts += [row.availability] if row.availability != "available" else []
    facts += [row.handling] if row.handling != "link_only" else []
    return [*facts, "licence of the repository only"] if row.repo_only else facts


def _verdict(column: str, verdict: Verdict, paper: Paper, indent: int) -> Lines:
    own = f"(the publisher alone: {verdict.own})" if verdict.own else ""
    lead = f"{' ' * indent}{column}: {verdict.value} "
    dressed = f"{' ' * indent}{column}: {paper.value(verdict.value)} "
    return paper.led(lead, own, indent + 2, dressed=dressed)


def _match(match: Match) -> str:
    concept = f" = {match.concept}" if match.concept else ""
    return f"{match.typed}{concept} ({match.field})"


def facets(result: FacetsResult, paper: Paper) -> Lines:
    """Counts, facet by facet."""
    for facet, rows in result.counts.items():
        yield paper.strong(facet)
        yield from paper.table(
            ((str(row.n), row.value, row.label if row.label != row.value else "") for row in rows), 2
        )
    yield f"{result.total} datasets" if result.total != 1 else "1 dataset"


def similar(result: SimilarResult, paper: Paper) -> Lines:
    """Substitutes with what is shared and what differs."""
    for place, row in enumerate(result.rows, start=1):
        *lines, blank = _row(row.row, paper, f"{place:>2}  ")
        yield from lines
        yield from paper.wrap(f"shares {', '.join(row.shared) or 'nothing'}", 4, 6)
        if row.differs:
            yield from paper.wrap(f"differs: {'; '.join(row.differs)}", 4, 6)
        if row.related:
            yield from paper.wrap(f"careful: {row.related.replace('_', ' ')}", 4, 6)
        yield blank
    yield from paper.wrap(result.sentence)
    yield from relaxations(result.relaxations, paper)


def passages(result: PassagesResult, paper: Paper) -> Lines:
    """Passages with field, source and trust."""
    for row in result.passages:
        yield from paper.head("", row.dataset, row.field)
        yield from paper.wrap(row.text, 2)
        place = row.source or "no source of its own"
        yield from paper.wrap(f"{row.trust.replace('_', ' ')}{f', {row.date}' if row.date else ''}: {place}", 2, 4)
        yield ""
    yield from paper.wrap(result.sentence)
    yield from unknown_words(result.unknown_words, "passage of a card", paper)
    yield from unresolved(result.unresolved, paper)
    yield from cursor(result.cursor)
