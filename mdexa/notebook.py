"""Results as HTML for a notebook: one table, readable on light and dark ground, everything escaped."""

from collections.abc import Iterator
from html import escape
from typing import Any

from mdexa.records import records
from mdexa.results import Result

_GOOD = ("allowed", "allowed_with_conditions", "commercial_ok")
_BAD = ("not_allowed", "conflicting", "restricted")
_UNSURE = ("needs_permission", "undeclared", "unverifiable", "mixed")
#: Colours of middling lightness, that stand out on white and on black alike.
_COLOURS = {
    **dict.fromkeys(_GOOD, "#2e8b57"),
    **dict.fromkeys(_UNSURE, "#b8860b"),
    **dict.fromkeys(_BAD, "#cd5c5c"),
}
_LONGEST_CELL = 160


def html(result: Result) -> str:
    """A caption, the records of the result as a table, and what else the answer says of itself."""
    notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in _notes(result))
    # The two other classes keep a notebook from reading formulas into what a card says.
    return f'<div class="mdexa tex2jax_ignore mathjax_ignore">{_caption(result)}{_table(records(result))}{notes}</div>'


def _caption(result: Result) -> str:
    stamp = getattr(result, "catalogue", None)
    sentence = getattr(result, "sentence", "") or _together(getattr(result, "combined", {}))
    origin = f"{stamp.name} {stamp.version}, as of {stamp.as_of}" if stamp else ""
    return f"<p>{escape(sentence)} <small>{escape(origin)}</small></p>" if sentence or origin else ""


def _together(combined: dict[str, str]) -> str:
    """The verdicts on all datasets at once, each value with its columns."""
    columns: dict[str, list[str]] = {}
    for column, value in combined.items():
        columns.setdefault(value, []).append(column)
    said = "; ".join(f"{value} ({', '.join(names)})" for value, names in columns.items())
    return f"All together: {said}." if said else ""


def _notes(result: Result) -> Iterator[str]:
    for name in getattr(result, "unresolved", ()):
        near = ", ".join(candidate.id for candidate in name.candidates)
        yield f"Not judged: “{name.name}” is {name.why}" + (f"; near: {near}." if near else "; no name is near.")
    for hint in getattr(result, "hints", ()):
        yield f"“{hint.typed}” can be a filter: {hint.means}."
    nearest = ", ".join(near.id for near in getattr(result, "nearest", ()))
    if nearest:
        yield f"Near names: {nearest}."
    for row in getattr(result, "relaxations", ()):
        yield f"Without the filter {row.filter}: {row.more} more."
    if getattr(result, "note", ""):
        yield result.note  # type: ignore[attr-defined]


def _table(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return ""
    # A column that is empty everywhere takes room and says nothing.
    keys = [key for key in rows[0] if any(_says(row[key]) for row in rows)]
    head = "".join(f'<th style="text-align:left">{escape(key.replace("_", " "))}</th>' for key in keys)
    body = "".join("<tr>" + "".join(_cell(key, row[key]) for key in keys) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _says(content: Any) -> bool:
    return content is not None and content is not False and content != ""


def _cell(key: str, content: Any) -> str:
    text = "" if content is None else "yes" if content is True else "" if content is False else str(content)
    shown = escape(text if len(text) <= _LONGEST_CELL else f"{text[:_LONGEST_CELL]}…")
    if text in _COLOURS:
        shown = f'<b style="color:{_COLOURS[text]}">{shown}</b>'
    elif text.startswith(("https://", "http://")) and ", " not in text:
        shown = f'<a href="{escape(text)}" rel="nofollow noopener">{shown}</a>'
    if key.startswith("untrusted") and text:
        shown = f"<q>{shown}</q>"
    return f'<td style="text-align:left;vertical-align:top">{shown}</td>'
