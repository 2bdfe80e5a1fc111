"""The result of check."""

from mdexa.results.reading import StatementView
from mdexa.results.shared import CatalogueStamp, Result, Unresolved, Verdict
from mdexa.verdict import Ask, Condition, EdgeUse, Flag, LeftOut, Reported, Taken


class PartVerdict(Result, frozen=True, kw_only=True):
    """The verdict on one part for some columns that share one derivation, with its reasons."""

    part: str
    name: str
    columns: tuple[str, ...]
    value: str
    own: str | None = None
    taken: tuple[Taken, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    edges: tuple[EdgeUse, ...] = ()
    conditions: tuple[Condition, ...] = ()
    notes: tuple[str, ...] = ()
    reported: Reported | None = None
    ask: Ask | None = None
    counts: bool = True
    separable: str = "unknown"


class Checked(Result, frozen=True, kw_only=True):
    """One dataset, checked."""

    id: str
    name: str
    asked: str
    whole: dict[str, Verdict]
    parts: tuple[PartVerdict, ...]
    licence_status: str
    availability: str
    handling: str
    ok_parts: dict[str, tuple[str, ...]] = {}
    flags: tuple[Flag, ...] = ()
    deciding: tuple[StatementView, ...] = ()


class Strictest(Result, frozen=True, kw_only=True):
    """The members that set the combined verdict of a column, and what it would be without them."""

    column: str
    value: str
    members: tuple[str, ...]
    without: str | None = None


class CheckResult(Result, frozen=True, kw_only=True):
    """Verdicts on a list of datasets; `combined` always covers the full list."""

    combined: dict[str, str]
    results: tuple[Checked, ...]
    strictest: tuple[Strictest, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    complete: bool = True
    note: str = ""
