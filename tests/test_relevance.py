"""The search finds what the cards say: judged queries beside two plain engines, answers of none, substitutes."""

from urllib.parse import parse_qsl

import msgspec
import pytest
import yaml

from tests.relevance import report
from tests.relevance.judged import BEST, HERE, LOADER, Judge, queries
from tests.relevance.running import ALL, figures, run
from tests.relevance.scoring import ndcg, success

#: The least success@3, and how far nDCG@10 is above that of the better peer.
SUCCESS, LEAD = 0.95, 0.10
#: How far nDCG@10 of one kind of query may be below a peer: one query of a dozen.
WORSE = 0.08
#: How far a figure of the page may be from the run before the page has to be written anew.
NEAR_ALL, NEAR_KIND = 0.02, 0.10

WITHOUT_ANSWER = [judged for judged in queries() if judged.expect is not None]


def read(name):
    """The rows of a file beside the queries."""
    return yaml.load((HERE / f"{name}.yaml").read_text("utf-8"), LOADER)[name]  # noqa: S506  # both are safe


@pytest.fixture(scope="module")
def outcomes(catalogue, shipped):
    """All judged queries, run on the real catalogue."""
    return run(catalogue, shipped.cards, shipped.vocabulary)


@pytest.fixture(scope="module")
def by_kind(outcomes):
    """The figures by kind of query."""
    return {one.kind: one for one in figures(outcomes)}


def test_the_answer_is_among_the_first_three(by_kind):
    """success@3 over all judged queries."""
    assert by_kind[ALL].success["Mdexa"] >= SUCCESS


def test_the_order_is_better_than_that_of_plain_engines(by_kind):
    """nDCG@10 over all judged queries, against the better of the peers that are installed."""
    found = dict(by_kind[ALL].ndcg)
    own = found.pop("Mdexa")
    assert own >= max(found.values()) + LEAD


def test_no_kind_of_query_is_worse_than_with_a_plain_engine(by_kind):
    """Names and plain words are found as well as by an engine that knows nothing else."""
    for kind, one in by_kind.items():
        assert one.ndcg["Mdexa"] >= max(one.ndcg.values()) - WORSE, kind


def test_there_are_queries_of_every_kind():
    """At least 60 judged queries besides the requests, and enough of each kind to say something."""
    kinds = [judged.kind for judged in queries()]
    assert len([kind for kind in kinds if kind != "request"]) >= 60
    assert min(kinds.count(kind) for kind in set(kinds)) >= 10


def test_queries_are_judged_soundly(shipped):
    """Every card and tag that a judgement names is there, grades go from 0 to 3, and no query is judged twice."""
    judge = Judge(shipped.cards, shipped.vocabulary)
    asked = [(judged.query, str(judged.filters)) for judged in queries()]
    assert len(asked) == len(set(asked))
    for judged in queries():
        tags = {tag for row in judged.carries for tag in row.tags}
        assert set(judged.grades) <= set(shipped.cards), judged.query
        assert tags <= judge.known_tags, judged.query
        assert set(judged.grades.values()) | {row.grade for row in judged.carries} <= set(range(BEST + 1)), judged.query
        assert (judged.expect is None) == bool(judge.grades(judged)), judged.query


def test_the_page_is_current(by_kind):
    """docs/relevance.md has the figures of this catalogue: else run `python -m tests.relevance`."""
    told = report.read()
    assert list(told) == list(by_kind)
    for kind, (number, *cells) in told.items():
        one = by_kind[kind]
        assert number == one.queries, kind
        heads = [(part, engine) for part in (one.success, one.ndcg) for engine in report.ENGINES]
        for (part, engine), cell in zip(heads, cells, strict=True):
            if engine in part:  # bm25s need not be installed here
                assert abs(part[engine] - cell) <= (NEAR_ALL if kind == ALL else NEAR_KIND), (kind, engine)


def test_the_measures_are_right():
    """A best order has 1, a wrong one less; the best grade that there is has to be among the first three."""
    grades = {"a": 3, "b": 2, "c": 1}
    assert ndcg(["a", "b", "c"], grades) == 1
    assert ndcg(["x", "y"], grades) == 0
    assert ndcg(["b", "a", "c"], grades) < ndcg(["a", "c", "b"], grades) < 1
    assert success(["b", "c", "a"], grades) == 1
    assert success(["b", "c", "x", "a"], grades) == 0


@pytest.mark.parametrize("judged", WITHOUT_ANSWER, ids=[judged.query[:40] for judged in WITHOUT_ANSWER])
def test_that_there_is_none_is_an_answer(catalogue, judged):
    """Where nothing fits the answer says so: what is nowhere, what every row lacks, what a filter keeps out."""
    result, expected = catalogue.search(**judged.request()), judged.expect
    assert result.status == expected.status
    assert set(expected.unknown) <= set(result.unknown_words)
    assert set(expected.hints) <= {hint.means for hint in result.hints}
    assert all(set(expected.lacks) <= set(row.lacks) for row in result.rows)
    assert expected.dropping in {None, *(row.filter for row in result.relaxations)}
    assert expected.none_has is None or f"No dataset has {expected.none_has}" in result.sentence


def applied(means):
    """What a hint means, as a part of a request."""
    (name, value), *_ = parse_qsl(means)
    if name in {"usable_for", "like"}:
        return {name: {"purpose": value} if name == "usable_for" else value}
    return {"filters": {name: value == "true" if name == "repo_only" else [value]}}


def test_every_hint_is_a_legal_request(catalogue, shipped):
    """Whatever a word of use or access is offered as can be asked, and brings no more than the question without."""
    free = catalogue.search("lung").total
    concepts = [concept for concept in shipped.vocabulary["use_term"].concepts if concept.means]
    for concept in concepts:
        assert catalogue.search("lung", **applied(concept.means)).total <= free, concept.id
        assert concept.means in {hint.means for hint in catalogue.search(f"lung, {concept.label}").hints}, concept.id


@pytest.mark.parametrize(
    ("query", "means", "kind"),
    [
        ("EEG, no registration", "access_kind=open", "open"),
        ("脑电 免注册", "access_kind=open", "open"),
        ("open access EEG", "access_kind=open", "open"),
        ("EEG with credentialed access", "access_kind=credentialed", "credentialed"),
    ],
)
def test_words_of_access_work_as_filters(catalogue, query, means, kind):
    """`no registration` is offered as a filter, and with it every row is open; without it nothing was left out."""
    result = catalogue.search(query, limit=50)
    assert means in {hint.means for hint in result.hints}
    assert {row.id for row in result.rows} == {row.id for row in catalogue.search("EEG", limit=50).rows}
    assert result.complete
    assert {row.access for row in catalogue.search(query, **applied(means)).rows} <= {kind}


@pytest.mark.parametrize(
    ("query", "dataset"),
    [("datasets like CheXpert", "chexpert"), ("alternatives to MIMIC-IV", "mimic-iv"), ("类似 KiTS19", "kits19")],
)
def test_who_asks_for_others_is_told_how(catalogue, query, dataset):
    """`like CheXpert` names CheXpert, and offers the request that brings its like."""
    result = catalogue.search(query)
    assert result.rows[0].id == dataset
    assert f"like={dataset}" in {hint.means for hint in result.hints}
    assert catalogue.search(**applied(f"like={dataset}")).rows[0].id != dataset


@pytest.mark.parametrize("row", read("substitutes"), ids=lambda row: row["dataset"])
def test_substitutes_are_what_a_researcher_would_take(catalogue, shipped, row):
    """The best comes first, the first three are all substitutes, and nothing of another kind is among the five."""
    judge = Judge(shipped.cards, shipped.vocabulary)
    ids = [found.row.id for found in catalogue.similar(row["dataset"], limit=5).rows]
    assert {ids[0], *judge.tags[ids[0]]} & set(row["best"])
    fitting = {card for card, tags in judge.tags.items() if any(tags.issuperset(alike) for alike in row["alike"])}
    assert set(ids[:3]) <= fitting | {*row.get("named", ())}, ids
    assert not set(ids) & set(row["never"]), ids


@pytest.mark.parametrize("row", read("phrases"), ids=lambda row: row["phrase"])
def test_a_phrase_brings_its_passage(catalogue, row):
    """The passage is among the first three, with its field, its source and whose word it rests on."""
    found = catalogue.passages(row["phrase"], limit=3).passages
    assert any(
        (passage.dataset, passage.field, passage.trust) == (row["dataset"], row["field"], row["trust"])
        and row["words"] in passage.text
        and (passage.source is not None or passage.trust == "unsourced")
        for passage in found
    ), [msgspec.to_builtins(passage) for passage in found]
