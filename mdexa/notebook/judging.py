"""What may be done: check and comparison."""

from collections.abc import Iterable, Iterator, Mapping

from mdexa.notebook.marks import few, folded, lines, merged, names, note, said, spaced, table, text, title, value, yes
from mdexa.notebook.origin import origin, unresolved
from mdexa.results import (
    Checked,
    CheckResult,
    Compared,
    ComparisonResult,
    PartVerdict,
    StatementView,
    Strictest,
    Verdict,
)
from mdexa.verdict import Flag

#: With more datasets than this, their reasons are folded away.
OPEN = 3
_TRAITS = {
    "ok_parts": "usable parts",
    "decided_by": "decided by",
    "conditions": "conditions",
    "asks": "to settle it",
    "upstreams": "made from",
    "flags": "look at",
    "repo_only": "licence of the repository only",
    "access": "access",
    "access_decided_by": "access decided by",
    "availability": "availability",
    "handling": "handling by Mdexa",
    "counts": "counts",
    "publisher": "publisher",
    "released": "released",
    "version": "version",
}


def check(result: CheckResult) -> Iterator[str]:
    """The verdicts on all at once, a matrix of the datasets, and the reasons of each."""
    yield said(_together(result.combined))
    yield origin(result.catalogue)
    yield from unresolved(result.unresolved)
    columns = list(result.combined)
    rows = ((_name(one.id, one.name), *_cells(one, columns)) for one in result.results)
    yield table(("dataset", *(column.replace("_", " ") for column in columns)), rows, sides=True)
    yield from _strictest(result)
    for one in result.results:
        reasons = "".join(_reasons(one))
        head = f"Reasons for <b>{text(one.id)}</b> {value(one.licence_status)}"
        yield folded(head, reasons) if len(result.results) > OPEN else title(head) + reasons
    yield note(text(result.note, 600))


def _together(combined: Mapping[str, str]) -> str:
    """The verdicts on all datasets at once, each value with its columns."""
    columns: dict[str, list[str]] = {}
    for column, one in combined.items():
        columns.setdefault(one, []).append(column)
    shown = "; ".join(f"{value(one)} ({names(words, len(words))})" for one, words in columns.items())
    return f"All together: {shown}." if shown else ""


def _strictest(result: CheckResult) -> Iterator[str]:
    """Who sets the verdict; columns with the same members in one line."""
    if len(result.results) + len(result.unresolved) < 2:  # noqa: PLR2004
        return
    alike: dict[tuple[object, ...], list[str]] = {}
    for row in result.strictest:
        if row.without is not None:
            alike.setdefault((row.value, row.members, row.without), []).append(row.column)
    for (word, members, without), columns in alike.items():
        shown = names(members, 6)  # type: ignore[arg-type]
        yield note(f"{names(columns, 14)}: {value(str(word))} is set by {shown}; without: {value(str(without))}.")


def strictest(row: Strictest) -> Iterator[str]:
    """Who sets the verdict of one column."""
    without = value(row.without) if row.without else "nothing is left"
    yield said(f"{spaced(row.column)}: {value(row.value)}, set by {names(row.members)}; without: {without}.")


def _name(id_: str, name: str) -> str:
    return text(id_) + (f"<br><small>{text(name)}</small>" if name != id_ else "")


def _cells(one: Checked, columns: Iterable[str]) -> Iterator[str]:
    for column in columns:
        parts = one.ok_parts.get(column, ())
        yield shown(one.whole[column]) + (note(f"usable alone: {names(parts, 4)}") if parts else "")


def shown(verdict: Verdict) -> str:
    """A verdict, and what the publisher alone would say if that is another one."""
    own = f"<br><small>the publisher alone: {text(verdict.own)}</small>" if verdict.own else ""
    return value(verdict.value) + own


def checked(one: Checked) -> Iterator[str]:
    """One dataset: its verdicts and their reasons."""
    yield said(f"<b>{text(one.name)}</b> {value(one.licence_status)}")
    if one.availability != "available":
        yield note(f"availability: <b>{text(one.availability)}</b>")
    yield table(("for", "verdict"), ((spaced(column), shown(row)) for column, row in one.whole.items()))
    yield from _reasons(one)


_PART = ("part", "for", "verdict", "decided by", "lowered by", "conditions", "to settle it")


def _reasons(one: Checked) -> Iterator[str]:
    rows = merged(merged((_part(row, one.deciding) for row in one.parts), 2), 0)
    yield table(_PART, ((f"{row[0]}{row[1]}", *row[2:]) for row in rows))
    yield from flags(one.flags)


def part(row: PartVerdict) -> Iterator[str]:
    """The verdict on one part."""
    name, beside, *rest = _part(row, ())
    yield table(_PART, ((f"{name}{beside}", *rest),))


def _part(row: PartVerdict, statements: Iterable[StatementView]) -> tuple[str, ...]:
    dated = {one.id: (one.source.speaker, one.source.dated) for one in statements}
    beside = "" if row.counts else "<br><small>beside the whole</small>"
    separable = "<br><small>can be taken alone</small>" if row.separable == "yes" else ""
    by = (_taken(one.statement, one.licence, dated.get(one.statement)) for one in row.taken)
    edges = (f"{text(edge.upstream)}: {value(edge.value)}" for edge in row.edges if edge.gives != row.own)
    return (
        text(row.part),
        beside + separable,
        names(row.columns, len(row.columns)),
        value(row.value) + (f"<br><small>the publisher alone: {text(row.own)}</small>" if row.own else ""),
        lines(by, 4) or "no statement of the publisher",
        lines(edges, 4) if row.own else "",
        lines(map(text, dict.fromkeys(condition.what for condition in row.conditions)), 5),
        text(row.ask.what) if row.ask else "",
    )


def _taken(statement: str, licence: str | None, spoken: tuple[str, str] | None) -> str:
    who = f" <small>{text(spoken[0].replace('_', ' '))}, {_date(spoken[1])}</small>" if spoken else ""
    return f"{text(statement)}{f' {text(licence)}' if licence else ''}{who}"


def _date(dated: str) -> str:
    return "undated" if dated == "unknown" else text(dated)


def flags(rows: Iterable[Flag]) -> Iterator[str]:
    """What to look at before relying on it; mere remarks are left out."""
    for flag in rows:
        if flag.severity != "info":
            yield note(f"<b>{text(flag.severity)}</b>, {spaced(flag.id)}: {text(flag.what)} {text(flag.do)}")


def compare(result: ComparisonResult) -> Iterator[str]:
    """A row a trait and a column a dataset, those that differ first."""
    yield said(text(result.sentence))
    yield origin(result.catalogue)
    yield from unresolved(result.unresolved)
    yield _side_by_side(result)
    shared = few((f"{spaced(facet)}: {names(tags)}" for facet, tags in result.shared.items()), "; ")
    yield note(f"All have in common {shared}.") if shared else ""
    for pair in result.pairs:
        how = f" ({text(pair.how)})" if pair.how else ""
        yield note(f"{text(pair.a)} {spaced(pair.relation)} {text(pair.b)}{how}")
    yield note(text(result.note))


def _side_by_side(result: ComparisonResult) -> str:
    head = ("", *(row.name for row in result.datasets))
    same = [trait for trait in _TRAITS if trait not in result.differ]
    rows = [("licence status", *(value(row.licence_status) for row in result.datasets))]
    rows += [(spaced(column), *(shown(row.verdict[column]) for row in result.datasets)) for column in result.columns]
    rows += [_line(trait, result.datasets) for trait in (*(one for one in _TRAITS if one in result.differ), *same)]
    rows += [_tags(facet, result) for facet in (result.datasets[0].tags if result.datasets else ())]
    return table(head, (row for row in rows if any(row[1:])), sides=True) if result.datasets else ""


def _line(trait: str, rows: Iterable[Compared]) -> tuple[str, ...]:
    return (text(_TRAITS[trait]), *(_trait(getattr(row, trait)) for row in rows))


def _trait(content: object) -> str:
    match content:
        case None:
            return ""
        case bool():
            return yes(content)
        case dict():
            parts = dict.fromkeys(name for names_ in content.values() for name in names_)
            return names(parts, 6)
        case tuple():
            return lines(map(text, content), 4)
    return text(content)


def _tags(facet: str, result: ComparisonResult) -> tuple[str, ...]:
    """What each has of a facet that not all have."""
    common = result.shared.get(facet, ())
    own = (names(tag for tag in row.tags[facet] if tag not in common) for row in result.datasets)
    return (f"{spaced(facet)}{' besides' if common else ''}", *own)


def compared(row: Compared) -> Iterator[str]:
    """One of several, alone."""
    yield said(f"<b>{text(row.name)}</b> {value(row.licence_status)}")
    rows = [(spaced(column), shown(verdict)) for column, verdict in row.verdict.items()]
    rows += [(text(name), _trait(getattr(row, trait))) for trait, name in _TRAITS.items()]
    rows += [(spaced(facet), names(tags)) for facet, tags in row.tags.items()]
    yield table(("", ""), (line for line in rows if line[1]), sides=True)
