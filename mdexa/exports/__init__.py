"""The catalogue in the formats of others: one table of formats, each of which makes files from an open index alone."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from mdexa.catalogue import Catalogue
from mdexa.errors import BadQuery
from mdexa.exports import comma_separated, croissant, jsonl, opensearch, parquet, schema_org
from mdexa.exports.folder import Export, File, write
from mdexa.exports.origin import origin_of
from mdexa.exports.selection import chosen
from mdexa.holdings import Holdings
from mdexa.nearest import nearest

__all__ = ["FORMATS", "Export", "File", "Format", "export", "printed"]


class Format(NamedTuple):
    """A format: what it is, what makes its files of some datasets, and which file of several may be printed alone."""

    about: str
    files: Callable[[Holdings, Sequence[int]], tuple[File, ...]]
    alone: str | None = None


FORMATS = {
    "croissant": Format("Croissant 1.1, JSON-LD for machine learning, a file a dataset", croissant.files),
    "schema-org": Format("schema.org Dataset, JSON-LD for search engines, a file a dataset", schema_org.files),
    "jsonl": Format("everything, an object a dataset, with its JSON Schema", jsonl.files, jsonl.FILE),
    "csv": Format("flat tables (RFC 4180), safe to open in a spreadsheet", comma_separated.files),
    "parquet": Format("the same tables with types, for SQL engines and data frames", parquet.files),
    "opensearch": Format("bulk requests and a mapping for a search cluster", opensearch.files, opensearch.FILE),
}


def export(catalogue: Catalogue, form: str, target: Path, names: Iterable[str] = ()) -> Export:
    """Writes an export of some datasets, of no names of all, into a folder; gives the list of what was written.

    BadQuery for an unknown format, a name that is no dataset's (nothing is written), or a folder that is not ours.
    """
    holdings = catalogue.holdings
    docs = chosen(holdings, names)
    return write(target, form, origin_of(holdings), len(docs), _format(form).files(holdings, docs))


def printed(catalogue: Catalogue, form: str, names: Iterable[str] = ()) -> Iterable[bytes]:
    """The one file of an export, piece by piece. BadQuery if the export has several and none that may go alone."""
    asked, holdings = _format(form), catalogue.holdings
    docs = chosen(holdings, names)
    files = asked.files(holdings, docs)
    fitting = [file for file in files if file.name == asked.alone] or list(files)
    if len(fitting) != 1:
        why = f"{form} of {len(docs)} datasets is {len(files)} files, and only one can be printed"
        raise BadQuery("--target", "-", ["a folder", "one dataset in a format with a file a dataset"], why=why)
    return fitting[0].make()


def _format(form: str) -> Format:
    if form not in FORMATS:
        raise BadQuery("format", form, FORMATS, near=nearest(form, tuple(FORMATS)))
    return FORMATS[form]
