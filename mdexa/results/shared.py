"""What several results have in common."""

from typing import Any, Literal

import msgspec

from mdexa.card import Source


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All results are frozen, show themselves in a notebook, and turn into plain values and data frames."""

    def to_dict(self) -> dict[str, Any]:
        """Dicts, lists, strings, numbers and truth values; fields that say nothing are left out."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    def to_records(self) -> list[dict[str, Any]]:
        """The rows of the result as flat dicts, all with the same keys: what a table of it shows."""
        from mdexa.records import records

        return records(self)

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame. ImportError, with the way out, where pandas is not installed."""
        from mdexa.frames import pandas_frame

        return pandas_frame(self)

    def to_polars(self) -> Any:
        """The rows as a polars DataFrame. ImportError, with the way out, where polars is not installed."""
        from mdexa.frames import polars_frame

        return polars_frame(self)

    def _repr_html_(self) -> str:
        from mdexa.notebook import html

        return html(self)


class CatalogueStamp(Result, frozen=True, kw_only=True, omit_defaults=False):
    """Which catalogue answered."""

    name: str
    version: str
    as_of: str
    datasets: int


class Verdict(Result, frozen=True, kw_only=True):
    """The value of one column of a whole dataset; `own` where the publisher alone would say otherwise."""

    value: str
    own: str | None = None


class Near(Result, frozen=True, kw_only=True):
    """A dataset whose name is near to what was typed. Offered, never judged."""

    id: str
    name: str
    typed: str | None = None


class Relaxation(Result, frozen=True, kw_only=True):
    """How many more datasets would match if this one filter were dropped."""

    filter: str
    more: int


class Unresolved(Result, frozen=True, kw_only=True):
    """A name that belongs to no card or to several; its candidates are offered and nothing is judged."""

    name: str
    why: Literal["unknown", "ambiguous"]
    candidates: tuple[Near, ...] = ()


#: How a relation reads from this end: (kind, direction) -> words before the other dataset.
RELATION_WORDS = {
    ("derived_from", "up"): "made from",
    ("derived_from", "down"): "from it was made",
    ("subset_of", "up"): "a subset of",
    ("subset_of", "down"): "a subset of it is",
    ("overlaps", "both"): "overlaps with",
    ("same_as", "both"): "the same as",
    ("independent_of", "both"): "independent of",
}


class RelationView(Result, frozen=True, kw_only=True):
    """An edge to another dataset; `direction` is `down` where the other one is made from this one."""

    kind: str
    other: str
    direction: Literal["up", "down", "both"]
    external: bool = False
    part: str | None = None
    upstream_part: str | None = None
    carries: str | None = None
    how: str | None = None
    source: Source | None = None


def read_when(source: Source) -> str:
    """When we read it, and in what: a copy may be older than the day on which it was looked at."""
    if source.read_from == "live":
        return f"read {source.read_on}"
    whose = "a copy" if source.read_from == "stored_copy" else "somebody else's copy"
    day = "of unknown date" if source.copy_dated == "unknown" else f"of {source.copy_dated}"
    return f"read {source.read_on} in {whose} {day}"
