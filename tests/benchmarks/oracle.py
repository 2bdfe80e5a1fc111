"""What the right answers are: plain sets of cards, made by reading every card."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.cards import Query, read_cards, text_of, tokens

Facets = dict[str, dict[str, int]]


class Answers(NamedTuple):
    """What an engine said to the first queries."""

    totals: Sequence[int]
    facets: Sequence[Facets]
    #: The ids of each query's best cards; empty for an engine whose order is another.
    ranked: Sequence[Sequence[str]]


class Oracle:
    """Knows the cards of the words that are asked for, and of every facet value."""

    def __init__(self, cards: Path, queries: Iterable[Query]) -> None:
        self._words: dict[str, set[int]] = {word: set() for query in queries for word in query.words.split()}
        self._values: dict[tuple[str, str], set[int]] = {}
        self._number: dict[str, int] = {}
        for number, (card, _) in enumerate(read_cards(cards)):
            self._read(number, card)

    def _read(self, number: int, card: dict[str, Any]) -> None:
        self._number[card["id"]] = number
        for word in self._words.keys() & set(tokens(text_of(card))):
            self._words[word].add(number)
        for facet, values in card["facets"].items():
            for value in values:
                self._values.setdefault((facet, value), set()).add(number)

    def match(self, query: Query) -> set[int]:
        """The cards that hold any word and every filter."""
        found = set().union(*(self._words[word] for word in query.words.split()))
        for row in query.filters.items():
            found &= self._values.get(row, set())
        return found

    def facets(self, query: Query) -> Facets:
        """How many matching cards have each value; values without any are left out."""
        match, counts = self.match(query), Facets()
        for (facet, value), cards in self._values.items():
            if count := len(cards & match):
                counts.setdefault(facet, {})[value] = count
        return counts

    def words_hit(self, query: Query, card: str) -> int:
        """How many words of a query a card holds: what Mdexa ranks by before all."""
        return sum(self._number[card] in self._words[word] for word in query.words.split())

    def best_hits(self, query: Query, count: int) -> list[int]:
        """The numbers of words that the best cards must hold, the greatest first."""
        words = [self._words[word] for word in query.words.split()]
        return sorted((sum(card in cards for cards in words) for card in self.match(query)), reverse=True)[:count]

    def faults(self, queries: Sequence[Query], answers: Answers) -> int:
        """How many answers are wrong."""
        totals = sum(len(self.match(query)) != told for query, told in zip(queries, answers.totals, strict=False))
        facets = sum(self.facets(query) != told for query, told in zip(queries, answers.facets, strict=False))
        ranked = sum(
            [self.words_hit(query, card) for card in told] != self.best_hits(query, len(told))
            for query, told in zip(queries, answers.ranked, strict=False)
        )
        return totals + facets + ranked
