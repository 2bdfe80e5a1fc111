"""What is known of a dataset: card, evidence, access."""

from collections.abc import Iterable, Iterator

from mdexa.card import Source
from mdexa.notebook.judging import flags, shown
from mdexa.notebook.marks import (
    few,
    folded,
    lines,
    link,
    names,
    note,
    quoted,
    said,
    spaced,
    steps,
    table,
    text,
    title,
    value,
    yes,
)
from mdexa.notebook.origin import origin, unresolved
from mdexa.results import (
    AccessOf,
    AccessResult,
    CardResult,
    CardView,
    EvidenceOf,
    EvidenceResult,
    PartView,
    ReadingView,
    RelationView,
    StatementView,
)

_OF_CARD = ("summary", "publisher", "contact", "released", "version", "reviewed")


def cards(result: CardResult) -> Iterator[str]:
    """Each card, and how they hang together."""
    yield origin(result.catalogue)
    yield from unresolved(result.unresolved)
    for view in result.cards:
        yield from card(view)
    for pair in result.pairs:
        how = f" ({text(pair.how)})" if pair.how else ""
        yield note(f"{text(pair.a)}: {spaced(pair.relation)} {text(pair.b)}{how}")
    yield note(text(result.note, 600))


def card(view: CardView) -> Iterator[str]:
    """The sections of a card that were asked for."""
    status = f"{value(view.licence_status)}{' licence of the repository only' if view.repo_only else ''}"
    handled = "" if view.handling == "link_only" else f" · handling by Mdexa: {spaced(view.handling)}"
    yield title(f"{text(view.name)} <small>{text(view.id)}</small> · {status}{handled}")
    yield table(("", ""), ((text(name), content) for name, content in _facts(view) if content), sides=True)
    if view.parts:
        yield from _parts(view.parts)
    if view.relations:
        yield folded(f"{len(view.relations)} relations", _relations(view.relations))
    yield from flags(view.flags)


def _facts(view: CardView) -> Iterator[tuple[str, str]]:
    for field in _OF_CARD:
        content = getattr(view, field)
        yield field, "" if content is None else text(content, 1200)
    yield "also called", names(view.aliases)
    yield "homepage", link(view.homepage)
    yield "doi", link(f"https://doi.org/{view.doi}", view.doi) if view.doi else ""
    for facet, tags in view.tags.items():
        yield facet, names(tags)
    counts = (f"{row.n} {text(row.unit)}{f' ({text(row.scope)})' if row.scope else ''}" for row in view.counts)
    yield "counts", lines(counts)
    yield "facts", lines(f"{text(row.what)} {_at(row.source)}" for row in view.facts)
    yield "access", lines(_route(row.kind, row.url, row.parts) for row in view.access)
    if view.availability:
        yield "availability", text(view.availability.state)
    yield "history", lines(f"{text(row.date)}: {text(row.what)} {_at(row.source)}" for row in view.history)
    yield "problems", lines(f"{text(row.what)} {_at(row.source)}" for row in view.problems)
    for column, verdict in view.verdict.items():
        yield column.replace("_", " "), shown(verdict)
    yield "statements", "" if view.statements is None else str(view.statements)


def _at(url: str | None) -> str:
    return f"<small>{link(url, 'source')}</small>" if url else ""


def _route(kind: str, url: str | None, parts: tuple[str, ...]) -> str:
    return f"{text(kind)} {link(url)}{f' ({names(parts)})' if parts else ''}"


def _parts(rows: Iterable[PartView]) -> Iterator[str]:
    """Parts with their verdicts, columns of one value together."""
    head = ("part", "layer", "can be taken alone", "verdicts", "amount")
    yield table(head, map(_part, rows))


def _part(row: PartView) -> tuple[str, ...]:
    columns: dict[str, list[str]] = {}
    for column, word in row.verdicts.items():
        columns.setdefault(word, []).append(column)
    verdicts = (f"{value(word)} <small>{names(words, len(words))}</small>" for word, words in columns.items())
    amount = f"{row.n} {text(row.unit or '')}" if row.n is not None else ""
    current = "" if row.current else "<br><small>of a former edition</small>"
    return (f"{text(row.id)}<br><small>{text(row.name)}</small>{current}", text(row.layer), text(row.separable),
            "<br>".join(verdicts), amount)  # fmt: skip


def part(row: PartView) -> Iterator[str]:
    """One part."""
    yield from _parts((row,))


def evidence(result: EvidenceResult) -> Iterator[str]:
    """The statements of each dataset, those that decide first."""
    yield origin(result.catalogue)
    yield from unresolved(result.unresolved)
    for row in result.datasets:
        yield from evidence_of(row)
    yield note(text(result.note, 600))


_STATEMENT = (
    "statement",
    "decides on",
    "left out, because",
    "licence",
    "covers",
    "says",
    "their words",
    "speaker",
    "dated",
    "read",
    "source",
)


def evidence_of(row: EvidenceOf) -> Iterator[str]:
    """Statements, places that said nothing, relations and flags."""
    deciding = [one for one in row.statements if one.deciding]
    others = [one for one in row.statements if not one.deciding]
    yield title(f"{text(row.name)} <small>{text(row.id)}</small>: {_many(row.statements, 'statement')}, "
                f"{len(deciding)} of them decide")  # fmt: skip
    yield note("The publisher's only licence does not say that it covers the data.") if row.repo_only else ""
    yield table(_STATEMENT, map(_statement, deciding))
    yield folded(f"{_many(others, 'statement')} beside", table(_STATEMENT, map(_statement, others)))
    readings = table(_READING, map(_reading, row.readings))
    yield folded(f"{_many(row.readings, 'place')} read that gave no statement", readings)
    yield folded(f"{_many(row.relations, 'relation')}", _relations(row.relations))
    yield from flags(row.flags)


def _many(rows: tuple[object, ...] | list[StatementView], word: str) -> str:
    return f"{len(rows)} {word}{'' if len(rows) == 1 else 's'}"


def statement(row: StatementView) -> Iterator[str]:
    """One statement."""
    yield table(_STATEMENT, (_statement(row),))


def _statement(row: StatementView) -> tuple[str, ...]:
    says = [f"{spaced(column)}: {value(word)}" for column, word in row.says.items()]
    says += [spaced(term) for term in row.terms]
    name = row.licence_name if row.licence_name and row.licence_name != row.licence else ""
    return (
        f"<b>{text(row.id)}</b><br><small>{text(row.instrument)}</small>",
        lines(_decides(row), 4),
        few((spaced(reason) for reason in row.left_out), ", "),
        link(row.licence_url, row.licence) + (f"<br><small>{text(name)}</small>" if name else ""),
        names(row.scope) + (f"<br><small>parts: {names(row.parts, 5)}</small>" if row.parts else ""),
        lines(says, 8),
        quoted(row.untrusted_third_party_text),
        text(row.source.speaker.replace("_", " ")),
        text(row.source.dated),
        _read(row.source),
        link(row.source.url),
    )


def _decides(row: StatementView) -> Iterator[str]:
    """Value by value: on which parts, in which columns."""
    parts: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, values in row.decides.items():
        for word, columns in values.items():
            parts.setdefault((word, columns), []).append(name)
    for (word, columns), on in parts.items():
        yield f"{value(word)} {names(on, 4)}<br><small>{names(columns, 3)}</small>"


def _read(source: Source) -> str:
    copy = "" if source.read_from == "live" else f"<br><small>copy of {text(source.copy_dated)}</small>"
    return text(source.read_on) + copy


_READING = ("read at", "what was read", "what came of it", "on")


def reading(row: ReadingView) -> Iterator[str]:
    """One place that gave no statement."""
    yield table(_READING, (_reading(row),))


def _reading(row: ReadingView) -> tuple[str, ...]:
    return link(row.source.url), spaced(row.covers), spaced(row.result), _read(row.source)


_RELATION = ("relation", "dataset", "carries", "part", "how", "without a card")


def relation(row: RelationView) -> Iterator[str]:
    """One relation."""
    yield _relations((row,))


def _relations(rows: Iterable[RelationView]) -> str:
    return table(_RELATION, map(_relation, rows))


def _relation(row: RelationView) -> tuple[str, ...]:
    kind = f"source of ({spaced(row.kind)})" if row.direction == "down" else spaced(row.kind)
    part = " of ".join(text(word) for word in (row.part, row.upstream_part) if word)
    return (
        kind,
        text(row.other),
        text((row.carries or "").replace("_", " ")),
        part,
        text(row.how or ""),
        yes(row.external),
    )


def access(result: AccessResult) -> Iterator[str]:
    """The route to each dataset, in steps."""
    yield origin(result.catalogue)
    yield from unresolved(result.unresolved)
    for row in result.datasets:
        yield from access_of(row)
    yield note(text(result.note, 600))


def access_of(row: AccessOf) -> Iterator[str]:
    """The routes to one dataset."""
    state = "" if row.availability.state == "available" else f": {text(row.availability.state)}"
    yield title(f"{text(row.name)} <small>{text(row.id)}</small>{state}")
    for route in row.routes:
        decided = f", decided by {text(route.decided_by)}" if route.decided_by else ""
        yield said(f"<b>{text(route.kind)}</b>{decided} {_where(route.url, route.parts)}")
        yield steps(route.steps)
        if route.regions_blocked:
            yield note(f"Not for: {names(route.regions_blocked)}.")
        for report in route.reports:
            yield note(f"{text(report.date)}: {text(report.what)} {_at(report.source.url)}")
    asked = " · ".join(part for part in (link(row.homepage), text(row.contact or "")) if part)
    yield note(asked)


def _where(url: str | None, parts: tuple[str, ...]) -> str:
    return f"{link(url)}{f' for {names(parts)}' if parts else ''}"
