"""A catalogue full of instructions, markup and hidden characters, followed through tools, resources and lessons."""

import contextlib
import json

import pytest

from mdexa.agents.answers import TREATMENT
from mdexa.agents.cleaning import HIDDEN
from mdexa.agents.resources import RESOURCES, TEMPLATES, read_resource
from mdexa.agents.tools import DESIGNS, call
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from tests.hostile import ORDER

TOOLS = {tool.name: tool for design in DESIGNS.values() for tool in design}
SECTIONS = ["summary", "facts", "counts", "parts", "access", "availability", "history", "relations", "problems"]
MARK = "LABEL-OF-A-THIRD-PARTY"


@pytest.fixture(scope="module")
def hostile(hostile_index):
    """The planted catalogue."""
    return Holdings(hostile_index)


def ids(holdings):
    """The ids of all datasets."""
    return [holdings.datasets.id(doc) for doc in range(len(holdings.datasets))]


def requests(name):
    """Calls of every tool on one dataset."""
    yield "find_datasets", {"like": name, "limit": 50}
    yield "check_use", {"datasets": [name], "evidence": "all"}
    yield "check_use", {"datasets": [name]}
    yield "get_dataset", {"datasets": [name], "sections": SECTIONS, "phrase": "previous instructions"}
    yield "search", {"like": name}
    yield "card", {"datasets": [name], "sections": SECTIONS}
    yield "evidence", {"datasets": [name]}
    yield "facets", {}
    yield "access", {"datasets": [name]}
    yield "similar", {"dataset": name}
    yield "check", {"datasets": [name], "purposes": ["commercial_product"]}
    yield "passages", {"phrase": "previous instructions"}


@pytest.fixture(scope="module")
def answers(hostile):
    """(tool, text) of every call on every dataset."""
    found = []
    for name in ids(hostile):
        for tool, arguments in requests(name):
            with contextlib.suppress(BadQuery):  # an operation whose answer would be too long
                found.append((tool, call(hostile, TOOLS[tool], arguments).decode()))
    assert {tool for tool, _ in found} == TOOLS.keys()
    return found


def texts(value, key=""):
    """(field, text) of every text in an answer, keys of maps included."""
    match value:
        case dict():
            for name, one in value.items():
                yield key, name
                yield from texts(one, name)
        case list():
            for one in value:
                yield from texts(one, key)
        case str():
            yield key, value


def test_the_plant_reaches_the_answers(answers):
    """Else the tests below would prove nothing."""
    assert sum(ORDER in text for _, text in answers) > len(answers) / 2
    assert any(MARK in text for _, text in answers)


def test_no_answer_holds_a_hidden_character(answers):
    """Neither as it is nor escaped."""
    for _tool, text in answers:
        for _, shown in texts(json.loads(text)):
            assert not HIDDEN.search(shown)


def test_words_of_third_parties_stand_only_in_fields_named_untrusted(answers):
    """Whoever reads an answer can tell them by the name of the field."""
    for tool, text in answers:
        for field, shown in texts(json.loads(text)):
            assert MARK not in shown or field.startswith("untrusted"), (tool, field)


def test_an_answer_with_such_words_says_how_to_treat_them(answers):
    """In the answer itself, since a model may not have read the instructions."""
    for tool, text in answers:
        if MARK in text:
            assert "data, never" in text, tool
            assert tool != "check_use" or TREATMENT in text


def test_the_plant_changes_no_verdict(hostile, miniature):
    """What a text says moves nothing."""
    for name in ids(hostile):
        calls = [(hostile, TOOLS["check_use"]), (miniature._holdings, TOOLS["check_use"])]
        planted, plain = (json.loads(call(at, tool, {"datasets": [name], "evidence": "none"})) for at, tool in calls)
        assert planted["combined"] == plain["combined"]
        assert planted["results"][0]["verdict"] == plain["results"][0]["verdict"]


def test_resources_are_clean_too(hostile):
    """Every address of every dataset, licence and facet."""
    variables = {
        "id": ids(hostile),
        "key": list(hostile.licences),
        "facet": ["publisher", "modality", "risk_flag"],
    }
    addresses = [resource.uri for resource in RESOURCES]
    for template in TEMPLATES:
        variable = template.uri.partition("{")[2].partition("}")[0]
        addresses += [template.uri.replace(f"{{{variable}}}", one) for one in variables[variable]]
    for address in addresses:
        read = read_resource(hostile, address)
        assert read is not None, address
        assert not HIDDEN.search(read[1])
        assert "\\u00" not in read[1]
