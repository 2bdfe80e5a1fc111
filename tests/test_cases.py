"""Every finding code has an input that earns it, exact words, a mended input, and a heading in the docs.

`tests/cases/base/` is a small catalogue without findings. A case is a folder named after its code; `bad.yaml` (and
`bad-<variant>.yaml`) lists edits of the base, `expected.txt` (`expected-<variant>.txt`) what is then found, `good.yaml`
edits after which nothing is. `MDEXA_BLESS=1` writes what is found into the expected files.
"""

import ast
import os
import re
import shutil
import textwrap
from pathlib import Path

import pytest
import yaml

from mdexa.compiler import inspect
from mdexa.compiler.finding import render

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases"
BASE = CASES / "base"
CODE = re.compile(r"(layout|yaml|shape|meaning|quality)/[a-z0-9-]+")

FOLDERS = sorted(path.parent for path in CASES.glob("*/*/bad.yaml"))
BAD = sorted(CASES.glob("*/*/bad*.yaml"))


def code_of(folder):
    """`tests/cases/yaml/tab` -> `yaml/tab`."""
    return folder.relative_to(CASES).as_posix()


def edits_of(path):
    """The edits that a file lists."""
    return yaml.safe_load(path.read_text("utf-8")) or []


def edited(edits, target):
    """A copy of the base catalogue with the edits in it, ready to be surveyed."""
    shutil.copytree(BASE, target)
    for edit in edits:
        if "folder" in edit:
            return target / edit["folder"]
        apply(edit, target / edit["file"])
    return target


def apply(edit, path):
    """One edit: another text for one that occurs once, or another file, a link, or nothing."""
    if "find" in edit:
        text = path.read_text("utf-8")
        assert text.count(edit["find"]) == 1, f"occurs {text.count(edit['find'])} times: {edit['find']}"
        path.write_text(text.replace(edit["find"], edit["put"]), "utf-8")
    elif "text" in edit:
        path.write_text(edit.get("before", "") + edit["text"] * edit.get("times", 1), "utf-8")
    elif "hex" in edit:
        path.write_bytes(bytes.fromhex(edit["hex"]) + (path.read_bytes() if edit.get("keep") else b""))
    elif "link" in edit:
        path.symlink_to(edit["link"])
    else:
        assert edit["delete"]
        path.unlink()


def found_in(edits, target):
    """What is found after the edits, as the terminal shows it."""
    return "".join(render(finding) + "\n" for finding in inspect(edited(edits, target)).findings)


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{code_of(path.parent)}:{path.stem}")
def test_bad_input_is_found(path, tmp_path):
    """Each bad input gives exactly the findings that were looked at and kept."""
    found = found_in(edits_of(path), tmp_path / "catalogue")
    kept = path.with_name(path.name.replace("bad", "expected")).with_suffix(".txt")
    if os.environ.get("MDEXA_BLESS"):
        kept.write_text(found, "utf-8")
    assert found == kept.read_text("utf-8")


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{code_of(path.parent)}:{path.stem}")
def test_case_earns_its_code(path):
    """What a case finds is its own code, whatever else is found beside it."""
    text = path.with_name(path.name.replace("bad", "expected")).with_suffix(".txt").read_text("utf-8")
    assert f" {code_of(path.parent)}: " in text


@pytest.mark.parametrize("folder", FOLDERS, ids=code_of)
def test_good_input_is_not_found(folder, tmp_path):
    """The mended form gives no finding at all."""
    assert found_in(edits_of(folder / "good.yaml"), tmp_path / "catalogue") == ""


def test_base_has_no_findings(tmp_path):
    """The catalogue that every case edits is without fault and without warning."""
    assert found_in([], tmp_path / "catalogue") == ""


def codes_in_source():
    """Every finding code that the compiler can give."""
    codes = set()
    for path in sorted((ROOT / "mdexa" / "compiler").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                codes.add(node.value)
    return codes


def test_every_code_has_a_case():
    """No code without a case, no case without a code."""
    assert {code_of(folder) for folder in FOLDERS} == codes_in_source()


def test_every_expected_file_belongs_to_a_case():
    """No expected text is left behind by a case that is gone."""
    kept = {
        path.with_name(path.name.replace("expected", "bad")).with_suffix(".yaml")
        for path in CASES.glob("*/*/expected*.txt")
    }
    assert kept == set(BAD)


def docs_sections():
    """Code -> (what it means, wrong, right) as docs/findings.md has it."""
    text = (ROOT / "docs" / "findings.md").read_text("utf-8")
    sections = {}
    for section in text.split("\n### ")[1:]:
        code, _, body = section.partition("\n")
        what = body.strip().partition("\n")[0]
        sections[code] = (what, re.findall(r"```(yaml|text)\n(.*?)\n```", body.partition("\n## ")[0], re.DOTALL))
    return sections


def test_every_code_is_explained():
    """Each code has one heading in the docs, a sentence, a wrong example and a right one."""
    sections = docs_sections()
    assert sections.keys() == codes_in_source()
    assert all(what.endswith(".") and len(examples) == 2 for what, examples in sections.values())


@pytest.mark.parametrize("folder", FOLDERS, ids=code_of)
def test_documented_examples_are_the_tested_ones(folder):
    """An example in YAML is the text of the case, so that the docs cannot drift from what is found."""
    _, examples = docs_sections()[code_of(folder)]
    for (kind, shown), name in zip(examples, ("bad.yaml", "good.yaml"), strict=True):
        if kind == "yaml":
            assert shown == textwrap.dedent(edits_of(folder / name)[0]["put"]).strip()
