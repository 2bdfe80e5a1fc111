"""card and access: what the cards say, by sections, and the publisher's route to the data."""

from itertools import combinations
from typing import Any

from mdexa.card import Card
from mdexa.holdings import Holdings
from mdexa.names import resolve_all
from mdexa.params import AccessParams, CardParams
from mdexa.purposes import COLUMNS
from mdexa.results import (
    AccessOf,
    AccessResult,
    CardResult,
    CardView,
    PairRelation,
    PartView,
    RelationView,
    Verdict,
)
from mdexa.verdict import Judged

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


def _view(holdings: Holdings, doc: int, sections: tuple[str, ...]) -> CardView:
    shown, judged = holdings.card(doc), holdings.judged(doc)
    content: dict[str, Any] = {}
    for section in dict.fromkeys(sections):
        content |= _SECTIONS[section](holdings, doc, shown, judged)
    return CardView(
        id=shown.id,
        name=shown.name,
        licence_status=judged.licence_status,
        repo_only=judged.repo_only,
        handling=shown.handling,
        **content,
    )


def _summary(holdings: Holdings, doc: int, shown: Card, judged: Judged) -> dict[str, Any]:
    fields = ("aliases", "summary", "homepage", "publisher", "contact", "released", "version", "doi", "reviewed")
    tags = {facet: getattr(shown.tags, facet) for facet in ("modality", "organism", "topic", "task")}
    return {field: getattr(shown, field) for field in fields} | {"tags": tags}


def _parts(holdings: Holdings, doc: int, shown: Card, judged: Judged) -> dict[str, Any]:
    return {
        "parts": tuple(
            PartView(
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
            for part in judged.parts
        )
    }


def _verdict(holdings: Holdings, doc: int, shown: Card, judged: Judged) -> dict[str, Any]:
    whole = holdings.whole(doc)
    verdict = {
        column: Verdict(value=final, own=own if own != final else None) for column, (final, own) in whole.items()
    }
    return {"verdict": verdict, "flags": judged.flags}


_SECTIONS = {
    "summary": _summary,
    "facts": lambda _holdings, _doc, shown, _judged: {"facts": shown.facts},
    "counts": lambda _holdings, _doc, shown, _judged: {"counts": shown.counts},
    "parts": _parts,
    "access": lambda _holdings, _doc, shown, _judged: {"access": shown.access},
    "availability": lambda _holdings, _doc, shown, _judged: {"availability": shown.availability},
    "history": lambda _holdings, _doc, shown, _judged: {"history": shown.history},
    "relations": lambda holdings, doc, _shown, _judged: {"relations": holdings.links(doc)},
    "problems": lambda _holdings, _doc, shown, _judged: {"problems": shown.problems},
    "verdict": _verdict,
    "statements": lambda _holdings, _doc, shown, _judged: {"statements": len(shown.statements)},
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
