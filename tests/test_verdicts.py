"""The verdicts on real datasets that were reasoned out by hand from the sources, each with what decides."""

from pathlib import Path

import pytest

from mdexa.compiler import source

PINNED = sorted((Path(__file__).parent / "verdicts").glob("*.yaml"))


def cases():
    """Every pinned case of every file."""
    for path in PINNED:
        document, findings = source.read(path.name, path.read_bytes())
        assert not findings, findings
        for case in document.data:
            yield pytest.param(case, id=case["dataset"])


def test_enough_hard_cases_are_pinned():
    """The case table of the rules, and at least fifteen hard sets besides, are pinned with what decides."""
    ids = {param.id for param in cases()}
    table = {
        "kits19",
        "abdomenct-1k",
        "medmnist",
        "enhance-pet-1-6k",
        "mimic-iv",
        "mimic-iii",
        "mimic-iii-demo",
        "roco",
        "medqa",
        "chexpert",
        "cmedqa2",
        "open-patients",
        "tiger",
        "gnomad",
        "openneuro",
        "jhu-csse-covid",
        "pdb70",
        "camelyon16",
    }
    assert table <= ids
    assert len(ids - table) >= 15


@pytest.mark.parametrize("case", list(cases()))
def test_verdict(case, verdicts):
    """A real dataset gets the verdict that its sources support."""
    judged = verdicts[case["dataset"]]
    if "status" in case:
        assert judged.licence_status == case["status"], case["why"]
    if "repo_only" in case:
        assert judged.repo_only is case["repo_only"]
    if "ok_parts" in case:
        assert set(judged.ok_parts) == set(case["ok_parts"])
    flags = {flag.id for flag in judged.flags}
    assert set(case.get("flags", ())) <= flags
    assert not set(case.get("no_flags", ())) & flags
    for value in case.get("values", ()):
        _check_value(judged, value)


def _check_value(judged, expected):
    column = expected["column"]
    if "part" not in expected:
        assert judged.whole[column] == expected["value"], column
        return
    ruling = judged.part(expected["part"]).ruling(column)
    assert ruling.value == expected["value"], (expected["part"], column, ruling)
    if "own" in expected:
        assert ruling.own == expected["own"]
    if "taken" in expected:
        assert {taken.statement for taken in ruling.taken} == set(expected["taken"])
    if "reported" in expected:
        assert ruling.reported is not None
        assert ruling.reported.value == expected["reported"]
    for upstream in expected.get("edges", ()):
        assert upstream in {edge.upstream for edge in ruling.edges if edge.gives != ruling.own}
