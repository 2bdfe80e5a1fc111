"""Results of search, facets, similar and passages."""

from typing import Literal

import msgspec

from mdexa.results.shared import CatalogueStamp, Near, Relaxation, Result, Unresolved, Verdict


class Match(Result, frozen=True, kw_only=True):
    """Why a row matched: the concept or word, the form that was typed, and the field of the card that has it."""

    typed: str
    concept: str | None = None
    field: str | None = None


class Row(Result, frozen=True, kw_only=True):
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


class Understood(Result, frozen=True, kw_only=True):
    """How a piece of the query was read."""

    typed: str
    as_: str = msgspec.field(name="as")
    facet: str | None = None


class Hint(Result, frozen=True, kw_only=True):
    """A word of licences or access in the query, and the filter that it means. Not applied."""

    typed: str
    means: str


class SearchResult(Result, frozen=True, kw_only=True):
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


class FacetCount(Result, frozen=True, kw_only=True):
    """A value of a facet and how many datasets have it."""

    value: str
    label: str
    n: int


class FacetsResult(Result, frozen=True, kw_only=True):
    """Counts by facet under filters: exact, never a sample."""

    total: int
    counts: dict[str, tuple[FacetCount, ...]]
    catalogue: CatalogueStamp


class SimilarRow(Result, frozen=True, kw_only=True):
    """A substitute: what it shares with the asked dataset, and what differs."""

    row: Row
    shared: tuple[str, ...]
    differs: tuple[str, ...]
    related: str | None = None


class SimilarResult(Result, frozen=True, kw_only=True):
    """Substitutes, nearest first."""

    dataset: str
    rows: tuple[SimilarRow, ...]
    total: int
    complete: bool
    sentence: str
    catalogue: CatalogueStamp
    relaxations: tuple[Relaxation, ...] = ()


class Passage(Result, frozen=True, kw_only=True):
    """A passage of a card, with its source, date and whose word it rests on."""

    dataset: str
    name: str
    field: str
    text: str
    trust: str
    source: str | None = None
    date: str | None = None


class PassagesResult(Result, frozen=True, kw_only=True):
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
