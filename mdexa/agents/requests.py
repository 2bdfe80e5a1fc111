"""What the three tools take: typed, closed, described."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from mdexa.card import AccessKind, AvailabilityState
from mdexa.params import FacetId, FlagId, LicenceStatus, Purpose, Setting, Value

#: Every cursor of Mdexa: how many were shown, and what ties it to its question and its release.
Cursor: TypeAlias = Annotated[str, Meta(pattern="^[0-9]{1,9}\\.[0-9a-f]{8}$")]
DatasetName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern="\\S")]
TagValues: TypeAlias = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=80)], ...], Meta(max_length=10)]
Evidence: TypeAlias = Literal["none", "deciding", "all"]
Section: TypeAlias = Literal[
    "summary",
    "facts",
    "counts",
    "parts",
    "access",
    "availability",
    "history",
    "relations",
    "problems",
    "passages",
]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All requests are frozen and refuse what they do not know."""


class UsableFor(Request, frozen=True, kw_only=True):
    """Keep only what may be used for a purpose."""

    purpose: Purpose
    setting: Setting = "both"
    verdicts: Annotated[tuple[Value, ...], Meta(min_length=1)] = ("allowed", "allowed_with_conditions")
    basis: Annotated[Literal["final", "own"], Meta(description="own: the publisher's word without its upstreams.")] = (
        "final"
    )


class FindFilters(Request, frozen=True, kw_only=True):
    """Any of the values of one facet, and all of the facets; a wider tag finds the narrower ones."""

    modality: TagValues = ()
    organism: TagValues = ()
    topic: TagValues = ()
    task: TagValues = ()
    licence_status: tuple[LicenceStatus, ...] = ()
    access_kind: tuple[AccessKind, ...] = ()
    availability: tuple[AvailabilityState, ...] = ()
    repo_only: bool | None = None
    without_flags: tuple[FlagId, ...] = ()
    year_from: Annotated[int, Meta(ge=1900, le=2100)] | None = None
    year_to: Annotated[int, Meta(ge=1900, le=2100)] | None = None


class FindDatasets(Request, frozen=True, kw_only=True):
    """find_datasets."""

    query: (
        Annotated[
            str,
            Meta(
                min_length=1, max_length=300, description="Subject, in any language. For licence or access use filters."
            ),
        ]
        | None
    ) = None
    like: Annotated[DatasetName, Meta(description="Rank by likeness to this dataset.")] | None = None
    filters: FindFilters = FindFilters()
    usable_for: UsableFor | None = None
    count_by: Annotated[tuple[FacetId, ...], Meta(max_length=3, description="Count all matches by these.")] = ()
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    cursor: Cursor | None = None


class CheckUse(Request, frozen=True, kw_only=True):
    """check_use."""

    datasets: Annotated[
        tuple[DatasetName, ...], Meta(min_length=1, max_length=50, description="Ids, names or aliases.")
    ]
    purposes: Annotated[tuple[Purpose, ...], Meta(description="Default: all nine.")] = ()
    setting: Annotated[Setting, Meta(description="Whether somebody earns from it.")] = "both"
    part: Annotated[str, Meta(min_length=1, max_length=80, description="Judge this part alone.")] | None = None
    evidence: Annotated[
        Evidence,
        Meta(description="none: verdicts only; deciding: with reasons; all: every statement, at most 5 names."),
    ] = "deciding"
    cursor: Cursor | None = None


class GetDataset(Request, frozen=True, kw_only=True):
    """get_dataset."""

    datasets: Annotated[tuple[DatasetName, ...], Meta(min_length=1, max_length=5, description="Ids, names or aliases.")]
    sections: Annotated[tuple[Section, ...], Meta(min_length=1)] = ("summary", "access", "availability")
    phrase: Annotated[str, Meta(min_length=1, max_length=300, description="For the section passages.")] | None = None
    cursor: Cursor | None = None
