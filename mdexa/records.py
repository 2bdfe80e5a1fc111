"""The rows of a result as flat records, for tables, data frames and CSV."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from mdexa.params import TAG_FACETS
from mdexa.purposes import rank
from mdexa.results import (
    AccessOf,
    AccessResult,
    CardResult,
    CardView,
    ChangesResult,
    Checked,
    CheckResult,
    Compared,
    ComparisonResult,
    EvidenceOf,
    EvidenceResult,
    FacetsResult,
    LineageResult,
    PassagesResult,
    Result,
    Row,
    SearchResult,
    SimilarResult,
    SimilarRow,
)
from mdexa.verdict import EdgeUse

Record = dict[str, Any]


def records(result: Result) -> list[Record]:
    """Flat dicts with the same keys in the same order; a cell is text, a number, a truth value or None."""
    rows = list(_RECORDS.get(type(result), _fields)(result))
    keys = dict.fromkeys(key for row in rows for key in row)
    return [{key: row.get(key) for key in keys} for row in rows]


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


def _fields(result: Result) -> Iterator[Record]:
    """Any struct as one record: its fields, with what is nested as words."""
    yield {name: _flat(getattr(result, name)) for name in result.__struct_fields__}


def _flat(content: Any) -> Any:
    match content:
        case None | bool() | int() | float() | str():
            return content
        case dict():
            return "; ".join(f"{key}: {_flat(one)}" for key, one in content.items())
        case list() | tuple():
            return _words(_flat(one) for one in content)
    return _flat(msgspec.to_builtins(content))


def _search(result: SearchResult) -> Iterator[Record]:
    return (_row(row) for row in result.rows)


def _similar(row: SimilarRow) -> Record:
    return {
        **_row(row.row),
        "shared": _words(row.shared),
        "differs": "; ".join(row.differs),
        "related": row.related,
    }


def _check(result: CheckResult) -> Iterator[Record]:
    """One record for each dataset, part and column; names that are no dataset come last."""
    for checked in result.results:
        yield from _checked(checked)
    for name in result.unresolved:
        candidates = _words(near.id for near in name.candidates)
        yield {"asked": name.name, "value": "unverifiable", "ask": f"which dataset is meant: {candidates}"}


def _checked(checked: Checked) -> Iterator[Record]:
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
                "upstream": _words(edge.upstream for edge in part.edges if _lowers(edge, part.own or part.value)),
                "conditions": "; ".join(condition.what for condition in part.conditions),
                "ask": part.ask.what if part.ask else None,
            }


def _lowers(edge: EdgeUse, own: str) -> bool:
    """Whether an upstream makes a value worse than what the publisher alone says."""
    return edge.gives is not None and rank(edge.gives) > rank(own)


def _evidence(row: EvidenceOf) -> Iterator[Record]:
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


def _card(view: CardView) -> Record:
    return {
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


def _access(row: AccessOf) -> Iterator[Record]:
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
    return (record for passage in result.passages for record in _fields(passage))


def _lineage(result: LineageResult) -> Iterator[Record]:
    """One record for each edge, with what it hands down in each asked column."""
    steps = {(node.id, node.external): node.steps for node in result.nodes}
    for edge in result.edges:
        upward = steps[edge.downstream, False] <= 0
        yield {
            "upstream": edge.upstream,
            "downstream": edge.downstream,
            "steps": steps[edge.upstream, edge.external] if upward else steps[edge.downstream, False],
            "kind": edge.kind,
            "carries": edge.carries,
            "external": edge.external,
            "part": edge.part,
            "upstream_part": edge.upstream_part,
            "how": edge.how,
            "source": edge.source.url if edge.source else None,
            **{column: edge.gives.get(column) for column in result.columns},
        }


def _compared(row: Compared) -> Record:
    return {
        "dataset": row.id,
        "name": row.name,
        "licence_status": row.licence_status,
        **{column: verdict.value for column, verdict in row.verdict.items()},
        "repo_only": row.repo_only,
        "decided_by": "; ".join(row.decided_by),
        "conditions": "; ".join(row.conditions),
        "asks": "; ".join(row.asks),
        "upstreams": _words(row.upstreams),
        "flags": _words(row.flags),
        "access": _words(row.access),
        "access_decided_by": _words(row.access_decided_by),
        "availability": row.availability,
        **{facet: _words(row.tags[facet]) for facet in TAG_FACETS},
        "counts": "; ".join(row.counts),
        "publisher": row.publisher,
        "released": row.released,
        "version": row.version,
    }


def _changes(result: ChangesResult) -> Iterator[Record]:
    for row in result.verdicts:
        yield {
            "dataset": row.dataset,
            "part": row.part,
            "columns": _words(row.columns),
            "was": row.was,
            "now": row.now,
            "direction": row.direction,
            "because": "; ".join(f"{reason.why} {reason.what}".rstrip() for reason in row.because),
        }


_RECORDS: dict[type, Callable[[Any], Iterator[Record]]] = {
    SearchResult: _search,
    Row: lambda row: iter((_row(row),)),
    SimilarResult: lambda result: (_similar(row) for row in result.rows),
    SimilarRow: lambda row: iter((_similar(row),)),
    CheckResult: _check,
    Checked: _checked,
    EvidenceResult: lambda result: (record for row in result.datasets for record in _evidence(row)),
    EvidenceOf: _evidence,
    CardResult: lambda result: (_card(view) for view in result.cards),
    CardView: lambda view: iter((_card(view),)),
    AccessResult: lambda result: (record for row in result.datasets for record in _access(row)),
    AccessOf: _access,
    FacetsResult: _facets,
    PassagesResult: _passages,
    ChangesResult: _changes,
    LineageResult: _lineage,
    ComparisonResult: lambda result: (_compared(row) for row in result.datasets),
    Compared: lambda row: iter((_compared(row),)),
}
