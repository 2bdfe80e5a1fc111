"""The pages say what the program does: examples run, help is embedded as it is, and nothing public is left out."""

import doctest
import os
import re
import shlex

import pytest

from mdexa import errors
from mdexa.card import Term
from mdexa.judgement.flags import FLAGS
from mdexa.operations import OPERATIONS
from mdexa.params import Filters, Section
from mdexa.purposes import PURPOSES, VALUES
from tests.terminal import ROOT, inside
from tests.test_cli import subparsers

DOCS = ROOT / "docs"
#: A block of the command line page: the command, and what its help prints.
HELP = re.compile(r"```text\n\$ (mdexa[^\n]*--help)\n(.*?)```\n", re.DOTALL)


def page(name):
    """The text of a page."""
    return (ROOT / name).read_text("utf-8")


def rows(text):
    """The words in backquotes in the first cells of all table rows."""
    return {
        word
        for line in text.splitlines()
        if line.startswith("| ")
        for word in re.findall(r"`([^`]+)`", line.split(" | ")[0])
    }


def headings(text):
    """The headings of a page, whatever their depth, outside of blocks of code."""
    return set(re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE))


def test_examples_of_the_library_page_run(catalogue, monkeypatch):
    """Every example of docs/library.md gives what the page says, on the real catalogue."""
    monkeypatch.setenv("MDEXA_INDEX", str(catalogue.path))
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    example = doctest.DocTestParser().get_doctest(page("docs/library.md"), {}, "library.md", "docs/library.md", 0)
    assert len(example.examples) > 30
    runner, told = doctest.DocTestRunner(optionflags=flags), []
    runner.run(example, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_errors_of_the_library_page_are_those_that_are_raised(catalogue):
    """The sentences of the errors on the page are the real ones, which a doctest does not compare."""
    shown = re.findall(r"^mdexa\.errors\.(\w+): (.*?)\.\.\.$", page("docs/library.md"), re.MULTILINE)
    assert [name for name, _ in shown] == ["BadQuery", "NoSuchDataset", "BadQuery"]
    calls = (
        lambda: catalogue.check("kits19", purposes=["comercial_product"]),
        lambda: catalogue.similar("kits20"),
        lambda: catalogue.search("lung", filters={"commercial_use": ["yes"]}),
    )
    for call, (name, sentence) in zip(calls, shown, strict=True):
        with pytest.raises(getattr(errors, name)) as caught:
            call()
        assert str(caught.value).startswith(sentence.strip())


def test_help_on_the_command_line_page_is_the_real_help(capsys, monkeypatch):
    """docs/cli.md embeds what each --help prints at 100 columns; MDEXA_BLESS=1 writes it anew."""
    monkeypatch.setenv("COLUMNS", "100")
    text = page("docs/cli.md")

    def printed(match):
        done = inside(capsys, *shlex.split(match[1])[1:])
        return f"```text\n$ {match[1]}\n{done.out}```\n"

    now = HELP.sub(printed, text)
    if os.environ.get("MDEXA_BLESS"):
        (DOCS / "cli.md").write_text(now, "utf-8", newline="\n")
        text = now
    assert now == text, "run MDEXA_BLESS=1 python -m pytest tests/test_docs.py, and look at the difference"


def test_every_command_has_its_heading_and_help():
    """Each command has a section in docs/cli.md with its help in it."""
    text = page("docs/cli.md")
    embedded = {command for command, _ in HELP.findall(text)}
    assert embedded == {"mdexa --help", *(f"mdexa {name} --help" for name in subparsers())}
    assert set(subparsers()) <= headings(text)
    for name in subparsers():
        section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert f"$ mdexa {name} --help" in section
        assert len(section.partition("```")[0].split()) >= 8, f"{name}: a sentence on what it is for"


def test_every_option_is_in_the_docs():
    """Each option of each command stands in the help that the page embeds."""
    text = page("docs/cli.md")
    for name, command in subparsers().items():
        section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert all(option in section for option in command._option_string_actions)


def test_every_operation_has_its_heading():
    """Each operation has a section in docs/library.md that shows a call of it, and names its parameters."""
    text = page("docs/library.md")
    assert set(OPERATIONS) <= headings(text)
    for name, operation in OPERATIONS.items():
        section = text.partition(f"\n### {name}\n")[2].partition("\n### ")[0].partition("\n## ")[0]
        assert f"catalogue.{name}(" in section
        shared = {"datasets", "dataset", "facets", "phrase"}
        for field in set(operation.params.__struct_fields__) - shared:
            assert f"`{field}`" in text or f"{field}=" in section, f"{name}: {field}"


def test_every_facet_and_reserved_name_has_its_row(shipped):
    """Each facet of the real catalogue, and each name that is reserved, stands in a table of docs/library.md."""
    text = page("docs/library.md")
    assert {facet.id for facet in shipped.facets.facets} <= rows(text)
    asked = set(Filters.__struct_fields__)
    assert all(f"`{name}`" in text for name in asked)


def test_every_section_of_a_card_is_named():
    """The sections that may be asked for stand on both pages."""
    for name in ("docs/library.md", "docs/cli.md"):
        assert all(section in page(name) for section in Section.__args__)


def test_every_exception_is_in_the_table():
    """Each exception that a caller can meet has its row, with its fields."""
    assert set(errors.__all__) - {"MdexaError", "IndexUnreadable"} <= rows(page("docs/library.md"))
    assert "IndexUnreadable" in page("docs/library.md")


def test_every_purpose_value_term_and_flag_is_explained():
    """docs/judgement.md has each purpose, and a row for each value, term and flag; the README has the values."""
    text = page("docs/judgement.md")
    assert all(f"`{purpose}`" in text for purpose in PURPOSES)
    assert set(VALUES) <= rows(text)
    assert set(VALUES) <= rows(page("README.md"))
    assert set(Term.__args__) <= rows(text)
    flags = {flag.id: flag.severity for flag in FLAGS}
    assert flags.keys() <= rows(text)
    for name, severity in flags.items():
        assert f"| `{name}` | {severity} |" in text


def test_finding_codes_are_explained():
    """The page of findings is held to the codes by `test_cases`; here only that the others lead to it."""
    assert "findings.md" in page("docs/card.md")
    assert "findings.md" in page("docs/cli.md")


def commands_of(name):
    """The mdexa commands that a page shows behind a prompt, help left out."""
    found = re.findall(r"^\$ (mdexa .*)$", page(name), re.MULTILINE)
    return [line for line in found if not line.endswith("--help")]


@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize("line", [*commands_of("README.md"), *commands_of("docs/cli.md")])
def test_commands_of_the_pages_run(capsys, line):
    """What the pages tell people to type answers on the real catalogue: found, or not everything permitted."""
    done = inside(capsys, *shlex.split(line)[1:])
    assert done.err == ""
    assert done.out
    assert done.code == 0 or " check " in line


def test_the_readme_shows_the_four_questions():
    """Which fit, may I use them, on what evidence, how do I get them: a command for each."""
    shown = {line.split()[1] for line in commands_of("README.md")}
    assert {"search", "check", "explain", "access"} <= shown


def test_python_of_the_readme_runs(catalogue, monkeypatch):
    """The lines of Python in the README work as they stand."""
    monkeypatch.setenv("MDEXA_INDEX", str(catalogue.path))
    blocks = re.findall(r"```python\n(.*?)```", page("README.md"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - our own page


def test_docstring_examples_of_the_package_are_legal(catalogue):
    """The requests in the package's own docstring are accepted."""
    import mdexa

    lines = [line for line in mdexa.__doc__.splitlines() if line.startswith("catalogue.")]
    assert lines
    for line in lines:
        eval(line, {"catalogue": catalogue})  # noqa: S307 - our own page
