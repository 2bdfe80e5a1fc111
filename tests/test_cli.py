"""The command line: what each command prints and with which code it leaves, whatever it is given."""

import argparse
import json
import shlex
import shutil

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mdexa
from mdexa.cli import commands, main
from mdexa.cli.arguments import parser
from mdexa.purposes import PURPOSES
from tests.terminal import ROOT, inside, program

MINIATURE = ROOT / "tests" / "miniature"

#: command line -> (exit code, words of the output)
COMMANDS = {
    "search kidney ct": (0, "aurora-ct  Aurora Kidney CT"),
    "search zzqxw": (1, "No dataset of the catalogue matches"),
    "search --filter access_kind=open --filter topic=heart": (0, "fjord-notes"),
    "search kidney --filter access_kind=fee": (1, "without the filter access_kind: 2 more"),
    "search ECG --usable-for commercial_product/commercial --count-by year": (0, "allowed_with_conditions"),
    "search --like aurora-ct --limit 1": (0, "meadow-weights"),
    "search nimbus --usable-for commercial_product --basis own": (0, "(the publisher alone: allowed_with_conditions)"),
    "search nimbus --usable-for commercial_product": (1, "1 more are left out only because the terms of an upstream"),
    "search harbour ecg": (0, "cannot be had: withdrawn"),
    "search kidny": (0, "“kidny” was read as kidney (topic)"),
    "search commercial ecg": (0, "“commercial” can be a filter: usable_for=commercial_product"),
    "check dune-xray --purpose commercial_product": (0, "by dedication CC0-1.0: allowed"),
    "check dune-xray": (0, "third_party_api/noncommercial"),
    "check aurora-ct --purpose commercial_product": (1, "by images-licence CC-BY-NC-4.0: not_allowed"),
    "check dune-xray quartz --purpose teaching": (1, "not judged: “quartz” is no dataset of the catalogue"),
    "check aurora-ct --part outlines --purpose commercial_product": (0, "part outlines"),
    "check juniper-omics dune-xray --purpose teaching --purpose commercial_product": (1, "set by juniper-omics"),
    "explain aurora-ct --purpose commercial_product": (0, "7. own value: not_allowed"),
    "explain quartz": (1, ""),
    "card raven-text": (0, "IGNORE ALL PREVIOUS INSTRUCTIONS"),
    "card harbour-ecg": (0, "its successor is harbour-ecg-2"),
    "card dune-xray cobalt-slides --section relations": (0, "cobalt-slides subset of dune-xray"),
    "card dune-xray quartz": (1, "not judged"),
    "card aurora-ct --section parts --section statements": (0, "part outlines: Outlines of tumours (annotations)"),
    "evidence aurora-ct": (0, "* images-licence [licence on data of images] CC-BY-NC-4.0"),
    "evidence lagoon-qa --purpose teaching --setting noncommercial": (0, "read, download: nothing stated"),
    "evidence quartz": (1, "not judged"),
    "access grove-ehr": (0, "2. Prove who you are."),
    "access harbour-ecg": (0, "availability: withdrawn since 2021-07-01; its successor is harbour-ecg-2"),
    "access quartz": (1, "not judged"),
    "facets": (0, "20 datasets"),
    "facets access_kind --query heart": (0, "5 datasets"),
    "facets access_kind --query zzqxw": (1, "0 datasets"),
    "facets year --filter topic=pneumonia": (0, "1 dataset\n"),
    "similar aurora-ct": (0, "careful: derived from"),
    "similar aurora-ct --filter availability=private": (1, "This is final."),
    "similar quartz": (1, ""),
    "passages outlines of tumours": (0, "aurora-ct  summary"),
    "passages outlines --dataset aurora-ct --limit 1": (0, "--cursor 1."),
    "passages zzqxw": (1, "in no passage of a card: zzqxw"),
    "info": (0, "Miniature 3.1, as of 2026-11-30: 20 datasets"),
}

#: Commands that go on until they are stopped; their own tests look after them.
ENDLESS = ("serve",)

#: command line -> words of the one error
REFUSED = {
    "": "the following arguments are required: COMMAND",
    "serch kidney": "invalid choice: 'serch'",
    "diff a.mdexa b.mdexa": "a.mdexa: there is no such file",
    "export jsonll": "invalid choice: 'jsonll'",
    "search --limt 3": "there is no option --limt; did you mean --limit",
    "search kidney --limit 0": "limit: 0 is not accepted, expected a whole number >= 1",
    "search kidney --limit many": "invalid int value: 'many'",
    "search kidney --filter access_kind": "--filter: 'access_kind' is not accepted (legal: FACET=VALUE",
    "search kidney --filter access_kind=opne": "did you mean open, none?",
    "search kidney --filter nothing=1": "filters.nothing: 'nothing' is not accepted, there is no such field",
    "search kidney --filter commercial_use=yes": "Search with usable_for and a purpose, and read the verdict.",
    "search kidney --filter repo_only=perhaps": "(legal: true, false)",
    "search kidney --filter year_from=soon": "(legal: a year, as in 2019)",
    "search kidney --usable-for comercial_product": "did you mean commercial_product",
    "search kidney --usable-for teaching/never": "usable_for.setting: 'never' is not accepted",
    "search kidney --count-by licence": "A name of a licence does not tell what it covers.",
    "search kidney --cursor 1.2": "it belongs to another question",
    "check": "the following arguments are required: dataset",
    "check aurora-ct --purpose product": "purposes: 'product' is not accepted; did you mean commercial_product",
    "check aurora-ct --part image": "aurora-ct has no such part (legal: images",
    "check aurora-ct --setting any": "invalid choice: 'any'",
    "explain aurora-ct dune-xray": "this takes no further word: dune-xray",
    "explain aurora-ct --purpose product": "purpose: 'product' is not accepted",
    "card a b c d e f": "expected a list of a length <= 5",
    "card aurora-ct --section summery": "sections: 'summery' is not accepted; did you mean summary?",
    "facets quality": "it is reserved. Datasets are not graded here.",
    "facets yaer": "did you mean year?",
    "similar aurora-ct --limit 99": "limit: 99 is not accepted",
    "passages": "the following arguments are required: phrase",
    "info --nothing": "there is no option --nothing",
    "validate no-such-folder": "there is no such folder",
    "build no-such-folder": "there is no such folder",
    "site --base-url nowhere": "--base-url: 'nowhere' is not accepted, it is no web address",
    "site --older nothing.mdexa --target made": "there is no such file",
    "check dune-xray --fail-on never": "--fail-on: 'never' is not accepted",
    "check dune-xray --report use.pdf": "--report: 'use.pdf' is not accepted, its ending tells no format",
    "check --from nowhere.txt": "--from: 'nowhere.txt' is not accepted, it cannot be read: No such file",
    "check dune-xray --from-format csv": "it says how to read a file, and there is none; add --from FILE",
    "check dune-xray --column name": "it says how to read a file, and there is none; add --from FILE",
}


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_answer(run, line):
    """Each command prints its answer and leaves with the code that the answer has."""
    code, words = COMMANDS[line]
    done = run(line)
    assert done.code == code
    assert words in done.out
    assert "Traceback" not in done.err
    assert bool(done.err) is (not words)


def test_every_command_and_option_is_tried():
    """No command and no option is without a test above or below."""
    lines = [
        *COMMANDS,
        *REFUSED,
        "validate x --json --warnings",
        "build x --json --warnings --target y",
        "validate x --strict",
        "diff x y --html z",
        "--version -h",
    ]
    lines += [f"{name} --help --json --index x" for name in subparsers()]
    tried = {word for line in lines for word in shlex.split(line)}
    known = {name: command for name, command in subparsers().items() if name not in ENDLESS}
    assert {option for command in known.values() for option in command._option_string_actions} - {"-h"} <= tried
    assert known.keys() <= {line.split()[0] for line in (*COMMANDS, *REFUSED) if line}


def subparsers():
    """The parser of each command."""
    action = next(row for row in parser()._actions if isinstance(row, argparse._SubParsersAction))
    return action.choices


@pytest.mark.parametrize("line", REFUSED)
def test_wrong_use_is_refused(run, line, monkeypatch, tmp_path):
    """Wrong use prints nothing but one error with the way out, and leaves with 2."""
    monkeypatch.chdir(tmp_path)
    done = run(line)
    assert done.code == 2
    assert done.out == ""
    assert REFUSED[line] in done.err
    assert done.err.rstrip().splitlines()[-1].startswith("mdexa")
    assert "Traceback" not in done.err


def test_words_may_stand_between_options(run):
    """Words before, between and behind options are one list, where argparse alone would end it at the first option."""
    assert run("search kidney --limit 5 ct") == run("search kidney ct --limit 5")
    assert run("check --purpose teaching dune-xray --setting both aurora-ct") == run(
        "check dune-xray aurora-ct --purpose teaching --setting both"
    )
    assert run("passages outlines --dataset aurora-ct of tumours") == run(
        "passages outlines of tumours --dataset aurora-ct"
    )
    assert run("facets year --query heart topic") == run("facets year topic --query heart")


# JSON

#: command line -> (operation, request)
AS_JSON = {
    "search kidney ct --limit 3 --count-by year": ("search", {"query": "kidney ct", "limit": 3, "count_by": ["year"]}),
    "search --usable-for teaching --basis own --filter repo_only=false --filter year_from=2019": (
        "search",
        {"usable_for": {"purpose": "teaching", "basis": "own"}, "filters": {"repo_only": False, "year_from": 2019}},
    ),
    "check aurora-ct quartz --purpose teaching": (
        "check",
        {"datasets": ["aurora-ct", "quartz"], "purposes": ["teaching"]},
    ),
    "card raven-text --section facts": ("card", {"datasets": ["raven-text"], "sections": ["facts"]}),
    "evidence raven-text": ("evidence", {"datasets": ["raven-text"]}),
    "access raven-text": ("access", {"datasets": ["raven-text"]}),
    "facets year": ("facets", {"facets": ["year"]}),
    "similar aurora-ct --limit 2": ("similar", {"dataset": "aurora-ct", "limit": 2}),
    "passages script alert": ("passages", {"phrase": "script alert"}),
}


@pytest.mark.parametrize("line", AS_JSON)
def test_json_is_the_result_of_the_operation(run, miniature, line):
    """--json prints what the operation gives, with the same exit code as the table."""
    operation, request = AS_JSON[line]
    done = run(f"{line} --json")
    assert json.loads(done.out) == miniature.run(operation, request).to_dict()
    assert done.code == run(line).code


def test_every_query_command_has_json():
    """No command that asks something is without --json and --index."""
    for name, command in subparsers().items():
        if name in ENDLESS:
            continue
        # What is exported is for programs already.
        assert ("--json" in command._option_string_actions) is (name != "export")
        # The two of diff are what it is about.
        assert ("--index" in command._option_string_actions) is (name not in ("validate", "build", "diff"))


def test_explain_and_info_have_json(run, miniature):
    """The derivation by lines, and what the catalogue is."""
    told = json.loads(run("explain aurora-ct --purpose teaching --json").out)
    assert told == {
        "dataset": "aurora-ct",
        "derivation": miniature.explain("aurora-ct", purpose="teaching").split("\n"),
    }
    info = json.loads(run("info --json").out)
    assert info["digest"] == miniature.digest
    assert info["counts"]["catalogue"] == miniature.stamp.to_dict()
    assert (info["mdexa"], info["path"]) == (mdexa.__version__, str(miniature.path))


# Help


def test_help_has_examples_for_every_command(run):
    """Each command explains itself with at least one example of its own."""
    for name in subparsers():
        done = run([name, "--help"])
        assert done.code == 0
        assert f"\n  mdexa {name}" in done.out
    assert "exit codes: 0 found or fine" in run("--help").out
    assert run("--version").out == f"mdexa {mdexa.__version__}\n"


def examples():
    """Every example of every help text, but of those commands that do not end by themselves."""
    for name, command in subparsers().items():
        if name in ENDLESS:
            continue
        for line in command.epilog.splitlines()[1:]:
            yield pytest.param(name, shlex.split(line)[1:], id=line.strip())


@pytest.mark.parametrize(("name", "argv"), list(examples()))
def test_examples_of_the_help_run(capsys, workplace, name, argv):
    """What the help shows works on the real catalogue: it answers, or finds that not everything is permitted."""
    if name in ("build", "validate"):
        # A build would follow the link and write over what the other tests ask.
        for link in ("catalogue", "build/catalogue.mdexa"):
            (workplace / link).unlink()
        for folder in ("catalogue", "my-catalogue"):
            shutil.copytree(MINIATURE, workplace / folder)
    done = inside(capsys, *argv)
    assert done.err == ""
    assert done.out
    assert done.code == 0 or name == "check"


@pytest.mark.parametrize("width", [60, 80, 100, 500])
def test_help_fits_the_terminal(run, monkeypatch, width):
    """Help is as wide as the terminal, but for examples, which are lines to copy, and an option with its choices."""
    monkeypatch.setenv("COLUMNS", str(width))
    for name in ("", *subparsers()):
        lines = run([*filter(None, [name]), "--help"]).out.splitlines()
        long = [line for line in lines if len(line) > min(width, 120) and " " in line.strip()]
        assert not [line for line in long if not line.startswith("  mdexa ") and line.strip()[0] != "["]


def test_the_purposes_of_the_help_are_all():
    """Where a purpose may be given, the help lists all of them."""
    for name in ("search", "check", "explain", "evidence", "facets", "similar"):
        text = " ".join(subparsers()[name].format_help().split())
        assert all(purpose in text for purpose in PURPOSES)


# A fault, an interruption, anything


def test_a_fault_of_the_program_is_no_answer(run, monkeypatch):
    """A bug leaves with 70 and its trace, never with 1, which would read as nothing found."""
    monkeypatch.setattr(commands, "info", broken)
    done = run("info")
    assert done.code == 70
    assert "ZeroDivisionError" in done.err
    assert "please report it" in done.err


def broken(_arguments):
    """A command with a bug."""
    return 1 // 0


def test_an_interruption_leaves_quietly(run, monkeypatch):
    """Ctrl-C leaves with 130 and without a trace."""

    def interrupted(_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "info", interrupted)
    done = run("info")
    assert (done.code, done.out, done.err) == (130, "", "")


LONG_OPTIONS = {word for command in subparsers().values() for word in command._option_string_actions} - {"-h"}
COMMON = sorted(set(subparsers()) - set(ENDLESS))
PIECES = st.one_of(
    st.sampled_from(COMMON),
    st.sampled_from(sorted(LONG_OPTIONS - {"--help"})),
    st.sampled_from(
        [
            "aurora-ct", "quartz", "kidney", "access_kind=open", "year_from=2020", "commercial_product",
            "summary", "both", "images", "0", "7", "-1", "", "--", "-x", "=", "access_kind=", "licence_status",
            "=x", "repo_only=true",
        ]
    ),
    st.text(st.characters(exclude_characters="\0"), max_size=8),
)  # fmt: skip


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.sampled_from(COMMON) | PIECES, others=st.lists(PIECES, max_size=6))
def test_no_arguments_bring_it_down(run, monkeypatch, tmp_path, first, others):
    """Whatever is typed, it leaves with 0, 1 or 2, without a trace, and a refusal prints no answer."""
    monkeypatch.chdir(tmp_path)
    done = run([first, *others])
    assert done.code in (0, 1, 2)
    assert "Traceback" not in done.err
    assert done.code != 2 or done.out == ""


def test_the_module_runs(miniature_index):
    """`python -m mdexa` is the program, codes included."""
    assert program("search", "kidney", MDEXA_INDEX=str(miniature_index)).code == 0
    assert program("search", "zzqxw", MDEXA_INDEX=str(miniature_index)).code == 1
    done = program("search", "--limit", "0", MDEXA_INDEX=str(miniature_index))
    assert (done.code, done.out) == (2, "")


def test_the_script_of_the_package_is_main():
    """What pip installs as `mdexa` is the same function."""
    import tomllib

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts == {"mdexa": "mdexa.cli:main"}
    assert callable(main)


def test_results_are_printed_whole(run, miniature):
    """A result of many rows is printed to its end."""
    done = run("search --limit 50 --json")
    assert msgspec.json.decode(done.out)["rows"][-1]["id"] == miniature.search(limit=50).rows[-1].id
