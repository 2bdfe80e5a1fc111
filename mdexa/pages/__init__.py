"""How pages look: one set of templates, macros and colours for the site, the use report and the page of changes.

The only place that knows the template engine. Every value is escaped where it is printed and loses the characters that
nobody sees; a template that asks for a name that nobody gave fails instead of printing nothing: a verdict must not
vanish from a page.
"""

from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from mdexa.agents.cleaning import HIDDEN

__all__ = ["Markup", "environment", "fill", "join", "style", "visible"]

_OWN = Path(__file__).parent


def environment(templates: Path) -> Environment:
    """Templates of one kind of page, with the shared ones (`shared.html`) beside them."""
    made = Environment(
        autoescape=True,
        loader=FileSystemLoader([templates, _OWN / "templates"]),
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals["style"] = Markup(style())  # noqa: S704  (our own file, no text of others)
    return made


def style() -> str:
    """The style sheet that all pages share."""
    return (_OWN / "style.css").read_text(encoding="utf-8")


def visible(value: Any) -> Any:
    """A value as it may be printed: text loses the characters that steer or hide; markup of ours stays."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return value
    return HIDDEN.sub("", value)


def fill(sentence: str, /, **parts: Any) -> Markup:
    """A sentence of ours with its gaps (`{name}`) filled; what is put in is escaped unless it is markup."""
    pieces = [text if name is None else escape(visible(parts[name])) for text, name in _pieces(sentence)]
    return Markup("".join(pieces))  # noqa: S704  (every piece is escaped or ours)


@lru_cache(maxsize=4096, typed=True)
def _pieces(sentence: str) -> tuple[tuple[str, str | None], ...]:
    """The texts of a sentence, escaped unless it is markup, and the names of its gaps, in order."""
    found: list[tuple[str, str | None]] = []
    for text, name, _, _ in Formatter().parse(escape(sentence)):
        found += [(text, None)] if text else []
        found += [("", name)] if name else []
    return tuple(found)


def join(parts: Any, between: str = ", ") -> Markup:
    """Texts or markup in a row, each escaped."""
    return escape(between).join(visible(part) for part in parts)
