"""tantivy (Rust): facets are fast fields, counted by one aggregation each.

Ids come from a fast field and a mapped table: to read them from the stored documents would unpack a block of cards for
each hit, and make a query 2 to 6 times slower.
"""

from __future__ import annotations

import mmap

import tantivy

TYPE_CHECKING = False  # as in `typing`, without its import, which a cold start would pay for
if TYPE_CHECKING:
    from pathlib import Path

FACETS = ("modality", "organism", "topic", "task", "licence", "access")


def _schema():
    build = tantivy.SchemaBuilder()
    build.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    build.add_text_field("text", tokenizer_name="default", index_option="freq")
    for facet in FACETS:
        build.add_text_field(facet, tokenizer_name="raw", index_option="basic", fast=True)
    build.add_integer_field("number", fast=True)
    build.add_bytes_field("body", stored=True, indexed=False)
    return build.build()


class Engine:
    """One index folder, one writing thread."""

    name = "tantivy"
    ranks_by_words = False

    def build(self, cards: Path, folder: str) -> None:
        """Writes the index and the table of ids."""
        from array import array
        from pathlib import Path

        from tests.benchmarks.cards import read_cards, text_of

        writer = tantivy.Index(_schema(), path=folder).writer(heap_size=256_000_000, num_threads=1)
        names, ends = [], [0]
        for number, (card, line) in enumerate(read_cards(cards)):
            names.append(card["id"].encode())
            ends.append(ends[-1] + len(names[-1]))
            document = {"number": number, "id": [card["id"]], "text": [text_of(card)], "body": [line]}
            writer.add_document(tantivy.Document(**document, **card["facets"]))
        writer.commit()
        writer.wait_merging_threads()
        Path(folder, "ids.bin").write_bytes(array("Q", [len(names), *ends]).tobytes() + b"".join(names))

    def open(self, folder: str) -> None:
        """Opens the index and maps the table."""
        index = tantivy.Index.open(folder)
        self._schema = index.schema
        self._searcher = index.searcher()
        with open(f"{folder}/ids.bin", "rb") as file:  # noqa: PTH123 - pathlib would count as start
            table = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        names = 16 + 8 * int.from_bytes(table[:8], "little")
        self._at, self._names = memoryview(table)[8:names].cast("Q"), memoryview(table)[names:]

    def _query(self, words: str, filters: dict[str, str]):
        query, occur, schema = tantivy.Query, tantivy.Occur, self._schema
        asked = query.boolean_query(
            [(occur.Should, query.term_query(schema, "text", word, "freq")) for word in words.split()]
        )
        terms = [query.term_query(schema, facet, value, "basic") for facet, value in filters.items()]
        kept = [(occur.Must, query.const_score_query(term, 0.0)) for term in terms]
        return query.boolean_query([(occur.Must, asked), *kept]) if kept else asked

    def search(self, words: str, filters: dict[str, str], count: int) -> tuple[list[str], int]:
        """Ids, the best first, and the exact number of matches."""
        found = self._searcher.search(self._query(words, filters), count)
        at, names = self._at, self._names
        numbers = self._searcher.fast_field_values("number", [address for _, address in found.hits])
        return [str(names[at[number] : at[number + 1]], "ascii") for number in numbers], found.count

    def facets(self, words: str, filters: dict[str, str]) -> dict[str, dict[str, int]]:
        """Facet -> value -> matches."""
        asked = {facet: {"terms": {"field": facet, "size": 1000}} for facet in FACETS}
        told = self._searcher.aggregate(self._query(words, filters), asked)
        return {facet: {row["key"]: row["doc_count"] for row in told[facet]["buckets"]} for facet in FACETS}

    def get(self, card: str) -> bytes:
        """A card, by id."""
        found = self._searcher.search(tantivy.Query.term_query(self._schema, "id", card, "basic"), 1, count=False)
        return self._searcher.doc(found.hits[0][1])["body"][0]
