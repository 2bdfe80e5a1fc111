"""Results as HTML for a notebook: one table, readable on light and dark ground, everything escaped."""

from html import escape
from typing import Any

from mdexa.records import records
from mdexa.results import Result

#: Columns that take room and say nothing where they are empty are left out then.
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
    """A caption and the records of the result as a table."""
    rows = records(result)
    return f'<div class="mdexa">{_caption(result)}{_table(rows)}{_note(result)}</div>'


def _caption(result: Result) -> str:
    stamp = getattr(result, "catalogue", None)
    sentence = getattr(result, "sentence", "")
    origin = f"{stamp.name} {stamp.version}, as of {stamp.as_of}" if stamp else ""
    return f"<p>{escape(sentence)} <small>{escape(origin)}</small></p>"


def _note(result: Result) -> str:
    note = getattr(result, "note", "")
    return f"<p><small>{escape(note)}</small></p>" if note else ""


def _table(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return ""
    keys = [key for key in rows[0] if any(row[key] not in (None, "", False) for row in rows)]
    head = "".join(f'<th style="text-align:left">{escape(key.replace("_", " "))}</th>' for key in keys)
    body = "".join("<tr>" + "".join(_cell(key, row[key]) for key in keys) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


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
