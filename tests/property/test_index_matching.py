"""The engine against the oracle: whatever the documents and the question, the answers are the same."""

import hypothesis
import pytest
from hypothesis import strategies as st

from tests.index_cases import FACETS, FIELDS, documents, open_cards, questions
from tests.index_oracle import Oracle

EXAMPLES = hypothesis.settings(max_examples=80, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the file of an example is written, over that of the example before; nothing waits for the disk."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    return tmp_path / "cards.mdexa"


def ask(cards, question):
    """The match of a question."""
    return cards.match(question["units"], **{key: given for key, given in question.items() if key != "units"})


@EXAMPLES
@hypothesis.given(documents=documents(), question=questions(), few=st.integers(0, 3))
def test_totals_facets_and_relaxations_are_exact(place, documents, question, few, narrow):
    """Total, facet counts and relaxations are those of counting by hand."""
    narrow(few)
    cards, oracle = open_cards(place, documents), Oracle(FIELDS, documents)
    match = ask(cards, question)
    found = oracle.matches(**question)
    assert match.total == len(found)
    assert match.facets([*FACETS, "nothing"]) == oracle.facets(found, [*FACETS, "nothing"])
    assert match.relaxed() == oracle.relaxed(question)
    assert match.relaxed_without() == oracle.relaxed(question, "without")


@EXAMPLES
@hypothesis.given(documents=documents(), question=questions(), few=st.integers(0, 3))
def test_order_is_units_then_impact_then_number(place, documents, question, few, narrow):
    """All matching documents come, by the units that they hit, then by all impacts, then by number."""
    narrow(few)
    cards, oracle = open_cards(place, documents), Oracle(FIELDS, documents)
    match = ask(cards, question)
    hits = match.top(len(documents) + 1)
    assert sorted(hit.doc for hit in hits) == oracle.matches(**question)
    assert hits == sorted(hits, key=lambda hit: (-hit.units_hit, -hit.score, hit.doc))
    units = [*question["units"], *question["beside"]]
    for hit in hits:
        assert match.units_of(hit.doc) == oracle.units_of(hit.doc, units)
        assert hit.units_hit == len(oracle.units_of(hit.doc, question["units"]))
        exact = [max(oracle.impact(hit.doc, term) for term in unit) for unit in units]
        assert abs(hit.score - sum(exact)) <= 0.5 * len(exact) + 1e-6


@EXAMPLES
@hypothesis.given(documents=documents(), question=questions(), few=st.integers(0, 3), data=st.data())
def test_pages_are_parts_of_one_order(place, documents, question, few, data, narrow):
    """Any page, short or deep, is the slice of the whole answer at its place."""
    narrow(few)
    match = ask(open_cards(place, documents), question)
    every = match.top(len(documents) + 1)
    limit = data.draw(st.integers(0, 6))
    offset = data.draw(st.integers(0, len(documents) + 2))
    assert match.top(limit, offset) == every[offset : offset + limit]


@pytest.fixture
def narrow(monkeypatch):
    """Makes the roads that only large collections take run on small ones."""

    def limit(few):
        monkeypatch.setattr("mdexa.index.matching.FEW", few)
        monkeypatch.setattr("mdexa.index.matching.FEW_LISTED", few)
        monkeypatch.setattr("mdexa.index.matching.DEEP", 5)
        monkeypatch.setattr("mdexa.index.matching.FEW_PER_BYTES", 2)
        monkeypatch.setattr("mdexa.index.sections.MIDDLE_SHARE", 8)
        monkeypatch.setattr("mdexa.index.sections.FREQUENT_SHARE", 3)

    return limit
