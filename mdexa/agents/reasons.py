"""Reasons of a verdict as sentences, and statements as they are quoted to a model."""

from collections.abc import Iterable
from typing import Any

import msgspec

from mdexa.agents.budgets import short
from mdexa.card import Items, Source
from mdexa.results import Checked, PartVerdict, ReadingView, StatementView, Unresolved
from mdexa.verdict import EdgeUse, Taken

CANDIDATES = 4
LONGEST_NAME = 100
WHY = {"unknown": "no such dataset", "ambiguous": "the name of several datasets"}
#: What happened on the way to the publisher's own value, by the word of the ruling's note.
NOTES = {
    "silent": "all that decide are silent on this use",
    "conflict_within": "statements contradict each other: {}",
    "layers_differ": "one instrument permits what another does not; the stricter holds",
    "restricted_by": "{} restricts it further",
    "reply_disagrees": "the reply {} would permit it, and changes nothing beside formal text",
    "reply_capped": "a reply alone permits nothing",
    "copy_capped": "a third party's copy alone permits nothing",
    "agreement_unread": "the data stand behind an agreement that was not read",
    "access_capped": "access is by {}: somebody must say yes first",
    "upstream_restricted": "lowered by the upstream {}",
    "upstream_unclear": "lowered by the upstream {}, whose terms are not established",
    "share_alike_clash": "two share-alike licences that exclude each other meet here",
    "withdrawn": "the dataset is withdrawn",
}


def unresolved(rows: Iterable[Unresolved]) -> dict[str, str]:
    """Each name that is not judged, and the ids that are near to it."""
    said = {}
    for row in rows:
        near = ", ".join(one.id for one in row.candidates[:CANDIDATES])
        candidates = f"near, not judged: {near}" if near else "no name is near"
        name = short(row.name, LONGEST_NAME)
        while name in said:  # two long names with one beginning: none of them is lost
            name += "…"
        said[name] = f"{WHY[row.why]}; {candidates}"
    return said


def reasons(checked: Checked) -> list[dict[str, Any]]:
    """One row for all parts and columns that share a value and what it follows from."""
    grouped: dict[str, dict[str, Any]] = {}
    for row in checked.parts:
        reason = _reason(row)
        key = msgspec.json.encode((row.columns, reason)).decode()
        grouped.setdefault(key, {"parts": [], "columns": list(row.columns), **reason})["parts"].append(row.part)
    return list(grouped.values())


def _reason(row: PartVerdict) -> dict[str, Any]:
    reason = {
        "value": row.value,
        "own": row.own,
        "because": [*map(_taken, row.taken), *map(_note, row.notes), *map(_edge, row.edges)],
        "conditions": [f"{one.what} [{one.origin}]" for one in row.conditions],
        "ask": f"{row.ask.what}{f' ({row.ask.where})' if row.ask.where else ''}" if row.ask else None,
        "reported": f"{row.reported.value} ({', '.join(row.reported.statements)})" if row.reported else None,
    }
    return {field: value for field, value in reason.items() if value}


def _taken(row: Taken) -> str:
    return f"{row.statement}{f' ({row.licence})' if row.licence else ''}: {row.value}"


def _note(note: str) -> str:
    word, _, detail = note.partition(":")
    return NOTES.get(word, word.replace("_", " ")).format(detail)


def _edge(row: EdgeUse) -> str:
    part = f" ({row.upstream_part})" if row.upstream_part else ""
    external = ", which has no card" if row.external else ""
    granted = "; granted, so it lowers nothing" if row.granted else ""
    return f"made from {row.upstream}{part}{external}, carries {row.carries}: {row.value} there{granted}"


def statements(rows: Iterable[StatementView], *, whole: bool) -> list[dict[str, Any]]:
    """Statements with their sources; `whole`: also why those that do not decide do not."""
    return [_said(row, whole=whole) for row in rows]


def _said(row: StatementView, *, whole: bool) -> dict[str, Any]:
    licence = row.licence and f"{row.licence}{f' ({row.licence_url})' if row.licence_url else ''}"
    notes = [row.note, row.other_limits and f"Further limits: {row.other_limits}", _items(row.items)]
    notes += ["Its text was not read."] if row.text_read == "no" else []
    notes += [f"Replaces {', '.join(row.supersedes)}."] if row.supersedes else []
    notes += [f"A grant to {', '.join(row.grants_to)}, and to nothing here."] if row.grants_to else []
    said = {
        "id": row.id,
        "deciding": row.deciding,
        "scope": row.scope,
        "instrument": row.instrument,
        "speaker": row.source.speaker,
        "url": row.source.url,
        "dated": row.source.dated,
        "read": _read(row.source),
        "parts": row.parts,
        "licence": licence,
        "says": row.says,
        "terms": row.terms,
        "conditions": row.conditions,
        "notes": [note for note in notes if note],
        "untrusted_third_party_text": row.untrusted_third_party_text,
        "left_out": {reason: ", ".join(parts) for reason, parts in row.left_out.items()} if whole else {},
    }
    return {field: value for field, value in said.items() if value or value is False}


def _items(items: Items | None) -> str | None:
    if items is None:
        return None
    known = ", ".join(f"{one.licence} {one.n or ''} {one.unit or ''}".strip() for one in items.known)
    where = f"; told apart by {items.where}" if items.where else ""
    return f"By {items.by}, each has one of: {known}{'' if items.exhaustive == 'yes' else ', and others'}{where}."


def _read(source: Source) -> str:
    how = {"live": "live", "stored_copy": "stored copy", "third_party_copy": "copy of a third party"}[source.read_from]
    of = "" if source.copy_dated == "unknown" else f" of {source.copy_dated}"
    return f"{source.read_on}, {how}{of}; {source.locator}"


def readings(rows: Iterable[ReadingView]) -> list[str]:
    """Places that were looked at and gave no statement."""
    return [
        f"{' of '.join(filter(None, (row.covers, ', '.join(row.parts))))}: {row.result}, {row.source.url}, "
        f"{_read(row.source)}"
        for row in rows
    ]
