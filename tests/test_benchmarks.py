"""The yardsticks of `make bench` are right: the cards are the same each time, and wrong answers are seen. No clock."""

import json

import pytest

from tests.benchmarks import cards, run, table
from tests.benchmarks.engines import fts5_engine, mdexa_engine
from tests.benchmarks.oracle import COUNT, Answers, Oracle

CARDS, QUERIES = 60, 120


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder with cards and queries."""
    folder = tmp_path_factory.mktemp("benchmarks")
    cards.write(folder, CARDS, QUERIES)
    return folder


@pytest.fixture(scope="module")
def queries(data):
    """The queries of the folder."""
    return cards.read_queries(data / "queries.jsonl")


def answers(engine, data, folder, queries):
    """What an engine says to all queries, from an index that it has built."""
    engine.build(data / "cards.jsonl", str(folder))
    engine.open(str(folder))
    found = [engine.search(query.words, query.filters, COUNT) for query in queries]
    ranked = [ids for ids, _ in found] if engine.ranks_by_words else []
    return Answers([total for _, total in found], [engine.facets(row.words, row.filters) for row in queries], ranked)


def test_cards_and_queries_are_the_same_each_time(data, tmp_path):
    """The same numbers give the same bytes; a card does not depend on how many there are, but on the seed."""
    cards.write(tmp_path, CARDS, QUERIES)
    for name in ("cards.jsonl", "queries.jsonl"):
        assert (tmp_path / name).read_bytes() == (data / name).read_bytes()
    lines = (data / "cards.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == CARDS
    assert json.loads(lines[7]) == cards.card_at(7) != cards.card_at(7, seed=2)
    assert cards.card_at(7)["id"] == "thyrofelgram-0000007"


def test_no_two_ranks_share_a_word():
    """Every word of the invented language has one rank."""
    assert len({cards.word(rank) for rank in range(cards.WORDS)}) == cards.WORDS


def test_queries_ask_for_much_and_for_nothing(data, queries):
    """Some queries match many cards, some none; some have filters, some none."""
    oracle = Oracle(data / "cards.jsonl", queries)
    totals = [len(oracle.match(query)) for query in queries]
    assert min(totals) == 0
    assert max(totals) > CARDS / 2
    assert {bool(query.filters) for query in queries} == {True, False}


@pytest.mark.parametrize("module", [mdexa_engine, fts5_engine])
def test_the_engines_agree_with_the_oracle(module, data, queries, tmp_path):
    """Totals, facet counts and, for Mdexa, the order are those of plain sets, and each card comes back by its id."""
    engine = module.Engine()
    told = answers(engine, data, tmp_path, queries)
    assert Oracle(data / "cards.jsonl", queries).faults(queries, told) == 0
    for card, line in cards.read_cards(data / "cards.jsonl"):
        assert engine.get(card["id"]) == line


def test_the_oracle_sees_what_is_wrong(data, queries, tmp_path):
    """A total, a count and an order that are off by one are counted as three faults."""
    told = answers(mdexa_engine.Engine(), data, tmp_path, queries)
    at = next(place for place, total in enumerate(told.totals) if total > COUNT)
    told.totals[at] += 1
    next(iter(told.facets[at].values())).popitem()
    told.ranked[at][0] = told.ranked[at][1]
    assert Oracle(data / "cards.jsonl", queries).faults(queries, told) == 3


def test_targets_are_told_as_met_or_not():
    """A figure above its target is a plain no, one that is missing is said to be missing."""
    ratio = {"query_p50_ratio": 0.14}
    text = table.tables([], {table.SEARCH: 5.1})
    assert "| the catalogue | 5 | 5.1 | **no** |" in text
    assert "| 1,000 | 0.15 | not measured | - |" in text
    assert table._held(ratio["query_p50_ratio"], 0.15) == ("0.15", "0.14", "yes")


def test_the_page_keeps_what_stands_around_the_tables(tmp_path):
    """The tables go between the two marks, again and again, and all else stays."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n", "utf-8")
    for _ in range(2):
        run.write("new", page)
        assert page.read_text("utf-8") == f"before\n{table.BEGIN}\n\nnew\n\n{table.END}\nafter\n"


def test_the_page_has_the_marks():
    """docs/benchmarks.md has the place that the tables are written into."""
    text = run.PAGE.read_text("utf-8")
    assert text.index(table.BEGIN) < text.index(table.END)
