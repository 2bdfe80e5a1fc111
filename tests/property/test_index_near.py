"""Near keys against the table of distances: all of them are found, and nothing else."""

import hypothesis
import pytest
from hypothesis import strategies as st

from mdexa.index import Index, IndexWriter
from mdexa.index.near import LONGEST, SHORTEST, bound_of
from tests.index_oracle import distance

EXAMPLES = hypothesis.settings(max_examples=80, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
#: Few letters, so that words are near to each other; and long words of one letter.
WORDS = st.one_of(
    st.text("abc", min_size=1, max_size=11), st.text("abé心", min_size=1, max_size=9), st.text("a", max_size=70)
)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the file of an example is written; nothing waits for the disk."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    return tmp_path / "words.mdexa"


@EXAMPLES
@hypothesis.given(words=st.lists(WORDS.filter(bool), max_size=60), asked=WORDS, bound=st.sampled_from((None, 0, 1, 2)))
def test_near_keys_are_those_within_the_bound(place, words, asked, bound):
    """Every key within so many errors is found with its errors and documents, in the promised order, and no other."""
    with IndexWriter(place, version="1", as_of="2026-01-01") as writer:
        collection = writer.collection("words", fields={"text": (1.0, 0.0)})
        for number, word in enumerate(words):
            collection.add(f"{number:03}", fields={"text": [word]}, names=[word])
    with Index.open(place) as index:
        collection = index.collection("words")
        most = bound_of(asked) if bound is None else bound
        expected = sorted(
            (distance(asked, word), -words.count(word), word)
            for word in set(words)
            if distance(asked, word) <= most and (asked == word or SHORTEST <= len(word) <= LONGEST)
        )
        hits = [(word, errors, -count) for errors, count, word in expected]
        assert collection.near_terms(asked, 100, distance=bound) == hits
        assert collection.near_names(asked, 3, distance=bound) == hits[:3]
