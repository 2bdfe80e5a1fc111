"""Lines for a terminal: cells padded by how wide they are shown, text wrapped to the width, colour if wanted.

Text of cards and of third parties is printed without control and direction characters, so that none of it can move the
cursor or turn the line around.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category, east_asian_width

from mdexa.cli.output import NARROWEST, WIDEST, clean, columns

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
#: A last cell with less room than this says nothing; the row is then written as text.
LEAST_CELL = 12


class Paper:
    """Where lines go: how wide it is, and whether it shows colour."""

    def __init__(self, width: int | None = None, *, coloured: bool | None = None) -> None:
        self.width = min(max(width or columns(), NARROWEST), WIDEST)
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
        """A text in lines no wider than the paper; `indent` before the first, `hang` before the others.

        Only a word that is wider than the paper by itself, such as an address, sticks out.
        """
        hang = indent if hang is None else hang
        line, used, begun = " " * indent, indent, False
        for gap, piece in _pieces(clean(text)):
            space = gap if begun else ""
            size = len(space) + shown(piece)
            if used + size > self.width and (begun or used > hang):
                yield line.rstrip()
                line, used, space, size = " " * hang, hang, "", shown(piece)
            line, used, begun = line + space + piece, used + size, True
        if begun:
            yield line

    def led(self, lead: str, text: str, hang: int = 0, *, dressed: str | None = None) -> Iterator[str]:
        """A text behind a lead; `dressed` is the lead in colour. A lead wider than the paper is text like the rest."""
        room = shown(lead)
        if room > self.width:
            yield from self.wrap(f"{lead} {text}", len(lead) - len(lead.lstrip()), hang)
            return
        lines = list(self.wrap(text, room, hang)) or [""]
        yield ((dressed or lead) + lines[0][room:]).rstrip()
        yield from lines[1:]

    def head(self, mark: str, name: str, text: str) -> Iterator[str]:
        """A line that begins with a strong name."""
        name = clean(name)
        return self.led(f"{mark}{name}  ", text, len(mark) + 2, dressed=f"{mark}{self.strong(name)}  ")

    def table(self, rows: Iterable[Sequence[str]], indent: int = 0) -> Iterator[str]:
        """Rows of cells, each column as wide as its widest cell, the last one cut; as text where there is no room."""
        kept = [[clean(cell) for cell in row] for row in rows]
        if not kept:
            return
        widths = [max(shown(row[at]) for row in kept) for at in range(len(kept[0]))]
        room = self.width - indent - sum(widths[:-1]) - 2 * len(widths[:-1])
        for row in kept:
            if room < min(widths[-1], LEAST_CELL):
                yield from self.wrap("  ".join(row), indent, indent + 2)
                continue
            last = cut(row[-1], room)
            cells = [
                *(self.value(cell, size) for cell, size in zip(row[:-1], widths, strict=False)),
                self.value(last),
            ]
            yield (" " * indent + "  ".join(cells)).rstrip()


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """What a line may end behind: (gap before it, piece). Scripts without spaces may end behind every character."""
    for word in text.split():
        gap = " "
        for piece in _broken(word):
            yield gap, piece
            gap = ""


def _broken(word: str) -> list[str]:
    if word.isascii():
        return [word]
    found: list[str] = []
    wide = True
    for character in word:
        was_wide, wide = wide, east_asian_width(character) in "WF"
        if found and (shown(character) == 0 or not (wide or was_wide)):
            found[-1] += character
            wide = was_wide if shown(character) == 0 else wide
        else:
            found.append(character)
    return found


def shown(text: str) -> int:
    """How many columns a text takes: ideographs take two, marks none."""
    if text.isascii():
        return len(text)
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
