"""How pages look: one set of templates, macros and colours for the site, the use report and the page of changes.

The only place that knows the template engine. Every value is escaped where it is printed, and a template that asks for
a name that nobody gave fails instead of printing nothing: a verdict must not vanish from a page.
"""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

_OWN = Path(__file__).parent


def environment(templates: Path) -> Environment:
    """Templates of one kind of page, with the shared ones (`shared.html`) beside them."""
    made = Environment(
        autoescape=True,
        loader=FileSystemLoader([templates, _OWN / "templates"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals["style"] = Markup(style())  # noqa: S704  (our own file, no text of others)
    return made


def style() -> str:
    """The style sheet that all pages share."""
    return (_OWN / "style.css").read_text(encoding="utf-8")
