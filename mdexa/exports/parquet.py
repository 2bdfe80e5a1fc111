"""Parquet: a file a table, with types, the meaning of each column, and the catalogue in the file's own metadata.

Needs the extra `parquet`. The same index and the same release of pyarrow give the same bytes.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from mdexa.errors import BadQuery
from mdexa.exports.columns import Column
from mdexa.exports.folder import File
from mdexa.exports.origin import origin_of
from mdexa.exports.tables import CATALOGUE, TABLES, columns_of, rows_of
from mdexa.holdings import Holdings


def files(holdings: Holdings, docs: Sequence[int]) -> tuple[File, ...]:
    """A file a table. BadQuery if pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        why = "it needs pyarrow, which this installation has not; install mdexa[parquet]"
        raise BadQuery("format", "parquet", why=why)
    return tuple(File(f"{table}.parquet", partial(_one, holdings, table, docs)) for table in (CATALOGUE, *TABLES))


def _one(holdings: Holdings, table: str, docs: Sequence[int]) -> Iterator[bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [{name: _plain(value) for name, value in row.items()} for row in rows_of(holdings, table, docs)]
    filled = pa.Table.from_pylist(rows, schema=_schema(holdings, table))
    sink = pa.BufferOutputStream()
    pq.write_table(filled, sink, compression="zstd")
    yield sink.getvalue().to_pybytes()


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _schema(holdings: Holdings, table: str) -> Any:
    import pyarrow as pa

    origin = origin_of(holdings)
    about = {f"catalogue_{field}": str(getattr(origin, field)) for field in origin.__struct_fields__}
    return pa.schema([_field(column) for column in columns_of(table)], metadata=about)


def _field(column: Column) -> Any:
    import pyarrow as pa

    kinds = {
        "text": pa.string(),
        "list": pa.list_(pa.string()),
        "integer": pa.int64(),
        "number": pa.float64(),
        "truth": pa.bool_(),
    }
    return pa.field(column.name, kinds[column.kind], metadata={"about": column.about})
