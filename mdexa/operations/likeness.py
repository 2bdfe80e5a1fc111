"""similar: substitutes for a dataset under constraints, with what is shared and what differs."""

from collections.abc import Iterator

from mdexa.filtering import narrow
from mdexa.holdings import Holdings
from mdexa.names import require
from mdexa.operations.rows import dressed
from mdexa.operations.searching import units_like, wider_like
from mdexa.operations.selection import Selection
from mdexa.params import SimilarParams
from mdexa.results import Row, SimilarResult, SimilarRow
from mdexa.understanding import Query


def similar(holdings: Holdings, params: SimilarParams) -> SimilarResult:
    """The datasets that share most of the tags, nearest first."""
    doc = require(holdings, params.dataset)
    query = Query(units=units_like(holdings, doc))
    selection = Selection(
        holdings=holdings,
        units=query.counted(),
        beside=query.beside(),
        nearer=wider_like(holdings, doc),
        narrowings=narrow(holdings, params.filters, params.usable_for),
        but=doc,
        hopeless=not query.units,
    )
    total = selection.total()
    docs = selection.page(0, params.limit)
    return SimilarResult(
        dataset=holdings.datasets.id(doc),
        rows=tuple(
            _row(holdings, doc, dressed(holdings, other, query, params.usable_for), other, query) for other in docs
        ),
        total=total,
        complete=len(docs) == total,
        sentence=_sentence(holdings.datasets.id(doc), total, len(docs), tagged=bool(query.units)),
        relaxations=tuple(selection.relaxations()),
        catalogue=holdings.stamp,
    )


def _row(holdings: Holdings, doc: int, row: Row, other: int, query: Query) -> SimilarRow:
    hit = {number for number, _ in holdings.datasets.match(query.terms()).units_of(other)}
    labels = [unit.typed for unit in query.units]
    return SimilarRow(
        row=row,
        shared=tuple(dict.fromkeys(label for at, label in enumerate(labels) if at in hit)),
        differs=(
            *dict.fromkeys(f"lacks {label}" for at, label in enumerate(labels) if at not in hit),
            *_differences(holdings.row(doc), row),
        ),
        related=_related(holdings, doc, row.id),
    )


def _differences(asked: Row, other: Row) -> Iterator[str]:
    for field in ("licence_status", "access", "availability"):
        here, there = getattr(asked, field), getattr(other, field)
        if here != there:
            yield f"{field}: {here} in {asked.id}, {there} in {other.id}"


def _related(holdings: Holdings, doc: int, other: str) -> str | None:
    """A warning where the substitute is made from the dataset, or the other way round."""
    kinds = [link.kind for link in holdings.links(doc) if link.other == other and not link.external]
    return kinds[0] if kinds else None


def _sentence(dataset: str, total: int, shown: int, *, tagged: bool) -> str:
    if not tagged:
        return f"{dataset} has no tags to compare by."
    if not total:
        return f"No other dataset of the catalogue shares a tag with {dataset} under these filters. This is final."
    more = f"; {total - shown} more share less" if total > shown else "; the list is complete"
    many = "1 dataset shares" if total == 1 else f"{total} datasets share"
    return f"{many} at least one tag with {dataset}{more}."
