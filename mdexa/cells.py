"""Cells of CSV that no spreadsheet computes and no program splits: what all our tables have in common.

A cell that a spreadsheet would take for a formula gets an apostrophe before it: one that begins with `=`, `+`, `-`,
`@` (in full width, too), a tab, a carriage return or a line feed, spaces before it or not, and one that begins with an
apostrophe, so that taking one off any such cell gives the text back. Every cell stands in quotes, so that a program
which splits at semicolons sees no cell of its own within.
"""

import re
from collections.abc import Iterable

_FORMULA = re.compile("\\s*[=+\\-@\uff1d\uff0b\uff0d\uff20'\uff07]|[\t\r\n]")
#: Controls, line ends of other readers, and characters that turn writing round or cannot be seen.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)


def harmless(text: str) -> str:
    """A text as a cell without its quotes: no formula, and U+FFFD for what steers or hides."""
    text = _CONTROL.sub("\ufffd", text)
    return f"'{text}" if _FORMULA.match(text) else text


def line(cells: Iterable[str]) -> bytes:
    """A row by RFC 4180, every cell in quotes, in UTF-8, ended by CR LF."""
    return (",".join(f'"{text.replace(chr(34), chr(34) * 2)}"' for text in cells) + "\r\n").encode()
