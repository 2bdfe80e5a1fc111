"""bm25s (numpy): scores of all cards at once, mapped into memory; facets as columns of truth values beside it."""

from __future__ import annotations

import json

import bm25s
import numpy as np

TYPE_CHECKING = False  # as in `typing`, without its import, which a cold start would pay for
if TYPE_CHECKING:
    from pathlib import Path


class Engine:
    """One index folder and four files beside it."""

    name = "bm25s"
    ranks_by_words = False

    def build(self, cards: Path, folder: str) -> None:
        """Writes the index, the facets, the cards and their ids."""
        from pathlib import Path

        from tests.benchmarks.cards import read_cards, text_of, tokens

        texts, ids, columns, at = [], [], {}, [0]
        with Path(folder, "bodies").open("wb") as bodies:
            for number, (card, line) in enumerate(read_cards(cards)):
                texts.append(tokens(text_of(card)))
                ids.append(card["id"])
                at.append(at[-1] + bodies.write(line))
                for facet, values in card["facets"].items():
                    for value in values:
                        columns.setdefault((facet, value), []).append(number)
        index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        index.index(texts, show_progress=False)
        index.save(f"{folder}/bm25s")
        facets = np.zeros((len(columns), len(ids)), bool)
        for row, numbers in enumerate(columns.values()):
            facets[row, numbers] = True
        np.save(f"{folder}/facets.npy", facets)
        np.save(f"{folder}/at.npy", np.array(at))
        Path(folder, "names.json").write_text(json.dumps({"ids": ids, "columns": list(columns)}), "utf-8")

    def open(self, folder: str) -> None:
        """Maps the index, and reads the ids."""
        self._index = bm25s.BM25.load(f"{folder}/bm25s", mmap=True)
        self._facets = np.load(f"{folder}/facets.npy", mmap_mode="r")
        self._at = np.load(f"{folder}/at.npy", mmap_mode="r")
        self._bodies = open(f"{folder}/bodies", "rb")  # noqa: PTH123, SIM115 - read as long as the process lives
        with open(f"{folder}/names.json", encoding="utf-8") as file:  # noqa: PTH123
            names = json.load(file)
        self._ids = names["ids"]
        self._numbers = {card: number for number, card in enumerate(self._ids)}
        self._columns = {(facet, value): row for row, (facet, value) in enumerate(names["columns"])}

    def _scores(self, words: str, filters: dict[str, str]):
        known = [word for word in words.split() if word in self._index.vocab_dict]
        if not known:
            return np.zeros(len(self._ids), np.float32)
        scores = self._index.get_scores(known)
        for row in filters.items():
            scores = scores * self._facets[self._columns[row]] if row in self._columns else scores * 0
        return scores

    def search(self, words: str, filters: dict[str, str], count: int) -> tuple[list[str], int]:
        """Ids, the best first, and the exact number of matches."""
        scores = self._scores(words, filters)
        total = int(np.count_nonzero(scores > 0))
        length = min(count, total)
        if not length:
            return [], 0
        top = np.argpartition(scores, len(scores) - length)[len(scores) - length :]
        return [self._ids[number] for number in top[np.argsort(-scores[top], kind="stable")]], total

    def facets(self, words: str, filters: dict[str, str]) -> dict[str, dict[str, int]]:
        """Facet -> value -> matches."""
        found = self._facets[:, self._scores(words, filters) > 0].sum(axis=1).tolist()
        counts: dict[str, dict[str, int]] = {}
        for (facet, value), row in self._columns.items():
            if found[row]:
                counts.setdefault(facet, {})[value] = found[row]
        return counts

    def get(self, card: str) -> bytes:
        """A card, by id."""
        number = self._numbers[card]
        self._bodies.seek(int(self._at[number]))
        return self._bodies.read(int(self._at[number + 1] - self._at[number]))
