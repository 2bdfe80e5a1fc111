"""Two plain engines on the same cards: SQLite FTS5 with Porter's stemmer, and bm25s.

Both get the words of a card as text (id, name, aliases, summary, labels of the tags, facts) and the query as typed, any
word of which may match. They know no vocabulary: that is the comparison.
"""

import re
import sqlite3
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from typing import Any

from mdexa.card import Card, Vocabulary

TAG_FACETS = ("modality", "organism", "topic", "task")
WORD = re.compile(r"\w+")


def text_of(card: Card, labels: Mapping[str, str]) -> str:
    """The words of a card, one field a line."""
    tags = [f"{facet}/{value}" for facet in TAG_FACETS for value in getattr(card.tags, facet)]
    rows = (card.id, card.name, *card.aliases, card.summary, *(labels[tag] for tag in tags))
    return "\n".join((*rows, *(fact.what for fact in card.facts)))


def texts_of(cards: Mapping[str, Card], vocabularies: Mapping[str, Vocabulary]) -> dict[str, str]:
    """Card -> its words, in the order of ids."""
    labels = {f"{facet}/{c.id}": c.label for facet, words in vocabularies.items() for c in words.concepts}
    return {card: text_of(cards[card], labels) for card in sorted(cards)}


class Fts5:
    """SQLite FTS5, tokenizer porter over unicode61, ranked by its own bm25()."""

    name = "FTS5 porter"

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.execute("create virtual table cards using fts5(id unindexed, words, tokenize='porter unicode61')")
        self._db.executemany("insert into cards values (?, ?)", texts.items())

    def rank(self, query: str, allowed: Collection[str], limit: int) -> list[str]:
        """The best cards among those allowed."""
        words = " OR ".join(f'"{word}"' for word in WORD.findall(query))
        if not words:
            return []
        rows = self._db.execute("select id from cards where cards match ? order by bm25(cards), id", (words,))
        return [card for (card,) in rows if card in allowed][:limit]


class Bm25s:
    """bm25s with its own tokenizer and English stop words."""

    name = "bm25s"

    def __init__(self, texts: Mapping[str, str]) -> None:
        import bm25s

        self._bm25s: Any = bm25s
        self._cards = list(texts)
        self._index = bm25s.BM25()
        self._index.index(
            bm25s.tokenize(list(texts.values()), stopwords="en", show_progress=False), show_progress=False
        )

    def rank(self, query: str, allowed: Collection[str], limit: int) -> list[str]:
        """The best cards among those allowed; cards without any word of the query are none."""
        words = self._bm25s.tokenize([query], stopwords="en", show_progress=False, return_ids=False)[0]
        known = [word for word in words if word in self._index.vocab_dict]
        if not known:
            return []
        scores = self._index.get_scores(known)
        ranked = sorted((-float(score), card) for score, card in zip(scores, self._cards, strict=True) if score > 0)
        return [card for _, card in ranked if card in allowed][:limit]


def peers(texts: Mapping[str, str]) -> list[Fts5 | Bm25s]:
    """FTS5 always, bm25s where it is installed."""
    return [Fts5(texts), *([Bm25s(texts)] if find_spec("bm25s") else [])]
