"""Which result is shown how; a struct that needs nothing special is a table of its fields."""

from collections.abc import Callable, Iterator
from typing import Any

from mdexa import results
from mdexa.notebook import changing, finding, judging, reading, relating
from mdexa.notebook.marks import link, quoted, spaced, table, text, value
from mdexa.records import records
from mdexa.results import Result

_VIEWS: dict[type, Callable[[Any], Iterator[str]]] = {
    results.SearchResult: finding.search,
    results.Row: finding.row,
    results.SimilarResult: finding.similar,
    results.SimilarRow: finding.similar_row,
    results.FacetsResult: finding.facets,
    results.PassagesResult: finding.passages,
    results.Passage: finding.passage,
    results.CheckResult: judging.check,
    results.Checked: judging.checked,
    results.PartVerdict: judging.part,
    results.Strictest: judging.strictest,
    results.ComparisonResult: judging.compare,
    results.Compared: judging.compared,
    results.CardResult: reading.cards,
    results.CardView: reading.card,
    results.PartView: reading.part,
    results.EvidenceResult: reading.evidence,
    results.EvidenceOf: reading.evidence_of,
    results.StatementView: reading.statement,
    results.ReadingView: reading.reading,
    results.RelationView: reading.relation,
    results.AccessResult: reading.access,
    results.AccessOf: reading.access_of,
    results.LineageResult: relating.lineage,
    results.LineageEdge: relating.edge,
    results.LineageNode: relating.node,
    results.ChangesResult: changing.changes,
    results.VerdictChange: changing.verdict,
}


def view(result: Result) -> Iterator[str]:
    """The pieces that show a result."""
    return _VIEWS.get(type(result), _fields)(result)


def _fields(result: Result) -> Iterator[str]:
    """Name and content of each field that says something."""
    rows = [(key, content) for row in records(result) for key, content in row.items()]
    yield table(("", ""), ((spaced(key), _cell(key, content)) for key, content in rows if _says(content)), sides=True)


def _says(content: Any) -> bool:
    return content is not None and content is not False and content != ""


def _cell(key: str, content: Any) -> str:
    if content is True:
        return "yes"
    if not isinstance(content, str):
        return text(content)
    if key.startswith("untrusted"):
        return quoted(content)
    return link(content) if content.startswith(("https://", "http://")) and ", " not in content else value(content)
