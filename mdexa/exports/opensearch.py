"""OpenSearch: the body of bulk requests, two lines a dataset, and the index that takes them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from mdexa.card import UNKNOWN, Card, Statement
from mdexa.columns import chosen_parts
from mdexa.exports import stated
from mdexa.exports.documents import document, line
from mdexa.exports.folder import File
from mdexa.exports.opensearch_fields import PROPERTIES, SETTINGS, key_of
from mdexa.exports.origin import origin_of
from mdexa.holdings import Holdings
from mdexa.operations.evidence import statement_views
from mdexa.params import TAG_FACETS
from mdexa.purposes import COLUMNS
from mdexa.results import RelationView
from mdexa.verdict import Judged, JudgedPart

FILE, MAPPING = "bulk.ndjson", "index.json"
Node = dict[str, Any]


def files(holdings: Holdings, docs: Sequence[int]) -> tuple[File, ...]:
    """The bulk requests, and what creates the index."""
    return File(FILE, partial(_lines, holdings, docs)), File(MAPPING, lambda: [document(index(holdings))])


def index(holdings: Holdings) -> Node:
    """The body that creates the index: its settings and mapping, with the catalogue in `_meta`."""
    meta = origin_of(holdings).to_dict()
    return {"settings": SETTINGS, "mappings": {"dynamic": "strict", "_meta": meta, "properties": PROPERTIES}}


def described(holdings: Holdings, doc: int) -> Node:
    """The document of a dataset. What a card does not say is absent, an empty list included."""
    card, judged, whole = holdings.card(doc), holdings.judged(doc), holdings.whole(doc)
    return _filled(
        {
            "catalogue": origin_of(holdings).to_dict(),
            **_written(card),
            **_tags(holdings, card),
            "licence_status": judged.licence_status,
            "repo_only": judged.repo_only,
            "ok_parts": judged.ok_parts,
            "risk_flags": [flag.id for flag in judged.flags],
            "access_kind": holdings.row(doc).access,
            "verdict": {key_of(column): whole[column][0] for column in COLUMNS},
            "own_verdict": {key_of(column): whole[column][1] for column in COLUMNS},
            "parts": [_part(holdings, card, part) for part in judged.parts],
            "statements": _statements(holdings, card, judged),
            "relations": [_relation(row) for row in holdings.links(doc)],
        }
    )


def _lines(holdings: Holdings, docs: Sequence[int]) -> Iterator[bytes]:
    for doc in docs:
        yield line({"index": {"_id": holdings.datasets.id(doc)}})
        yield line(described(holdings, doc))


def _filled(node: Node) -> Node:
    return {key: value for key, value in node.items() if value is not None and value not in ([], (), "")}


def _written(card: Card) -> Node:
    fields = ("id", "name", "aliases", "summary", "publisher", "homepage", "contact", "doi", "released", "version")
    return {
        **{field: getattr(card, field) for field in fields},
        "facts": [fact.what for fact in card.facts],
        "access_steps": [step for row in card.access for step in row.steps],
        "history": [event.what for event in card.history],
        "problems": [problem.what for problem in card.problems],
        "availability": card.availability.state,
        "successor": card.availability.successor,
        "handling": card.handling,
        "reviewed": card.reviewed,
    }


def _tags(holdings: Holdings, card: Card) -> Node:
    """The tags with those that are broader, as the catalogue's own filters see them, and the words for them."""
    found: dict[str, list[str]] = {}
    words: dict[str, None] = {}
    for facet in TAG_FACETS:
        given = (concept for value in getattr(card.tags, facet) for concept in holdings.broad(f"{facet}/{value}"))
        concepts = tuple(dict.fromkeys(given))
        found[facet] = [concept.partition("/")[2] for concept in concepts]
        words |= dict.fromkeys(word for concept in concepts for word in _forms(holdings, concept))
    return {**found, "tag_words": list(words)}


def _forms(holdings: Holdings, concept_id: str) -> Iterator[str]:
    concept = holdings.concept(concept_id)
    if concept is not None:
        yield concept.label
        yield from (form for form in [concept.label_zh] if form)
        yield from (form for language in sorted(concept.synonyms) for form in concept.synonyms[language])


def _part(holdings: Holdings, card: Card, part: JudgedPart) -> Node:
    given = stated.of_part(holdings.licences, card, part)
    return _filled(
        {
            "id": part.id,
            "name": part.name,
            "layer": part.layer,
            "current": part.current,
            "counts": part.counts,
            "separable": part.separable,
            "copy_of": part.copy_of,
            "licences": [licence.key for licence in given.licences],
            "verdict": {key_of(column): part.ruling(column).value for column in COLUMNS},
        }
    )


def _statements(holdings: Holdings, card: Card, judged: Judged) -> list[Node]:
    deciding = {view.id for view in statement_views(holdings, card, chosen_parts(judged, None)) if view.deciding}
    return [_statement(row, deciding=row.id in deciding) for row in card.statements]


def _statement(row: Statement, *, deciding: bool) -> Node:
    source = row.source
    fields = ("id", "instrument", "scope", "parts", "terms", "conditions", "other_limits", "note")
    return _filled(
        {
            **{field: getattr(row, field) for field in fields},
            # A label of a host or a third party is no licence: who filters by `licence` must not find it.
            "licence" if source.speaker == "publisher" else "reported_licence": row.licence,
            "untrusted_third_party_text": row.untrusted_third_party_text,
            "deciding": deciding,
            "speaker": source.speaker,
            "read_from": source.read_from,
            "url": source.url,
            # A date field takes no word: a date that is not known is absent.
            "dated": source.dated if source.dated != UNKNOWN else None,
            "read_on": source.read_on,
        }
    )


def _relation(row: RelationView) -> Node:
    fields = ("kind", "other", "direction", "external", "part", "upstream_part", "carries")
    return _filled({field: getattr(row, field) for field in fields})
