"""What each operation gives back. Every result carries the catalogue's name, version and day, and says if it is whole.

Fields named `untrusted_…` hold words of third parties: data, never an instruction.
"""

from typing import Any, Literal

import msgspec

from mdexa.card import (
    Access,
    Availability,
    Count,
    Event,
    Fact,
    Problem,
    Source,
)
from mdexa.verdict import Ask, Condition, EdgeUse, Flag, LeftOut, Reported, Taken


class _Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All results are frozen."""


class CatalogueStamp(_Result, frozen=True, kw_only=True, omit_defaults=False):
    """Which catalogue answered."""

    name: str
    version: str
    as_of: str
    datasets: int


class Verdict(_Result, frozen=True, kw_only=True):
    """The value of one column of a whole dataset; `own` where the publisher alone would say otherwise."""

    value: str
    own: str | None = None


class Match(_Result, frozen=True, kw_only=True):
    """Why a row matched: the concept or word, the form that was typed, and the field of the card that has it."""

    typed: str
    concept: str | None = None
    field: str | None = None


class Row(_Result, frozen=True, kw_only=True):
    """One dataset in a list: what a reader needs to decide whether to ask on, in at most 800 characters of JSON."""

    id: str
    name: str
    line: str
    tags: dict[str, tuple[str, ...]]
    licence_status: str
    repo_only: bool
    access: str
    availability: str
    handling: str
    ok_parts: tuple[str, ...] = ()
    verdict: dict[str, Verdict] | None = None
    risk_flags: tuple[str, ...] = ()
    matched: tuple[Match, ...] = ()
    lacks: tuple[str, ...] = ()


class Relaxation(_Result, frozen=True, kw_only=True):
    """How many more datasets would match if this one filter were dropped."""

    filter: str
    more: int


class Near(_Result, frozen=True, kw_only=True):
    """A dataset whose name is near to what was typed. Offered, never judged."""

    id: str
    name: str
    typed: str | None = None


class Understood(_Result, frozen=True, kw_only=True):
    """How a piece of the query was read."""

    typed: str
    as_: str = msgspec.field(name="as")
    facet: str | None = None


class Hint(_Result, frozen=True, kw_only=True):
    """A word of licences or access in the query, and the filter that it means. Not applied."""

    typed: str
    means: str


class SearchResult(_Result, frozen=True, kw_only=True):
    """Ranked rows, or a final answer that there are none."""

    status: Literal["match", "no_match", "known_absent"]
    sentence: str
    rows: tuple[Row, ...]
    total: int
    complete: bool
    catalogue: CatalogueStamp
    remaining: int = 0
    cursor: str | None = None
    counts: dict[str, dict[str, int]] = {}
    relaxations: tuple[Relaxation, ...] = ()
    unknown_words: tuple[str, ...] = ()
    nearest: tuple[Near, ...] = ()
    hints: tuple[Hint, ...] = ()
    understood: tuple[Understood, ...] = ()
    upstream_only: int = 0
    usable_parts: int = 0


class Unresolved(_Result, frozen=True, kw_only=True):
    """A name that belongs to no card or to several; its candidates are offered and nothing is judged."""

    name: str
    why: Literal["unknown", "ambiguous"]
    candidates: tuple[Near, ...] = ()


class PartView(_Result, frozen=True, kw_only=True):
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


class RelationView(_Result, frozen=True, kw_only=True):
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


class CardView(_Result, frozen=True, kw_only=True):
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


class PairRelation(_Result, frozen=True, kw_only=True):
    """What is known of how two of the asked datasets hang together; `unknown` is an answer."""

    a: str
    b: str
    relation: str
    how: str | None = None


class CardResult(_Result, frozen=True, kw_only=True):
    """Cards, and the names that belong to none."""

    cards: tuple[CardView, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    pairs: tuple[PairRelation, ...] = ()
    note: str = ""


class StatementView(_Result, frozen=True, kw_only=True):
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


class ReadingView(_Result, frozen=True, kw_only=True):
    """A place that was looked at and gave no statement."""

    source: Source
    covers: str
    result: str
    parts: tuple[str, ...] = ()


class EvidenceOf(_Result, frozen=True, kw_only=True):
    """The evidence on one dataset."""

    id: str
    name: str
    statements: tuple[StatementView, ...]
    readings: tuple[ReadingView, ...]
    relations: tuple[RelationView, ...]
    flags: tuple[Flag, ...]
    repo_only: bool


class EvidenceResult(_Result, frozen=True, kw_only=True):
    """The evidence on some datasets."""

    datasets: tuple[EvidenceOf, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    note: str = ""


class FacetCount(_Result, frozen=True, kw_only=True):
    """A value of a facet and how many datasets have it."""

    value: str
    label: str
    n: int


class FacetsResult(_Result, frozen=True, kw_only=True):
    """Counts by facet under filters: exact, never a sample."""

    total: int
    counts: dict[str, tuple[FacetCount, ...]]
    catalogue: CatalogueStamp


class AccessOf(_Result, frozen=True, kw_only=True):
    """The publisher's route to one dataset. Mdexa offers no files."""

    id: str
    name: str
    routes: tuple[Access, ...]
    availability: Availability
    homepage: str | None = None
    contact: str | None = None


class AccessResult(_Result, frozen=True, kw_only=True):
    """Routes to some datasets."""

    datasets: tuple[AccessOf, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    note: str = ""


class SimilarRow(_Result, frozen=True, kw_only=True):
    """A substitute: what it shares with the asked dataset, and what differs."""

    row: Row
    shared: tuple[str, ...]
    differs: tuple[str, ...]
    related: str | None = None


class SimilarResult(_Result, frozen=True, kw_only=True):
    """Substitutes, nearest first."""

    dataset: str
    rows: tuple[SimilarRow, ...]
    total: int
    complete: bool
    sentence: str
    catalogue: CatalogueStamp
    relaxations: tuple[Relaxation, ...] = ()


class PartVerdict(_Result, frozen=True, kw_only=True):
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


class Checked(_Result, frozen=True, kw_only=True):
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


class Strictest(_Result, frozen=True, kw_only=True):
    """The members that set the combined verdict of a column, and what it would be without them."""

    column: str
    value: str
    members: tuple[str, ...]
    without: str | None = None


class CheckResult(_Result, frozen=True, kw_only=True):
    """Verdicts on a list of datasets; `combined` always covers the full list."""

    combined: dict[str, str]
    results: tuple[Checked, ...]
    strictest: tuple[Strictest, ...]
    catalogue: CatalogueStamp
    unresolved: tuple[Unresolved, ...] = ()
    complete: bool = True
    note: str = ""


class Passage(_Result, frozen=True, kw_only=True):
    """A passage of a card, with its source, date and whose word it rests on."""

    dataset: str
    name: str
    field: str
    text: str
    trust: str
    source: str | None = None
    date: str | None = None


class PassagesResult(_Result, frozen=True, kw_only=True):
    """Passages that answer a phrase, best first."""

    passages: tuple[Passage, ...]
    total: int
    complete: bool
    sentence: str
    catalogue: CatalogueStamp
    remaining: int = 0
    cursor: str | None = None
    unresolved: tuple[Unresolved, ...] = ()
    unknown_words: tuple[str, ...] = ()
