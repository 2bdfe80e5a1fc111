"""Reports into files: refused before the work where they cannot be written, and replaced whole or not at all."""

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec

from mdexa.errors import BadQuery
from mdexa.files import checked, discard, unwritable, write_beside
from mdexa.reports.shapes import Report

FORMATS = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".csv": "csv", ".json": "json"}
_ENDINGS = ("a name that ends in .html, .md, .csv or .json",)


class Target(msgspec.Struct, frozen=True):
    """A file that is to be written: the name that was given, where that leads, and the format by its ending."""

    given: str
    path: Path
    format: str


def targets(names: Iterable[str], inputs: Iterable[str] = ()) -> tuple[Target, ...]:
    """The files to write, each proven to be writable. BadQuery for one that is not, or that is given or read twice."""
    made: dict[Path, Target] = {}
    read = {_real(name) for name in inputs}
    for name in names:
        target = _target(name)
        if target.path in made:
            raise BadQuery("--report", name, why="it is given twice")
        if target.path in read:
            raise BadQuery("--report", name, why="names are read from it, and it would be overwritten")
        made[target.path] = target
    return tuple(made.values())


def _real(name: str) -> Path:
    """Where a name leads: behind links, so that the file and not the link is replaced."""
    try:
        return Path(name).resolve()
    except (OSError, ValueError, RuntimeError):
        return Path(name)


def _target(name: str) -> Target:
    if name.endswith(("/", "\\")):
        raise BadQuery("--report", name, _ENDINGS, why="it is the name of a folder")
    form = FORMATS.get(Path(name).suffix.lower())
    if form is None:
        raise BadQuery("--report", name, _ENDINGS, why="its ending tells no format")
    if form == "html" and find_spec("jinja2") is None:
        why = "a page needs jinja2, which this installation has not; install mdexa[pages]"
        raise BadQuery("--report", name, why=why)
    return Target(name, checked(Path(name), "--report"), form)


def write(report: Report, wanted: Sequence[Target]) -> None:
    """Writes the report to every target. All are made before the first is replaced; an error leaves what was there."""
    contents = [(target, _writer(target.format)(report)) for target in wanted]
    waiting: list[tuple[Target, Path]] = []
    try:
        for target, content in contents:
            waiting.append((target, _written(target, content)))
        while waiting:
            _rename(*waiting[0])
            # Renamed, its name is free again, and may be that of another run's file by now.
            del waiting[0]
    finally:
        for _, beside in waiting:
            discard(beside)


def _written(target: Target, content: bytes) -> Path:
    try:
        return write_beside(target.path, [content])[0]
    except OSError as error:
        raise BadQuery("--report", target.given, why=unwritable(error)) from None


def _rename(target: Target, beside: Path) -> None:
    try:
        beside.replace(target.path)
    except OSError as error:
        raise BadQuery("--report", target.given, why=unwritable(error)) from None


def _writer(form: str) -> Callable[[Report], bytes]:
    """What makes the bytes of a format; only that one is loaded."""
    if form == "html":
        from mdexa.reports.page import page

        return page
    if form == "markdown":
        from mdexa.reports.markdown import markdown

        return markdown
    if form == "csv":
        from mdexa.reports.sheet import sheet

        return sheet
    from mdexa.reports.document import document

    return document
