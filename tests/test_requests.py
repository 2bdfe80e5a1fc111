"""Wrong requests: the lesson names the field, what was given, the legal values, the nearest, and what to do."""

import pytest

from mdexa.errors import BadQuery
from mdexa.operations import OPERATIONS
from mdexa.params import FacetId, FlagId, LicenceStatus, Purpose, Section, Value
from mdexa.purposes import PURPOSES, VALUES

PRODUCT = {"purpose": "commercial_product"}


def lesson(catalogue, operation, **request):
    """The error that a request earns."""
    with pytest.raises(BadQuery) as caught:
        catalogue.run(operation, request)
    return caught.value


#: operation, request, field, what was given, some legal values, nearest ones, words of the sentence
LESSONS = [
    ("search", {"lmit": 3}, "lmit", "lmit", {"limit", "query"}, ("limit",), "there is no such field"),
    (
        "search",
        {"filters": {"acces_kind": []}},
        "filters.acces_kind",
        "acces_kind",
        {"access_kind"},
        ("access_kind",),
        "",
    ),
    (
        "search",
        {"filters": {"access_kind": ["opne"]}},
        "filters.access_kind",
        "opne",
        {"open", "fee"},
        ("open", "none"),
        "",
    ),
    (
        "search",
        {"filters": {"access_kind": ["open", "regstration"]}},
        "filters.access_kind",
        "regstration",
        {"registration"},
        ("registration",),
        "did you mean registration?",
    ),
    ("search", {"filters": {"access_kind": "open"}}, "filters.access_kind", "open", {"open"}, (), "a list, got text"),
    ("search", {"filters": {"topic": ["kidny"]}}, "filters.topic", "kidny", {"kidney"}, ("kidney",), "did you mean"),
    (
        "search",
        {"filters": {"modality": ["kidney"]}},
        "filters.modality",
        "kidney",
        {"radiograph"},
        (),
        "it is a value of topic",
    ),
    ("search", {"filters": {"topic": [7]}}, "filters.topic", 7, set(), (), "expected text, got a whole number"),
    (
        "search",
        {"filters": {"publisher": ["Auroa"]}},
        "filters.publisher",
        "Auroa",
        set(),
        ("Aurora Institute",),
        "no card names",
    ),
    ("search", {"filters": {"repo_only": "yes"}}, "filters.repo_only", "yes", set(), (), "true or false"),
    ("search", {"filters": {"year_from": 1800}}, "filters.year_from", 1800, set(), (), ">= 1900"),
    (
        "search",
        {"filters": {"year_from": 2020, "year_to": 2010}},
        "filters.year_from",
        2020,
        {"a year up to 2010"},
        (),
        "after",
    ),
    (
        "search",
        {"filters": {"risk_flag": ["stale"]}},
        "filters.risk_flag",
        "stale",
        {"evidence_stale"},
        ("evidence_stale",),
        "",
    ),
    ("search", {"filters": []}, "filters", [], set(), (), "expected an object, got a list"),
    (
        "search",
        {"usable_for": {"purpose": "comercial_product"}},
        "usable_for.purpose",
        "comercial_product",
        set(PURPOSES),
        ("commercial_product", "commercial_research"),
        "",
    ),
    ("search", {"usable_for": {}}, "usable_for.purpose", None, set(), (), "it is required"),
    ("search", {"usable_for": "teaching"}, "usable_for", "teaching", set(), (), "expected an object, got text"),
    (
        "search",
        {"usable_for": {**PRODUCT, "verdicts": ["alowed"]}},
        "usable_for.verdicts",
        "alowed",
        set(VALUES),
        ("allowed", "not_allowed"),
        "",
    ),
    ("search", {"usable_for": {**PRODUCT, "verdicts": []}}, "usable_for.verdicts", [], set(VALUES), (), "length >= 1"),
    (
        "search",
        {"usable_for": {**PRODUCT, "basis": "finally"}},
        "usable_for.basis",
        "finally",
        {"final", "own"},
        ("final",),
        "",
    ),
    ("search", {"count_by": ["yer"]}, "count_by", "yer", {"year"}, ("year",), "did you mean year?"),
    (
        "search",
        {"count_by": ["year", "topic", "task", "modality"]},
        "count_by",
        ["year", "topic", "task", "modality"],
        {"year"},
        (),
        "length <= 3",
    ),
    ("search", {"query": "x" * 301}, "query", "x" * 301, set(), (), "length <= 300"),
    ("search", {"query": None}, "query", None, set(), (), "expected text, got nothing"),
    ("search", {"limit": 0}, "limit", 0, set(), (), ">= 1"),
    ("search", {"limit": 51}, "limit", 51, set(), (), "<= 50"),
    ("search", {"limit": "5"}, "limit", "5", set(), (), "a whole number, got text"),
    ("search", {"limit": True}, "limit", True, set(), (), "got true or false"),
    ("card", {"datasets": ["aurora-ct"], "sections": ["sumary"]}, "sections", "sumary", {"summary"}, ("summary",), ""),
    ("card", {"datasets": []}, "datasets", [], set(), (), "length >= 1"),
    ("card", {"datasets": list("abcdef")}, "datasets", list("abcdef"), set(), (), "length <= 5"),
    ("card", {}, "datasets", None, set(), (), "it is required"),
    ("check", {"datasets": ["a"] * 501}, "datasets", ["a"] * 501, set(), (), "length <= 500"),
    ("check", {"datasets": ["a", ""]}, "datasets", "", set(), (), "length >= 1"),
    ("check", {"datasets": ["a", "b" * 201]}, "datasets", "b" * 201, set(), (), "length <= 200"),
    ("check", {"datasets": ["a"], "purposes": ["teching"]}, "purposes", "teching", set(PURPOSES), ("teaching",), ""),
    (
        "check",
        {"datasets": ["a"], "purposes": "teaching"},
        "purposes",
        "teaching",
        set(PURPOSES),
        (),
        "a list, got text",
    ),
    (
        "check",
        {"datasets": ["a"], "setting": "comercial"},
        "setting",
        "comercial",
        {"both"},
        ("commercial", "noncommercial"),
        "",
    ),
    ("facets", {"facets": ["yaer"]}, "facets", "yaer", {"year", "topic"}, ("year",), "did you mean year?"),
    ("passages", {"phrase": ""}, "phrase", "", set(), (), "length >= 1"),
    ("similar", {"dataset": ["a"]}, "dataset", ["a"], set(), (), "expected text, got a list"),
]


@pytest.mark.parametrize(
    ("operation", "request_", "field", "got", "legal", "near", "words"),
    LESSONS,
    ids=[f"{row[0]}-{row[2]}-{at}" for at, row in enumerate(LESSONS)],
)
def test_a_wrong_request_is_a_lesson(miniature, operation, request_, field, got, legal, near, words):
    """Field, what was given, legal values and the nearest ones are fields of the error and words of its sentence."""
    error = lesson(miniature, operation, **request_)
    assert (error.field, error.got) == (field, got)
    assert legal <= set(error.allowed)
    assert error.near == near
    sentence = str(error)
    assert sentence.startswith(f"{field}: ")
    assert words in sentence
    assert len(sentence) <= 700
    assert "`" not in sentence


@pytest.mark.parametrize(
    ("operation", "request_", "field"),
    [
        ("search", {"filters": {"commercial_use": ["yes"]}}, "filters.commercial_use"),
        ("similar", {"dataset": "aurora-ct", "filters": {"licence": ["MIT"]}}, "filters.licence"),
        ("search", {"count_by": ["quality"]}, "count_by"),
        ("facets", {"facets": ["licence"]}, "facets"),
    ],
)
def test_a_reserved_facet_says_why(miniature, operation, request_, field):
    """There is no such filter for a reason, and the answer says what to ask instead."""
    error = lesson(miniature, operation, **request_)
    facet = miniature._holdings.facets[error.got]
    assert error.field == field
    assert "it is reserved" in error.why
    assert facet.definition in str(error)
    assert facet.instead in str(error)
    assert error.allowed == ()


def test_every_reserved_facet_of_the_real_catalogue_says_why(catalogue):
    """Each reserved name is refused wherever a facet may stand, with its reason and its way out."""
    reserved = [facet for facet in catalogue._holdings.facets.values() if facet.kind == "reserved"]
    assert {"commercial_use", "license", "quality"} <= {facet.id for facet in reserved}
    for facet in reserved:
        for request in ({"filters": {facet.id: ["x"]}}, {"count_by": [facet.id]}):
            assert facet.instead in str(lesson(catalogue, "search", **request))
        assert facet.instead in str(lesson(catalogue, "facets", facets=[facet.id]))


@pytest.mark.parametrize("given", ["x", None, 3, ["query"]])
def test_a_request_is_an_object(miniature, given):
    """What is no object is refused with the fields that there are."""
    with pytest.raises(BadQuery, match="an object with query, like, filters"):
        miniature.run("search", given)


def test_an_operation_that_is_not_there_is_named(miniature):
    """The operations that there are are listed, and the nearest offered."""
    with pytest.raises(BadQuery) as caught:
        miniature.run("serch", {})
    assert caught.value.near == ("search",)
    assert caught.value.allowed == tuple(OPERATIONS)


def test_the_words_of_requests_are_those_of_the_rules(miniature):
    """Purposes, values, facets and flags of the params are those of the judgement and of the facet table."""
    assert set(Purpose.__args__) == set(PURPOSES)
    assert set(Value.__args__) == set(VALUES)
    countable = {facet.id for facet in miniature._holdings.facets.values() if facet.kind != "reserved"}
    assert set(FacetId.__args__) == countable
    from mdexa.judgement.flags import FLAGS

    assert set(FlagId.__args__) == {row.id for row in FLAGS}
    assert set(LicenceStatus.__args__) >= {row.licence_status for row in miniature.search(limit=50).rows}


def test_sections_are_those_of_the_command_line():
    """What --section takes is what the library takes."""
    from mdexa.cli.arguments import SECTIONS

    assert set(SECTIONS) == set(Section.__args__)


def test_text_that_is_broken_is_mended(miniature):
    """Half of a character in a query is a question mark, and no crash."""
    assert miniature.search("kidney \ud800").total == miniature.search("kidney").total
    assert miniature.passages("\udfff").total == 0
    error = lesson(miniature, "search", filters={"topic": ["\ud800"]})
    assert error.got == "?"
