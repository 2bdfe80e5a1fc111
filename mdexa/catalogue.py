"""The catalogue as a user of the library meets it: open it, ask it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from mdexa import results
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings, default_file
from mdexa.operations import run
from mdexa.operations.reading import read
from mdexa.params import CompareParams, ExplainParams, LineageParams
from mdexa.results import CatalogueStamp

if TYPE_CHECKING:
    from pathlib import Path

R = TypeVar("R", bound=results.Result)


class Catalogue:
    """A frozen catalogue. Immutable, thread-safe, and answers from one local file.

    Every method takes the fields of the operation's params (`mdexa.params`) and gives its result (`mdexa.results`):
    a frozen struct that shows itself in a notebook and turns into plain dicts (`to_dict`) and frames (`to_pandas`,
    `to_polars`).
    """

    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings

    @property
    def stamp(self) -> CatalogueStamp:
        """Name, version and day of the catalogue, and how many datasets it holds."""
        return self._holdings.stamp

    @property
    def path(self) -> Path:
        """The index file."""
        return self._holdings.path

    @property
    def digest(self) -> str:
        """The digest of the index's content, in hexadecimal: two catalogues with one digest are the same."""
        return str(self._holdings.index.digest)

    @property
    def holdings(self) -> Holdings:
        """The typed content of the index: for what is made of the whole catalogue, such as exports and pages."""
        return self._holdings

    def __len__(self) -> int:
        return len(self._holdings.datasets)

    def __repr__(self) -> str:
        stamp = self.stamp
        return f"<{stamp.name} {stamp.version}, as of {stamp.as_of}: {stamp.datasets} datasets>"

    def _repr_html_(self) -> str:
        from mdexa.notebook import introduce

        return introduce(self.stamp, self.facets("licence_status", "access_kind", "availability"))

    def search(self, query: str = "", **request: Any) -> results.SearchResult:
        """Ranked datasets. `like`, `filters`, `usable_for`, `count_by`, `limit`, `cursor`: see `SearchParams`."""
        return self._ask(results.SearchResult, "search", {"query": query, **request})

    def card(self, *datasets: str, **request: Any) -> results.CardResult:
        """One to five cards. `sections`: see `CardParams`."""
        return self._ask(results.CardResult, "card", {"datasets": _flat(datasets), **request})

    def evidence(self, *datasets: str, **request: Any) -> results.EvidenceResult:
        """Every statement on one to five datasets. `purposes`, `setting`, `part`: see `EvidenceParams`."""
        return self._ask(results.EvidenceResult, "evidence", {"datasets": _flat(datasets), **request})

    def facets(self, *facets: str, **request: Any) -> results.FacetsResult:
        """Counts by facet. `query`, `filters`, `usable_for`: see `FacetsParams`."""
        return self._ask(results.FacetsResult, "facets", {"facets": _flat(facets), **request})

    def access(self, *datasets: str) -> results.AccessResult:
        """The publisher's route to one to five datasets."""
        return self._ask(results.AccessResult, "access", {"datasets": _flat(datasets)})

    def similar(self, dataset: str, **request: Any) -> results.SimilarResult:
        """Substitutes. `filters`, `usable_for`, `limit`: see `SimilarParams`. NoSuchDataset for an unknown name."""
        return self._ask(results.SimilarResult, "similar", {"dataset": dataset, **request})

    def check(self, *datasets: str, **request: Any) -> results.CheckResult:
        """Verdicts on 1 to 500 datasets. `purposes`, `setting`, `part`: see `CheckParams`."""
        return self._ask(results.CheckResult, "check", {"datasets": _flat(datasets), **request})

    def passages(self, phrase: str, **request: Any) -> results.PassagesResult:
        """Passages that answer a phrase. `datasets`, `limit`, `cursor`: see `PassagesParams`."""
        return self._ask(results.PassagesResult, "passages", {"phrase": phrase, **request})

    def explain(self, dataset: str, **request: Any) -> str:
        """The derivation of a dataset's verdicts, rule by rule, as text. NoSuchDataset for an unknown name.

        `purpose`, `setting`, `part`: see `ExplainParams`.
        """
        from mdexa.explanation import explain

        return explain(self._holdings, read(self._holdings, ExplainParams, {"dataset": dataset, **request}))

    def lineage(self, dataset: str, **request: Any) -> results.LineageResult:
        """What a dataset is made from and what is made from it; draws itself. NoSuchDataset for an unknown name.

        `purposes`, `setting`, `up`, `down`: see `LineageParams`.
        """
        from mdexa.lineage import lineage

        return lineage(self._holdings, read(self._holdings, LineageParams, {"dataset": dataset, **request}))

    def compare(self, *datasets: str, **request: Any) -> results.ComparisonResult:
        """Two to five datasets side by side, each judged alone. `purposes`, `setting`: see `CompareParams`."""
        from mdexa.comparison import compare

        asked = {"datasets": _flat(datasets), **request}
        return compare(self._holdings, read(self._holdings, CompareParams, asked))

    def _ask(self, kind: type[R], operation: str, request: dict[str, Any]) -> R:
        answer = run(self._holdings, operation, request)
        if not isinstance(answer, kind):  # the table of operations names another result: a bug
            raise TypeError(f"{operation} gives {type(answer).__name__}")
        return answer

    def run(self, operation: str, request: dict[str, Any]) -> results.Result:
        """An operation by its name, for a plain request: what every face does. BadQuery if the request is illegal."""
        return self._ask(results.Result, operation, request)


def _flat(names: Iterable[Any]) -> tuple[Any, ...]:
    """Names as arguments, or one list of them."""
    given = tuple(names)
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else given


def open_catalogue(path: str | os.PathLike[str] | None = None) -> Catalogue:
    """The catalogue in an index file: the one named, else MDEXA_INDEX, else the one that came with the package.

    Raises IndexMissing, IndexForeign, IndexVersionMismatch or IndexDamaged, each with the way out, and BadQuery for
    what names no file.
    """
    if path is not None and not isinstance(path, str | os.PathLike):
        raise BadQuery("path", path, ["the path of an index file, as text or as a pathlib.Path"])
    return Catalogue(Holdings(path if path is not None else default_file()))
