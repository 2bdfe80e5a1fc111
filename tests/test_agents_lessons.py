"""Errors as a model reads them: what was wrong, legal and nearest values, and the next useful call."""

import json

import pytest

from mdexa.agents.cleaning import HIDDEN, clean, quoted
from mdexa.agents.lessons import EXAMPLES, INTERNAL, LONGEST_LESSON, fault, lesson
from mdexa.agents.tools import DESIGNS, call
from mdexa.errors import BadQuery, MdexaError, NoSuchDataset

TOOLS = {tool.name: tool for design in DESIGNS.values() for tool in design}


def taught(catalogue, tool, **arguments):
    """The lesson for a call that is refused."""
    with pytest.raises(MdexaError) as refused:
        call(catalogue._holdings, TOOLS[tool], arguments)
    return lesson(tool, refused.value)


def test_a_misspelt_word_brings_the_legal_and_the_nearest_ones(miniature):
    """A model can mend the call without another one."""
    text = taught(miniature, "find_datasets", filters={"access_kind": ["public", "opne"]})
    assert "filters.access_kind" in text
    assert "Legal: agreement, application" in text


def test_a_tag_that_is_none_brings_the_tags_in_use(miniature):
    """And the way round: the word belongs into the query."""
    text = taught(miniature, "find_datasets", filters={"modality": ["chest-radiografs"]})
    assert "chest-radiograph" in text
    assert "put the word into query" in text


def test_an_unknown_field_is_refused_with_the_known_ones(miniature):
    """Nothing is dropped in silence."""
    text = taught(miniature, "check_use", datasets=["dune-xray"], purpose=["teaching"])
    assert "there is no such field" in text
    assert "Nearest: purposes" in text


def test_a_reserved_filter_says_why_and_what_instead(catalogue):
    """There is no yes or no to commercial use."""
    text = taught(catalogue, "find_datasets", filters={"commercial_use": True})
    assert "licence_status" in text
    assert "usable_for" in text


def test_a_missing_field_shows_a_call_that_works(miniature):
    """The example is a whole call."""
    text = taught(miniature, "check_use", purposes=["teaching"])
    assert "datasets is missing" in text
    assert 'check_use {"datasets"' in text


def test_a_name_that_nobody_has_brings_near_ones_and_no_judgement(miniature):
    """A near name may not stand for it."""
    text = taught(miniature, "find_datasets", like="dune-xrai")
    assert "dune-xray" in text
    assert "only if it is the one you mean" in text


def test_a_part_that_is_none_brings_the_parts(miniature):
    """The parts of that dataset are listed."""
    text = taught(miniature, "check_use", datasets=["dune-xray"], part="labels")
    assert "Legal: all" in text


def test_too_long_an_answer_of_an_operation_says_what_to_ask(miniature):
    """The design of endpoints has no pages, so it names the way out."""
    names = [miniature._holdings.datasets.id(doc) for doc in range(len(miniature))]
    text = taught(miniature, "check", datasets=names)
    assert "40,000 are the most" in text
    assert "fewer datasets" in text


def test_a_lesson_is_short_whatever_was_given(miniature):
    """A long or hostile value is quoted in part, with nothing hidden in it."""
    text = taught(miniature, "find_datasets", filters={"modality": ["x\u202e\x07" * 4000]})
    assert len(text) <= LONGEST_LESSON
    assert not HIDDEN.search(text)
    assert len(fault("check_use", "datasets", ["y" * 10_000], "is too long.")) <= LONGEST_LESSON


def test_a_long_list_of_legal_values_is_counted():
    """Some are listed and the others numbered."""
    text = lesson("search", BadQuery("filters.topic", "x", [f"topic-{at}" for at in range(100)]))
    assert "and 60 more" in text


def test_what_is_no_wrong_use_is_not_shown():
    """An index that cannot be read is told without its path."""
    text = lesson("search", MdexaError("/secret/place"))
    assert text == INTERNAL
    assert "near" in lesson("card", NoSuchDataset("x"))


@pytest.mark.parametrize("tool", sorted(EXAMPLES))
def test_examples_are_calls_that_the_tool_takes(tool, catalogue):
    """Each example answers on the real catalogue."""
    assert call(catalogue._holdings, TOOLS[tool], json.loads(EXAMPLES[tool]))


def test_every_tool_has_an_example():
    """A lesson can always show one."""
    assert EXAMPLES.keys() == TOOLS.keys()


def test_cleaning_takes_hidden_characters_and_nothing_else():
    """Also in keys; joiners, line breaks and tabs stay."""
    assert clean({"a\u202eb": ["c\x00", {"d": "e\u2066"}], "n": 1}) == {"ab": ["c", {"d": "e"}], "n": 1}
    assert clean("a\u200db\n\tc 胸片") == "a\u200db\n\tc 胸片"


def test_a_quotation_shows_what_cannot_be_seen():
    """Written out and cut."""
    assert quoted("a\u202eb") == "'a\\u202eb'"
    assert len(quoted("x" * 1000)) == 80
