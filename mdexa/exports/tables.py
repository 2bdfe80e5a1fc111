"""The flat tables that CSV and Parquet share: their columns, and the rows of an open index."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mdexa.exports import columns, judged_rows, written_rows
from mdexa.exports.columns import Column
from mdexa.exports.origin import origin_of
from mdexa.holdings import Holdings

Row = dict[str, Any]


class Table(NamedTuple):
    """A table: what it is, its columns, and the rows of each dataset."""

    about: str
    columns: tuple[Column, ...]
    rows: Callable[[Holdings, int], Iterator[Row]]


TABLES = {
    "datasets": Table("a row a dataset", columns.DATASETS, written_rows.datasets),
    "tags": Table("a row a dataset and tag, broader tags included", columns.TAGS, written_rows.tags),
    "parts": Table("a row a part", columns.PARTS, judged_rows.parts),
    "wholes": Table("a row a dataset and column: the verdict on the whole", columns.WHOLES, judged_rows.wholes),
    "verdicts": Table("a row a dataset, part and column", columns.VERDICTS, judged_rows.verdicts),
    "statements": Table("a row a statement", columns.STATEMENTS, written_rows.statements),
    "readings": Table("a row a place that gave no statement", columns.READINGS, written_rows.readings),
    "relations": Table("a row an edge, as its own card writes it", columns.RELATIONS, written_rows.relations),
    "access": Table("a row a route to the data", columns.ACCESS, written_rows.access),
    "counts": Table("a row a count", columns.COUNTS, written_rows.counts),
    "flags": Table("a row a risk flag", columns.FLAGS, judged_rows.flags),
}
#: The table that says which catalogue this is; it has one row.
CATALOGUE = "catalogue"


def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a table, that of the catalogue included."""
    return columns.CATALOGUE if table == CATALOGUE else TABLES[table].columns


def rows_of(holdings: Holdings, table: str, docs: Sequence[int]) -> Iterator[Row]:
    """The rows of a table for some datasets; each has all its columns, in their order."""
    names = [column.name for column in columns_of(table)]
    rows = iter([_catalogue(holdings, docs)]) if table == CATALOGUE else _rows(holdings, table, docs)
    for row in rows:
        if row.keys() != set(names):  # a column that is filled and not documented, or the reverse: a bug
            raise TypeError(f"{table}: {sorted(row.keys() ^ set(names))}")
        yield {name: row[name] for name in names}


def _rows(holdings: Holdings, table: str, docs: Sequence[int]) -> Iterator[Row]:
    return (row for doc in docs for row in TABLES[table].rows(holdings, doc))


def _catalogue(holdings: Holdings, docs: Sequence[int]) -> Row:
    return {**origin_of(holdings).to_dict(), "exported": len(docs)}
