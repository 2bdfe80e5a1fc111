"""The rows of a result as flat records, for tables, data frames and CSV."""

from collections.abc import Callable, Iterator
from typing import Any

from mdexa.params import TAG_FACETS
from mdexa.results import (
    AccessResult,
    CardResult,
    CheckResult,
    EvidenceResult,
    FacetsResult,
    PassagesResult,
    Result,
    Row,
    SearchResult,
    SimilarResult,
)

Record = dict[str, Any]


def records(result: Result) -> list[Record]:
    """Flat dicts with the same keys in the same order; a cell is text, a number, a truth value or None."""
    rows = list(_RECORDS[type(result)](result)) if type(result) in _RECORDS else [result.to_dict()]
    keys = dict.fromkeys(key for row in rows for key in row)
    return [{key: row.get(key) for key in keys} for row in rows]


def frame(result: Result) -> Any:
    """The records as a pandas DataFrame, if pandas is there."""
    try:
        import pandas as pd
    except ImportError:
        raise ImportError("to_pandas needs pandas, which is not installed: pip install pandas") from None
    return pd.DataFrame(records(result))


def _words(values: Any) -> str:
    return ", ".join(str(value) for value in values)


def _row(row: Row) -> Record:
    record: Record = {
        "id": row.id,
        "name": row.name,
        "licence_status": row.licence_status,
        **{column: verdict.value for column, verdict in (row.verdict or {}).items()},
        "ok_parts": _words(row.ok_parts),
        "repo_only": row.repo_only,
        "risk_flags": _words(row.risk_flags),
        "access": row.access,
        "availability": row.availability,
        **{facet: _words(row.tags.get(facet, ())) for facet in TAG_FACETS},
        "line": row.line,
        "matched": _words(match.typed for match in row.matched),
        "lacks": _words(row.lacks),
    }
    return record


def _search(result: SearchResult) -> Iterator[Record]:
    return (_row(row) for row in result.rows)


def _similar(result: SimilarResult) -> Iterator[Record]:
    for row in result.rows:
        yield {
            **_row(row.row),
            "shared": _words(row.shared),
            "differs": "; ".join(row.differs),
            "related": row.related,
        }


def _check(result: CheckResult) -> Iterator[Record]:
    """One record for each dataset, part and column; names that are no dataset come last."""
    for checked in result.results:
        sources = {row.id: row.source for row in checked.deciding}
        for part in checked.parts:
            deciding = [sources[taken.statement] for taken in part.taken]
            for column in part.columns:
                yield {
                    "dataset": checked.id,
                    "asked": checked.asked,
                    "column": column,
                    "whole": checked.whole[column].value,
                    "part": part.part,
                    "value": part.value,
                    "own": part.own or part.value,
                    "decided_by": _words(taken.statement for taken in part.taken),
                    "licence": _words(taken.licence for taken in part.taken if taken.licence),
                    "source": _words(source.url for source in deciding),
                    "dated": _words(source.dated for source in deciding),
                    "read_on": _words(source.read_on for source in deciding),
                    "upstream": _words(edge.upstream for edge in part.edges if edge.gives != part.own),
                    "conditions": "; ".join(condition.what for condition in part.conditions),
                    "ask": part.ask.what if part.ask else None,
                }
    for name in result.unresolved:
        candidates = _words(near.id for near in name.candidates)
        yield {"asked": name.name, "value": "unverifiable", "ask": f"which dataset is meant: {candidates}"}


def _evidence(result: EvidenceResult) -> Iterator[Record]:
    for row in result.datasets:
        for statement in row.statements:
            source = statement.source
            yield {
                "dataset": row.id,
                "statement": statement.id,
                "deciding": statement.deciding,
                "instrument": statement.instrument,
                "scope": _words(statement.scope),
                "parts": _words(statement.parts),
                "licence": statement.licence,
                "says": _words(f"{key}: {value}" for key, value in statement.says.items()),
                "terms": _words(statement.terms),
                "speaker": source.speaker,
                "dated": source.dated,
                "read_on": source.read_on,
                "read_from": source.read_from,
                "source": source.url,
                "left_out": _words(statement.left_out),
                "note": statement.note,
                "untrusted_third_party_text": statement.untrusted_third_party_text,
            }


def _card(result: CardResult) -> Iterator[Record]:
    for view in result.cards:
        yield {
            "id": view.id,
            "name": view.name,
            "licence_status": view.licence_status,
            "repo_only": view.repo_only,
            "summary": view.summary,
            "publisher": view.publisher,
            "homepage": view.homepage,
            "released": view.released,
            "version": view.version,
            "doi": view.doi,
            "access": _words(row.kind for row in view.access),
            "availability": view.availability.state if view.availability else None,
        }


def _access(result: AccessResult) -> Iterator[Record]:
    for row in result.datasets:
        for route in row.routes:
            yield {
                "dataset": row.id,
                "kind": route.kind,
                "parts": _words(route.parts),
                "url": route.url,
                "steps": " ".join(f"{at}. {step}" for at, step in enumerate(route.steps, start=1)),
                "decided_by": route.decided_by,
                "availability": row.availability.state,
            }


def _facets(result: FacetsResult) -> Iterator[Record]:
    for facet, rows in result.counts.items():
        for row in rows:
            yield {"facet": facet, "value": row.value, "label": row.label, "n": row.n}


def _passages(result: PassagesResult) -> Iterator[Record]:
    return (passage.to_dict() for passage in result.passages)


_RECORDS: dict[type, Callable[[Any], Iterator[Record]]] = {
    SearchResult: _search,
    SimilarResult: _similar,
    CheckResult: _check,
    EvidenceResult: _evidence,
    CardResult: _card,
    AccessResult: _access,
    FacetsResult: _facets,
    PassagesResult: _passages,
}
