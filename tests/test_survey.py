"""A whole catalogue is read: everything is found at once, in one order, and nothing that is not there."""

import copy
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mdexa.compiler.draft import walk
from mdexa.compiler.finding import Finding, arrange, pointer_of, render, render_json
from mdexa.compiler.rules import RULES
from mdexa.compiler.source import read
from mdexa.compiler.survey import survey

ROOT = Path(__file__).parents[1]
BASE = Path(__file__).parent / "cases" / "base"


@pytest.fixture
def catalogue(tmp_path):
    """A small catalogue without faults that a test may spoil."""
    return shutil.copytree(BASE, tmp_path / "catalogue")


def edit(catalogue, file, find, put):
    """Another text in a file of the catalogue."""
    path = catalogue / file
    text = path.read_text("utf-8")
    assert find in text
    path.write_text(text.replace(find, put), "utf-8")


def codes_of(surveyed):
    """Code and file of each finding."""
    return [(finding.code, finding.file) for finding in surveyed.findings]


def test_sound_catalogue_is_handed_on_whole(catalogue):
    """Cards by id, licences by key, vocabulary by facet, facets and release."""
    surveyed = survey(catalogue)
    assert surveyed.findings == ()
    assert surveyed.sound
    assert list(surveyed.cards) == ["raw", "toy"]
    assert surveyed.cards["toy"].version == "1.0"
    assert surveyed.licences["MIT"].columns["teaching"].value == "allowed_with_conditions"
    assert sorted(surveyed.vocabulary) == ["modality", "organism", "task", "topic", "use_term"]
    assert surveyed.release.as_of == "2026-11-30"
    assert surveyed.facets.facets[-1].kind == "reserved"
    assert surveyed.lines["cards/toy.yaml"].at(("homepage",)) == 5


def test_all_faults_of_all_files_are_found_at_once(catalogue):
    """A fault of writing, one of shape and one of meaning, in three files, in one run."""
    edit(catalogue, "cards/toy.yaml", "aliases: [TXR]", "aliases: [raw toys]")
    edit(catalogue, "cards/raw.yaml", "layer: annotations", "layer: annotation")
    edit(catalogue, "facets.yaml", "kind: derived", "kind: [derived")
    assert codes_of(survey(catalogue)) == [
        ("shape/not-legal", "cards/raw.yaml"),
        ("yaml/syntax", "facets.yaml"),
    ]
    edit(catalogue, "cards/raw.yaml", "layer: annotation", "layer: annotations")
    assert codes_of(survey(catalogue)) == [("meaning/name-taken", "cards/toy.yaml"), ("yaml/syntax", "facets.yaml")]


@pytest.mark.parametrize("text", ["id: raw\n", "id: [\n", "- 1\n", "", "id: raw\nname: 1\n"])
def test_links_to_a_broken_card_are_no_fault_of_the_linking_card(catalogue, text):
    """A card that cannot be read is said to be broken; of those that name it nothing is said."""
    (catalogue / "cards" / "raw.yaml").write_text(text, "utf-8")
    surveyed = survey(catalogue)
    assert {file for _, file in codes_of(surveyed)} == {"cards/raw.yaml"}
    assert list(surveyed.cards) == ["toy"]


@pytest.mark.parametrize("file", ["licences.yaml", "vocabulary/modality.yaml", "catalogue.yaml", "facets.yaml"])
def test_a_broken_table_is_no_fault_of_the_cards(catalogue, file):
    """What cannot be compared is not called wrong."""
    (catalogue / file).write_text("a: [\n", "utf-8")
    assert codes_of(survey(catalogue)) == [("yaml/syntax", file)]


def test_order_of_files_and_keys_is_irrelevant(catalogue, tmp_path):
    """Findings are sorted by file, line and code, however they were met."""
    edit(catalogue, "cards/toy.yaml", "dataset: raw", "dataset: row")
    edit(catalogue, "cards/raw.yaml", "for: [toy]", "for: [tay]")
    edit(catalogue, "cards/raw.yaml", "reviewed: 2026-11-01", "reviewed: 2027-11-01")
    found = survey(catalogue).findings
    assert len(found) == 3
    assert list(found) == sorted(found, key=lambda finding: (finding.file, finding.line, finding.code))
    again = tmp_path / "again"
    for path in sorted(catalogue.rglob("*.yaml"), reverse=True):
        target = again / path.relative_to(catalogue)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    assert survey(again).findings == found


def test_progress_counts_every_file(catalogue):
    """Each file is one step, and the last step is the whole."""
    steps = []
    survey(catalogue, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(step, 10) for step in range(1, 11)]


def test_schemas_may_lie_elsewhere(catalogue, tmp_path):
    """The folder of schemas can be named, and another schema is another law."""
    schemas = shutil.copytree(ROOT / "schema", tmp_path / "schemas")
    path = schemas / "catalogue.schema.json"
    path.write_text(
        path.read_text("utf-8").replace('"required": ["name", ', '"required": ["nickname", "name", '), "utf-8"
    )
    assert codes_of(survey(catalogue, schemas=schemas)) == [("shape/missing-key", "catalogue.yaml")]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rules_are_listed_once_and_say_their_law(rule):
    """The table holds each rule once, and each rule states in a sentence what must be so."""
    assert RULES.count(rule) == 1
    assert rule.__doc__.endswith(".")


def test_every_rule_stands_in_the_table():
    """No function that takes the drafts is forgotten."""
    listed = {rule.__name__ for rule in RULES}
    found = set()
    for path in (ROOT / "mdexa" / "compiler" / "rules").glob("*.py"):
        text = path.read_text("utf-8")
        found |= set(re.findall(r"@of_each_card\ndef (\w+)", text))
        found |= set(re.findall(r"^def (\w+)\(drafts: Drafts\)", text, re.MULTILINE)) - {"_entries", "_edges"}
    assert found == listed


def test_a_rule_that_raises_is_a_bug(catalogue, monkeypatch):
    """An exception inside a rule is not hidden as a finding."""

    def broken(_drafts):
        raise KeyError("bug")

    monkeypatch.setattr(sys.modules["mdexa.compiler.survey"], "RULES", (broken,))
    with pytest.raises(KeyError):
        survey(catalogue)


def places(node, path=()):
    """Every place inside nested data."""
    if path:
        yield path
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, value in inside:
        yield from places(value, (*path, step))


TOY = read("cards/toy.yaml", (BASE / "cards" / "toy.yaml").read_bytes())[0].data
JUNK = (
    None,
    True,
    -1,
    2.5,
    "",
    "all",
    "none",
    "as_upstream",
    "up:x",
    "MIT AND",
    "https://[",
    [],
    {},
    [[]],
    {"a": []},
    ["x", "x"],
)


@given(st.sampled_from(sorted(places(TOY), key=str)), st.sampled_from((*JUNK, "delete", "repeat")))
@settings(max_examples=60)
def test_spoiled_cards_end_in_findings(path, value):
    """Whatever stands in whatever place of a card, the survey ends, with findings that can be shown."""
    card = copy.deepcopy(TOY)
    around = card
    for step in path[:-1]:
        around = around[step]
    if value == "delete":
        del around[path[-1]]
    elif value == "repeat" and isinstance(around, list):
        around.append(copy.deepcopy(around[path[-1]]))
    else:
        around[path[-1]] = value
    with tempfile.TemporaryDirectory() as folder:
        catalogue = Path(shutil.copytree(BASE, Path(folder) / "catalogue"))
        (catalogue / "cards" / "toy.yaml").write_text(json.dumps(card), "utf-8")
        surveyed = survey(catalogue)
    assert all(render(finding) for finding in surveyed.findings)
    assert surveyed.sound or ("toy" not in surveyed.cards or any("meaning/" in code for code, _ in codes_of(surveyed)))


def test_findings_are_safe_to_print():
    """Nothing from a file reaches the terminal as a control or direction sign, nor breaks the line."""
    finding = Finding(
        code="shape/malformed",
        severity="error",
        file="cards/a\x1b[2J.yaml",
        line=3,
        pointer="/id",
        message="a\nb\u202ec",
        remedy="d\x07\udce9",
        got="\x00",
    )
    shown = render(finding)
    assert shown.count("\n") == 1
    assert shown.splitlines()[0] == "cards/a\\x1b[2J.yaml:3: error shape/malformed: a\\nb\\u202ec"
    assert shown.encode("ascii")
    assert json.loads(render_json([finding]))[0]["message"] == "a\nb\u202ec"


def test_findings_are_unique_and_sorted():
    """The same finding twice is one; line 10 comes after line 9."""
    at = [msgspec.structs.replace(_finding(), line=line) for line in (10, 9, 10, 0)]
    assert [finding.line for finding in arrange(at)] == [0, 9, 10]
    assert render(at[3]).startswith("cards/x.yaml: error")


def _finding():
    return Finding(code="yaml/tab", severity="error", file="cards/x.yaml", line=1, pointer="", message="m", remedy="r")


def test_pointers_follow_the_standard():
    """A slash and a tilde inside a key are written as RFC 6901 says."""
    assert pointer_of(()) == ""
    assert pointer_of(("says", "model_training/commercial", 0, "a~b")) == "/says/model_training~1commercial/0/a~0b"


def examples():
    """The cards that docs/card.md shows, by id."""
    text = (ROOT / "docs" / "card.md").read_text("utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    return {re.search(r"^id: (\S+)", block, re.MULTILINE).group(1): block for block in blocks}


@pytest.fixture(scope="module")
def documented(tmp_path_factory):
    """The shipped tables with the documented cards instead of the real ones, surveyed."""
    target = tmp_path_factory.mktemp("documented") / "catalogue"
    shutil.copytree(ROOT / "catalogue", target, ignore=shutil.ignore_patterns("cards"))
    (target / "cards").mkdir()
    for card_id, text in examples().items():
        (target / "cards" / f"{card_id}.yaml").write_text(text, "utf-8")
    return survey(target)


def test_documented_cards_are_valid(documented):
    """What docs/card.md shows can be copied: not one error, and no warning about the cards."""
    assert [render(finding) for finding in documented.findings if finding.file.startswith("cards/")] == []
    assert len(documented.cards) == 2


def test_documented_cards_show_every_field(documented):
    """Each field of each struct of a card occurs in docs/card.md."""
    lacking: dict[type, set[str]] = {}
    for card in documented.cards.values():
        for _, node in walk(card):
            empty = {name for name in node.__struct_fields__ if getattr(node, name) in (None, (), {})}
            known = lacking.setdefault(type(node), set(node.__struct_fields__))
            known &= empty
    assert {kind.__name__: fields for kind, fields in lacking.items() if fields} == {}
