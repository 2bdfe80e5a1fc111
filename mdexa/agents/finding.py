"""find_datasets: the search operation, its rows and counts kept within their budgets."""

from typing import Any

import msgspec

from mdexa.agents.answers import FoundDatasets
from mdexa.agents.budgets import ANSWER, MARGIN, fit_row, fitting, size
from mdexa.agents.requests import FindDatasets
from mdexa.holdings import Holdings
from mdexa.operations import run
from mdexa.results import Match, Row, SearchResult

#: Values of one facet that are shown.
COUNTED = 40


def find_datasets(holdings: Holdings, request: FindDatasets) -> FoundDatasets:
    """Ranked rows, or a final answer that there are none; fewer rows than asked for where they would be too long."""
    asked = msgspec.to_builtins(request)
    found = run(holdings, "search", asked)
    fit = _fit(found)
    if fit < len(found.rows):
        found = run(holdings, "search", asked | {"limit": fit})
    return msgspec.convert(_answer(found), FoundDatasets)


def _fit(found: SearchResult) -> int:
    rows = [_row(row) for row in found.rows]
    room = ANSWER - MARGIN - size(_answer(msgspec.structs.replace(found, rows=())))
    return max(fitting((size(row) for row in rows), room), 1)


def _answer(found: SearchResult) -> dict[str, Any]:
    plain = found.to_dict()
    counts, cut = _counts(found.counts)
    return plain | {
        "sentence": " ".join([found.sentence, *_beside(found)]),
        "rows": [_row(row) for row in found.rows],
        "catalogue_total": found.catalogue.datasets,
        "version": found.catalogue.version,
        "as_of": found.catalogue.as_of,
        "counts": counts,
        "relaxations": {row.filter: row.more for row in found.relaxations},
        "nearest": [row.id for row in found.nearest],
        "hints": {row.typed: row.means for row in found.hints},
        "cut": cut,
    }


def _beside(found: SearchResult) -> list[str]:
    """What `usable_for` keeps out and a reader may still want."""
    said = []
    if found.usable_parts:
        said.append(f"{found.usable_parts} more have a separable part that may be used (see check_use, ok_parts).")
    if found.upstream_only:
        said.append(f"{found.upstream_only} more are kept out only because an upstream's terms are not established.")
    return said


def _row(row: Row) -> dict[str, Any]:
    fitted = fit_row(row)
    verdict = fitted.verdict or {}
    return fitted.to_dict() | {
        "verdict": {column: one.value for column, one in verdict.items()},
        "own": {column: one.own for column, one in verdict.items() if one.own},
        "matched": [_matched(match) for match in fitted.matched],
    }


def _matched(match: Match) -> str:
    concept = f" = {match.concept}" if match.concept else ""
    return f"{match.typed}{concept}{f' ({match.field})' if match.field else ''}"


def _counts(counts: dict[str, dict[str, int]]) -> tuple[dict[str, dict[str, int]], list[str]]:
    """The most frequent values of each facet, and what was left out."""
    shown, cut = {}, []
    for facet, values in counts.items():
        ranked = sorted(values.items(), key=lambda row: (-row[1], row[0]))
        shown[facet] = dict(ranked[:COUNTED])
        if len(ranked) > COUNTED:
            cut.append(f"counts.{facet}: the {COUNTED} most frequent of {len(ranked)} values")
    return shown, cut
