"""card and access: what the cards say, by sections, and the publisher's route to the data."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec

from mdexa.card import Card
from mdexa.columns import verdict
from mdexa.holdings import Holdings
from mdexa.names import resolve_all
from mdexa.params import TAG_FACETS, AccessParams, CardParams
from mdexa.purposes import COLUMNS
from mdexa.results import (
    AccessOf,
    AccessResult,
    CardResult,
    CardView,
    PairRelation,
    PartView,
    RelationView,
)
from mdexa.verdict import Judged, JudgedPart

NOTE = "For statements and their sources ask for the evidence; for a verdict with reasons ask for a check."
ACCESS_NOTE = (
    "The publisher decides and hands out the data. Mdexa offers no files; a download command that is not in these "
    "steps must not be written from memory."
)


def card(holdings: Holdings, params: CardParams) -> CardResult:
    """One to five cards; with several names and the section relations, what is known of each pair."""
    found, unresolved = resolve_all(holdings, params.datasets)
    return CardResult(
        cards=tuple(_view(holdings, doc, params.sections) for doc in found),
        unresolved=unresolved,
        pairs=_pairs(holdings, tuple(found)) if "relations" in params.sections else (),
        note=NOTE,
        catalogue=holdings.stamp,
    )


class _Opened(msgspec.Struct, frozen=True):
    """A dataset whose sections are being read."""

    holdings: Holdings
    doc: int
    card: Card
    judged: Judged


def _view(holdings: Holdings, doc: int, sections: tuple[str, ...]) -> CardView:
    opened = _Opened(holdings, doc, holdings.card(doc), holdings.judged(doc))
    content: dict[str, Any] = {}
    for section in dict.fromkeys(sections):
        content |= _SECTIONS[section](opened)
    return CardView(
        id=opened.card.id,
        name=opened.card.name,
        licence_status=opened.judged.licence_status,
        repo_only=opened.judged.repo_only,
        handling=opened.card.handling,
        **content,
    )


_SUMMARY = ("aliases", "summary", "homepage", "publisher", "contact", "released", "version", "doi", "reviewed")


def _summary(opened: _Opened) -> dict[str, Any]:
    tags = {facet: getattr(opened.card.tags, facet) for facet in TAG_FACETS}
    return {field: getattr(opened.card, field) for field in _SUMMARY} | {"tags": tags}


def _parts(opened: _Opened) -> dict[str, Any]:
    return {"parts": tuple(_part(part) for part in opened.judged.parts)}


def _part(part: JudgedPart) -> PartView:
    return PartView(
        id=part.id,
        name=part.name,
        layer=part.layer,
        current=part.current,
        separable=part.separable,
        verdicts={column: part.ruling(column).value for column in COLUMNS},
        how=part.how,
        copy_of=part.copy_of,
        n=part.n,
        unit=part.unit,
    )


def _verdict(opened: _Opened) -> dict[str, Any]:
    whole = opened.holdings.whole(opened.doc)
    return {
        "verdict": {column: verdict(*whole[column]) for column in COLUMNS},
        "flags": opened.judged.flags,
    }


def _as_written(field: str) -> Callable[[_Opened], dict[str, Any]]:
    """A section that is a field of the card."""
    return lambda opened: {field: getattr(opened.card, field)}


_SECTIONS: dict[str, Callable[[_Opened], dict[str, Any]]] = {
    "summary": _summary,
    "parts": _parts,
    "verdict": _verdict,
    "relations": lambda opened: {"relations": opened.holdings.links(opened.doc)},
    "statements": lambda opened: {"statements": len(opened.card.statements)},
    **{name: _as_written(name) for name in ("facts", "counts", "access", "availability", "history", "problems")},
}


def _pairs(holdings: Holdings, docs: tuple[int, ...]) -> tuple[PairRelation, ...]:
    """Each pair with the relations that the cards record; `unknown` where they record none."""
    ids = {doc: holdings.datasets.id(doc) for doc in docs}
    pairs = []
    for a, b in combinations(docs, 2):
        links = [link for link in holdings.links(a) if link.other == ids[b] and not link.external]
        rows = [_pair(ids[a], ids[b], link) for link in links]
        pairs += rows or [PairRelation(a=ids[a], b=ids[b], relation="unknown")]
    return tuple(pairs)


def _pair(a: str, b: str, link: RelationView) -> PairRelation:
    """`a` is the one that has the relation to `b`."""
    made, source = (b, a) if link.direction == "down" else (a, b)
    return PairRelation(a=made, b=source, relation=link.kind, how=link.how)


def access(holdings: Holdings, params: AccessParams) -> AccessResult:
    """The publisher's routes to one to five datasets."""
    found, unresolved = resolve_all(holdings, params.datasets)
    return AccessResult(
        datasets=tuple(_access_of(holdings, doc) for doc in found),
        unresolved=unresolved,
        note=ACCESS_NOTE,
        catalogue=holdings.stamp,
    )


def _access_of(holdings: Holdings, doc: int) -> AccessOf:
    shown = holdings.card(doc)
    return AccessOf(
        id=shown.id,
        name=shown.name,
        routes=shown.access,
        availability=shown.availability,
        homepage=shown.homepage,
        contact=shown.contact,
    )
