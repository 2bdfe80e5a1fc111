"""Two to five datasets side by side: what may be done with each, on what, and how to get it."""

from collections.abc import Iterator

from mdexa.card import Card, Count
from mdexa.columns import columns_asked
from mdexa.holdings import Holdings
from mdexa.names import resolve_all
from mdexa.operations.cards import card as show_cards
from mdexa.operations.checking import check_found
from mdexa.params import TAG_FACETS, CardParams, CompareParams
from mdexa.purposes import permits
from mdexa.results import Checked, Compared, ComparisonResult, PairRelation

NOTE = "Each is judged alone. For a mixture of them, ask for a check: it gives the worst over the whole list."
#: What is compared, in the order in which it is shown.
TRAITS = (
    "licence_status",
    "verdict",
    "ok_parts",
    "decided_by",
    "conditions",
    "asks",
    "upstreams",
    "flags",
    "repo_only",
    "access",
    "access_decided_by",
    "availability",
    "handling",
    "tags",
    "counts",
    "publisher",
    "released",
    "version",
)


def compare(holdings: Holdings, params: CompareParams) -> ComparisonResult:
    """The datasets side by side; names that belong to none are listed, never dropped."""
    found, unresolved = resolve_all(holdings, params.datasets)
    columns = columns_asked(params.purposes, params.setting)
    checked = check_found(holdings, found, unresolved, columns, None).results
    rows = tuple(_compared(holdings, doc, one) for doc, one in zip(found, checked, strict=True))
    permitting = tuple(row.id for row in rows if all(permits(verdict.value) for verdict in row.verdict.values()))
    return ComparisonResult(
        sentence=_sentence(len(rows), permitting, len(unresolved)),
        columns=columns,
        datasets=rows,
        permitting=permitting,
        differ=tuple(trait for trait in TRAITS if len(rows) > 1 and _differs(rows, trait)),
        shared=_shared(rows),
        pairs=_pairs(holdings, tuple(row.id for row in rows)),
        unresolved=unresolved,
        note=NOTE,
        catalogue=holdings.stamp,
    )


def _compared(holdings: Holdings, doc: int, checked: Checked) -> Compared:
    card = holdings.card(doc)
    return Compared(
        id=card.id,
        name=card.name,
        asked=checked.asked,
        licence_status=checked.licence_status,
        verdict=checked.whole,
        access=tuple(dict.fromkeys(route.kind for route in card.access)),
        availability=checked.availability,
        handling=checked.handling,
        repo_only=holdings.judged(doc).repo_only,
        tags=_tags(holdings, card),
        decided_by=tuple(dict.fromkeys(_deciding(checked))),
        conditions=tuple(dict.fromkeys(row.what for part in checked.parts for row in part.conditions)),
        asks=tuple(dict.fromkeys(part.ask.what for part in checked.parts if part.ask)),
        ok_parts=checked.ok_parts,
        upstreams=tuple(dict.fromkeys(_upstreams(checked))),
        flags=tuple(flag.id for flag in checked.flags if flag.severity != "info"),
        access_decided_by=tuple(dict.fromkeys(route.decided_by for route in card.access if route.decided_by)),
        counts=tuple(map(_count, card.counts)),
        publisher=card.publisher,
        released=card.released,
        version=card.version,
    )


def _tags(holdings: Holdings, card: Card) -> dict[str, tuple[str, ...]]:
    """The tags by their labels."""
    return {facet: tuple(holdings.label(facet, value) for value in getattr(card.tags, facet)) for facet in TAG_FACETS}


def _deciding(checked: Checked) -> Iterator[str]:
    """What decides, who says it, and when."""
    for row in checked.deciding:
        dated = "undated" if row.source.dated == "unknown" else row.source.dated
        yield f"{row.licence_name or row.licence or row.instrument} ({row.source.speaker.replace('_', ' ')}, {dated})"


def _upstreams(checked: Checked) -> Iterator[str]:
    """The other sets whose terms bear on it; edges inside of it are none."""
    return (edge.upstream for part in checked.parts for edge in part.edges if edge.upstream != checked.id)


def _count(count: Count) -> str:
    number = f"{count.n:,}" if isinstance(count.n, int) else str(count.n)
    scope = f" ({count.scope})" if count.scope else ""
    return f"{number} {count.unit}{scope}"


def _differs(rows: tuple[Compared, ...], trait: str) -> bool:
    return any(getattr(row, trait) != getattr(rows[0], trait) for row in rows)


def _shared(rows: tuple[Compared, ...]) -> dict[str, tuple[str, ...]]:
    """The tags that all of them have."""
    if len(rows) < 2:  # noqa: PLR2004
        return {}
    common = {facet: [row.tags[facet] for row in rows] for facet in TAG_FACETS}
    kept = {
        facet: tuple(tag for tag in tags[0] if all(tag in other for other in tags)) for facet, tags in common.items()
    }
    return {facet: tags for facet, tags in kept.items() if tags}


def _pairs(holdings: Holdings, names: tuple[str, ...]) -> tuple[PairRelation, ...]:
    """Pairs that the catalogue knows a relation of."""
    if not names:
        return ()
    result = show_cards(holdings, CardParams(datasets=names, sections=("relations",)))
    return tuple(pair for pair in result.pairs if pair.relation != "unknown")


def _sentence(total: int, permitting: tuple[str, ...], unresolved: int) -> str:
    """How many permit, of all that were named: a name that belongs to none permits nothing."""
    if not total:
        return "None of the names belongs to a dataset."
    named = total + unresolved
    lost = (
        f" {unresolved} of the names {'belongs' if unresolved == 1 else 'belong'} to no dataset." if unresolved else ""
    )
    if not permitting:
        return f"None of {named} permits all that was asked, as a whole.{lost}"
    if len(permitting) == named:
        return f"All {named} permit what was asked, under their conditions."
    return f"{len(permitting)} of {named} permit what was asked, under their conditions: {', '.join(permitting)}.{lost}"
