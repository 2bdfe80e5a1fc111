"""One run: all judged queries through Mdexa and its peers."""

from collections.abc import Collection, Mapping
from statistics import fmean

import msgspec

from mdexa.card import Card, Vocabulary
from mdexa.catalogue import Catalogue
from tests.relevance.judged import Judge, Judged, queries
from tests.relevance.peers import peers, texts_of
from tests.relevance.scoring import DEPTH, ndcg, success

ALL = "all"


class Mdexa:
    """The search under test, as an engine like its peers."""

    name = "Mdexa"

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def answer(self, judged: Judged) -> list[str]:
        """The ids of the first page."""
        return [row.id for row in self._catalogue.search(**judged.request()).rows]

    def allowed(self, judged: Judged) -> Collection[str]:
        """The ids that pass the filters: peers have none of their own and get these."""
        request = judged.request() | {"query": "", "limit": 50}
        found: list[str] = []
        cursor = None
        while True:
            page = self._catalogue.search(**request, cursor=cursor)
            found += [row.id for row in page.rows]
            cursor = page.cursor
            if cursor is None:
                return frozenset(found)


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One query with what each engine gave: engine -> ranking, success, nDCG."""

    judged: Judged
    grades: dict[str, int]
    rankings: dict[str, list[str]]

    def success(self, engine: str) -> float:
        """1 if the answer is among the first three."""
        return success(self.rankings[engine], self.grades)

    def ndcg(self, engine: str) -> float:
        """The quality of the first ten."""
        return ndcg(self.rankings[engine], self.grades)


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one kind of query: engine -> mean."""

    kind: str
    queries: int
    success: dict[str, float]
    ndcg: dict[str, float]


def run(catalogue: Catalogue, cards: Mapping[str, Card], vocabularies: Mapping[str, Vocabulary]) -> tuple[Outcome, ...]:
    """Every query that has an answer, asked of every engine."""
    judge, mdexa = Judge(cards, vocabularies), Mdexa(catalogue)
    others = peers(texts_of(cards, vocabularies))
    outcomes = []
    for judged in queries():
        if judged.expect is not None:
            continue
        filtered = judged.filters or judged.usable_for
        allowed = mdexa.allowed(judged) if filtered else cards.keys()
        rankings = {other.name: other.rank(judged.query, allowed, DEPTH) for other in others}
        rankings[mdexa.name] = mdexa.answer(judged)
        # Who does not pass the filters was not asked for.
        grades = {card: grade for card, grade in judge.grades(judged).items() if card in allowed}
        outcomes.append(Outcome(judged=judged, grades=grades, rankings=rankings))
    return tuple(outcomes)


def figures(outcomes: Collection[Outcome]) -> tuple[Figures, ...]:
    """The means by kind in the order of the file, and of all."""
    kinds = dict.fromkeys(outcome.judged.kind for outcome in outcomes)
    return tuple(_figures(kind, [o for o in outcomes if kind in (ALL, o.judged.kind)]) for kind in (*kinds, ALL))


def _figures(kind: str, outcomes: list[Outcome]) -> Figures:
    engines = outcomes[0].rankings
    return Figures(
        kind=kind,
        queries=len(outcomes),
        success={name: fmean(outcome.success(name) for outcome in outcomes) for name in engines},
        ndcg={name: fmean(outcome.ndcg(name) for outcome in outcomes) for name in engines},
    )
