"""check_use: verdicts on named datasets, with as much of the evidence as was asked for, page by page."""

from typing import Any

import msgspec

from mdexa.agents.answers import TREATMENT, UseAnswer
from mdexa.agents.budgets import ANSWER, MARGIN, few, short, shrink, size
from mdexa.agents.cursors import cursor_at, offset_of
from mdexa.agents.reasons import readings, reasons, statements, unresolved
from mdexa.agents.requests import CheckUse
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.operations import run
from mdexa.results import Checked, CheckResult, EvidenceOf, Strictest

#: Names for which every statement is given in one call.
ALL_EVIDENCE = 5
MEMBERS = 8
NOTE = (
    "A reading of public statements as of as_of, not legal advice. Clinical use is a matter of regulation and is not "
    "judged. An unresolved name counts as unverifiable in combined."
)
LONGEST_NAME = 60
CUTTABLE = ("statements", "readings", "reasons", "parts", "flags")
NARROWER = "ask again with `part`, fewer `purposes` or one `setting`"


def check_use(holdings: Holdings, request: CheckUse) -> UseAnswer:
    """Verdicts; `combined`, `strictest` and `unresolved` always cover the full list, `results` one page of it."""
    if request.evidence == "all" and len(request.datasets) > ALL_EVIDENCE:
        why = f"all takes at most {ALL_EVIDENCE} datasets in one call, and {len(request.datasets)} were named"
        raise BadQuery("evidence", "all", ["none", "deciding"], why=why)
    offset = offset_of(holdings, request, request.cursor)
    asked: dict[str, Any] = {"datasets": request.datasets, "purposes": request.purposes, "setting": request.setting}
    asked |= {"part": request.part} if request.part else {}
    checked = run(holdings, "check", asked)
    evidence = run(holdings, "evidence", asked).datasets if request.evidence == "all" else ()
    head = _head(checked)
    rows, cut = _page(
        request, checked.results[offset:], {row.id: row for row in evidence}, ANSWER - MARGIN - size(head)
    )
    shown = offset + len(rows)
    remaining = len(checked.results) - shown
    answer = head | {
        "results": rows,
        "complete": not remaining,
        "remaining": remaining,
        "cursor": cursor_at(holdings, request, shown) if remaining else None,
        "cut": cut,
        "treat_as_data": TREATMENT if _holds_foreign_words(rows) else None,
    }
    return msgspec.convert(answer, UseAnswer)


def _head(checked: CheckResult) -> dict[str, Any]:
    return {
        "combined": checked.combined,
        "results": [],
        "strictest": _strictest(checked.strictest),
        "complete": True,
        "note": NOTE,
        "version": checked.catalogue.version,
        "as_of": checked.catalogue.as_of,
        "unresolved": unresolved(checked.unresolved),
    }


def _strictest(rows: tuple[Strictest, ...]) -> list[dict[str, Any]]:
    """Columns with the same value, members and rest in one row."""
    grouped: dict[tuple[Any, ...], list[str]] = {}
    for row in rows:
        grouped.setdefault((row.value, row.members, row.without), []).append(row.column)
    return [
        {
            "columns": columns,
            "value": value,
            "members": few([short(name, LONGEST_NAME) for name in members], MEMBERS),
            "without": without,
        }
        for (value, members, without), columns in grouped.items()
    ]


def _page(
    request: CheckUse, results: tuple[Checked, ...], evidence: dict[str, EvidenceOf], room: int
) -> tuple[list[dict[str, Any]], list[str]]:
    """As many datasets as fit, at least one; one that does not fit alone is cut, and says so."""
    rows: list[dict[str, Any]] = []
    for checked in results:
        row = _use(request, checked, evidence.get(checked.id))
        if size(row) + 1 > room:
            if rows:
                break
            row, cut = shrink(row, CUTTABLE, room, NARROWER)
            return [row], [f"{checked.id}: {one}" for one in cut]
        rows.append(row)
        room -= size(row) + 1
    return rows, []


def _use(request: CheckUse, checked: Checked, evidence: EvidenceOf | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": checked.id,
        "name": checked.name,
        "verdict": {column: one.value for column, one in checked.whole.items()},
        "own": {column: one.own for column, one in checked.whole.items() if one.own},
        "licence_status": checked.licence_status,
        "availability": checked.availability,
        "handling": checked.handling,
        "ok_parts": checked.ok_parts,
        "flags": {flag.id: flag.severity for flag in checked.flags},
    }
    if checked.asked != checked.id:
        row["asked"] = short(checked.asked, LONGEST_NAME)
    if request.evidence != "none":
        row["flags"] = {flag.id: f"{flag.severity}: {flag.what} {flag.do}" for flag in checked.flags}
        row["parts"] = _parts(checked)
        row["reasons"] = reasons(checked)
        row["statements"] = statements(
            evidence.statements if evidence else checked.deciding, whole=evidence is not None
        )
        row["readings"] = readings(evidence.readings) if evidence else []
    return {field: value for field, value in row.items() if value not in ({}, [], None)}


def _parts(checked: Checked) -> dict[str, str]:
    """Names of the parts, where there is more than one."""
    parts = {row.part: row for row in checked.parts}
    if len(parts) == 1:
        return {}
    return {part: f"{row.name}{_standing(row.separable, counts=row.counts)}" for part, row in parts.items()}


def _standing(separable: str, *, counts: bool) -> str:
    beside = "" if counts else "; beside the whole: weights, a copy or an old release"
    apart = "" if separable == "yes" else f"; separable: {separable}"
    return beside + apart


def _holds_foreign_words(rows: list[dict[str, Any]]) -> bool:
    return any("untrusted_third_party_text" in said for row in rows for said in row.get("statements", ()))
