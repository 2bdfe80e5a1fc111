"""The facets that can be counted: what every row shows with the start, each of the others as a part of its own."""

from mdexa.holdings import Holdings
from mdexa.operations.counting import countable
from mdexa.params import PARTS_FACET
from mdexa.site.search.packing import Packed, ascending

#: Facets in which each dataset has one value, which its row shows or tells by a mark.
SHOWN = ("licence_status", "repo_only", "access_kind", "availability", "handling")


def packed(holdings: Holdings) -> list[Packed]:
    """All in their order: what they are called, and the documents of each value for those that rows show."""
    return [_named(holdings, name) | (_docs(holdings, name) if name in SHOWN else {}) for name in _names(holdings)]


def apart(holdings: Holdings) -> dict[str, Packed]:
    """Those that no row shows, with the documents of each value."""
    return {name: _docs(holdings, name) for name in _names(holdings) if name not in SHOWN}


def _names(holdings: Holdings) -> list[str]:
    return [*countable(holdings), PARTS_FACET]


def _named(holdings: Holdings, name: str) -> Packed:
    facet = holdings.facets.get(name)
    if facet is None:
        return {"id": name}
    return {"id": name, "label": facet.label, "label_zh": facet.label_zh or "", "definition": facet.definition}


def _docs(holdings: Holdings, name: str) -> Packed:
    docs = {value: _carriers(holdings, name, value) for value in sorted(holdings.values(name))}
    return {"values": list(docs), "docs": [ascending(own) for own in docs.values()]}


def _carriers(holdings: Holdings, facet: str, value: str) -> list[int]:
    hits = holdings.datasets.match(filters={facet: [value]}).top(len(holdings.datasets))
    return [hit.doc for hit in hits]
