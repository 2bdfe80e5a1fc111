"""Names out of a plain list (one a line) and out of a table (one column of it)."""

import csv
from io import StringIO

from mdexa.errors import BadQuery
from mdexa.nearest import nearest
from mdexa.reports.inputs.places import comma, named, nameless
from mdexa.reports.names import Given

#: Headers of the column of names, in the order in which they are taken.
HEADERS = ("dataset", "name", "id")
_SEPARATORS = (",", ";", "\t")
#: Cells may be long where a table holds more than names; no cell of names is.
_LONGEST_CELL = 8 * 1024 * 1024


def read_list(file: str, text: str) -> tuple[list[Given], list[str]]:
    """A name a line. What follows `#` at the beginning of a line or behind a space is a comment."""
    names = []
    for number, line in enumerate(text.split("\n"), start=1):
        name = _uncommented(line).strip()
        if name:
            names.append(named(file, f"line {number}", name))
    return names, []


def _uncommented(line: str) -> str:
    at = line.find("#")
    while at > 0 and not line[at - 1].isspace():
        at = line.find("#", at + 1)
    return line if at < 0 else line[:at]


def first_header(text: str) -> str | None:
    """The separator of a table, if the first line is the header of one that has a column of names."""
    line = text.lstrip().partition("\n")[0]
    for separator in _SEPARATORS:
        cells = [cell.strip().strip('"').casefold() for cell in line.split(separator)]
        if len(cells) > 1 and set(cells) & set(HEADERS):
            return separator
    return None


def read_table(file: str, text: str, column: str | None) -> tuple[list[Given], list[str]]:
    """The cells of one column: the one that is named, else `dataset`, `name` or `id`. All rows count."""
    rows = _rows(file, text)
    header = rows[0][1]
    at = _column(file, header, column)
    names, empty, place = [], [], f"column {header[at].strip()}"
    for number, cells in rows[1:]:
        name = cells[at].strip() if at < len(cells) else ""
        if name:
            names.append(named(file, f"line {number}, {place}", name))
        elif any(cell.strip() for cell in cells):
            empty.append(number)
    if not (names and empty):
        return names, []
    missing = [nameless(file, f"line {number}, {place}") for number in empty]
    return [*names, *missing], [f"no name in {place} on line {comma(empty)}"]


def _rows(file: str, text: str) -> list[tuple[int, list[str]]]:
    """(line, cells) of every row that is not empty."""
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows, begun = [], 1
    try:
        for cells in reader:
            if cells:
                rows.append((begun, cells))
            begun = reader.line_num + 1
    except csv.Error as error:
        why = f"the row on line {begun} is no row of a table: {error}; a quotation mark in a cell is written twice"
        raise BadQuery("--from", file, why=why) from None
    return rows


def _separator(text: str) -> str:
    """The separator that the first row that is not empty has most of."""
    line = text.lstrip("\n").partition("\n")[0]
    return max(_SEPARATORS, key=line.count)


def _column(file: str, header: list[str], wanted: str | None) -> int:
    folded = [cell.strip().casefold() for cell in header]
    for name in (wanted,) if wanted is not None else HEADERS:
        places = [at for at, cell in enumerate(folded) if cell == name.strip().casefold()]
        if len(places) > 1:
            why = f"{file} has {len(places)} columns of this name"
            raise BadQuery("--column", name, why=why)
        if places:
            return places[0]
    legal = [cell.strip() for cell in header if cell.strip()]
    if wanted is not None:
        why = f"{file} has no such column"
        raise BadQuery("--column", wanted, legal, near=nearest(wanted, legal), why=why)
    why = f"its header has none of the columns {', '.join(HEADERS)}; say with --column where the names are"
    raise BadQuery("--from", file, legal, why=why)
