"""Mdexa's index: words hit before BM25, exact totals and facet counts, cards as stored bytes."""

from __future__ import annotations

from mdexa.index import Index

TYPE_CHECKING = False  # as in `typing`, without its import, which a cold start would pay for
if TYPE_CHECKING:
    from pathlib import Path

FACETS = ("modality", "organism", "topic", "task", "licence", "access")


class Engine:
    """One field of text, six facets."""

    name = "Mdexa"
    #: More words of the query go before a better score.
    ranks_by_words = True

    def build(self, cards: Path, folder: str) -> None:
        """Writes the index."""
        from mdexa.index import IndexWriter
        from tests.benchmarks.cards import read_cards, text_of, tokens

        with IndexWriter(f"{folder}/cards.mdexa", version="1", as_of="2026-01-01") as writer:
            collection = writer.collection("cards", fields={"text": (1.0, 0.75)}, facets=FACETS)
            for card, line in read_cards(cards):
                collection.add(
                    card["id"],
                    fields={"text": tokens(text_of(card))},
                    facets=card["facets"],
                    stored={"card": line},
                    names=(card["id"], card["title"].replace(" ", "").lower()),
                )

    def open(self, folder: str) -> None:
        """Opens the index."""
        self._cards = Index.open(f"{folder}/cards.mdexa").collection("cards")

    def _match(self, words: str, filters: dict[str, str]):
        return self._cards.match(words.split(), filters={facet: (value,) for facet, value in filters.items()})

    def search(self, words: str, filters: dict[str, str], count: int) -> tuple[list[str], int]:
        """Ids, the best first, and the exact number of matches."""
        match = self._match(words, filters)
        name = self._cards.id
        return [name(hit[0]) for hit in match.top(count)], match.total

    def facets(self, words: str, filters: dict[str, str]) -> dict[str, dict[str, int]]:
        """Facet -> value -> matches."""
        return self._match(words, filters).facets(FACETS)

    def get(self, card: str) -> bytes:
        """A card, by id."""
        cards = self._cards
        return cards.stored(cards.doc(card), "card")
