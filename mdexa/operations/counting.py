"""facets: how many datasets have each value, under filters."""

from mdexa.errors import BadQuery
from mdexa.filtering import narrow
from mdexa.holdings import Holdings
from mdexa.nearest import nearest
from mdexa.operations.selection import Selection
from mdexa.params import FacetsParams
from mdexa.results import FacetCount, FacetsResult
from mdexa.understanding import understand


def facets(holdings: Holdings, params: FacetsParams) -> FacetsResult:
    """Counts of the asked facets, of all if none is named; values without a dataset are left out."""
    names = params.facets or tuple(countable(holdings))
    for name in names:
        _require(holdings, name)
    query = understand(holdings, params.query)
    selection = Selection(
        holdings=holdings,
        units=query.counted(),
        beside=query.beside(),
        narrowings=narrow(holdings, params.filters, params.usable_for),
        hopeless=not query.units and bool(query.unknown),
    )
    counts = selection.counts(names)
    return FacetsResult(
        total=selection.total(),
        counts={name: _sorted(holdings, name, counts[name]) for name in names},
        catalogue=holdings.stamp,
    )


def countable(holdings: Holdings) -> list[str]:
    """The facets that can be counted, in the order of `catalogue/facets.yaml`."""
    return [facet.id for facet in holdings.facets.values() if facet.kind != "reserved"]


def _require(holdings: Holdings, name: str) -> None:
    legal = countable(holdings)
    if name in legal:
        return
    raise BadQuery("facets", name, legal, near=nearest(name, legal))


def _sorted(holdings: Holdings, facet: str, counts: dict[str, int]) -> tuple[FacetCount, ...]:
    """The most frequent first; years by year."""
    rows = sorted(counts.items(), key=lambda row: row[0] if facet == "year" else (-row[1], row[0]))
    return tuple(FacetCount(value=value, label=holdings.label(facet, value), n=n) for value, n in rows)
