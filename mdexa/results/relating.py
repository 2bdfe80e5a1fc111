"""How datasets hang together: the lineage of one, and several side by side."""

from mdexa.card import Source
from mdexa.results.reading import PairRelation
from mdexa.results.shared import CatalogueStamp, RelationView, Result, Unresolved, Verdict


class LineageNode(Result, frozen=True, kw_only=True):
    """A dataset of a lineage. `steps` is 0 for the asked one, negative before it, positive after it."""

    id: str
    name: str
    steps: int
    external: bool = False
    licence_status: str | None = None
    verdict: dict[str, str] = {}


class LineageEdge(Result, frozen=True, kw_only=True):
    """From a source to what is made from it: what it carries, the source's values, and what they do to the other.

    `values` are the source's own verdicts as they reached the judgement, `gives` what the edge hands down; both by
    column, the worst over the parts, and empty where nothing is handed down.
    """

    upstream: str
    downstream: str
    kind: str
    external: bool = False
    carries: str | None = None
    part: str | None = None
    upstream_part: str | None = None
    how: str | None = None
    source: Source | None = None
    values: dict[str, str] = {}
    gives: dict[str, str] = {}


class LineageResult(Result, frozen=True, kw_only=True):
    """What a dataset is made from and what is made from it; `beside` has what overlaps or is the same."""

    dataset: str
    name: str
    sentence: str
    columns: tuple[str, ...]
    nodes: tuple[LineageNode, ...]
    edges: tuple[LineageEdge, ...]
    complete: bool
    catalogue: CatalogueStamp
    beside: tuple[RelationView, ...] = ()


class Compared(Result, frozen=True, kw_only=True):
    """One of several datasets that stand side by side."""

    id: str
    name: str
    asked: str
    licence_status: str
    verdict: dict[str, Verdict]
    access: tuple[str, ...]
    availability: str
    handling: str
    repo_only: bool
    tags: dict[str, tuple[str, ...]]
    decided_by: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    ok_parts: dict[str, tuple[str, ...]] = {}
    upstreams: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    access_decided_by: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    publisher: str | None = None
    released: int | None = None
    version: str | None = None


class ComparisonResult(Result, frozen=True, kw_only=True):
    """Two to five datasets side by side; `permitting` are those that permit all that was asked.

    They are judged each alone, as candidates of which one is taken. For a mixture of all ask for a check.
    """

    sentence: str
    columns: tuple[str, ...]
    datasets: tuple[Compared, ...]
    permitting: tuple[str, ...]
    differ: tuple[str, ...]
    shared: dict[str, tuple[str, ...]]
    catalogue: CatalogueStamp
    pairs: tuple[PairRelation, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    note: str = ""
