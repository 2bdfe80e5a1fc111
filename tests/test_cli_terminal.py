"""What reaches a terminal: widths, colours, pipes, other scripts, and no character that could steer it."""

import io
import json
import os
import subprocess
import sys
import unicodedata

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mdexa.card import Statement
from mdexa.cli.output import clean, escaped
from mdexa.cli.paper import Paper, cut, pad, shown
from mdexa.cli.progress import Progress
from mdexa.compiler import judged
from mdexa.compiler.freezing import freeze
from tests.terminal import ROOT, inside, program

#: Controls of terminals (7 and 8 bits), directions, invisible tags, line ends that are none, halves that shells make.
STEERING = "\x1b[2J\x1b]0;title\x07\x9b31m\x08\r\x7f\u202e\u2066\u200e\u2028\u2029\U000e0041\ufeff\x00"
#: Fields of a card that are free text.
FREE = {
    "name", "aliases", "summary", "publisher", "contact", "homepage", "version", "doi", "what", "note", "conditions",
    "other_limits", "untrusted_third_party_text", "locator", "url", "steps", "decided_by", "regions_blocked", "how",
    "unit", "scope",
}  # fmt: skip

#: Commands that show the card in every way that there is.
ALL = [
    "search raven",
    "search",
    "search --like lagoon-qa --count-by publisher",
    "check raven-text --purpose teaching",
    "check raven-text",
    "explain raven-text",
    "card raven-text --section parts --section relations --section problems --section summary --section counts",
    "card raven-text lagoon-qa",
    "evidence raven-text",
    "access raven-text",
    "facets publisher year",
    "similar lagoon-qa",
    "passages script alert",
    "search raven --filter publisher=rven",
    "similar ravn-text",
    "check rven-text",
    "info",
]


def poisoned(value, field=""):
    """The value with steering characters in every free text of it."""
    if isinstance(value, str):
        return f"{STEERING}{value}{STEERING}" if field in FREE else value
    if isinstance(value, msgspec.Struct):
        # The scope of a statement is a word of a list, that of a count is free.
        kept = {"scope"} if isinstance(value, Statement) else set()
        changes = {name: poisoned(getattr(value, name), name) for name in value.__struct_fields__ if name not in kept}
        return msgspec.structs.replace(value, **changes)
    return tuple(poisoned(item, field) for item in value) if isinstance(value, tuple) else value


@pytest.fixture(scope="module")
def poison(miniature_survey, tmp_path_factory):
    """An index whose cards steer terminals: the compiler refuses such text, so it is frozen past the rules."""
    cards = {card_id: poisoned(card) for card_id, card in miniature_survey.cards.items()}
    release = msgspec.structs.replace(miniature_survey.release, name=f"Mini{STEERING}ature")
    survey = msgspec.structs.replace(miniature_survey, cards=cards, release=release)
    target = tmp_path_factory.mktemp("poison") / "catalogue.mdexa"
    freeze(survey, judged(survey), target)
    return target


def steering(text):
    """The characters of a text that steer a terminal, line feeds not counted."""
    return {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {
        "\n"
    }


@pytest.mark.parametrize("line", ALL)
@pytest.mark.parametrize("form", ["", " --json"])
def test_no_text_of_a_card_steers_the_terminal(run, poison, monkeypatch, line, form):
    """Nothing but letters and line feeds is printed, in tables, in JSON and in errors."""
    monkeypatch.setenv("MDEXA_INDEX", str(poison))
    done = run(f"{line}{form}")
    assert done.out or done.err
    assert steering(done.out) == set()
    assert steering(done.err) == set()


def test_escaped_json_means_the_same(run, poison, monkeypatch):
    """JSON whose steering characters are written as escapes is still the result of the operation."""
    from mdexa.catalogue import open_catalogue

    monkeypatch.setenv("MDEXA_INDEX", str(poison))
    done = run("card raven-text --section facts --section summary --json")
    answer = open_catalogue(poison).card("raven-text", sections=["facts", "summary"])
    assert json.loads(done.out) == answer.to_dict()
    assert STEERING in json.loads(done.out)["cards"][0]["summary"]


@settings(max_examples=150)
@given(text=st.text(st.characters(codec="utf-8")))
def test_clean_and_escaped_leave_no_steering(text):
    """Any text: cleaned it has no steering character, escaped inside JSON it means what it meant."""
    assert steering(clean(text)) == set()
    assert [c for c in text if c.isalnum()] == [c for c in clean(text) if c.isalnum()]
    document = msgspec.json.encode({"text": text}).decode()
    assert steering(escaped(document)) == set()
    assert json.loads(escaped(document)) == {"text": text}


# Width


def sticks_out(line, width):
    """Whether a line is wider than the paper though it could have been parted."""
    return shown(line) > width and " " in line.strip()


@pytest.mark.parametrize("width", [20, 40, 41, 60, 80, 100, 119, 300])
@pytest.mark.parametrize("line", ALL)
def test_lines_fit_the_terminal(run, monkeypatch, line, width):
    """No line is wider than the terminal, from 40 to 120 columns; only a word that is wider by itself sticks out."""
    if line.startswith("explain"):
        return  # a derivation is printed as it is, so that its lines can be compared
    monkeypatch.setenv("COLUMNS", str(width))
    room = min(max(width, 40), 120)
    lines = run(line).out.split("\n")
    assert [one for one in lines if sticks_out(one, room)] == []
    assert all(one == one.rstrip() for one in lines)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("胸片", 4), ("Ｘ線", 4), ("é", 1), ("e\u0301", 1), ("한국", 4), ("", 0), ("ab胸c", 5), ("\u20dd", 0)],
)
def test_text_is_as_wide_as_it_is_shown(text, columns):
    """Ideographs and wide letters take two columns, marks none."""
    assert shown(text) == columns
    assert shown(pad(text, 8)) == 8
    assert pad(text, 1) == text or columns < 1


@pytest.mark.parametrize(
    ("text", "width", "kept"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("胸片数据", 5, "胸片…"),
        ("胸片数据", 4, "胸…"),
        ("胸片", 4, "胸片"),
        ("胸片", 2, "…"),
    ],
)
def test_text_is_cut_by_columns(text, width, kept):
    """A cut text fits, wide letters counted as two."""
    assert cut(text, width) == kept
    assert shown(kept) <= width


def test_columns_of_other_scripts_stand_under_each_other():
    """A table with ideographs has its cells where they belong."""
    rows = list(Paper(60, coloured=False).table([("胸片", "1", "a"), ("abc", "22", "b")], 2))
    assert [shown(row[: row.rindex(" ") + 1]) for row in rows] == [12, 12]


def test_scripts_without_spaces_are_parted():
    """A long text of ideographs is wrapped, and nothing of it is lost; a space stays where it was."""
    text = "肾脏肿瘤分割挑战赛" * 12 + " 2019 年"
    lines = list(Paper(40, coloured=False).wrap(text, 2, 4))
    assert all(shown(line) <= 40 for line in lines)
    assert "".join(line.strip() for line in lines).replace(" ", "") == text.replace(" ", "")
    assert "2019" in " ".join(lines)


@settings(max_examples=80)
@given(
    text=st.text(st.sampled_from("ab 胸片é\u0301-/.x"), max_size=120),
    width=st.integers(40, 120),
    indent=st.integers(0, 8),
    hang=st.integers(0, 8),
)
def test_wrapping_loses_nothing(text, width, indent, hang):
    """Wrapped lines fit unless a single word does not, begin at their indents, and hold all letters in order."""
    lines = list(Paper(width, coloured=False).wrap(text, indent, hang))
    assert "".join("".join(lines).split()) == "".join(clean(text).split())
    assert not [line for line in lines if sticks_out(line, width)]
    starts = [len(line) - len(line.lstrip(" ")) for line in lines]
    assert starts[:1] in ([], [indent])
    assert set(starts[1:]) <= {hang}


def test_a_table_without_room_is_text():
    """Where the last column would have no room, the row is written as text, with every cell in it."""
    row = ("model_training/noncommercial", "allowed_with_conditions", "set by somebody; without: allowed")
    lines = list(Paper(40, coloured=False).table([row], 2))
    assert len(lines) > 1
    assert " ".join(" ".join(lines).split()) == " ".join(row)


# Colour


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self):
        """It is."""
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"TERM": "xterm"}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(monkeypatch, environment, coloured):
    """Colour on a terminal, none with NO_COLOR, on a dumb terminal, or in a file."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert Paper().coloured is coloured
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert Paper().coloured is False


@pytest.mark.parametrize("line", ALL)
def test_colour_changes_no_letter(run, monkeypatch, line):
    """With colour the same letters stand in the same places."""
    from mdexa.cli import paper

    monkeypatch.setenv("COLUMNS", "60")
    plain = run(line).out
    usual = paper.Paper.__init__
    monkeypatch.setattr(paper.Paper, "__init__", lambda self: usual(self, coloured=True))
    coloured = run(line).out
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[33m"):
        coloured = coloured.replace(code, "")
    assert [row.rstrip() for row in coloured.split("\n")] == [row.rstrip() for row in plain.split("\n")]


# Pipes and encodings


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("facets", 0),
        ("search --limit 50 --json", 0),
        ("check aurora-ct raven-text --json", 1),
        ("check dune-xray --json", 0),
        ("--help", 0),
    ],
)
def test_a_reader_that_leaves_is_no_failure(miniature_index, command, code):
    """`mdexa … | head` prints no trace, and the code stays that of the answer: no refusal becomes a yes."""
    environment = {**os.environ, "MDEXA_INDEX": str(miniature_index), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "mdexa", *command.split()],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        trace = process.stderr.read()
        assert process.wait() == code
    assert trace == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize("command", ["search kidney", "check aurora-ct --json", "validate tests/miniature"])
def test_a_full_disk_is_told_in_a_line(miniature_index, command):
    """Output that cannot be written is one line and a code of its own, never a trace, and never a yes."""
    environment = {**os.environ, "MDEXA_INDEX": str(miniature_index), "PYTHONPATH": str(ROOT)}
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "mdexa", *command.split()],
            cwd=ROOT,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr.decode() == "mdexa: the output cannot be written: No space left on device\n"


def test_closed_streams_change_no_answer(miniature_index):
    """A program that was started without output or errors answers by its exit code."""
    environment = {**os.environ, "MDEXA_INDEX": str(miniature_index), "PYTHONPATH": str(ROOT)}
    for words, code in (("search kidney", 0), ("search zzzz", 1), ("serch", 2)):
        command = f'"{sys.executable}" -m mdexa {words} >&- 2>&-'
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment, check=False)
        assert done.returncode == code


def test_a_terminal_that_lacks_letters_shows_their_numbers(miniature_index):
    """Where the encoding has no such letter, its number is printed, and the table goes on."""
    done = program("search", "胸片", MDEXA_INDEX=str(miniature_index), PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "\\u80f8\\u7247" in done.out
    assert "cobalt-slides" in done.out


def test_arguments_that_are_no_text_are_taken(miniature_index):
    """Bytes that are no UTF-8 on the command line are an unknown word, and no trace."""
    done = subprocess.run(
        [sys.executable, "-m", "mdexa", "check", b"aurora\xff-ct", "--index", str(miniature_index)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == b""
    assert "not judged" in done.stdout.decode()


def test_hostile_arguments_do_not_come_back(capsys, monkeypatch, miniature_index):
    """What was typed is repeated without characters that steer."""
    monkeypatch.setenv("MDEXA_INDEX", str(miniature_index))
    for argv in (
        ["similar", STEERING],
        ["search", "x", "--filter", f"access_kind={STEERING}"],
        ["check", f"a{STEERING}"],
    ):
        done = inside(capsys, *argv)
        assert steering(done.out + done.err) == set()


# Progress


def test_progress_is_for_terminals(monkeypatch):
    """A long stage writes one line over and over, and takes it away at the end; elsewhere nothing is written."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Progress() as progress:
        for done in range(1, 101):
            progress("read", done, 100)
        progress("write", 1, 10)
        shown_line = sys.stderr.getvalue()
    assert "\rread 100 of 100" in shown_line
    assert "write" not in shown_line
    assert "\n" not in sys.stderr.getvalue()
    assert sys.stderr.getvalue().endswith(f"\r{' ' * len('read 100 of 100')}\r")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with Progress() as progress:
        progress("read", 100, 100)
    assert sys.stderr.getvalue() == ""


# Cold start

#: What a search must not load.
NEVER = ("yaml", "jsonschema", "license_expression", "jinja2", "mcp", "pandas", "numpy", "hypothesis", "pytest")
#: Parts of ours that other commands load when they run.
LATE = ("mdexa.compiler", "mdexa.judgement", "mdexa.site", "mdexa.servers", "mdexa.agents", "mdexa.explanation")
#: Modules of ours that a search loads, at most.
MOST_MODULES = 60
#: Dear modules of the standard library that no search needs.
DEAR = (
    "asyncio",
    "bz2",
    "difflib",
    "email",
    "http",
    "logging",
    "lzma",
    "multiprocessing",
    "shutil",
    "sqlite3",
    "ssl",
    "subprocess",
)


def imported(*argv, **environment):
    """The modules that a command loads, by Python's own account."""
    done = program(*argv, options=["-X", "importtime"], **environment)
    assert done.code == 0
    lines = [line for line in done.err.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines[1:]}


def test_a_search_loads_little(miniature_index):
    """From start to answer no compiler, server or frame is loaded, and none of the packages behind them."""
    loaded = imported("search", "kidney", "--index", str(miniature_index))
    assert {name for name in loaded if name.partition(".")[0] in (*NEVER, *DEAR)} == set()
    ours = {name for name in loaded if name.partition(".")[0] == "mdexa"}
    assert not any(name.startswith(LATE) for name in ours)
    assert len(ours) <= MOST_MODULES


@pytest.mark.parametrize("line", [line for line in ALL if "raven" in line or line == "info"])
def test_no_question_loads_the_compiler(miniature_index, line):
    """Whatever is asked, the packages of the compiler stay where they are."""
    code = (
        "import sys\nfrom mdexa.cli import main\n"
        "main(sys.argv[1:])\n"
        f"loaded = {{name.partition('.')[0] for name in sys.modules}} & set({NEVER!r})\n"
        "print(sorted(loaded), file=sys.stderr)"
    )
    if line != "info" and "--" in line:
        return
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split(), "--index", str(miniature_index)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1] == "[]"
