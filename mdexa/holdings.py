"""What the index holds, typed: rows, cards and verdicts come out as structs, and only those that are asked for."""

from __future__ import annotations

import os
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from mdexa.card import Card, Concept, Facet, Facets, Licence, Release
from mdexa.errors import IndexMissing
from mdexa.index import Index
from mdexa.results import CatalogueStamp, Passage, RelationView, Row
from mdexa.verdict import Judged

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

#: Names an index file before all others.
ENVIRONMENT = "MDEXA_INDEX"
FILE = "catalogue.mdexa"


def default_path() -> Path:
    """The index that MDEXA_INDEX names, else the wheel's, else the one that `mdexa build` writes in a checkout."""
    from pathlib import Path

    return Path(default_file())


def default_file() -> str:
    """The same as text: `pathlib` is dear to load, and a command that asks one question needs none."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return named
    package = os.path.dirname(__file__)  # noqa: PTH120
    inside = os.path.join(package, FILE)  # noqa: PTH118
    built = os.path.join(os.path.dirname(package), "build", FILE)  # noqa: PTH118, PTH120
    for file in (inside, built):
        if os.path.isfile(file):  # noqa: PTH113
            return file
    raise IndexMissing(built)


def _decode(kind: type[T], stored: bytes) -> T:
    key: Any = kind  # a type variable is not known to be hashable
    decoder: msgspec.json.Decoder[T] = _decoder(key)
    return decoder.decode(stored)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a kind, made when the first of it is read: one question needs few of them."""
    return msgspec.json.Decoder(kind)


class Holdings:
    """Typed access to one open index. Immutable, and safe to share between threads."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self.index = Index.open(path)
        self.datasets = self.index.collection("datasets")
        self.passages = self.index.collection("passages")
        self.concepts = self.index.collection("concepts")

    @property
    def path(self) -> Path:
        """The index file."""
        from pathlib import Path

        return Path(self._path)

    @cached_property
    def release(self) -> Release:
        """Name, version and day of the catalogue."""
        return msgspec.json.decode(self.index.blob("release"), type=Release)

    @cached_property
    def licences(self) -> dict[str, Licence]:
        """The licence table, by key."""
        return msgspec.json.decode(self.index.blob("licences"), type=dict[str, Licence])

    @cached_property
    def facets(self) -> dict[str, Facet]:
        """The facets, reserved ones included, by id."""
        table = msgspec.json.decode(self.index.blob("facets"), type=Facets)
        return {facet.id: facet for facet in table.facets}

    @cached_property
    def stamp(self) -> CatalogueStamp:
        """What every answer carries."""
        release = self.release
        return CatalogueStamp(
            name=release.name, version=release.version, as_of=release.as_of, datasets=len(self.datasets)
        )

    def row(self, doc: int) -> Row:
        """The row of a dataset."""
        return _decode(Row, self.datasets.stored(doc, "row"))

    def card(self, doc: int) -> Card:
        """The card of a dataset."""
        return _decode(Card, self.datasets.stored(doc, "card"))

    def judged(self, doc: int) -> Judged:
        """The verdicts on a dataset."""
        return _decode(Judged, self.datasets.stored(doc, "judged"))

    def whole(self, doc: int) -> dict[str, tuple[str, str]]:
        """Column -> (final value, own value) of the whole dataset."""
        return _decode(dict[str, tuple[str, str]], self.datasets.stored(doc, "whole"))

    def terms(self, doc: int) -> dict[str, set[str]]:
        """Field -> the index terms of a dataset in it, for name, tags, summary and facts."""
        return _decode(dict[str, set[str]], self.datasets.stored(doc, "terms"))

    def links(self, doc: int) -> tuple[RelationView, ...]:
        """The relations of a dataset, seen from it, in both directions."""
        return _decode(tuple[RelationView, ...], self.datasets.stored(doc, "links"))

    def passage(self, doc: int) -> Passage:
        """A passage."""
        return _decode(Passage, self.passages.stored(doc, "passage"))

    def concept(self, concept_id: str) -> Concept | None:
        """The vocabulary value `facet/id`, None if there is none."""
        doc = self.concepts.doc(concept_id)
        return None if doc is None else _decode(Concept, self.concepts.stored(doc, "concept"))

    def broad(self, concept_id: str) -> tuple[str, ...]:
        """A concept `facet/id` and all that are broader, nearest first."""
        facet = concept_id.partition("/")[0]
        found: dict[str, None] = {}
        waiting = [concept_id]
        while waiting:
            at = waiting.pop(0)
            concept = None if at in found else self.concept(at)
            if concept is not None:
                found[at] = None
                waiting += [f"{facet}/{broader}" for broader in concept.broader]
        return tuple(found)

    def concepts_named(self, key: str) -> tuple[str, ...]:
        """The ids `facet/id` of the concepts that a form key names."""
        return tuple(self.concepts.id(doc) for doc in self.concepts.name(key))

    def label(self, facet: str, value: str) -> str:
        """How a facet value is shown: the label of the vocabulary, else the value itself."""
        concept = self.concept(f"{facet}/{value}")
        return concept.label if concept else value

    def values(self, facet: str) -> dict[str, int]:
        """The values that any dataset has in a facet, with how many have it."""
        found: dict[str, int] = self.datasets.facet_values(facet)
        return found
