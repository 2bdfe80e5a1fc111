"""From a judged card to what the index holds of it: words by field, facet values, names, and the texts to give back."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from mdexa.card import Card, Concept, Source, Vocabulary
from mdexa.compiler.rows import access_kind, make_row
from mdexa.fillers import is_filler
from mdexa.lexicon import (
    FAMILY_MARK,
    HEAD_MARK,
    MENTION_MARK,
    NAME_MARK,
    PUBLISHER_MARK,
    WORD_MARK,
    family,
    is_head,
    key_of,
    looks_like_a_name,
    pieces,
    spot,
    words,
)
from mdexa.params import PARTS_FACET, TAG_FACETS
from mdexa.purposes import COLUMNS, SPLIT_PURPOSES, columns_of, permits, worse_of
from mdexa.results import Passage
from mdexa.text import fold_name, tokens
from mdexa.verdict import Judged, JudgedPart

#: Facets that are shown and counted.
SHOWN_FACETS = (
    *TAG_FACETS,
    "licence_status",
    "commercial_product",
    "academic_research",
    "access_kind",
    "availability",
    "repo_only",
    "risk_flag",
    "handling",
    "publisher",
    "year",
)
#: Facets that only `usable_for` looks at: the value of each column, by `final` and by `own`; parts that permit.
VERDICT_FACETS = tuple(f"{basis}/{column}" for basis in ("final", "own") for column in COLUMNS)

#: field -> (weight, how much the length of the field counts), for BM25F. Names first, then what a curator chose as
#: tags, then prose by how much of it is about the dataset as a whole.
FIELDS = {
    "name": (6.0, 0.3),
    "tags": (4.0, 0.1),
    "publisher": (3.0, 0.3),
    "summary": (2.0, 0.5),
    "facts": (1.0, 0.6),
    "rest": (0.5, 0.3),
}
#: Fields by which a row says where it matched.
TOLD_FIELDS = ("name", "tags", "publisher", "summary", "facts")
#: Words of which half of all publishers are made, so that they name none.
_KINDS_OF_PUBLISHERS = """
association center centers centre challenge college common consortium department foundation fund group health hospital
initiative institute international lab laboratory library medical national organisers partners partnership programme
project research school sciences society state system team university us world
"""
PASSAGE_FIELDS = {"text": (1.0, 0.5)}
PASSAGE_FACETS = ("dataset", "field")

_json = msgspec.json.Encoder(order="deterministic")


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """What one document of a collection holds."""

    id: str
    fields: dict[str, list[str]]
    facets: dict[str, list[str]]
    stored: dict[str, bytes]
    names: list[str]


class Speller:
    """What building needs to know of words: the vocabulary, and how all cards together speak."""

    def __init__(self, vocabularies: Mapping[str, Vocabulary], cards: Iterable[Card] = ()) -> None:
        self.concepts = {
            f"{facet}/{concept.id}": concept
            for facet, vocabulary in sorted(vocabularies.items())
            for concept in vocabulary.concepts
        }
        #: concept -> the keys of its forms
        self.keys = {concept_id: form_keys(concept) for concept_id, concept in self.concepts.items()}
        self._by_key: dict[str, tuple[str, ...]] = {}
        for concept_id, keys in self.keys.items():
            for key in keys:
                self._by_key[key] = tuple(dict.fromkeys((*self._by_key.get(key, ()), concept_id)))
        #: words in small letters in the prose of the cards, where a name would have a capital
        self.of_every_day: frozenset[str] = frozenset()
        #: name of a publisher -> as words between spaces
        self._publishers: dict[str, str] = {}
        for card in cards:
            self.of_every_day |= _small_words(card)
            if card.publisher:
                self._publishers[card.publisher] = _spaced(card.publisher)

    def publishers(self, name: str) -> list[str]:
        """A publisher, and all others that its name names: `MIT (PhysioNet)` is PhysioNet's as well."""
        whole = _spaced(name)
        return [name, *(other for other, own in self._publishers.items() if other != name and own in whole)]

    def lookup(self, key: str) -> tuple[str, ...]:
        """The concepts that a form key names."""
        return self._by_key.get(key, ())

    def broad(self, concept_id: str) -> tuple[str, ...]:
        """A concept and all that are broader, nearest first; `facet/id` each."""
        facet = concept_id.partition("/")[0]
        found: dict[str, None] = {}
        waiting = [concept_id]
        while waiting:
            at = waiting.pop(0)
            if at not in found and at in self.concepts:
                found[at] = None
                waiting += [f"{facet}/{broader}" for broader in self.concepts[at].broader]
        return tuple(found)

    def index_terms(self, text: str) -> list[str]:
        """The words of a text and the concepts that it speaks of, broader ones included."""
        terms = tokens(text)
        found = [concepts for piece in pieces(text) for _, concepts in spot(words(piece), self.lookup)]
        for concepts in found:
            for concept in concepts:
                if not concept.startswith("use_term/"):
                    terms += [f"{MENTION_MARK}{wider}" for wider in self.broad(concept)]
        return terms


def _small_words(card: Card) -> frozenset[str]:
    prose = (card.summary, *(fact.what for fact in card.facts))
    return frozenset(word for text in prose for word in words(text) if word.islower())


def _spaced(name: str) -> str:
    return f" {' '.join(map(fold_name, words(name)))} "


def form_keys(concept: Concept) -> list[str]:
    """The keys of every form of a concept, each once."""
    forms = [concept.label, concept.label_zh or "", concept.id]
    forms += [form for language in sorted(concept.synonyms) for form in concept.synonyms[language]]
    return [key for key in dict.fromkeys(map(key_of, forms)) if key]


def dataset_document(card: Card, judged: Judged, links: Any, speller: Speller) -> Document:
    """The document of a card in the collection `datasets`."""
    fields = _fields(card, speller)
    return Document(
        id=card.id,
        fields=fields,
        facets=_facets(card, judged, speller),
        stored={
            "row": _json.encode(make_row(card, judged)),
            "card": _json.encode(card),
            "judged": _json.encode(judged),
            "whole": _json.encode({column: [judged.whole[column], own_whole(judged, column)] for column in COLUMNS}),
            "links": _json.encode(links),
            "terms": _json.encode({field: sorted(set(fields[field])) for field in TOLD_FIELDS}),
        },
        names=name_keys(card),
    )


def name_keys(card: Card) -> list[str]:
    """The folded forms by which a card is called."""
    return [key for key in dict.fromkeys(map(fold_name, (card.id, card.name, *card.aliases))) if key]


def _fields(card: Card, speller: Speller) -> dict[str, list[str]]:
    tagged = [f"{facet}/{value}" for facet in TAG_FACETS for value in getattr(card.tags, facet)]
    labels = [speller.concepts[concept].label for concept in tagged if concept in speller.concepts]
    rest = [
        *(part.name for part in card.parts),
        *(count.unit for count in card.counts),
        *(problem.what for problem in card.problems),
        *(event.what for event in card.history),
        *(step for row in card.access for step in row.steps),
        *(report.what for row in card.access for report in row.reports),
    ]
    return {
        "name": [term for text in (card.id, card.name, *card.aliases) for term in speller.index_terms(text)]
        + [f"{NAME_MARK}{key}" for key in name_keys(card)]
        + _family_terms(card, speller),
        "tags": list(dict.fromkeys(term for concept in tagged for term in speller.broad(concept)))
        + [term for label in labels for term in tokens(label)],
        "publisher": tokens(card.publisher or "") + [f"{PUBLISHER_MARK}{key}" for key in _publishers(card, speller)],
        "summary": speller.index_terms(card.summary),
        "facts": [term for fact in card.facts for term in speller.index_terms(fact.what)],
        "rest": [term for text in rest for term in tokens(text)],
    }


def _family_terms(card: Card, speller: Speller) -> list[str]:
    """The family of the id, unless it is a word of the vocabulary or of questions: `mimic`, and not `chest`.

    Its head is the dataset without a surname, as long as no other has taken its place.
    """
    key = family(card.id)
    called = [word for text in (card.name, *card.aliases) for word in words(text) if fold_name(word) == key]
    ordinary = speller.lookup(key_of(key)) or is_filler(key_of(key))
    if not key or (ordinary and not any(map(looks_like_a_name, called))):
        return []
    head = is_head(card.id) and card.availability.successor is None
    small = key in speller.of_every_day and not any(map(looks_like_a_name, called))
    return [f"{FAMILY_MARK}{key}"] + [f"{HEAD_MARK}{key}"] * head + [f"{WORD_MARK}{key}"] * small


def _publishers(card: Card, speller: Speller) -> list[str]:
    """The words by which the publisher is called: `PhysioNet`, and not `University`."""
    called = [fold_name(word) for word in words(card.publisher or "") if word != word.lower() and len(word) > 1]
    own = [key for key in dict.fromkeys(called) if not speller.lookup(key_of(key)) and not is_filler(key_of(key))]
    kinds = _KINDS_OF_PUBLISHERS.split()
    return [key for key in own if key not in kinds]


def _facets(card: Card, judged: Judged, speller: Speller) -> dict[str, list[str]]:
    facets: dict[str, list[str]] = {}
    for facet in TAG_FACETS:
        broad = (term for value in getattr(card.tags, facet) for term in speller.broad(f"{facet}/{value}"))
        facets[facet] = [term.partition("/")[2] for term in dict.fromkeys(broad)]
    facets |= {
        "licence_status": [judged.licence_status],
        "commercial_product": [judged.whole["commercial_product"]],
        "academic_research": [judged.whole["academic_research"]],
        "access_kind": [access_kind(card)],
        "availability": [card.availability.state],
        "repo_only": ["true" if judged.repo_only else "false"],
        "risk_flag": [flag.id for flag in judged.flags],
        "handling": [card.handling],
        "publisher": speller.publishers(card.publisher) if card.publisher else [],
        "year": [str(card.released)] if card.released else [],
        PARTS_FACET: _partly_usable(judged),
    }
    for column in COLUMNS:
        facets[f"final/{column}"] = [judged.whole[column]]
        facets[f"own/{column}"] = [own_whole(judged, column)]
    return facets


def own_whole(judged: Judged, column: str) -> str:
    """The worst of what the publisher alone says, over the parts by which the whole is judged."""
    counting = [part for part in judged.parts if part.counts]
    if not counting and all(part.layer == "models" for part in judged.parts):
        counting = [part for part in judged.parts if part.current]
    return worse_of(part.ruling(column).own for part in counting) if counting else judged.whole[column]


def _partly_usable(judged: Judged) -> list[str]:
    """The columns, and the purposes in both settings, for which one separable part by itself permits."""
    asked = {column: (column,) for column in COLUMNS} | {purpose: columns_of(purpose) for purpose in SPLIT_PURPOSES}
    return [name for name, columns in asked.items() if any(_usable(part, columns) for part in judged.parts)]


def _usable(part: JudgedPart, columns: tuple[str, ...]) -> bool:
    alone = part.counts and part.separable == "yes"
    return alone and all(permits(part.ruling(column).value) for column in columns)


def passage_documents(card: Card) -> Iterator[Document]:
    """The passages of a card in the collection `passages`, each with its source, date and whose word it rests on."""
    for at, passage in enumerate(_passages(card)):
        yield Document(
            id=f"{card.id}/{at:04}",
            fields={"text": tokens(passage.text)},
            facets={"dataset": [card.id], "field": [passage.field]},
            stored={"passage": _json.encode(passage)},
            names=[],
        )


def _passages(card: Card) -> Iterator[Passage]:
    return (_passage(card, field, text, source, date) for field, text, source, date in _said(card) if text)


def _said(card: Card) -> Iterator[tuple[str, str | None, Source | str | None, str | None]]:
    """Field, text, source and date of all that a card says in words."""
    yield "summary", card.summary, None, None
    yield from (("facts", fact.what, fact.source, None) for fact in card.facts)
    for count in card.counts:
        yield "counts", " ".join(map(str, filter(None, (count.n, count.unit, count.scope)))), count.source, None
    for statement in card.statements:
        text = " ".join(filter(None, (statement.note, *statement.conditions, statement.other_limits)))
        yield "statements", text, statement.source, None
    for row in card.access:
        yield "access", " ".join(row.steps), row.source or row.url, None
        yield from (("access", report.what, report.source, report.date) for report in row.reports)
    yield from (("relations", relation.how, relation.source, None) for relation in card.relations)
    yield from (("history", event.what, event.source, event.date) for event in card.history)
    yield from (("problems", problem.what, problem.source, None) for problem in card.problems)


def _passage(card: Card, field: str, text: str, source: Source | str | None, date: str | None) -> Passage:
    """Words are ours; `trust` says on whose word they rest: a speaker, or `unsourced`."""
    url: str | None
    trust: str
    if isinstance(source, Source):
        known = source.dated if source.dated != "unknown" else source.read_on
        url, date, trust = source.url, date or known, source.speaker
    else:
        url, trust = source, "sourced" if source else "unsourced"
    return Passage(dataset=card.id, name=card.name, field=field, text=text, trust=trust, source=url, date=date)


def concept_document(concept_id: str, speller: Speller) -> Document:
    """The document of a vocabulary value in the collection `concepts`, found by any of its forms."""
    concept = speller.concepts[concept_id]
    return Document(
        id=concept_id,
        fields={},
        facets={},
        stored={"concept": _json.encode(concept)},
        names=speller.keys[concept_id],
    )
