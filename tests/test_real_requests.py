"""Requests that people made in public threads, through the library, on the real catalogue.

Each case of `tests/requests/*.yaml` holds the id of a request, its text in our words, the thread, names as typed
(`names`, and `beside` them), a `query` or a set that others are wanted instead of (`like`), and

right    what the right answer rests on: expectations, see `tests/expectations.py`; with `needs` (what the asker wants
         to know) and `purposes` they are a case of the benchmark of the agents' tools, too, which is told no more
also     what the library tells beyond that
trap     what a wrong answer would say: none of it may hold
why      what makes the answer right, in one sentence
changed  where the thread's answer no longer holds, and what the sources say today

A request whose datasets have no card stands in `absent.yaml`, with the reason.
"""

from pathlib import Path

import pytest
import yaml

from tests.asking import ask, failures
from tests.expectations import KINDS, holds, speaks

FOLDER = Path(__file__).parent / "requests"
ABSENT = yaml.safe_load((FOLDER / "absent.yaml").read_text("utf-8"))
CASES = [
    case
    for path in sorted(FOLDER.glob("*.yaml"))
    if path.name != "absent.yaml"
    for case in yaml.safe_load(path.read_text("utf-8"))
]
#: All requests that were collected.
NUMBERS = """
001 002 005 007 009 011 012 014 016 018 020 022 023 025 027 029 031 034 035 037 039 042 043 044 047 048 050 053 055 056
057 060 063 064 067 068 070 072 075 076 078 080 082 083 086 087 088 090 092 094 096 098 100 102 104 106 108 110 112 113
115 118 120 122 124 126 128 130 132 135 137 140 143 145 147 149 150 154 155 156 158 159 160 162 164 166 167 170 173 175
177 179 181 182 184 188 190 192 193
"""
#: Requests without a trap that anybody was seen to fall into.
WITHOUT_TRAP = """
048 055 064 070 082 087 090 096 100 102 108 115 126 128 143 147 155 156 158 166 173 177 184 193
"""
FIELDS = {"id", "text", "source", "needs", "names", "beside", "purposes", "query", "like"}
FIELDS |= {"right", "also", "trap", "why", "changed"}

#: kind -> an expectation that holds, and one of the same thing that does not
PROOFS = {
    "value": (["kits19", "commercial_product", "not_allowed"], ["kits19", "commercial_product", "allowed"]),
    "permitted": (["kits19", "academic_research"], ["kits19", "commercial_product"]),
    "not_permitted": (["kits19", "commercial_product"], ["kits19", "academic_research"]),
    "part": (
        ["kits19", "images-rest", "commercial_product", "not_allowed"],
        ["kits19", "images-rest", "commercial_product", "needs_permission"],
    ),
    "part_permitted": (["kits19", "labels", "academic_research"], ["kits19", "labels", "commercial_product"]),
    "part_not_permitted": (["kits19", "labels", "commercial_product"], ["kits19", "labels", "academic_research"]),
    "ok_part": (["covid-chestxray", "commercial_product"], ["kits19", "commercial_product"]),
    "condition": (["kits19", "redistribution/noncommercial", "the licence"], ["kits19", "commercial_product", "fee"]),
    "combined": (["commercial_product", "not_allowed"], ["commercial_product", "allowed"]),
    "status": (["kits19", "restricted"], ["kits19", "commercial_ok"]),
    "flag": (["kits19", "reply_disagrees"], ["kits19", "licence_changed"]),
    "repo_only": ("abdomenct-1k", "kits19"),
    "source": (["kits19", "data/LICENSE"], ["kits19", "kits23"]),
    "decides": (["kits19", "CC-BY-NC-SA-4.0"], ["kits19", "MIT"]),
    "left_out": (["kits19", "root-licence"], ["kits19", "data-licence"]),
    "access": (["kits19", "open"], ["kits19", "credentialed"]),
    "step": (["kits19", "clone the repository"], ["kits19", "sign"]),
    "availability": (["kits19", "available"], ["kits19", "withdrawn"]),
    "told": (["kits19", "a urologist"], ["kits19", "a dentist"]),
    "event": (["kits19", "2022-01-28"], ["kits19", "2022-01-29"]),
    "relation": (["abdomenct-1k", "derived_from", "kits19"], ["kits19", "derived_from", "abdomenct-1k"]),
    "count": (["kits19", 210], ["kits19", 211]),
    "counted": (["kits19", 210, "training"], ["kits19", 90, "training"]),
    "row": ("kits19", "nyt-covid"),
    "top": ("kits19", "nyt-covid"),
    "answer": ("match", "no_match"),
    "understood": (["kidney tumour", "kidney tumour"], ["kidney tumour", "kidney"]),
    "hint": ("usable_for=commercial_product", "usable_for=teaching"),
    "substitute": (["KiTS19", "kits21"], ["KiTS19", "nyt-covid"]),
    "resolves": (["KiTS19", "kits19"], ["KiTS19", "kits21"]),
    "unresolved": ("KiTS20", "KiTS19"),
    "near": (["KiTS20", "kits19"], ["KiTS20", "nyt-covid"]),
}
PROVED = {
    "names": ["KiTS19", "AbdomenCT-1K", "covid-chestxray-dataset", "KiTS20"],
    "query": "commercial kidney tumour CT",
    "like": "KiTS19",
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_request(case, catalogue):
    """What the right answer rests on is there, and what a wrong answer would say is not."""
    assert not failures(catalogue, case), case["why"]


def test_every_request_is_tested_or_listed():
    """Once: by a case, or among those whose datasets have no card."""
    ids = sorted(case["id"] for case in (*CASES, *ABSENT))
    assert ids == [f"r{number}" for number in NUMBERS.split()]
    assert len(ABSENT) <= 10


@pytest.mark.parametrize("case", ABSENT, ids=[case["id"] for case in ABSENT])
def test_absent(case, catalogue):
    """A dataset without a card is judged by no other one: its names stay unresolved, and the list stays true."""
    checked = catalogue.check(*case["names"], purposes=["commercial_product"])
    assert not checked.results
    assert [name.name for name in checked.unresolved] == case["names"]
    assert checked.combined == {"commercial_product": "unverifiable"}
    assert case["reason"].startswith("No card; ")


@pytest.mark.parametrize("case", [*CASES, *ABSENT], ids=lambda case: case["id"])
def test_a_case_is_well_formed(case):
    """Only known fields; a public thread; expectations of known kinds; a trap unless none is known."""
    expected = FIELDS if "right" in case else {"id", "text", "source", "names", "reason"}
    assert set(case) <= expected
    assert case["source"].startswith("https://")
    if "right" in case:
        assert case["right"]
        assert case["why"].endswith(".")
        kinds = [kind for field in ("right", "also", "trap") for one in case.get(field, ()) for kind in one]
        assert set(kinds) <= set(KINDS)
        assert ("trap" in case) is (case["id"].removeprefix("r") not in WITHOUT_TRAP.split())


@pytest.fixture(scope="module")
def proved(catalogue):
    """What the library says on the names that the kinds are proved on."""
    return ask(catalogue, PROVED)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_can_fail(kind, proved):
    """Each kind of expectation tells right from wrong, on the same answers; and both are spoken of."""
    right, wrong = PROOFS[kind]
    assert holds(proved, {kind: right})
    assert not holds(proved, {kind: wrong})
    assert speaks(proved, {kind: wrong})
    assert set(PROOFS) == set(KINDS)


def test_what_is_wrong_is_named(catalogue):
    """A right thing that is missing, a trap that holds, and a trap that nothing was said of: each is told."""
    wrong = {
        "names": ["KiTS19"],
        "right": [{"permitted": ["kits19", "commercial_product"]}],
        "also": [{"access": ["kits19", "fee"]}],
        "trap": [{"access": ["kits19", "open"]}, {"access": ["mimic-iv", "open"]}],
    }
    named = failures(catalogue, wrong)
    assert [line.partition(":")[0] for line in named] == ["missed", "missed", "in the trap", "nothing was said on"]


def test_a_kind_that_does_not_exist_is_an_error(proved):
    """A misspelt kind never passes."""
    with pytest.raises(KeyError):
        holds(proved, {"permited": ["kits19", "academic_research"]})
