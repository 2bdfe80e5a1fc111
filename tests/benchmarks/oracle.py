"""What the right answers are: plain sets of cards, made by reading every card."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.cards import Query, read_cards, text_of, tokens

Facets = dict[str, dict[str, int]]
#: How many cards an engine gives for a query.
COUNT = 10


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

    def is_best(self, query: Query, told: Sequence[str]) -> bool:
        """Whether these are as many cards as there should be, all different, and none that holds fewer words first."""
        words = [self._words[word] for word in query.words.split()]
        hits = sorted((sum(card in cards for cards in words) for card in self.match(query)), reverse=True)
        numbers = [self._number[card] for card in told]
        return len(set(told)) == len(told) and hits[:COUNT] == [
            sum(number in cards for cards in words) for number in numbers
        ]

    def faults(self, queries: Sequence[Query], answers: Answers) -> int:
        """How many answers are wrong."""
        return (
            sum(len(self.match(query)) != told for query, told in zip(queries, answers.totals, strict=False))
            + sum(self.facets(query) != _some(told) for query, told in zip(queries, answers.facets, strict=False))
            + sum(not self.is_best(query, told) for query, told in zip(queries, answers.ranked, strict=False))
        )


def _some(counts: Facets) -> Facets:
    """Counts without facets in which nothing was counted, which engines may name or not."""
    return {facet: values for facet, values in counts.items() if values}
