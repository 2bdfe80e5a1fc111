"""SQLite FTS5: bm25(), facets in an indexed table, cards as JSON text."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False  # as in `typing`, without its import, which a cold start would pay for
if TYPE_CHECKING:
    from pathlib import Path

TABLES = """
PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;
CREATE TABLE card(doc INTEGER PRIMARY KEY, id TEXT UNIQUE, body BLOB);
CREATE TABLE facet(facet TEXT, value TEXT, doc INTEGER, PRIMARY KEY(facet, value, doc)) WITHOUT ROWID;
CREATE VIRTUAL TABLE fts USING fts5(text, content='', detail='full', tokenize='unicode61');
"""
TOTAL = "SELECT count(*) FROM fts WHERE {}"
BEST = "SELECT card.id FROM (SELECT rowid AS r FROM fts WHERE {} ORDER BY rank LIMIT ?) JOIN card ON card.doc = r"
COUNTS = "SELECT facet, value, count(*) FROM facet WHERE doc IN (SELECT rowid FROM fts WHERE {}) GROUP BY 1, 2"
#: With a bare rowid FTS5 would seek card by card, which is 3 to 20 times slower.
FILTER = " AND +rowid IN (SELECT doc FROM facet WHERE facet=? AND value=?)"


class Engine:
    """One full-text table, read-only."""

    name = "SQLite FTS5"
    ranks_by_words = False

    def build(self, cards: Path, folder: str) -> None:
        """Writes the database, merged and analysed."""
        from tests.benchmarks.cards import read_cards, text_of

        base = sqlite3.connect(f"{folder}/cards.db")
        base.executescript(TABLES)
        for doc, (card, line) in enumerate(read_cards(cards), 1):
            base.execute("INSERT INTO card VALUES(?,?,?)", (doc, card["id"], line))
            base.execute("INSERT INTO fts(rowid, text) VALUES(?,?)", (doc, text_of(card)))
            rows = [(facet, value, doc) for facet, values in card["facets"].items() for value in values]
            base.executemany("INSERT INTO facet VALUES(?,?,?)", rows)
        base.execute("CREATE INDEX facet_doc ON facet(doc)")
        base.execute("INSERT INTO fts(fts) VALUES('optimize')")
        base.commit()
        base.execute("ANALYZE")
        base.commit()
        base.close()

    def open(self, folder: str) -> None:
        """Opens the database."""
        self._base = sqlite3.connect(f"file:{folder}/cards.db?mode=ro&immutable=1", uri=True)

    def _where(self, words: str, filters: dict[str, str]) -> tuple[str, list[str]]:
        given = [" OR ".join(f'"{word}"' for word in words.split())]
        for row in filters.items():
            given += row
        return "fts MATCH ?" + FILTER * len(filters), given

    def search(self, words: str, filters: dict[str, str], count: int) -> tuple[list[str], int]:
        """Ids, the best first, and the exact number of matches."""
        where, given = self._where(words, filters)
        total = self._base.execute(TOTAL.format(where), given).fetchone()[0]
        found = self._base.execute(BEST.format(where), [*given, count]).fetchall() if total else []
        return [row[0] for row in found], total

    def facets(self, words: str, filters: dict[str, str]) -> dict[str, dict[str, int]]:
        """Facet -> value -> matches."""
        where, given = self._where(words, filters)
        counts: dict[str, dict[str, int]] = {}
        for facet, value, count in self._base.execute(COUNTS.format(where), given):
            counts.setdefault(facet, {})[value] = count
        return counts

    def get(self, card: str) -> bytes:
        """A card, by id."""
        return self._base.execute("SELECT body FROM card WHERE id=?", (card,)).fetchone()[0]
