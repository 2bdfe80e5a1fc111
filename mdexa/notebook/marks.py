"""The pieces that a notebook shows: values, links, lists, tables. Everything that comes in as text is escaped here."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from mdexa.agents.cleaning import HIDDEN

_GOOD = ("allowed", "allowed_with_conditions", "commercial_ok")
_BAD = ("not_allowed", "conflicting", "restricted")
_UNSURE = ("needs_permission", "undeclared", "unverifiable", "mixed")
#: Colours of middling lightness, that stand out on white and on black alike and differ for colour-blind readers too.
#: Whatever is no yes has another sign as well.
_SHOWN = {
    **dict.fromkeys(_GOOD, ("✓", "#00866b")),
    **dict.fromkeys(_UNSURE, ("?", "#9a7000")),
    **dict.fromkeys(_BAD, ("✗", "#d1493f")),
}
_LINK = "#2f7fd6"
LONGEST_CELL = 220
#: A cell with more in it is given room, instead of a word a line.
_LONG = 160
#: So many datasets side by side leave no room to give.
_MANY = 4
MOST_ROWS = 50
MOST_WORDS = 12
_LINE = "1px solid rgba(127,127,127,.35)"
_CELL = f"text-align:left;vertical-align:top;padding:.3em .7em;border-bottom:{_LINE};max-width:30em"
_HEAD = "text-align:left;vertical-align:bottom;padding:.3em .7em;border-bottom:2px solid rgba(127,127,127,.6)"


def framed(pieces: Iterable[str]) -> str:
    """All pieces in one element. The two other classes keep a notebook from reading formulas into what a card says."""
    return f'<div class="mdexa tex2jax_ignore mathjax_ignore">{"".join(pieces)}</div>'


def text(content: object, longest: int = LONGEST_CELL) -> str:
    """Any text, escaped, without characters that hide or steer, and no longer than a cell."""
    shown = HIDDEN.sub("", str(content))
    return escape(shown if len(shown) <= longest else f"{shown[: longest - 1]}…")


def value(word: str) -> str:
    """A verdict or a status: its word, with a sign and a colour; any other word as it is."""
    if word not in _SHOWN:
        return text(word)
    sign, colour = _SHOWN[word]
    return f'<b style="color:{colour};white-space:nowrap">{sign} {word}</b>'


def link(url: str | None, words: str | None = None) -> str:
    """A link, if the address is one of the web."""
    shown = text(words or url or "")
    if not url or not url.startswith(("https://", "http://")):
        return shown
    return (
        f'<a href="{escape(HIDDEN.sub("", url))}" rel="nofollow noopener noreferrer" style="color:{_LINK}">{shown}</a>'
    )


def quoted(words: str | None) -> str:
    """Words of a third party: data, in quotation marks of their own."""
    return f"<q>{text(words)}</q>" if words else ""


def said(content: str) -> str:
    """A sentence above everything else."""
    return f'<p style="margin:.4em 0">{content}</p>' if content else ""


def note(content: str) -> str:
    """A small line."""
    return f'<p style="margin:.3em 0"><small>{content}</small></p>' if content else ""


def title(content: str) -> str:
    """The head of a piece among several."""
    return f'<p style="margin:.9em 0 .3em"><b>{content}</b></p>'


def few(words: Iterable[str], between: str = ", ", most: int = MOST_WORDS) -> str:
    """Pieces of HTML in a row, at most so many; how many are left is said."""
    all_words = list(words)
    rest = f"{between}and {len(all_words) - most} more" if len(all_words) > most else ""
    return between.join(all_words[:most]) + rest


def lines(words: Iterable[str], most: int = 5) -> str:
    """Pieces of HTML under each other, with a dot before each if there are several."""
    every = list(words)
    return few((f"· {word}" for word in every), "<br>", most) if len(every) > 1 else "".join(every)


def merged(rows: Iterable[Sequence[str]], at: int) -> list[list[str]]:
    """Rows that differ in one cell only as one row, with those cells in a row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        alike.setdefault((*row[:at], *row[at + 1 :]), []).append(row[at])
    return [[*rest[:at], few(cells), *rest[at:]] for rest, cells in alike.items()]


def names(words: Iterable[object], most: int = MOST_WORDS) -> str:
    """Texts in a row."""
    return few(map(text, words), most=most)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, sides: bool = False) -> str:
    """Rows of cells that are HTML already. `sides`: the first cell of a row is its head, and no column is left out."""
    body = [list(row) for row in rows]
    if not body:
        return ""
    # A column that is empty everywhere takes room and says nothing.
    kept = [at for at in range(len(head)) if sides or any(row[at] for row in body)]
    top = "".join(f'<th style="{_HEAD}">{text(head[at])}</th>' for at in kept)
    shown = "".join(f"<tr>{''.join(_cells(row, kept, sides=sides))}</tr>" for row in body[:MOST_ROWS])
    left = len(body) - MOST_ROWS
    rest = note(f"… and {left} more rows; <b>to_records()</b> gives all.") if left > 0 else ""
    start = '<table style="border-collapse:collapse;margin:.4em 0;font-size:inherit">'
    return (
        f'<div style="overflow-x:auto">{start}<thead><tr>{top}</tr></thead><tbody>{shown}</tbody></table></div>{rest}'
    )


def _cells(row: Sequence[str], kept: Iterable[int], *, sides: bool) -> Iterator[str]:
    for at in kept:
        kind = "th" if sides and not at else "td"
        room = ";min-width:17em" if len(row[at]) > _LONG and not (sides and len(row) > _MANY) else ""
        yield f'<{kind} style="{_CELL}{room}">{row[at]}</{kind}>'


def steps(rows: Iterable[str]) -> str:
    """A numbered list."""
    items = "".join(f"<li>{text(row, 400)}</li>" for row in rows)
    return f'<ol style="margin:.2em 0;padding-left:1.6em">{items}</ol>' if items else ""


def folded(head: str, content: str) -> str:
    """Something that opens on a click."""
    return f'<details style="margin:.3em 0"><summary>{head}</summary>{content}</details>' if content else ""


def bar(n: int, most: int) -> str:
    """A count with a bar of its share of the largest one."""
    width = max(1, round(n / most * 100)) if n and most else 0
    line = f'<div style="width:{width}%;height:.1em;border-bottom:.6em solid #3f7fc4"></div>'
    return f'<div style="width:10em">{line}</div>'


def yes(truth: object) -> str:
    """`yes`, or nothing."""
    return "yes" if truth is True else ""


def spaced(word: str) -> str:
    """A key as it is read."""
    return text(word.replace("_", " "))
