"""get_dataset: one to five cards by sections, how they hang together, and the passages that answer a phrase."""

from collections.abc import Callable
from typing import Any

import msgspec

from mdexa.agents.answers import DatasetAnswer
from mdexa.agents.budgets import ANSWER, MARGIN, shrink, size
from mdexa.agents.cursors import cursor_at, offset_of
from mdexa.agents.reasons import unresolved
from mdexa.agents.requests import GetDataset
from mdexa.card import Access, Availability, Source
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.operations import run
from mdexa.results import CardResult, CardView, Passage, PassagesResult, RelationView

NOTE = (
    "The publisher decides and hands out the data; Mdexa offers no files. For verdicts, statements and their sources "
    "call check_use."
)
ABOUT = ("homepage", "publisher", "contact", "released", "version", "doi", "reviewed")
CUTTABLE = ("passages", "history", "relations", "facts", "counts", "problems", "parts", "access", "aliases")
#: Passages of one dataset in one answer.
PASSAGES = 10
#: What the names that are not judged, and the pairs, may take.
HEAD = 20_000


def get_dataset(holdings: Holdings, request: GetDataset) -> DatasetAnswer:
    """The asked sections; what does not fit is left for the cursor, or named in `cut`."""
    wanted = _sections(request)
    offset = offset_of(holdings, request, request.cursor)
    asked = [name for name in wanted if name != "passages"]
    result = run(holdings, "card", {"datasets": request.datasets, "sections": asked or ["summary"]})
    head, cut = shrink(_head(result), ("pairs",), HEAD, "ask for two datasets at a time")
    room = ANSWER - MARGIN - size(head)
    rows: list[dict[str, Any]] = []
    for view in result.cards[offset:]:
        row = _dataset(view, asked) | _passages(holdings, request, view.id, wanted)
        if size(row) + 1 > room and rows:
            break
        row, less = shrink(row, CUTTABLE, room, "ask for this dataset alone and for one section")
        cut += [f"{view.id}: {one}" for one in less]
        rows.append(row)
        room -= size(row) + 1
    shown = offset + len(rows)
    remaining = len(result.cards) - shown
    answer = head | {
        "datasets": rows,
        "complete": not remaining,
        "remaining": remaining,
        "cursor": cursor_at(holdings, request, shown) if remaining else None,
        "cut": cut,
    }
    return msgspec.convert(answer, DatasetAnswer)


def _sections(request: GetDataset) -> list[str]:
    """The asked sections; a phrase asks for passages, and passages need a phrase."""
    wanted: list[str] = list(dict.fromkeys(request.sections))
    if request.phrase is not None and "passages" not in wanted:
        wanted.append("passages")
    if "passages" in wanted and request.phrase is None:
        raise BadQuery("phrase", None, ["the words to look for"], why="the section passages needs it")
    return wanted


def _head(result: CardResult) -> dict[str, Any]:
    return {
        "datasets": [],
        "complete": True,
        "note": NOTE,
        "version": result.catalogue.version,
        "as_of": result.catalogue.as_of,
        "unresolved": unresolved(result.unresolved),
        "pairs": [pair.to_dict() for pair in result.pairs],
    }


def _dataset(view: CardView, asked: list[str]) -> dict[str, Any]:
    row = {
        "id": view.id,
        "name": view.name,
        "licence_status": view.licence_status,
        "repo_only": view.repo_only,
        "handling": view.handling,
    }
    for section in asked:
        row |= {field: value for field, value in _SECTIONS[section](view).items() if value}
    return row


def _summary(view: CardView) -> dict[str, Any]:
    about = {field: str(getattr(view, field)) for field in ABOUT if getattr(view, field) is not None}
    return {"summary": view.summary, "aliases": view.aliases, "about": about, "tags": view.tags}


def _parts(view: CardView) -> dict[str, Any]:
    said = {}
    for part in view.parts:
        traits = [part.name, f"layer {part.layer}", f"separable: {part.separable}"]
        traits += [f"told apart by {part.how}"] if part.how else []
        traits += [f"{part.n} {part.unit or ''}".strip()] if part.n is not None else []
        traits += [f"a copy of {part.copy_of}"] if part.copy_of else []
        traits += [] if part.current else ["not current"]
        said[part.id] = "; ".join(traits)
    return {"parts": said}


def _noted(section: str) -> Callable[[CardView], dict[str, Any]]:
    """A section of facts, counts, events or problems, as it is written."""
    return lambda view: {section: msgspec.to_builtins(getattr(view, section))}


def _route(row: Access) -> dict[str, Any]:
    reports = [f"{report.date}: {report.what} ({report.source.url})" for report in row.reports]
    plain: dict[str, Any] = msgspec.to_builtins(row)
    return plain | {"reports": reports, "source": _url(row.source)}


def _had(row: Availability | None) -> dict[str, Any]:
    if row is None:
        return {}
    said = {"state": row.state, "since": row.since, "successor": row.successor, "source": _url(row.source)}
    return {field: value for field, value in said.items() if value and value != "unknown"}


def _link(row: RelationView) -> dict[str, Any]:
    return row.to_dict() | {"source": _url(row.source)}


def _url(source: Source | None) -> str | None:
    return source.url if source else None


_SECTIONS: dict[str, Callable[[CardView], dict[str, Any]]] = {
    "summary": _summary,
    "parts": _parts,
    "access": lambda view: {"access": [_route(row) for row in view.access]},
    "availability": lambda view: {"availability": _had(view.availability)},
    "relations": lambda view: {"relations": [_link(row) for row in view.relations]},
    **{name: _noted(name) for name in ("facts", "counts", "history", "problems")},
}


def _passages(holdings: Holdings, request: GetDataset, dataset: str, wanted: list[str]) -> dict[str, Any]:
    if "passages" not in wanted:
        return {}
    found: PassagesResult = run(
        holdings, "passages", {"phrase": request.phrase, "datasets": [dataset], "limit": PASSAGES}
    )
    return {"passages": [_passage(row) for row in found.passages]} if found.passages else {}


def _passage(row: Passage) -> dict[str, Any]:
    said = {"what": row.text, "field": row.field, "trust": row.trust, "source": row.source, "date": row.date}
    return {field: value for field, value in said.items() if value}
