"""Rows of the flat tables that hold what cards say."""

from collections.abc import Iterator
from typing import Any

from mdexa.card import Items, Source
from mdexa.columns import chosen_parts
from mdexa.holdings import Holdings
from mdexa.operations.evidence import statement_views
from mdexa.params import TAG_FACETS
from mdexa.results import StatementView

Row = dict[str, Any]

_OF_DATASET = ("id", "name", "aliases", "summary", "publisher", "homepage", "contact", "doi", "released", "version")
_OF_STATEMENT = (
    "deciding",
    "instrument",
    "scope",
    "parts",
    "terms",
    "conditions",
    "other_limits",
    "text_read",
    "supersedes",
    "grants_to",
    "note",
    "untrusted_third_party_text",
)


def datasets(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The row of a dataset."""
    card, judged = holdings.card(doc), holdings.judged(doc)
    yield {
        **{field: getattr(card, field) for field in _OF_DATASET},
        "licence_status": judged.licence_status,
        "repo_only": judged.repo_only,
        "ok_parts": judged.ok_parts,
        "risk_flags": tuple(flag.id for flag in judged.flags),
        "access_kinds": tuple(dict.fromkeys(row.kind for row in card.access)),
        "availability": card.availability.state,
        "available_since": card.availability.since,
        "successor": card.availability.successor,
        "handling": card.handling,
        "reviewed": card.reviewed,
    }


def tags(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The tags of a card, and those that are broader."""
    card = holdings.card(doc)
    for facet in TAG_FACETS:
        given = getattr(card.tags, facet)
        wider = (concept.partition("/")[2] for value in given for concept in holdings.broad(f"{facet}/{value}"))
        for value in dict.fromkeys((*given, *wider)):
            label = holdings.label(facet, value)
            yield {"dataset": card.id, "facet": facet, "tag": value, "label": label, "on_card": value in given}


def statements(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The statements on a dataset, those that decide first."""
    card = holdings.card(doc)
    for view in statement_views(holdings, card, chosen_parts(holdings.judged(doc), None)):
        yield {
            "dataset": card.id,
            "statement": view.id,
            **{field: getattr(view, field) for field in _OF_STATEMENT},
            **_licences(view),
            "says": tuple(f"{column}={value}" for column, value in view.says.items()),
            "left_out": tuple(f"{reason}={', '.join(parts)}" for reason, parts in view.left_out.items()),
            **_source(view.source),
        }


def _licences(view: StatementView) -> Row:
    """What the publisher names, apart from what hosts and third parties report: a label of theirs is no licence."""
    said = {
        "licence": view.licence,
        "licence_name": view.licence_name,
        "licence_url": view.licence_url,
        "items": _items(view),
    }
    nothing = {**dict.fromkeys(said), "items": ()}
    own, reported = (said, nothing) if view.source.speaker == "publisher" else (nothing, said)
    return {**own, **{f"reported_{field}": value for field, value in reported.items()}}


def _items(view: StatementView) -> tuple[str, ...]:
    items = view.items
    if not isinstance(items, Items):
        return ()
    return tuple(f"{row.licence}={'' if row.n is None else row.n}" for row in items.known)


def readings(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The places that gave no statement."""
    card = holdings.card(doc)
    for row in card.readings:
        yield {
            "dataset": card.id,
            "covers": row.covers,
            "result": row.result,
            "parts": row.parts,
            **_source(row.source),
        }


def relations(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The edges that the card writes."""
    card = holdings.card(doc)
    for row in card.relations:
        yield {
            "dataset": card.id,
            "kind": row.kind,
            "other": row.external.name if row.external else row.dataset or card.id,
            "external": row.external is not None,
            "other_url": row.external.url if row.external else None,
            "part": row.part,
            "upstream_part": row.upstream_part,
            "carries": row.carries,
            "how": row.how,
            "upstream_grant": row.upstream_grant,
            **_source(row.source),
        }


def access(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The publisher's routes."""
    card = holdings.card(doc)
    fields = ("kind", "parts", "url", "steps", "decided_by", "regions_blocked")
    for row in card.access:
        yield {"dataset": card.id, **{field: getattr(row, field) for field in fields}}


def counts(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The counts."""
    card = holdings.card(doc)
    for row in card.counts:
        yield {
            "dataset": card.id,
            **{field: getattr(row, field) for field in ("n", "unit", "scope", "version", "source")},
        }


def _source(source: Source) -> Row:
    return {f"source_{field}": getattr(source, field) for field in source.__struct_fields__}
