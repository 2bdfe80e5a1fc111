"""A census into files: the format by the ending, refused before the work where it cannot be written."""

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

import msgspec

from mdexa.census.shapes import Census
from mdexa.errors import BadQuery
from mdexa.files import checked, replace

FIELD = "--report"
_ENDINGS = ("a name that ends in .html, .md or .json",)


def _html(made: Census) -> bytes:
    from mdexa.census.page import page

    return page(made).encode()


def _markdown(made: Census) -> bytes:
    from mdexa.census.markdown import markdown

    return markdown(made).encode()


def _json(made: Census) -> bytes:
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


_WRITERS: dict[str, Callable[[Census], bytes]] = {
    ".html": _html,
    ".htm": _html,
    ".md": _markdown,
    ".markdown": _markdown,
    ".json": _json,
}


def targets(names: Iterable[str]) -> tuple[Path, ...]:
    """The files to write. BadQuery for an ending that says no format, and where no file can stand."""
    found: dict[Path, Path] = {}
    for name in names:
        path = Path(name)
        if path.suffix.lower() not in _WRITERS:
            raise BadQuery(FIELD, name, _ENDINGS)
        if _WRITERS[path.suffix.lower()] is _html and find_spec("jinja2") is None:
            why = "a page needs jinja2, which this installation has not; install mdexa[pages], or write .md or .json"
            raise BadQuery(FIELD, name, why=why)
        real = checked(path, FIELD)
        if real in found:
            raise BadQuery(FIELD, name, why="it is given twice")
        found[real] = path
    return tuple(found.values())


def write(made: Census, paths: Iterable[Path]) -> None:
    """Writes the census, each file whole or not at all."""
    for path in paths:
        replace(path, [_WRITERS[path.suffix.lower()](made)], FIELD)
