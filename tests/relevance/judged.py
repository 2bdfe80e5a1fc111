"""The judged queries of `queries.yaml`: what is asked, and how well each card answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from mdexa.card import Card, Vocabulary
from mdexa.compiler.documents import TAG_FACETS, Speller

HERE = Path(__file__).parent
#: libyaml where PyYAML was built with it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
BEST = 3


class Carried(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A grade for every card that has all these tags, or narrower ones."""

    tags: tuple[str, ...]
    grade: int


class Expected(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a true answer holds where the catalogue has none."""

    status: str
    lacks: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    none_has: str | None = None
    dropping: str | None = None


class Judged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One query with its judgement: grades, or what is expected instead."""

    kind: str
    query: str
    grades: dict[str, int] = {}
    carries: tuple[Carried, ...] = ()
    expect: Expected | None = None
    filters: dict[str, Any] = {}
    usable_for: dict[str, Any] | None = None

    def request(self) -> dict[str, Any]:
        """The query as a request of the search."""
        asked: dict[str, Any] = {"query": self.query, "filters": self.filters, "limit": 10}
        return asked if self.usable_for is None else asked | {"usable_for": self.usable_for}


def queries() -> tuple[Judged, ...]:
    """All of them, in the order of the file."""
    text = (HERE / "queries.yaml").read_text("utf-8")
    return msgspec.convert(yaml.load(text, LOADER)["queries"], tuple[Judged, ...])  # noqa: S506  # both are safe


class Judge:
    """Grades the cards of a catalogue for a query."""

    def __init__(self, cards: Mapping[str, Card], vocabularies: Mapping[str, Vocabulary]) -> None:
        speller = Speller(vocabularies)
        #: card -> its tags and all that are broader
        self.tags = {
            card.id: {
                wider
                for facet in TAG_FACETS
                for value in getattr(card.tags, facet)
                for wider in speller.broad(f"{facet}/{value}")
            }
            for card in cards.values()
        }
        self.known_tags = frozenset(speller.concepts)

    def grades(self, judged: Judged) -> dict[str, int]:
        """Card -> 1 to 3; cards that do not fit are left out."""
        found: dict[str, int] = {}
        for row in judged.carries:
            for card, tags in self.tags.items():
                if tags.issuperset(row.tags):
                    found[card] = max(row.grade, found.get(card, 0))
        return {card: grade for card, grade in (found | judged.grades).items() if grade}
