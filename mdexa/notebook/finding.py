"""What was found: search, facets, substitutes, passages, changes, and the catalogue itself."""

from collections.abc import Iterator

from mdexa.notebook.marks import bar, few, link, names, note, said, spaced, table, text, value
from mdexa.notebook.origin import origin, relaxed, unresolved
from mdexa.results import (
    CatalogueStamp,
    FacetsResult,
    Passage,
    PassagesResult,
    Row,
    SearchResult,
    SimilarResult,
    SimilarRow,
)

_HEAD = ("dataset", "licence status", "verdict", "usable parts", "access", "availability", "flags", "about", "asked")


def search(result: SearchResult) -> Iterator[str]:
    """The sentence, the rows, how many are left, and what would help where there are none."""
    yield said(text(result.sentence, 600))
    yield origin(result.catalogue)
    yield table(_HEAD, map(_row, result.rows))
    if result.remaining:
        yield note(
            f"{result.remaining} more: ask again with a larger <b>limit</b>, or with this answer's <b>cursor</b>."
        )
    for facet, counts in result.counts.items():
        shown = [f"{text(name)} {n}" for name, n in counts.items()]
        yield note(f"{spaced(facet)}: {few(shown)}")
    for hint in result.hints:
        yield note(f"“{text(hint.typed)}” can be a filter: <b>{text(hint.means)}</b>.")
    if result.unknown_words:
        yield note(f"In no dataset: {names(result.unknown_words)}.")
    if result.nearest:
        yield note(f"Near names: {names(near.id for near in result.nearest)}.")
    yield from relaxed(result.relaxations)
    if result.upstream_only:
        yield note(f"{result.upstream_only} left out only because the terms of a source are not established.")
    if result.usable_parts:
        yield note(f"{result.usable_parts} left out as a whole have a part that can be taken alone and may be used.")


def row(one: Row) -> Iterator[str]:
    """One row."""
    yield table(_HEAD, (_row(one),))


def _row(one: Row) -> tuple[str, ...]:
    verdicts = (f"{value(verdict.value)} {spaced(column)}" for column, verdict in (one.verdict or {}).items())
    lacks = f"lacks {names(one.lacks)}" if one.lacks else ""
    matched = names(dict.fromkeys(match.typed for match in one.matched))
    return (
        _named(one.id, one.name),
        value(one.licence_status) + (note("licence of the repository only") if one.repo_only else ""),
        few(verdicts, "<br>"),
        names(one.ok_parts, 6),
        text(one.access),
        "" if one.availability == "available" else f"<b>{text(one.availability)}</b>",
        names(one.risk_flags, 4),
        text(one.line),
        "<br>".join(part for part in (matched, lacks) if part),
    )


def _named(id_: str, name: str) -> str:
    return f"<b>{text(id_)}</b>" + (f"<br>{text(name)}" if name != id_ else "")


def similar(result: SimilarResult) -> Iterator[str]:
    """Substitutes with what is shared and what differs."""
    yield said(text(result.sentence, 600))
    yield origin(result.catalogue)
    yield table(_SIMILAR, map(_similar, result.rows))
    yield from relaxed(result.relaxations)


_SIMILAR = ("dataset", "licence status", "verdict", "usable parts", "access", "shares", "differs", "related", "about")


def similar_row(one: SimilarRow) -> Iterator[str]:
    """One substitute."""
    yield table(_SIMILAR, (_similar(one),))


def _similar(one: SimilarRow) -> tuple[str, ...]:
    shown = _row(one.row)
    return (*shown[:5], names(one.shared), few(map(text, one.differs), "; "), text(one.related or ""), shown[7])


def facets(result: FacetsResult) -> Iterator[str]:
    """For each facet its values with their counts, as bars."""
    yield said(f"{result.total} datasets are counted; one may have several values.")
    yield origin(result.catalogue)
    for facet, rows in result.counts.items():
        most = max((one.n for one in rows), default=0)
        shown = ((_value(one.value, one.label), str(one.n), bar(one.n, most)) for one in rows)
        yield table((facet.replace("_", " "), "datasets", ""), shown)


def _value(word: str, label: str) -> str:
    return value(word) if label == word else f"{text(label)} <small>{text(word)}</small>"


def passages(result: PassagesResult) -> Iterator[str]:
    """The passages with where they stand and whose word they rest on."""
    yield said(text(result.sentence, 600))
    yield origin(result.catalogue)
    yield table(_PASSAGE, map(_passage, result.passages))
    if result.remaining:
        yield note(f"{result.remaining} more.")
    if result.unknown_words:
        yield note(f"In no passage: {names(result.unknown_words)}.")
    yield from unresolved(result.unresolved)


_PASSAGE = ("dataset", "passage", "field", "rests on", "date", "source")


def passage(one: Passage) -> Iterator[str]:
    """One passage."""
    yield table(_PASSAGE, (_passage(one),))


def _passage(one: Passage) -> tuple[str, ...]:
    shown = text(one.text, 600)
    words = f"<q>{shown}</q>" if "untrusted" in one.field else shown
    return (
        f"<b>{text(one.dataset)}</b>",
        words,
        text(one.field),
        text(one.trust),
        text(one.date or ""),
        link(one.source),
    )


def catalogue(stamp: CatalogueStamp, counts: FacetsResult) -> Iterator[str]:
    """The catalogue: which it is, what it holds, what can be asked of it."""
    yield said(f"<b>{text(stamp.name)} {text(stamp.version)}</b>, as of {text(stamp.as_of)}: {stamp.datasets} datasets")
    for facet, rows in counts.counts.items():
        shown = few((f"{value(one.value)} {one.n}" for one in rows), " · ")
        yield note(f"{spaced(facet)}: {shown}")
    yield note(
        "Ask with <b>search</b>, <b>facets</b>, <b>check</b>, <b>evidence</b>, <b>explain</b>, <b>compare</b>, "
        "<b>lineage</b>, <b>similar</b>, <b>card</b>, <b>access</b>, <b>passages</b>."
    )
