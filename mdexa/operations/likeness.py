"""similar: substitutes for a dataset under constraints, with what is shared and what differs."""

from mdexa.filtering import merged, narrow, relaxations
from mdexa.holdings import Holdings
from mdexa.names import require
from mdexa.operations.rows import dressed
from mdexa.operations.searching import units_like
from mdexa.params import SimilarParams
from mdexa.results import Row, SimilarResult, SimilarRow
from mdexa.understanding import Query, Unit

TAG_FACETS = ("modality", "organism", "topic", "task")


def similar(holdings: Holdings, params: SimilarParams) -> SimilarResult:
    """The datasets that share most of the tags, nearest first."""
    doc = require(holdings, params.dataset)
    query = Query(units=units_like(holdings, doc))
    narrowings = narrow(holdings, params.filters, params.usable_for)
    match = holdings.datasets.match(query.terms(), **merged(narrowings))
    total = match.total - match.holds(doc) if query.units else 0
    docs = [hit.doc for hit in match.top(params.limit + 1) if hit.doc != doc][: params.limit] if total else []
    rows = tuple(
        _row(holdings, doc, other, dressed(holdings, other, query, params.usable_for), query.units) for other in docs
    )
    return SimilarResult(
        dataset=holdings.datasets.id(doc),
        rows=rows,
        total=total,
        complete=len(rows) == total,
        sentence=_sentence(holdings.datasets.id(doc), total, len(rows), tagged=bool(query.units)),
        relaxations=tuple(relaxations(holdings, query.terms(), narrowings, match.total)) if query.units else (),
        catalogue=holdings.stamp,
    )


def _row(holdings: Holdings, doc: int, other: int, row: Row, units: tuple[Unit, ...]) -> SimilarRow:
    mine = holdings.row(doc)
    hit = {match.typed for match in row.matched}
    lacking = {label for label in row.lacks if not label.startswith("+")}
    shared = tuple(unit.typed for unit in units if unit.typed in hit or _has(holdings, other, unit))
    differs = [f"lacks {unit.typed}" for unit in units if unit.typed not in shared]
    for field in ("licence_status", "access", "availability"):
        here, there = getattr(mine, field), getattr(row, field)
        if here != there:
            differs.append(
                f"{field}: {here} there, {there} here".replace(" there", f" in {mine.id}").replace(
                    " here", f" in {row.id}"
                )
            )
    del lacking
    return SimilarRow(row=row, shared=shared, differs=tuple(differs), related=_related(holdings, doc, row.id))


def _has(holdings: Holdings, doc: int, unit: Unit) -> bool:
    return bool(holdings.datasets.match([list(unit.terms)]).units_of(doc))


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
    return f"{total} datasets share at least one tag with {dataset}{more}."
