"""The invented catalogue, compiled and asked: everything that comes out is kept in `tests/expected/` and looked at.

`tests/miniature/` is laid out like the real catalogue; each card has one strange thing. A change of any output fails
here, shows the difference, and is accepted by running the tests with MDEXA_BLESS=1 after it was looked at.
"""

import difflib
import json
import os
import shlex
import subprocess
import sys

import pytest

from mdexa.compiler.documents import Speller, dataset_document
from mdexa.compiler.links import links_of
from mdexa.operations import OPERATIONS
from tests.pretty import pretty
from tests.terminal import ROOT, inside
from tests.test_cli import ENDLESS, subparsers

EXPECTED = ROOT / "tests" / "expected"
#: The folders of `expected/` that are made here; others belong to other tests.
FOLDERS = ("answers", "documents", "facets", "help", "terminal")
MINIATURE = ROOT / "tests" / "miniature"
BLESS = "MDEXA_BLESS=1 python -m pytest tests/test_golden.py"

PRODUCT = {"purpose": "commercial_product"}
#: name -> (operation, request)
REQUESTS = {
    "search-words": ("search", {"query": "kidney CT segmentation", "count_by": ["licence_status", "access_kind"]}),
    "search-chinese": ("search", {"query": "胸片 肺炎"}),
    "search-misspelt": ("search", {"query": "kidny tumor"}),
    "search-usable": ("search", {"query": "human", "usable_for": PRODUCT, "limit": 3}),
    "search-own": ("search", {"query": "nimbus", "usable_for": {**PRODUCT, "basis": "own"}}),
    "search-like": ("search", {"like": "fjord-notes", "filters": {"access_kind": ["open"]}}),
    "search-nothing": ("search", {"query": "zzqxw", "filters": {"access_kind": ["open"]}}),
    "search-filtered-away": ("search", {"query": "ECG", "filters": {"access_kind": ["open"], "organism": ["human"]}}),
    "search-gone": ("search", {"query": "harbour ecg"}),
    "search-near": ("search", {"query": "QTZ-2"}),
    "search-hints": ("search", {"query": "commercial ECG without registration 商用"}),
    "card-sections": (
        "card",
        {
            "datasets": ["aurora-ct", "meadow-weights"],
            "sections": ["summary", "facts", "counts", "relations", "history"],
        },
    ),
    "card-hostile": ("card", {"datasets": ["raven-text"], "sections": ["summary", "facts", "access", "problems"]}),
    "evidence-parts": ("evidence", {"datasets": ["aurora-ct"], "purposes": ["commercial_product", "teaching"]}),
    "evidence-unread": ("evidence", {"datasets": ["grove-ehr"], "purposes": ["academic_research"]}),
    "facets": ("facets", {}),
    "facets-filtered": ("facets", {"facets": ["topic", "year"], "query": "heart", "usable_for": PRODUCT}),
    "access": ("access", {"datasets": ["grove-ehr", "harbour-ecg", "quartz"]}),
    "similar": ("similar", {"dataset": "aurora-ct", "usable_for": PRODUCT}),
    "check-list": ("check", {"datasets": ["aurora-ct", "dune-xray", "Quartz"], "purposes": ["commercial_product"]}),
    "check-upstream": (
        "check",
        {"datasets": ["ember-notes", "opal-grades", "nimbus-graph"], "purposes": ["redistribution"]},
    ),
    "check-part": ("check", {"datasets": ["bramble-figures"], "part": "figures", "purposes": ["teaching"]}),
    "passages": ("passages", {"phrase": "outlines of tumours"}),
    "passages-one-card": ("passages", {"phrase": "licence", "datasets": ["harbour-ecg-2", "nobody"]}),
}

#: name -> command line
COMMANDS = {
    "search": "search kidney ct",
    "search-usable": "search human --usable-for commercial_product --limit 4 --count-by access_kind",
    "search-nothing": "search ECG --filter access_kind=open commercial",
    "search-gone": "search harbour ecg",
    "check": "check aurora-ct nimbus-graph quartz --purpose commercial_product",
    "check-all-purposes": "check lagoon-qa",
    "explain-parts": "explain aurora-ct --purpose commercial_product",
    "explain-upstream": "explain ember-notes --purpose derived_data_release",
    "explain-unread": "explain grove-ehr --purpose teaching",
    "explain-replaced": "explain harbour-ecg-2 --purpose commercial_product",
    "explain-items": "explain bramble-figures --purpose redistribution --setting commercial",
    "card": "card aurora-ct harbour-ecg",
    "card-parts": "card bramble-figures --section parts --section statements --section relations",
    "card-hostile": "card raven-text",
    "evidence": "evidence aurora-ct lagoon-qa --purpose commercial_product",
    "access": "access grove-ehr harbour-ecg",
    "facets": "facets",
    "similar": "similar aurora-ct --limit 3",
    "passages": "passages outlines of tumours --limit 3",
}


def produced(survey, catalogue, capsys):
    """Everything that is kept: file below `expected/` -> text."""
    files = {f"documents/{name}.json": text for name, text in documents(survey, catalogue)}
    files["facets/values.json"] = pretty(facet_values(catalogue))
    for name, (operation, request) in REQUESTS.items():
        files[f"answers/{name}.json"] = pretty(catalogue.run(operation, request).to_dict())
    for name, line in COMMANDS.items():
        done = inside(capsys, *shlex.split(line))
        files[f"terminal/{name}.txt"] = f"$ mdexa {line}\n{done.out}{done.err}[leaves with {done.code}]"
    for name in ("", *(name for name in subparsers() if name not in ENDLESS)):
        files[f"help/{name or 'mdexa'}.txt"] = inside(capsys, *filter(None, (name, "--help"))).out.rstrip("\n")
    return {name: f"{text}\n" for name, text in files.items()}


def documents(survey, catalogue):
    """For each card what the index holds of it: what is stored, and what it is found by."""
    speller, links = Speller(survey.vocabulary, survey.cards.values()), links_of(survey.cards)
    datasets = catalogue._holdings.datasets
    for doc in range(len(datasets)):
        card = survey.cards[datasets.id(doc)]
        document = dataset_document(card, catalogue._holdings.judged(doc), links[card.id], speller)
        stored = {name: json.loads(datasets.stored(doc, name)) for name in document.stored if name != "card"}
        found_by = {
            "names": document.names,
            "facets": {facet: values for facet, values in document.facets.items() if "/" not in facet},
            "terms": document.fields,
        }
        yield card.id, pretty({**stored, **found_by})


def facet_values(catalogue):
    """The values of each facet with their numbers, those that only usable_for looks at included."""
    datasets = catalogue._holdings.datasets
    survey_facets = [*catalogue._holdings.facets, "usable_parts", "final/teaching", "own/commercial_product"]
    return {facet: datasets.facet_values(facet) for facet in survey_facets if datasets.facet_values(facet)}


@pytest.fixture
def made(miniature_survey, miniature, miniature_index, capsys, monkeypatch):
    """What the miniature gives now, and what was kept of it."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("MDEXA_INDEX", str(miniature_index))
    now = produced(miniature_survey, miniature, capsys)
    if os.environ.get("MDEXA_BLESS"):
        bless(now)
    return now, {name: (EXPECTED / name).read_text("utf-8") for name in kept_files()}


def kept_files():
    """The files that were kept, below `expected/`."""
    paths = (path for folder in FOLDERS for path in sorted((EXPECTED / folder).rglob("*")) if path.is_file())
    return [path.relative_to(EXPECTED).as_posix() for path in paths]


def bless(now):
    """Keeps what is given now, and drops what is not given any more."""
    for name in kept_files():
        if name not in now:
            (EXPECTED / name).unlink()
    for name, text in now.items():
        path = EXPECTED / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def test_output_is_what_was_looked_at(made):
    """Documents, answers, terminal output and help are those that were kept, file by file."""
    now, kept = made
    missing, stale = sorted(now.keys() - kept.keys()), sorted(kept.keys() - now.keys())
    assert not missing, f"never looked at; to keep them: {BLESS}"
    assert not stale, f"not given any more; to drop them: {BLESS}"
    changed = [name for name in sorted(now) if now[name] != kept[name]]
    shown = "".join(difference(kept[name], now[name], name) for name in changed)
    assert not changed, f"\n{shown}\nlook at it, and if it is right: {BLESS}"


def difference(kept, now, name):
    """A diff of two texts, cut where it is long."""
    lines = list(
        difflib.unified_diff(kept.splitlines(), now.splitlines(), f"kept/{name}", f"now/{name}", lineterm="", n=1)
    )
    more = [f"... and {len(lines) - 40} lines more"] if len(lines) > 40 else []
    return "".join(f"{line}\n" for line in [*lines[:40], *more])


def test_kept_files_can_be_reviewed(made):
    """All together stay within a few hundred kilobytes, with no line that nobody would read."""
    _, kept = made
    assert sum(len(text) for text in kept.values()) <= 500_000
    assert max(len(line) for text in kept.values() for line in text.splitlines()) <= 2000


def test_every_operation_and_command_is_kept():
    """No operation and no command is without an answer to look at."""
    assert {operation for operation, _ in REQUESTS.values()} == set(OPERATIONS)
    asked = {line.split()[0] for line in COMMANDS.values()}
    # What the others print depends on the place of files.
    assert asked == set(subparsers()) - {"info", "validate", "build", "diff", "export", "site", *ENDLESS}


def compiled(folder, target, **environment):
    """The bytes of an index that another process compiles."""
    code = "import sys; from pathlib import Path; from mdexa.compiler import build; build(*map(Path, sys.argv[1:]))"
    subprocess.run(
        [sys.executable, "-c", code, str(folder), str(target)],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
    )
    return target.read_bytes()


def copied(target, *, backwards):
    """The miniature as another folder, its files created in another order."""
    files = sorted(path for path in MINIATURE.rglob("*") if path.is_file())
    for path in sorted(files, reverse=backwards):
        place = target / path.relative_to(MINIATURE)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    return target


def test_the_same_catalogue_gives_the_same_bytes(miniature_index, tmp_path):
    """Two hash seeds, two orders of files, two time zones and two locales: one index, byte for byte."""
    expected = miniature_index.read_bytes()
    for seed, zone, locale, backwards in (("0", "UTC", "C", False), ("4242", "Asia/Tokyo", "C.UTF-8", True)):
        folder = copied(tmp_path / f"files-{seed}", backwards=backwards)
        environment = {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        assert compiled(folder, tmp_path / f"{seed}.mdexa", **environment) == expected
