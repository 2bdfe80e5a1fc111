"""Rows as they are shown: with the verdict that was asked for, why they matched and what they lack."""

import msgspec

from mdexa.card import Card
from mdexa.columns import asked_columns, verdict
from mdexa.holdings import Holdings
from mdexa.lexicon import NAME_MARK, spot, words
from mdexa.params import UsableFor
from mdexa.results import Match, Row, Verdict
from mdexa.text import tokens
from mdexa.understanding import Query, Unit

MATCHED = 4
LACKS = 4
TYPED_LENGTH = 40


def dressed(holdings: Holdings, doc: int, query: Query, usable_for: UsableFor | None) -> Row:
    """The row of a dataset for one question."""
    row = holdings.row(doc)
    asked = verdicts(holdings, doc, usable_for) if usable_for else None
    if not query.units:
        return msgspec.structs.replace(row, verdict=asked)
    terms = _terms_hit(holdings, doc, query)
    card = holdings.card(doc)
    matched = [_match(holdings, card, unit, hit) for unit, hit in zip(query.units, terms, strict=True) if hit]
    lacks = [unit.typed[:TYPED_LENGTH] for unit, hit in zip(query.units, terms, strict=True) if not hit]
    more = (f"+{len(lacks) - LACKS}",) if len(lacks) > LACKS else ()
    return msgspec.structs.replace(row, verdict=asked, matched=tuple(matched[:MATCHED]), lacks=(*lacks[:LACKS], *more))


def verdicts(holdings: Holdings, doc: int, usable_for: UsableFor) -> dict[str, Verdict]:
    """The whole's value in each asked column, with the publisher's own where that differs."""
    whole = holdings.whole(doc)
    return {column: verdict(*whole[column]) for column in asked_columns(usable_for.purpose, usable_for.setting)}


def _terms_hit(holdings: Holdings, doc: int, query: Query) -> list[tuple[str, ...]]:
    """For each unit the terms by which the dataset hits it."""
    found = holdings.datasets.match(query.terms()).units_of(doc)
    hit: list[tuple[str, ...]] = [()] * len(query.units)
    for unit, terms in found:
        hit[unit] = tuple(terms)
    return hit


def _match(holdings: Holdings, card: Card, unit: Unit, terms: tuple[str, ...]) -> Match:
    concept = next((term for term in terms if "/" in term), None)
    label = None
    if concept:
        facet, _, value = concept.partition("/")
        label = holdings.label(facet, value)
    typed = unit.typed[:TYPED_LENGTH]
    return Match(
        typed=typed,
        concept=label if label and label != typed else None,
        field=_field(holdings, card, terms),
    )


def _field(holdings: Holdings, card: Card, terms: tuple[str, ...]) -> str:
    """The first field of the card, in the order of their weight, that holds one of the terms."""
    if any(term.startswith(NAME_MARK) for term in terms):
        return "name"
    if any(_tagged(holdings, card, term) for term in terms if "/" in term):
        return "tags"
    wanted = set(terms)
    texts = {
        "name": (card.id, card.name, *card.aliases),
        "summary": (card.summary,),
        "facts": tuple(fact.what for fact in card.facts),
    }
    for field, said in texts.items():
        if any(wanted & _terms_of(holdings, text) for text in said):
            return field
    return "card"


def _tagged(holdings: Holdings, card: Card, term: str) -> bool:
    """Whether the card has the concept, or a narrower one, among its tags."""
    facet = term.partition("/")[0]
    return any(term in holdings.broad(f"{facet}/{tag}") for tag in getattr(card.tags, facet, ()))


def _terms_of(holdings: Holdings, text: str) -> set[str]:
    """The index terms of a text, as the build makes them."""
    found = set(tokens(text))
    for _, concepts in spot(words(text), holdings.concepts_named):
        for concept in concepts:
            found.update(holdings.broad(concept))
    return found
