"""All that the site tells, read from the index once: datasets, who has which tag, which licence decides where."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

import msgspec

from mdexa.card import Card, Concept, Licence
from mdexa.catalogue import Catalogue
from mdexa.folders import proven_id
from mdexa.holdings import Holdings
from mdexa.params import TAG_FACETS
from mdexa.results import CatalogueStamp, RelationView, Row
from mdexa.verdict import Judged

#: Words of a licence expression that are no keys.
_JOINTS = frozenset(["AND", "OR", "WITH"])
_BETWEEN = re.compile(r"[\s()]+")


class Entry(msgspec.Struct, frozen=True):
    """One dataset."""

    #: its number in the index
    doc: int
    card: Card
    judged: Judged
    whole: Mapping[str, tuple[str, str]]
    links: tuple[RelationView, ...]
    row: Row

    @property
    def id(self) -> str:
        """The id of the dataset."""
        return self.card.id


class Uses(msgspec.Struct, frozen=True):
    """The datasets that a licence decides on, and those that only name it."""

    deciding: tuple[Entry, ...]
    named: tuple[Entry, ...]


class Stock:
    """The content of one index, as the pages need it. Entries are in the order of their names.

    IndexDamaged for an id that is none: pages and documents are named by it.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.holdings: Holdings = catalogue.holdings
        self.entries = tuple(sorted(self._read(), key=by_name))
        self.by_id = {entry.id: entry for entry in self.entries}

    def _read(self) -> Iterator[Entry]:
        holdings = self.holdings
        for doc in range(len(holdings.datasets)):
            card = holdings.card(doc)
            proven_id(card.id, holdings.path)
            yield Entry(
                doc=doc,
                card=card,
                judged=holdings.judged(doc),
                whole=holdings.whole(doc),
                links=holdings.links(doc),
                row=holdings.row(doc),
            )

    @property
    def stamp(self) -> CatalogueStamp:
        """Which catalogue this is."""
        return self.holdings.stamp

    @property
    def licences(self) -> dict[str, Licence]:
        """The licence table, by key."""
        return self.holdings.licences

    @cached_property
    def concepts(self) -> dict[str, Concept]:
        """The vocabulary, `facet/id` -> value."""
        table = self.holdings.concepts
        ids = [table.id(doc) for doc in range(len(table))]
        found = {concept_id: self.holdings.concept(concept_id) for concept_id in ids}
        return {concept_id: concept for concept_id, concept in found.items() if concept is not None}

    @cached_property
    def narrower(self) -> dict[str, tuple[str, ...]]:
        """`facet/id` -> the values right below it, by label."""
        below: dict[str, list[str]] = {}
        for concept_id, concept in self.concepts.items():
            facet = concept_id.partition("/")[0]
            for wider in concept.broader:
                below.setdefault(f"{facet}/{wider}", []).append(concept_id)
        return {key: tuple(sorted(ids, key=self._label)) for key, ids in below.items()}

    @cached_property
    def tagged(self) -> dict[str, tuple[Entry, ...]]:
        """`facet/id` -> the datasets that have the value or a narrower one."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            own = (f"{facet}/{value}" for facet in TAG_FACETS for value in getattr(entry.card.tags, facet))
            for concept_id in dict.fromkeys(wide for one in own for wide in self._broad(one)):
                found.setdefault(concept_id, []).append(entry)
        return {concept_id: tuple(entries) for concept_id, entries in found.items()}

    @cached_property
    def uses(self) -> dict[str, Uses]:
        """Key of a licence -> where it decides, and where it is only named."""
        deciding: dict[str, dict[str, Entry]] = {}
        named: dict[str, dict[str, Entry]] = {}
        for entry in self.entries:
            for key in _deciding(entry.judged):
                deciding.setdefault(key, {})[entry.id] = entry
            for key in _named(entry.card):
                named.setdefault(key, {})[entry.id] = entry
        return {
            key: Uses(
                deciding=tuple(deciding.get(key, {}).values()),
                named=tuple(entry for id_, entry in named.get(key, {}).items() if id_ not in deciding.get(key, {})),
            )
            for key in self.licences
        }

    def values(self, facet: str) -> dict[str, tuple[Entry, ...]]:
        """Value of a facet that is no tag -> the datasets that have it."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            for value in _VALUES[facet](entry):
                found.setdefault(value, []).append(entry)
        return {value: tuple(entries) for value, entries in found.items()}

    def label(self, concept_id: str, language: str) -> str:
        """How a value of the vocabulary is called in a language; in English where there is no other."""
        concept = self.concepts.get(concept_id)
        if concept is None:
            return concept_id.partition("/")[2]
        return (concept.label_zh if language == "zh" else None) or concept.label

    def facet(self, name: str, language: str) -> str:
        """How a facet is called in a language."""
        facet = self.holdings.facets[name]
        return (facet.label_zh if language == "zh" else None) or facet.label

    def _label(self, concept_id: str) -> tuple[str, str]:
        return (self.concepts[concept_id].label.casefold(), concept_id)

    @cached_property
    def _wider(self) -> dict[str, tuple[str, ...]]:
        return {concept_id: self.holdings.broad(concept_id) for concept_id in self.concepts}

    def _broad(self, concept_id: str) -> tuple[str, ...]:
        return self._wider.get(concept_id, (concept_id,))


def by_name(entry: Entry) -> tuple[str, str]:
    """Where a dataset stands in a list."""
    return (entry.card.name.casefold(), entry.id)


def licence_keys(expression: str | None) -> tuple[str, ...]:
    """The keys that a licence expression is made of."""
    words = _BETWEEN.split(expression or "")
    return tuple(dict.fromkeys(word for word in words if word and word not in _JOINTS))


def _deciding(judged: Judged) -> Iterator[str]:
    for part in judged.parts:
        for ruling in part.rulings:
            for taken in ruling.taken:
                yield from licence_keys(taken.licence)


def _named(card: Card) -> Iterator[str]:
    for statement in card.statements:
        yield from licence_keys(statement.licence)
        if statement.items:
            for known in statement.items.known:
                yield from licence_keys(known.licence)


def _one(value: object) -> Iterable[str]:
    return (str(value),) if value else ()


#: facet that is no tag -> its values for a dataset
_VALUES: dict[str, Callable[[Entry], Iterable[str]]] = {
    "licence_status": lambda entry: _one(entry.judged.licence_status),
    "commercial_product": lambda entry: _one(entry.judged.whole["commercial_product"]),
    "academic_research": lambda entry: _one(entry.judged.whole["academic_research"]),
    "access_kind": lambda entry: _one(entry.row.access),
    "availability": lambda entry: _one(entry.card.availability.state),
    "repo_only": lambda entry: ("true" if entry.judged.repo_only else "false",),
    "risk_flag": lambda entry: tuple(flag.id for flag in entry.judged.flags),
    "handling": lambda entry: _one(entry.card.handling),
    "publisher": lambda entry: _one(entry.card.publisher),
    "year": lambda entry: _one(entry.card.released),
}
#: The facets that have a page of lists: all but the tags.
LISTED = tuple(_VALUES)
