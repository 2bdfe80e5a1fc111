"""Results as data frames of pandas and polars: the same records, with types, and columns even where there is no row."""

from typing import Any

from mdexa.params import TAG_FACETS
from mdexa.records import records
from mdexa.results import (
    AccessOf,
    AccessResult,
    CardResult,
    CardView,
    ChangesResult,
    Checked,
    CheckResult,
    ComparisonResult,
    EvidenceOf,
    EvidenceResult,
    FacetsResult,
    LineageResult,
    PassagesResult,
    Result,
    SearchResult,
    SimilarResult,
)

#: What is no text: counts and years, and truth values.
_TYPES = {
    "complete": bool,
    "current": bool,
    "deciding": bool,
    "external": bool,
    "repo_only": bool,
    "more": int,
    "n": int,
    "released": int,
    "remaining": int,
    "statements": int,
    "steps": int,
    "total": int,
}
_TAGS = " ".join(TAG_FACETS)
_SEARCH = f"id name licence_status ok_parts repo_only risk_flags access availability {_TAGS} line matched lacks"
_CHECK = "dataset asked column whole part value own decided_by licence source dated read_on upstream conditions ask"
_EVIDENCE = (
    "dataset statement deciding instrument scope parts licence says terms speaker dated read_on read_from source "
    "left_out note untrusted_third_party_text"
)
_CARD = "id name licence_status repo_only summary publisher homepage released version doi access availability"
_ACCESS = "dataset kind parts url steps decided_by availability"
#: The columns of a frame without rows. Columns of purposes are there if they were asked for.
COLUMNS: dict[type, str] = {
    SearchResult: _SEARCH,
    SimilarResult: f"{_SEARCH} shared differs related",
    CheckResult: _CHECK,
    Checked: _CHECK,
    EvidenceResult: _EVIDENCE,
    EvidenceOf: _EVIDENCE,
    CardResult: _CARD,
    CardView: _CARD,
    AccessResult: _ACCESS,
    AccessOf: _ACCESS,
    FacetsResult: "facet value label n",
    PassagesResult: "dataset name field text trust source date",
    ChangesResult: "dataset part columns was now direction because",
    LineageResult: "upstream downstream steps kind carries external part upstream_part how source",
    ComparisonResult: (
        "dataset name licence_status repo_only decided_by conditions asks upstreams flags access access_decided_by "
        f"availability {_TAGS} counts publisher released version"
    ),
}


def schema(result: Result, rows: list[dict[str, Any]]) -> dict[str, type]:
    """Column -> `str`, `int`, `float` or `bool`, in the order of the records."""
    keys = list(rows[0]) if rows else COLUMNS.get(type(result), "").split()
    found = {key: _kind(key, rows) for key in keys}
    if isinstance(result, LineageResult):
        found |= dict.fromkeys(result.columns, str)
    return found


def _kind(key: str, rows: list[dict[str, Any]]) -> type:
    """The type that a column has in every answer; where a cell is no such thing, what fits all."""
    cells = [row[key] for row in rows if row[key] is not None]
    kind = _TYPES.get(key, str)
    if all(type(cell) is kind for cell in cells):
        return kind
    return float if all(type(cell) in (int, float) for cell in cells) else str


def pandas_frame(result: Result) -> Any:
    """The records as a pandas DataFrame, if pandas is there; what is not known is `<NA>`, never a number."""
    try:
        import pandas as pd
    except ImportError:
        raise ImportError(_missing("pandas")) from None
    rows = records(result)
    names = {bool: "boolean", int: "Int64", float: "Float64", str: "object"}
    columns = {key: pd.Series(_cells(rows, key, kind), dtype=names[kind]) for key, kind in schema(result, rows).items()}
    return pd.DataFrame(columns, index=range(len(rows)))


def polars_frame(result: Result) -> Any:
    """The records as a polars DataFrame, if polars is there."""
    try:
        import polars as pl
    except ImportError:
        raise ImportError(_missing("polars")) from None
    rows = records(result)
    kinds = {bool: pl.Boolean, int: pl.Int64, float: pl.Float64, str: pl.String}
    return pl.DataFrame(
        [pl.Series(key, _cells(rows, key, kind), dtype=kinds[kind]) for key, kind in schema(result, rows).items()]
    )


def _cells(rows: list[dict[str, Any]], key: str, kind: type) -> list[Any]:
    return [None if row[key] is None else kind(row[key]) for row in rows]


def _missing(package: str) -> str:
    return f"to_{package} needs {package}, which is not installed: pip install {package}"
