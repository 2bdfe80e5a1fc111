"""What holds of every answer, whatever is asked: filters only narrow, numbers are exact, pages join, all is taken."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mdexa.columns import asked_columns
from mdexa.params import Filters, FlagId
from mdexa.purposes import PURPOSES, VALUES, columns_of, permits, worse_of

FEW, SOME = settings(max_examples=25), settings(max_examples=60)

#: Words that hit something in one of the two catalogues, words that hit nothing, and words that mean a filter.
WORDS = [
    "kidney", "CT", "chest x-ray", "胸片", "肺炎", "ECG", "brain", "sepsis", "question answering", "human", "harbour",
    "quartz", "kits20", "mimic", "zzqxw", "commercial", "open access", "dataset", "with", "kidny", "segmentation",
]  # fmt: skip
QUERIES = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
#: facet -> values of the params that are no tags
WORDED = {
    "licence_status": ("commercial_ok", "mixed", "restricted", "undeclared", "unverifiable", "conflicting"),
    "commercial_product": VALUES,
    "academic_research": VALUES,
    "access_kind": ("open", "registration", "credentialed", "agreement", "none", "fee"),
    "availability": ("available", "withdrawn", "never_released", "host_down"),
    "handling": ("link_only", "under_review"),
    "risk_flag": FlagId.__args__,
    "without_flags": FlagId.__args__,
    "organism": ("human", "mouse"),
}
FILTERS = st.fixed_dictionaries(
    {},
    optional={
        **{facet: st.lists(st.sampled_from(values), min_size=1, max_size=3) for facet, values in WORDED.items()},
        "repo_only": st.booleans(),
        "year_from": st.integers(2015, 2024),
    },
)
USABLE = st.fixed_dictionaries(
    {"purpose": st.sampled_from(PURPOSES)},
    optional={
        "setting": st.sampled_from(["commercial", "noncommercial", "both"]),
        "basis": st.sampled_from(["final", "own"]),
        "verdicts": st.lists(st.sampled_from(VALUES), min_size=1, max_size=4),
    },
)
REQUESTS = st.fixed_dictionaries(
    {"query": QUERIES},
    optional={"filters": FILTERS, "usable_for": USABLE, "like": st.sampled_from(["aurora-ct", "dune-xray"])},
)


def ids(catalogue, request):
    """The ids of all rows, page by page."""
    found, cursor = [], None
    while True:
        page = catalogue.run("search", {**request, "limit": 50, **({"cursor": cursor} if cursor else {})})
        found += [row.id for row in page.rows]
        cursor = page.cursor
        if cursor is None:
            return found


@SOME
@given(request=REQUESTS)
def test_a_filter_never_adds_rows(miniature, request):
    """What passes filters and purpose is among what is found without them, in the same order."""
    bare = {key: value for key, value in request.items() if key in ("query", "like")}
    narrowed, all_ids = ids(miniature, request), ids(miniature, bare)
    assert [one for one in all_ids if one in set(narrowed)] == narrowed


@SOME
@given(request=REQUESTS)
def test_relaxations_are_exact(miniature, request):
    """Dropping a filter gives exactly as many more as the answer says; a filter that is not named gives none."""
    result = miniature.run("search", request)
    said = {row.filter: row.more for row in result.relaxations}
    assert all(said.values())
    for name, rest in without_one(request):
        assert miniature.run("search", rest).total - result.total == said.pop(name, 0), name
    assert said == {}


def without_one(request):
    """The request without each of its filters."""
    filters = request.get("filters", {})
    for name in filters:
        rest = {key: value for key, value in filters.items() if key != name}
        yield ("year" if name == "year_from" else name), {**request, "filters": rest}
    if "usable_for" in request:
        yield "usable_for", {key: value for key, value in request.items() if key != "usable_for"}


@SOME
@given(request=REQUESTS, facet=st.sampled_from(["access_kind", "licence_status", "risk_flag", "organism", "modality"]))
def test_counts_are_what_filtering_yields(miniature, request, facet):
    """The count of a value is the number of rows that a filter by it gives, under the same request."""
    result = miniature.run("search", {**request, "count_by": [facet]})
    for value, count in result.counts[facet].items():
        filters = request.get("filters", {})
        if facet in filters:
            continue
        assert miniature.run("search", {**request, "filters": {**filters, facet: [value]}}).total == count


@FEW
@given(request=REQUESTS)
def test_facets_and_search_count_alike(miniature, request):
    """The operation facets gives the counts of the search with the same words, filters and purpose."""
    asked = {key: value for key, value in request.items() if key != "like"}
    names = ["availability", "topic", "year"]
    counted = miniature.run("facets", {"facets": names, **asked})
    found = miniature.run("search", {"count_by": names, **asked})
    assert counted.total == found.total
    assert {facet: {row.value: row.n for row in rows} for facet, rows in counted.counts.items()} == found.counts


@SOME
@given(request=REQUESTS, limits=st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_pages_join_to_the_whole_list(miniature, request, limits):
    """Pages of any size, joined by their cursors, are the whole list: nothing twice, nothing left out, one total."""
    whole = miniature.run("search", {**request, "limit": 50})
    found, cursor, at = [], None, 0
    while True:
        limit = limits[at % len(limits)]
        page = miniature.run("search", {**request, "limit": limit, **({"cursor": cursor} if cursor else {})})
        found += page.rows
        assert page.total == whole.total
        assert page.remaining == whole.total - len(found)
        assert page.complete is (page.cursor is None) is (page.remaining == 0)
        cursor, at = page.cursor, at + 1
        if cursor is None:
            break
    assert found == list(whole.rows)
    assert len({row.id for row in found}) == len(found) == whole.total


@settings(max_examples=150)
@given(query=st.text(st.characters(), max_size=300))
def test_search_takes_any_text(miniature, query):
    """Whatever is typed, halves of characters included, there is an answer: status, sentence and a total that fits."""
    result = miniature.search(query, limit=3)
    assert (result.status == "no_match") is (result.total == 0)
    assert len(result.rows) == min(result.total, 3)
    assert result.sentence
    msgspec.json.encode(result)


@FEW
@given(query=st.text(st.characters(codec="utf-8"), min_size=1, max_size=200))
def test_every_operation_takes_any_name(miniature, query):
    """Any text is a name that belongs to a card or is unresolved, and a phrase with or without an answer."""
    for ask in (miniature.check, miniature.card, miniature.evidence, miniature.access):
        result = ask(query)
        assert all(len(row.candidates) <= 5 for row in result.unresolved)
    assert miniature.passages(query).total >= 0


@FEW
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), usable_for=st.none() | USABLE)
def test_rows_fit_and_keep_their_verdict(miniature, catalogue, words, usable_for):
    """At most 800 characters of JSON a row, in both catalogues, with a verdict for every asked column."""
    request = {"query": " ".join(words), "limit": 10} | ({"usable_for": usable_for} if usable_for else {})
    for answer in (miniature.run("search", request), catalogue.run("search", request)):
        for row in answer.rows:
            assert len(msgspec.json.encode(row).decode()) <= 800
            if usable_for:
                asked = asked_columns(usable_for["purpose"], usable_for.get("setting", "both"))
                assert tuple(row.verdict) == asked


@FEW
@given(query=QUERIES, usable_for=USABLE)
def test_usable_rows_have_the_asked_verdicts(miniature, query, usable_for):
    """Every row under `usable_for` has one of the asked verdicts in every asked column, on the asked basis."""
    wanted = set(usable_for.get("verdicts", ["allowed", "allowed_with_conditions"]))
    basis = usable_for.get("basis", "final")
    for row in miniature.search(query, usable_for=usable_for, limit=50).rows:
        for verdict in row.verdict.values():
            value = verdict.value if basis == "final" else verdict.own or verdict.value
            assert value in wanted


@SOME
@given(usable_for=USABLE, filters=FILTERS)
def test_numbers_beside_usable_for_are_exact(miniature, usable_for, filters):
    """Sets left out by an unclear upstream alone, and sets with a usable part, are those that a check names."""
    asked = {key: value for key, value in usable_for.items() if key != "basis"}
    result = miniature.search(filters=filters, usable_for=asked)
    columns = asked_columns(asked["purpose"], asked.get("setting", "both"))
    wanted = set(asked.get("verdicts", ["allowed", "allowed_with_conditions"]))
    names = ids(miniature, {"filters": filters})
    checked = (
        miniature.check(names, purposes=[asked["purpose"]], setting=asked.get("setting", "both")).results
        if names
        else ()
    )
    open_ = wanted | {"undeclared", "unverifiable"}
    unclear = [
        row.id
        for row in checked
        if all((row.whole[column].own or row.whole[column].value) in wanted for column in columns)
        and all(row.whole[column].value in open_ for column in columns)
        and not all(row.whole[column].value in wanted for column in columns)
    ]
    assert result.upstream_only == len(unclear)
    if {"allowed", "allowed_with_conditions"} <= wanted:
        partly = [
            row.id
            for row in checked
            if has_usable_part(row, columns) and not all(row.whole[column].value in wanted for column in columns)
        ]
        assert result.usable_parts == len(partly)


def has_usable_part(row, columns):
    """Whether one separable part permits in all the columns."""
    values = {}
    for verdict in row.parts:
        if verdict.counts and verdict.separable == "yes":
            for column in verdict.columns:
                values.setdefault(verdict.part, {})[column] = verdict.value
    return any(all(permits(by_column[column]) for column in columns) for by_column in values.values())


NAMES = st.lists(
    st.sampled_from(
        [
            "aurora-ct",
            "Dune CXR",
            "dune-xray",
            "grove-ehr",
            "juniper-omics",
            "quartz",
            "QTZ-2",
            "nobody",
            "lagoon-qa",
            "沙丘胸片",
        ]
    ),
    min_size=1,
    max_size=8,
)


@SOME
@given(names=NAMES, purpose=st.sampled_from(PURPOSES), order=st.randoms(use_true_random=False))
def test_combined_is_the_worst_in_any_order(miniature, names, purpose, order):
    """Combined is the worst of all members, unresolved names as unverifiable; the order of names is irrelevant."""
    result = miniature.check(names, purposes=[purpose])
    for column in columns_of(purpose):
        values = [row.whole[column].value for row in result.results] + ["unverifiable"] * len(result.unresolved)
        assert result.combined[column] == worse_of(values)
    mixed = list(names)
    order.shuffle(mixed)
    other = miniature.check(mixed, purposes=[purpose])
    assert other.combined == result.combined
    assert {row.id for row in other.results} == {row.id for row in result.results}
    for mine, theirs in zip(result.strictest, other.strictest, strict=True):
        assert (set(mine.members), mine.without) == (set(theirs.members), theirs.without)


@SOME
@given(names=NAMES, purpose=st.sampled_from(PURPOSES))
def test_unresolved_names_are_never_judged(miniature, names, purpose):
    """A name is judged or unresolved, never both; what is not resolved has no verdict and lets nothing pass."""
    result = miniature.check(names, purposes=[purpose])
    judged = {row.asked for row in result.results}
    unresolved = {row.name for row in result.unresolved}
    assert not judged & unresolved
    assert unresolved == set(names) & {"quartz", "QTZ-2", "nobody"}
    if unresolved:
        assert not any(permits(value) for value in result.combined.values())


@FEW
@given(names=NAMES, purpose=st.sampled_from(PURPOSES))
def test_adding_a_name_never_betters_the_list(miniature, names, purpose):
    """What is combined over more names is as bad or worse."""
    column = columns_of(purpose)[0]
    whole = miniature.check(names, purposes=[purpose]).combined[column]
    first = miniature.check(names[:1], purposes=[purpose]).combined[column]
    assert worse_of([whole, first]) == whole


@pytest.mark.parametrize("facet", ["modality", "topic", "organism", "task"])
def test_a_wider_value_finds_all_that_a_narrower_finds(catalogue, facet):
    """A filter on a wider value of the vocabulary keeps every dataset that a filter on a narrower one keeps."""
    holdings = catalogue._holdings
    for value in holdings.values(facet):
        narrow = set(ids(catalogue, {"filters": {facet: [value]}}))
        assert len(narrow) == holdings.values(facet)[value]
        for wider in holdings.concept(f"{facet}/{value}").broader:
            assert narrow <= set(ids(catalogue, {"filters": {facet: [wider]}}))


@FEW
@given(phrase=QUERIES.filter(str.strip), limit=st.integers(1, 7))
def test_pages_of_passages_join(miniature, phrase, limit):
    """Passages come page by page without overlap, and the total is the same on each page."""
    found, cursor = [], None
    while True:
        page = miniature.passages(phrase, limit=limit, **({"cursor": cursor} if cursor else {}))
        found += page.passages
        cursor = page.cursor
        if cursor is None:
            break
    assert len(found) == page.total
    encoded = [msgspec.json.encode(passage) for passage in found]
    assert len(set(encoded)) == len(encoded)


def test_filters_are_all_covered():
    """Every filter that is no free text takes part in the properties above."""
    covered = set(WORDED) | {"repo_only", "year_from"}
    assert set(Filters.__struct_fields__) - covered == {"modality", "topic", "task", "publisher", "year_to"}
