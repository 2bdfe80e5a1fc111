"""`mdexa check`: names from arguments and files, verdicts on a terminal, reports into files, an exit code."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from mdexa.cli import options
from mdexa.cli.output import clean, put_json, put_lines
from mdexa.errors import BadQuery
from mdexa.nearest import nearest
from mdexa.purposes import VALUES, permits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mdexa.catalogue import Catalogue
    from mdexa.reports.files import Target
    from mdexa.reports.inputs import Found
    from mdexa.reports.making import Answer
    from mdexa.reports.names import Given
    from mdexa.reports.shapes import InputFile

KINDS = ("list", "csv", "card", "croissant")
UNRESOLVED = "unresolved"
#: What --fail-on takes.
FAILURES = (*VALUES, UNRESOLVED)
STDIN = "-"


def add_options(command: argparse.ArgumentParser) -> None:
    """Files of names, the question, reports, and what makes the exit code 1."""
    command.add_argument("dataset", nargs="*", help="ids, names or aliases, up to 500")
    command.add_argument(
        "--from",
        dest="files",
        metavar="FILE",
        action="append",
        default=[],
        help="names from a list, CSV, model or dataset card, or Croissant file; - is standard input; may be repeated",
    )
    command.add_argument(
        "--from-format", dest="kind", choices=KINDS, help="what the files are (default: seen from each file)"
    )
    command.add_argument(
        "--column", metavar="NAME", help="the column of a CSV that holds the names (default: dataset, name or id)"
    )
    options.purposes(command)
    command.add_argument(
        "--report",
        metavar="FILE",
        action="append",
        default=[],
        help="write a report that stands by itself: .html, .md, .csv or .json; may be repeated",
    )
    command.add_argument(
        "--fail-on",
        metavar="VALUES",
        action="append",
        default=[],
        help=f"leave with 1 only on these, by commas: {', '.join(FAILURES)} (default: all that do not permit)",
    )


def check(arguments: argparse.Namespace) -> int:
    """`mdexa check`: 0 if every asked purpose permits for every name, or if nothing is what --fail-on names."""
    from mdexa.catalogue import open_catalogue
    from mdexa.reports.making import Question, answer, failing

    words = _failures(arguments.fail_on)
    if not (arguments.dataset or arguments.files):
        arguments.refuse("the following arguments are required: dataset, or a file of names with --from")
    wanted = _targets(arguments)
    catalogue = open_catalogue(arguments.index)
    given, remarks, files = _given(arguments)
    for remark in remarks:
        print(clean(remark), file=sys.stderr)
    question = Question(purposes=tuple(arguments.purpose), setting=arguments.setting, part=arguments.part)
    answered = answer(catalogue, given, question, remarks, files)
    if wanted:
        _write(catalogue, answered, wanted)
    _show(arguments, answered)
    if words:
        return 1 if failing(answered, words) else 0
    return 0 if all(permits(value) for value in answered.checked.combined.values()) else 1


def _targets(arguments: argparse.Namespace) -> tuple[Target, ...]:
    """The files of --report, proven to be writable. A check on a terminal does not pay for what writes them."""
    if not arguments.report:
        return ()
    from mdexa.reports.files import targets

    return targets(arguments.report, (file for file in arguments.files if file != STDIN))


def _write(catalogue: Catalogue, answered: Answer, wanted: tuple[Target, ...]) -> None:
    from mdexa.reports.files import write
    from mdexa.reports.making import report

    write(report(catalogue, answered), wanted)


def _failures(given: Iterable[str]) -> tuple[str, ...]:
    """The words of --fail-on. BadQuery for one that is none, so that no gate stands open by a slip of the pen."""
    words = tuple(word.strip() for text in given for word in text.split(","))
    for word in words:
        if word not in FAILURES:
            raise BadQuery("--fail-on", word, FAILURES, near=nearest(word, FAILURES, alike=0.5))
    return words


def _given(arguments: argparse.Namespace) -> tuple[list[Given], list[str], list[InputFile]]:
    """All names with their places, what else was seen in the files, and the files."""
    from mdexa.reports.names import Given
    from mdexa.reports.shapes import InputFile, Origin

    given = [
        Given(name=name, origin=Origin(source="arguments", place=f"name {number}"))
        for number, name in enumerate(arguments.dataset, start=1)
    ]
    if not arguments.files:
        for option, value in (("--column", arguments.column), ("--from-format", arguments.kind)):
            if value is not None:
                raise BadQuery(option, value, why="it says how to read a file, and there is none; add --from FILE")
        return given, [], []
    remarks: list[str] = []
    files: list[InputFile] = []
    for name, found in _read(arguments):
        given += found.names
        remarks += found.remarks
        files.append(InputFile(name=name, sha256=found.sha256))
    return given, remarks, files


def _read(arguments: argparse.Namespace) -> Iterator[tuple[str, Found]]:
    """Each file as it is shown, and what was found in it."""
    from mdexa.reports.inputs import read_names

    if arguments.files.count(STDIN) > 1:
        raise BadQuery("--from", STDIN, why="standard input can be read once")
    for file in arguments.files:
        shown = "standard input" if file == STDIN else file
        yield shown, read_names(shown, _content(file), arguments.kind, arguments.column)


def _content(file: str) -> bytes:
    """The bytes of a file, or of standard input; of what is too large no more than shows it."""
    from pathlib import Path

    from mdexa.reports.inputs import LARGEST

    if file == STDIN:
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        if Path(file).is_dir():
            raise BadQuery("--from", file, ["the name of a file"], why="it is a folder")
        with Path(file).open("rb") as opened:
            return opened.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, BadQuery):
            raise
        why = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise BadQuery("--from", file, why=why) from None


def _show(arguments: argparse.Namespace, answered: Answer) -> None:
    """The result as JSON; else as lines, of which a report leaves only those on the whole list."""
    if arguments.json:
        put_json(answered.checked)
        return
    from mdexa.cli.paper import Paper
    from mdexa.cli.views import VIEWS
    from mdexa.cli.views.judging import together

    paper = Paper()
    put_lines((together if arguments.report else VIEWS["check"])(answered.checked, paper))
    put_lines(line for file in arguments.report for line in paper.wrap(f"written: {file}", 0, 2))
