"""Scores are integers that are the same on every machine."""

from math import log2

import pytest

from mdexa.index.impacts import Scale, log2_of_ratio
from mdexa.index.layout import GREATEST_IMPACT
from tests.index_cases import open_cards


@pytest.mark.parametrize(
    ("above", "below"), [(1, 1), (2, 1), (3, 2), (4, 3), (2_000_002, 3), (2_000_002, 2_000_001), (10**12, 7)]
)
def test_the_logarithm_is_that_of_mathematics(above, below):
    """To twelve digits, and never above it."""
    found = log2_of_ratio(above, below) / 2**40
    assert found == pytest.approx(log2(above / below), abs=1e-11)
    assert found <= log2(above / below) + 1e-11


def test_the_logarithm_is_these_integers():
    """Not a bit may change: golden answers depend on it."""
    assert [log2_of_ratio(ratio, 1) for ratio in (1, 2, 3, 10, 1000)] == [
        0,
        1 << 40,
        1742684699131,
        3652498566964,
        10957495700893,
    ]


def test_no_impact_leaves_its_bits():
    """A term that fills its only document comes near 4095 and never above; one that is everywhere has at least 1."""
    scale = Scale(1000, [(1.0, 0.0)], [[1] * 1000])
    (_, (most,)) = scale.impacts([(0, [65535])])
    (_, common) = scale.impacts([(0, [document << 16 | 1 for document in range(1000)])])
    assert 4090 <= most <= GREATEST_IMPACT
    assert set(common) == {1}


def test_scores_are_these_integers(tmp_path):
    """The scores of a small collection, worked out once and for all: weights, lengths and frequencies of two fields."""
    documents = {
        "a": {"fields": {"title": ["lung"], "text": ["ct", "ct", "scan"]}},
        "b": {"fields": {"title": ["ct", "lung"], "text": ["scan"]}},
        "c": {"fields": {"text": ["lung", "ct", "scan", "x", "y", "z"]}},
    }
    cards = open_cards(tmp_path / "cards.mdexa", documents)
    assert [tuple(hit) for hit in cards.match(["lung"]).top(3)] == SCORES["lung"]
    assert [tuple(hit) for hit in cards.match(["x", ["ct", "scan"]]).top(3)] == SCORES["x, ct or scan"]


SCORES = {
    "lung": [(0, 1, 398), (1, 1, 348), (2, 1, 191)],
    "x, ct or scan": [(2, 2, 1593), (0, 1, 359), (1, 1, 355)],
}
