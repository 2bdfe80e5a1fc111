"""From the filters of a request to those of the index; a value that is none is refused with the nearest ones."""

from typing import Any

import msgspec

from mdexa.columns import asked_columns
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.lexicon import key_of
from mdexa.nearest import nearest
from mdexa.params import TAG_FACETS, Filters, UsableFor
from mdexa.text import fold_name

#: Facets whose values are words of a fixed list.
PLAIN_FACETS = (
    "licence_status",
    "commercial_product",
    "academic_research",
    "access_kind",
    "availability",
    "handling",
    "risk_flag",
)
#: What an `usable_for` may still turn out to be once the upstream is read.
OPEN_VALUES = ("undeclared", "unverifiable")

FacetValues = dict[str, list[str]]


class Narrowing(msgspec.Struct, frozen=True):
    """One filter of a request, as the index takes it."""

    name: str
    filters: FacetValues = {}
    without: FacetValues = {}


def narrow(holdings: Holdings, filters: Filters, usable_for: UsableFor | None) -> tuple[Narrowing, ...]:
    """The filters of a request one by one. BadQuery, with legal and nearest values, for a value that is none."""
    found = [_tag(holdings, facet, getattr(filters, facet)) for facet in TAG_FACETS]
    found.append(_publisher(holdings, filters.publisher))
    found += [_plain(facet, getattr(filters, facet)) for facet in PLAIN_FACETS]
    if filters.repo_only is not None:
        found.append(Narrowing("repo_only", {"repo_only": ["true" if filters.repo_only else "false"]}))
    if filters.without_flags:
        found.append(Narrowing("without_flags", without={"risk_flag": list(filters.without_flags)}))
    found.append(_years(holdings, filters))
    if usable_for is not None:
        found.append(Narrowing("usable_for", verdict_filters(usable_for, usable_for.basis)))
    return tuple(row for row in found if row.filters or row.without)


def _plain(facet: str, values: tuple[str, ...]) -> Narrowing:
    return Narrowing(facet, {facet: list(values)} if values else {})


def _tag(holdings: Holdings, facet: str, values: tuple[str, ...]) -> Narrowing:
    if not values:
        return Narrowing(facet)
    return Narrowing(facet, {facet: [concept_id(holdings, facet, value) for value in values]})


def concept_id(holdings: Holdings, facet: str, value: str) -> str:
    """The id of a tag value, which may be given by its id, its label or any of its forms."""
    if holdings.concepts.doc(f"{facet}/{value}") is not None:
        return value
    named = [name for name in holdings.concepts_named(key_of(value)) if name.startswith(f"{facet}/")]
    if len(named) == 1:
        return named[0].partition("/")[2]
    legal = sorted(holdings.values(facet))
    near = _near_concepts(holdings, facet, value, named, legal)
    raise BadQuery(f"filters.{facet}", value, legal, near=near, why=_elsewhere(holdings, facet, value))


def _elsewhere(holdings: Holdings, facet: str, value: str) -> str:
    """Where the word does belong, if it is a value of another facet."""
    named = dict.fromkeys(name.partition("/")[0] for name in holdings.concepts_named(key_of(value)))
    others = [other for other in named if other in TAG_FACETS and other != facet]
    return f"it is a value of {' and '.join(others)}" if others else ""


def _near_concepts(holdings: Holdings, facet: str, value: str, named: list[str], legal: list[str]) -> list[str]:
    """Values that the word may have meant: several that share the form, near forms, ids that look alike."""
    ids = [name.partition("/")[2] for name in named]
    for key, _, _ in holdings.concepts.near_names(key_of(value), 5):
        ids += [name.partition("/")[2] for name in holdings.concepts_named(key) if name.startswith(f"{facet}/")]
    ids += nearest(value.lower().replace(" ", "-"), legal, 5)
    return list(dict.fromkeys(ids))[:5]


def _publisher(holdings: Holdings, values: tuple[str, ...]) -> Narrowing:
    """Publishers by their name, or by any part of it, since nobody knows how a card spells it.

    A whole name brings what the facet counts under it, and no other name that has its letters inside.
    """
    if not values:
        return Narrowing("publisher")
    known = holdings.values("publisher")
    taken: list[str] = []
    for value in values:
        key = fold_name(value)
        whole = [name for name in known if key == fold_name(name)]
        hits = whole or [name for name in known if key and key in fold_name(name)]
        if not hits:
            near = nearest(value, sorted(known), 5, alike=0.4)
            raise BadQuery("filters.publisher", value, near=near, why="no card names such a publisher")
        taken += hits
    return Narrowing("publisher", {"publisher": sorted(set(taken))})


def _years(holdings: Holdings, filters: Filters) -> Narrowing:
    first, last = filters.year_from, filters.year_to
    if first is None and last is None:
        return Narrowing("year")
    if first is not None and last is not None and first > last:
        raise BadQuery("filters.year_from", first, [f"a year up to {last}"], why="it lies after year_to")
    within = [year for year in sorted(holdings.values("year")) if (first or 0) <= int(year) <= (last or 9999)]
    # No dataset in the range is an answer too, so the filter stays and matches nothing.
    return Narrowing("year", {"year": within or ["none"]})


def verdict_filters(usable_for: UsableFor, basis: str, extra: tuple[str, ...] = ()) -> FacetValues:
    """Facet filters that a dataset must pass to be usable, with more verdicts let through where `extra` names them."""
    values = [*usable_for.verdicts, *extra]
    return {f"{basis}/{column}": values for column in asked_columns(usable_for.purpose, usable_for.setting)}


def merged(rows: tuple[Narrowing, ...], *, leaving: str = "") -> dict[str, Any]:
    """All filters as arguments of `Collection.match`, without the one that is called `leaving`."""
    filters: FacetValues = {}
    without: FacetValues = {}
    for row in rows:
        if row.name == leaving:
            continue
        for facet, values in row.filters.items():
            # The same facet twice (a filter and usable_for): both must hold.
            filters[facet] = [value for value in filters.get(facet, values) if value in values] or ["none"]
        without |= row.without
    return {"filters": filters, "without": without}
