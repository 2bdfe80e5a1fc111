"""What each operation takes: typed, closed, described. The command line, tools and routes are made from these structs.

A value outside its type becomes `BadQuery` where the request enters (`mdexa.operations.read`).
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from mdexa.card import AccessKind, AvailabilityState, Handling, Tags

#: The facets that a curator chooses values of, in the order in which they are shown.
TAG_FACETS: tuple[str, ...] = Tags.__struct_fields__
#: The facet, in the index only, of columns in which a part permits that can be taken alone.
PARTS_FACET = "usable_parts"

Purpose: TypeAlias = Literal[
    "academic_research",
    "teaching",
    "commercial_research",
    "commercial_product",
    "model_training",
    "model_release",
    "redistribution",
    "derived_data_release",
    "third_party_api",
]
Setting: TypeAlias = Literal["commercial", "noncommercial", "both"]
Value: TypeAlias = Literal[
    "allowed",
    "allowed_with_conditions",
    "needs_permission",
    "undeclared",
    "unverifiable",
    "conflicting",
    "not_allowed",
]
LicenceStatus: TypeAlias = Literal["commercial_ok", "mixed", "restricted", "undeclared", "unverifiable", "conflicting"]
FlagId: TypeAlias = Literal[
    "agreement_unread",
    "upstream_restricted",
    "share_alike_clash",
    "not_separable",
    "reply_disagrees",
    "layers_differ",
    "upstream_unclear",
    "mirror_disagrees",
    "terms_differ_by_part",
    "licence_changed",
    "jurisdiction_limited",
    "contested",
    "evidence_stale",
    "known_problems",
]
FacetId: TypeAlias = Literal[
    "modality",
    "organism",
    "topic",
    "task",
    "licence_status",
    "commercial_product",
    "academic_research",
    "access_kind",
    "availability",
    "repo_only",
    "risk_flag",
    "handling",
    "publisher",
    "year",
]
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
    "verdict",
    "statements",
]
#: Characters of a name, at most.
LONGEST_NAME = 200
Name: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=LONGEST_NAME, description="An id, name or alias of a dataset.")
]
Cursor: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=200, description="The cursor of the answer before, to go on where it was cut.")
]


class _Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All parameters are frozen and refuse what they do not know."""


class UsableFor(_Params, frozen=True, kw_only=True):
    """Keep only the datasets that may be used for a purpose."""

    purpose: Annotated[Purpose, Meta(description="What the data are wanted for.")]
    setting: Annotated[
        Setting, Meta(description="Whether somebody earns from it; both: it must hold in either setting.")
    ] = "both"
    verdicts: Annotated[tuple[Value, ...], Meta(min_length=1, description="The verdicts that are good enough.")] = (
        "allowed",
        "allowed_with_conditions",
    )
    basis: Annotated[
        Literal["final", "own"],
        Meta(description="final: after the terms of all upstreams; own: only what the publisher says of its own set."),
    ] = "final"


class Filters(_Params, frozen=True, kw_only=True):
    """Facet values that a dataset must have: any of the values of one facet, and all of the facets."""

    modality: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    organism: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    topic: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    task: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    publisher: Annotated[tuple[str, ...], Meta(max_length=10)] = ()
    licence_status: tuple[LicenceStatus, ...] = ()
    commercial_product: tuple[Value, ...] = ()
    academic_research: tuple[Value, ...] = ()
    access_kind: tuple[AccessKind, ...] = ()
    availability: tuple[AvailabilityState, ...] = ()
    handling: tuple[Handling, ...] = ()
    repo_only: bool | None = None
    risk_flag: tuple[FlagId, ...] = ()
    without_flags: Annotated[
        tuple[FlagId, ...], Meta(description="Leave out datasets that have any of these flags.")
    ] = ()
    year_from: Annotated[int, Meta(ge=1900, le=2100)] | None = None
    year_to: Annotated[int, Meta(ge=1900, le=2100)] | None = None


class SearchParams(_Params, frozen=True, kw_only=True):
    """A ranked search by words, by likeness to another dataset, by filters, or by all of them."""

    query: Annotated[
        str, Meta(max_length=300, description="Words in any language of the vocabulary; none need match.")
    ] = ""
    like: Name | None = None
    filters: Filters = Filters()
    usable_for: UsableFor | None = None
    count_by: Annotated[tuple[FacetId, ...], Meta(max_length=3, description="Facets to count over all matches.")] = ()
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    cursor: Cursor | None = None


class CardParams(_Params, frozen=True, kw_only=True):
    """One to five cards, by sections."""

    datasets: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=5)]
    sections: tuple[Section, ...] = ("summary", "access", "availability")


class EvidenceParams(_Params, frozen=True, kw_only=True):
    """Every statement of one to five datasets, with what decides and what is left out."""

    datasets: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=5)]
    purposes: tuple[Purpose, ...] = ()
    setting: Setting = "both"
    part: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class FacetsParams(_Params, frozen=True, kw_only=True):
    """How many datasets have each value of some facets, under filters."""

    facets: Annotated[tuple[str, ...], Meta(max_length=14)] = ()
    query: Annotated[str, Meta(max_length=300)] = ""
    filters: Filters = Filters()
    usable_for: UsableFor | None = None


class AccessParams(_Params, frozen=True, kw_only=True):
    """The publisher's route to one to five datasets."""

    datasets: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=5)]


class SimilarParams(_Params, frozen=True, kw_only=True):
    """Substitutes for a dataset, under constraints."""

    dataset: Name
    filters: Filters = Filters()
    usable_for: UsableFor | None = None
    limit: Annotated[int, Meta(ge=1, le=50)] = 10


class CheckParams(_Params, frozen=True, kw_only=True):
    """Whether 1 to 500 datasets may be used for some purposes, each alone and all together."""

    datasets: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=500)]
    purposes: Annotated[tuple[Purpose, ...], Meta(description="Empty: all purposes.")] = ()
    setting: Setting = "both"
    part: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class ExplainParams(_Params, frozen=True, kw_only=True):
    """The derivation of the verdicts on one dataset: of all purposes, or of one."""

    dataset: Name
    purpose: Purpose | None = None
    setting: Setting = "both"
    part: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class LineageParams(_Params, frozen=True, kw_only=True):
    """What a dataset is made from, and what is made from it, so many steps up and down."""

    dataset: Name
    purposes: Annotated[tuple[Purpose, ...], Meta(description="Empty: all purposes.")] = ()
    setting: Setting = "both"
    up: Annotated[int, Meta(ge=0, le=9)] = 5
    down: Annotated[int, Meta(ge=0, le=9)] = 1


class CompareParams(_Params, frozen=True, kw_only=True):
    """Two to five datasets side by side."""

    datasets: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=5)]
    purposes: Annotated[tuple[Purpose, ...], Meta(description="Empty: all purposes.")] = ()
    setting: Setting = "both"


class PassagesParams(_Params, frozen=True, kw_only=True):
    """The passages of cards that answer a phrase."""

    phrase: Annotated[str, Meta(min_length=1, max_length=300)]
    datasets: Annotated[tuple[Name, ...], Meta(max_length=50)] = ()
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    cursor: Cursor | None = None
