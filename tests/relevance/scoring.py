"""Two figures of a ranking: is the answer among the first three, and how good is the order of the first ten."""

from collections.abc import Mapping, Sequence
from math import log2

SUCCESS, DEPTH = 3, 10


def success(ranking: Sequence[str], grades: Mapping[str, int]) -> float:
    """1 if a card of the best grade that any card has is among the first three, else 0."""
    best = max(grades.values())
    return float(any(grades.get(card) == best for card in ranking[:SUCCESS]))


def ndcg(ranking: Sequence[str], grades: Mapping[str, int]) -> float:
    """Discounted gain of the first ten against that of the best order, from 0 to 1; a grade g gains 2^g - 1."""
    best = sorted(grades.values(), reverse=True)
    return _gain([grades.get(card, 0) for card in ranking]) / _gain(best)


def _gain(grades: Sequence[int]) -> float:
    return sum((2**grade - 1) / log2(place + 2) for place, grade in enumerate(grades[:DEPTH]))
