"""Results of card, evidence and access."""

from typing import Any

from mdexa.card import Access, Availability, Count, Event, Fact, Problem, Source
from mdexa.results.shared import CatalogueStamp, RelationView, Result, Unresolved, Verdict
from mdexa.verdict import Flag


class PartView(Result, frozen=True, kw_only=True):
    """A part of a dataset, with the verdicts of its columns."""

    id: str
    name: str
    layer: str
    current: bool
    separable: str
    verdicts: dict[str, str]
    how: str | None = None
    copy_of: str | None = None
    n: int | None = None
    unit: str | None = None


class CardView(Result, frozen=True, kw_only=True):
    """A card, by sections; a section that was not asked for is absent."""

    id: str
    name: str
    licence_status: str
    repo_only: bool
    handling: str
    aliases: tuple[str, ...] = ()
    summary: str | None = None
    homepage: str | None = None
    publisher: str | None = None
    contact: str | None = None
    released: int | None = None
    version: str | None = None
    doi: str | None = None
    reviewed: str | None = None
    tags: dict[str, tuple[str, ...]] = {}
    facts: tuple[Fact, ...] = ()
    counts: tuple[Count, ...] = ()
    parts: tuple[PartView, ...] = ()
    access: tuple[Access, ...] = ()
    availability: Availability | None = None
    history: tuple[Event, ...] = ()
    relations: tuple[RelationView, ...] = ()
    problems: tuple[Problem, ...] = ()
    verdict: dict[str, Verdict] = {}
    flags: tuple[Flag, ...] = ()
    statements: int | None = None


class PairRelation(Result, frozen=True, kw_only=True):
    """What is known of how two of the asked datasets hang together; `unknown` is an answer."""

    a: str
    b: str
    relation: str
    how: str | None = None


class CardResult(Result, frozen=True, kw_only=True):
    """Cards, and the names that belong to none."""

    cards: tuple[CardView, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    pairs: tuple[PairRelation, ...] = ()
    note: str = ""


class StatementView(Result, frozen=True, kw_only=True):
    """A statement, and what became of it: the columns of each part that it decides, or why it does not."""

    id: str
    scope: tuple[str, ...]
    instrument: str
    source: Source
    deciding: bool
    parts: tuple[str, ...] = ()
    licence: str | None = None
    licence_name: str | None = None
    licence_url: str | None = None
    says: dict[str, str] = {}
    terms: tuple[str, ...] = ()
    items: Any = None
    conditions: tuple[str, ...] = ()
    other_limits: str | None = None
    text_read: str | None = None
    supersedes: tuple[str, ...] = ()
    grants_to: tuple[str, ...] = ()
    note: str | None = None
    untrusted_third_party_text: str | None = None
    decides: dict[str, dict[str, tuple[str, ...]]] = {}
    left_out: dict[str, tuple[str, ...]] = {}


class ReadingView(Result, frozen=True, kw_only=True):
    """A place that was looked at and gave no statement."""

    source: Source
    covers: str
    result: str
    parts: tuple[str, ...] = ()


class EvidenceOf(Result, frozen=True, kw_only=True):
    """The evidence on one dataset."""

    id: str
    name: str
    statements: tuple[StatementView, ...]
    readings: tuple[ReadingView, ...]
    relations: tuple[RelationView, ...]
    flags: tuple[Flag, ...]
    repo_only: bool


class EvidenceResult(Result, frozen=True, kw_only=True):
    """The evidence on some datasets."""

    datasets: tuple[EvidenceOf, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    note: str = ""


class AccessOf(Result, frozen=True, kw_only=True):
    """The publisher's route to one dataset. Mdexa offers no files."""

    id: str
    name: str
    routes: tuple[Access, ...]
    availability: Availability
    homepage: str | None = None
    contact: str | None = None


class AccessResult(Result, frozen=True, kw_only=True):
    """Routes to some datasets."""

    datasets: tuple[AccessOf, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    note: str = ""
