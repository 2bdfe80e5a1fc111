"""The three tools on the invented and on the real catalogue: right, bounded, and cut only in words."""

import json
import statistics

import jsonschema
import pytest

from mdexa.agents.budgets import ANSWER, ROW, fit_row, shrink, size
from mdexa.agents.contracts import contract
from mdexa.agents.tools import DESIGNS, call
from mdexa.errors import BadQuery, NoSuchDataset
from mdexa.results import Match, Row

TOOLS = {tool.name: tool for design in DESIGNS.values() for tool in design}
VALIDATORS = {name: jsonschema.Draft202012Validator(contract(tool)["outputSchema"]) for name, tool in TOOLS.items()}
SECTIONS = ["summary", "facts", "counts", "parts", "access", "availability", "history", "relations", "problems"]


def asked(catalogue, tool, **arguments):
    """The answer of a tool, held to its contract and to the budget."""
    text = call(catalogue._holdings, TOOLS[tool], arguments).decode()
    answer = json.loads(text)
    VALIDATORS[tool].validate(answer)
    assert len(text) <= ANSWER
    return answer


def ids(catalogue):
    """The ids of all datasets."""
    return [catalogue._holdings.datasets.id(doc) for doc in range(len(catalogue))]


def test_a_search_tells_why_and_is_final(miniature):
    """Rows say why they match; a list that is whole says so."""
    answer = asked(miniature, "find_datasets", query="chest radiograph")
    assert answer["status"] == "match"
    assert answer["rows"][0]["matched"]
    assert answer["complete"] is True
    assert answer["as_of"] == miniature.stamp.as_of
    assert "cursor" not in answer


def test_nothing_found_is_a_final_answer(miniature):
    """No row, the catalogue's total, a sentence that other words will not help."""
    answer = asked(miniature, "find_datasets", query="zzyzx")
    assert (answer["status"], answer["rows"], answer["total"]) == ("no_match", [], 0)
    assert answer["catalogue_total"] == len(miniature)
    assert "other words for the same thing will not help" in answer["sentence"]


def test_pages_hold_every_row_once(miniature):
    """Cursor after cursor, each dataset comes once and the end says that it is the end."""
    seen, cursor = [], {}
    while True:
        answer = asked(miniature, "find_datasets", limit=7, **cursor)
        seen += [row["id"] for row in answer["rows"]]
        if answer["complete"]:
            break
        cursor = {"cursor": answer["cursor"]}
    assert sorted(seen) == ids(miniature)
    assert len(set(seen)) == len(seen)


def test_a_check_says_value_reasons_and_statements(miniature):
    """The default shows what decides, each reason as a sentence, each statement with its source."""
    answer = asked(miniature, "check_use", datasets=["dune-xray"], purposes=["commercial_product"])
    [use] = answer["results"]
    assert use["verdict"] == {"commercial_product": "allowed"}
    assert use["reasons"][0]["because"] == ["dedication (CC0-1.0): allowed"]
    assert use["statements"][0]["url"] == "https://dune.example.org/terms"
    assert answer["combined"] == {"commercial_product": "allowed"}


def test_verdicts_alone_are_short(miniature):
    """Without evidence there are no reasons and statements, and no value changes."""
    names = ids(miniature)
    short = asked(miniature, "check_use", datasets=names, evidence="none")
    values = {use["id"]: use["verdict"] for use in short["results"]}
    assert not any({"reasons", "statements", "readings"} & use.keys() for use in short["results"])
    for name in names:
        [use] = asked(miniature, "check_use", datasets=[name])["results"]
        assert use["verdict"] == values[name]


def test_all_evidence_is_for_few_names(miniature):
    """With evidence all the statements that do not decide are there too, for at most five names."""
    [use] = asked(miniature, "check_use", datasets=["dune-xray"], evidence="all")["results"]
    held = miniature.evidence("dune-xray").datasets[0].statements
    assert len(use["statements"]) == len(held)
    with pytest.raises(BadQuery, match="at most 5"):
        asked(miniature, "check_use", datasets=ids(miniature)[:6], evidence="all")


def test_a_near_name_is_not_judged(miniature):
    """It goes to unresolved with its candidates, and counts as unverifiable."""
    answer = asked(miniature, "check_use", datasets=["dune-xray", "dune-xrai"], purposes=["commercial_product"])
    assert [use["id"] for use in answer["results"]] == ["dune-xray"]
    assert "dune-xray" in answer["unresolved"]["dune-xrai"]
    assert answer["combined"] == {"commercial_product": "unverifiable"}
    assert answer["strictest"][0]["members"] == ["dune-xrai"]
    assert answer["strictest"][0]["without"] == "allowed"


def test_pairs_are_told_with_unknown(miniature):
    """Each two of the asked datasets have a row, also those of which nothing is known."""
    names = ids(miniature)[:4]
    answer = asked(miniature, "get_dataset", datasets=names, sections=["relations"])
    assert {frozenset((pair["a"], pair["b"])) for pair in answer["pairs"]} == {
        frozenset((a, b)) for a in names for b in names if a != b
    }
    assert "unknown" in {pair["relation"] for pair in answer["pairs"]}


def test_cards_hold_no_statements(miniature):
    """get_dataset points to check_use instead."""
    answer = asked(miniature, "get_dataset", datasets=["dune-xray"], sections=SECTIONS)
    assert "statements" not in answer["datasets"][0]
    assert "check_use" in answer["note"]


def test_passages_need_a_phrase_and_a_phrase_brings_passages(miniature):
    """The words looked for are asked for; with them the passages come without being named."""
    with pytest.raises(BadQuery, match="phrase"):
        asked(miniature, "get_dataset", datasets=["dune-xray"], sections=["passages"])
    [row] = asked(miniature, "get_dataset", datasets=["dune-xray"], phrase="pneumonia")["datasets"]
    assert any("pneumonia" in passage["what"] for passage in row["passages"])


def test_a_cursor_belongs_to_its_question(miniature):
    """With another question it is refused, not misread."""
    for tool, question in (("find_datasets", {"limit": 3}), ("check_use", {"datasets": ids(miniature)})):
        answer = asked(miniature, tool, **question)
        if "cursor" in answer:
            with pytest.raises(BadQuery, match="another question"):
                asked(miniature, tool, cursor=answer["cursor"], **question, **_another(tool))


def _another(tool):
    return {"query": "ecg"} if tool == "find_datasets" else {"setting": "commercial"}


def test_the_design_of_endpoints_gives_the_results_of_the_operations(miniature):
    """A thin layer: the same answer as the library."""
    answer = asked(miniature, "check", datasets=["dune-xray"])
    assert answer == miniature.check("dune-xray").to_dict()
    with pytest.raises(NoSuchDataset):
        asked(miniature, "similar", dataset="nobody")


def test_rows_keep_their_budget(catalogue):
    """On the real catalogue the mean row has at most 600 characters and none has more than 800."""
    lengths = []
    for query in ("chest x-ray with reports", "kidney CT segmentation", "EHR notes", "protein", "MRI"):
        for usable_for in ({}, {"usable_for": {"purpose": "model_training", "verdicts": ["not_allowed"]}}):
            rows = asked(catalogue, "find_datasets", query=query, limit=50, **usable_for)["rows"]
            lengths += [size(row) for row in rows]
    assert max(lengths) <= ROW
    assert statistics.mean(lengths) <= 600


def test_every_card_and_every_check_keeps_the_budget(catalogue):
    """Whatever is asked of one dataset of the real catalogue fits into an answer, or says what it leaves out."""
    for name in ids(catalogue):
        asked(catalogue, "get_dataset", datasets=[name], sections=SECTIONS, phrase="licence data")
        for evidence in ("none", "deciding", "all"):
            [use] = asked(catalogue, "check_use", datasets=[name], evidence=evidence)["results"]
            assert len(use["verdict"]) == 14


def test_a_long_list_is_paged_and_combined_covers_all(catalogue):
    """Fifty names come in pages; each page says the same of the whole, and no dataset is lost."""
    names = ids(catalogue)[:50]
    seen, cursor, combined = [], {}, []
    while True:
        answer = asked(catalogue, "check_use", datasets=names, **cursor)
        seen += [use["id"] for use in answer["results"]]
        combined.append(answer["combined"])
        assert answer["remaining"] == len(names) - len(seen) if "remaining" in answer else answer["complete"]
        if answer["complete"]:
            break
        cursor = {"cursor": answer["cursor"]}
    assert seen == names
    assert all(one == combined[0] for one in combined)
    assert len(combined) > 1


def test_the_worst_list_of_names_keeps_the_budget(catalogue):
    """Fifty of the longest names that nobody has, in characters that JSON has to escape."""
    names = ["\\" * 195 + f"{at:04}" for at in range(50)]
    answer = asked(catalogue, "check_use", datasets=names)
    assert len(answer["unresolved"]) == 50
    assert set(answer["combined"].values()) == {"unverifiable"}


def test_what_is_cut_is_named(catalogue):
    """A dataset that is too long for one answer keeps its verdict and says what is missing and how to get it."""
    holdings = catalogue._holdings
    cut = []
    for name in ids(catalogue):
        answer = json.loads(call(holdings, TOOLS["check_use"], {"datasets": [name]}))
        [use] = answer["results"]
        columns = {(part, column) for row in use["reasons"] for part in row["parts"] for column in row["columns"]}
        whole = {(row.part, column) for row in catalogue.check(name).results[0].parts for column in row.columns}
        assert columns == whole or any(name in sentence for sentence in answer["cut"])
        cut += answer.get("cut", [])
    assert all("shown" in sentence and "ask again" in sentence for sentence in cut)


def test_a_row_is_shortened_in_order():
    """What explains the match goes before the labels; id, status and flags stay."""
    row = Row(
        id="x" * 64,
        name="n" * 160,
        line="l" * 90,
        tags=dict.fromkeys(("modality", "organism", "topic", "task"), ("v" * 40,) * 3),
        licence_status="restricted",
        repo_only=True,
        access="open",
        availability="available",
        handling="link_only",
        risk_flags=("agreement_unread",),
        matched=(Match(typed="t" * 40, concept="c" * 40, field="tags"),) * 4,
        lacks=("w" * 40,) * 4,
    )
    fitted = fit_row(row)
    assert size(row) > ROW >= size(fitted)
    assert (fitted.id, fitted.risk_flags) == (row.id, row.risk_flags)
    assert fitted.tags["topic"] == ("v" * 40, "+2")


def test_shrinking_takes_the_longest_list_first():
    """And leaves what is no list alone."""
    value, cut = shrink({"a": ["x" * 100] * 8, "b": ["y"], "c": "z"}, ("a", "b"), 300, "ask for less")
    assert (len(value["a"]), value["b"], value["c"]) == (2, ["y"], "z")
    assert cut == ["a: 2 of 8 shown; ask for less"]
