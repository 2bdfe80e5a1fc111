"""Lines for a terminal: cells padded by how wide they are shown, text wrapped to the width, colour if wanted.

Text of cards and of third parties is printed without control and direction characters, so that none of it can move the
cursor or turn the line around.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category, east_asian_width

#: What good, middling and bad look like, by the SGR codes of terminals.
COLOURS = {
    "allowed": "32",
    "allowed_with_conditions": "32",
    "commercial_ok": "32",
    "needs_permission": "33",
    "mixed": "33",
    "undeclared": "33",
    "unverifiable": "33",
    "conflicting": "31",
    "restricted": "31",
    "not_allowed": "31",
}
NARROWEST, WIDEST = 40, 120


class Paper:
    """Where lines go: how wide it is, and whether it shows colour."""

    def __init__(self, width: int | None = None, *, coloured: bool | None = None) -> None:
        columns = shutil.get_terminal_size((100, 24)).columns
        self.width = min(max(width or columns, NARROWEST), WIDEST)
        wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.coloured = wanted if coloured is None else coloured

    def value(self, word: str, width: int = 0) -> str:
        """A verdict or status in its colour, padded to a width."""
        padded = pad(word, width)
        code = COLOURS.get(word)
        return f"\x1b[{code}m{padded}\x1b[0m" if self.coloured and code else padded

    def strong(self, text: str) -> str:
        """A heading."""
        return f"\x1b[1m{clean(text)}\x1b[0m" if self.coloured else clean(text)

    def wrap(self, text: str, indent: int = 0, hang: int | None = None) -> Iterator[str]:
        """A text in lines no wider than the paper; `indent` before the first, `hang` before the others."""
        hang = indent if hang is None else hang
        line, used = " " * indent, indent
        empty = True
        for word in clean(text).split():
            size = shown(word)
            if not empty and used + 1 + size > self.width:
                yield line
                line, used, empty = " " * hang, hang, True
            line += word if empty else f" {word}"
            used += size + (0 if empty else 1)
            empty = False
        if not empty:
            yield line

    def table(self, rows: Iterable[Sequence[str]], indent: int = 0) -> Iterator[str]:
        """Rows of cells; each column as wide as its widest cell, the last one cut to the paper."""
        kept = [[clean(cell) for cell in row] for row in rows]
        if not kept:
            return
        widths = [max(shown(row[at]) for row in kept) for at in range(len(kept[0]))]
        for row in kept:
            cells = [
                self.value(cell, size) if cell in COLOURS else pad(cell, size)
                for cell, size in zip(row[:-1], widths, strict=False)
            ]
            left = indent + sum(widths[:-1]) + 2 * len(widths[:-1])
            last = cut(row[-1], max(self.width - left, 12))
            cells.append(self.value(last) if last in COLOURS else last)
            yield (" " * indent + "  ".join(cells)).rstrip()


def clean(text: str) -> str:
    """A text without characters that steer a terminal or turn the direction of writing."""
    return "".join(
        character if category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " if character in "\t\n\r" else ""
        for character in text
    )


def shown(text: str) -> int:
    """How many columns a text takes: ideographs take two, marks none."""
    return sum(
        2 if east_asian_width(character) in "WF" else 0 if category(character) in ("Mn", "Me") else 1
        for character in text
    )


def pad(text: str, width: int) -> str:
    """A text with spaces up to a width."""
    return text + " " * max(width - shown(text), 0)


def cut(text: str, width: int) -> str:
    """A text that fits the width."""
    if shown(text) <= width:
        return text
    kept, used = "", 1
    for character in text:
        used += shown(character)
        if used > width:
            break
        kept += character
    return f"{kept}…"
