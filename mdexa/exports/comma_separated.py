r"""CSV as RFC 4180 has it: a file a table, comma, every cell in quotes, CRLF, UTF-8 without a mark, a line of names.

A cell that a spreadsheet would take for a formula gets an apostrophe before it: one that begins with `=`, `+`, `-`,
`@` (in full width, too), a tab, a carriage return or a line feed, spaces before it or not, and one that begins with an
apostrophe, so that taking one off any such cell gives the text back. Every cell stands in quotes, so that a program
which splits at semicolons sees no cell of its own within. Control characters other than tab and line ends, and those
that turn writing round or cannot be seen, become U+FFFD.

A list is joined by `|`; a `|` or a backslash within an item has a backslash before it. Null is an empty cell.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from mdexa.cells import harmless, line
from mdexa.exports.folder import File
from mdexa.exports.tables import CATALOGUE, TABLES, columns_of, rows_of
from mdexa.holdings import Holdings


def files(holdings: Holdings, docs: Sequence[int]) -> tuple[File, ...]:
    """A file a table."""
    return tuple(File(f"{table}.csv", partial(_lines, holdings, table, docs)) for table in (CATALOGUE, *TABLES))


def cell(value: Any) -> str:
    """A value as the text of a cell, without its quotes."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = value if isinstance(value, str) else "|".join(map(_item, value))
    return harmless(text)


def _item(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


def _lines(holdings: Holdings, table: str, docs: Sequence[int]) -> Iterator[bytes]:
    yield line(column.name for column in columns_of(table))
    for row in rows_of(holdings, table, docs):
        yield line(cell(value) for value in row.values())
