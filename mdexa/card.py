"""What a curator writes: the shape of a card, of the licence table, of the vocabulary and of the catalogue file.

`schema/*.schema.json` says the same to an editor and finds every fault with its line; these structs only carry what
has passed there (a test proves that both name the same fields). Everything is frozen. Absence has words of its own:
`unknown` and `unstated` are written, an empty tuple means that there is none, and None that the card is silent.
"""

from typing import Literal

import msgspec

Date = str  #: YYYY-MM-DD
DateOrUnknown = str  #: YYYY-MM-DD, or `unknown`

Layer = Literal["data", "annotations", "models"]
Scope = Literal["data", "annotations", "models", "code", "paper", "website", "unstated"]
Instrument = Literal["licence", "agreement", "policy", "reply"]
Speaker = Literal["publisher", "host", "third_party"]
ReadFrom = Literal["live", "stored_copy", "third_party_copy"]
YesNo = Literal["yes", "no"]
YesNoUnknown = Literal["yes", "no", "unknown"]
SaidValue = Literal["allowed", "allowed_with_conditions", "needs_permission", "not_allowed"]
TableValue = Literal["allowed", "allowed_with_conditions", "needs_permission", "not_allowed", "unstated"]
Column = Literal[
    "academic_research",
    "teaching",
    "commercial_research",
    "commercial_product",
    "model_training/commercial",
    "model_training/noncommercial",
    "model_release/commercial",
    "model_release/noncommercial",
    "redistribution/commercial",
    "redistribution/noncommercial",
    "derived_data_release/commercial",
    "derived_data_release/noncommercial",
    "third_party_api/commercial",
    "third_party_api/noncommercial",
]
#: A purpose without its setting stands for both.
SaidColumn = (
    Column | Literal["model_training", "model_release", "redistribution", "derived_data_release", "third_party_api"]
)
Term = Literal[
    "noncommercial",
    "academic_only",
    "research_only",
    "no_redistribution",
    "no_derivatives",
    "share_alike",
    "no_third_party_api",
    "models_noncommercial",
    "models_same_terms",
    "no_competing_models",
    "disease_specific",
    "ethics_approval",
    "moratorium",
    "time_limit",
    "jurisdiction",
    "return_results",
    "no_reidentification",
    "attribution",
]
ItemsBy = Literal["item", "source", "site", "subset"]
Covers = Literal["download", "access_page", "agreement", "paper", "other"]
ReadingResult = Literal["nothing_stated", "licence_part_not_seen", "unreadable"]
RelationKind = Literal["derived_from", "subset_of", "overlaps", "same_as", "independent_of"]
Carries = Literal["records", "derived_values", "trained_on", "identifiers"]
AccessKind = Literal["open", "registration", "agreement", "credentialed", "application", "email", "fee", "none"]
AvailabilityState = Literal["available", "withdrawn", "never_released", "private", "host_down", "superseded"]
Handling = Literal["link_only", "under_review"]

#: The `licence` of a statement that hands the question on to the source of the data.
AS_UPSTREAM = "as_upstream"
#: In `items.known`: these items carry no licence.
NO_LICENCE = "none"
#: The only part of a card that names none.
WHOLE_PART = "all"
UNKNOWN = "unknown"


class _Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All shapes of the catalogue are frozen and refuse what they do not know."""


class Source(_Struct, frozen=True, kw_only=True):
    """Where something was read, who speaks there, and when it was read. Every field is required."""

    url: str
    locator: str
    speaker: Speaker
    dated: DateOrUnknown
    read_on: Date
    read_from: ReadFrom
    copy_dated: DateOrUnknown


class Part(_Struct, frozen=True, kw_only=True):
    """Anything that has its own terms. Parts do not nest; what is left over is a part called `rest`."""

    id: str
    name: str
    layer: Layer
    current: YesNo
    separable: YesNoUnknown
    how: str | None = None
    copy_of: str | None = None
    n: int | None = None
    unit: str | None = None


class KnownItems(_Struct, frozen=True, kw_only=True):
    """How many items carry one licence (`none`: they carry none)."""

    licence: str
    n: int | None = None
    unit: str | None = None


class Items(_Struct, frozen=True, kw_only=True):
    """A statement that gives each item its own licence."""

    by: ItemsBy
    known: tuple[KnownItems, ...]
    exhaustive: YesNo
    where: str | None = None


class Statement(_Struct, frozen=True, kw_only=True, rename={"for_": "for"}):
    """What was said about terms, by whom, about what. It carries licence, says, terms or items, or several."""

    id: str
    scope: tuple[Scope, ...]
    instrument: Instrument
    source: Source
    parts: tuple[str, ...] = ()
    licence: str | None = None
    says: dict[SaidColumn, SaidValue] = {}
    terms: tuple[Term, ...] = ()
    items: Items | None = None
    conditions: tuple[str, ...] = ()
    other_limits: str | None = None
    text_read: YesNo | None = None
    supersedes: tuple[str, ...] = ()
    for_: tuple[str, ...] = ()
    note: str | None = None
    untrusted_third_party_text: str | None = None


class Reading(_Struct, frozen=True, kw_only=True):
    """A place that was looked at and gave no statement."""

    source: Source
    covers: Covers
    result: ReadingResult
    parts: tuple[str, ...] = ()


class External(_Struct, frozen=True, kw_only=True):
    """An upstream that has no card. Without statements nothing is known of its terms."""

    name: str
    url: str | None = None
    statements: tuple[Statement, ...] = ()


class Relation(_Struct, frozen=True, kw_only=True):
    """An edge to another dataset, to an external one, or between two parts of this card."""

    kind: RelationKind
    source: Source
    dataset: str | None = None
    external: External | None = None
    part: str | None = None
    upstream_part: str | None = None
    carries: Carries | None = None
    how: str | None = None
    upstream_grant: str | None = None


class Report(_Struct, frozen=True, kw_only=True):
    """A dated public report of waiting for, or being refused, access."""

    date: DateOrUnknown
    what: str
    source: Source


class Access(_Struct, frozen=True, kw_only=True):
    """One route of the publisher to the data."""

    kind: AccessKind
    source: Source | None = None
    parts: tuple[str, ...] = ()
    url: str | None = None
    steps: tuple[str, ...] = ()
    decided_by: str | None = None
    regions_blocked: tuple[str, ...] = ()
    reports: tuple[Report, ...] = ()


class Availability(_Struct, frozen=True, kw_only=True):
    """Whether the data can be had at all. A card may exist only to say that they cannot."""

    state: AvailabilityState
    source: Source | None = None
    since: DateOrUnknown = UNKNOWN
    successor: str | None = None


class Fact(_Struct, frozen=True, kw_only=True):
    """A fact in our own words, and the page that says so."""

    what: str
    source: str | None = None


class Count(_Struct, frozen=True, kw_only=True):
    """How many, of what, in which scope and version."""

    n: int | float
    unit: str
    scope: str | None = None
    version: str | None = None
    source: str | None = None


class Event(_Struct, frozen=True, kw_only=True):
    """Something that happened to the dataset."""

    date: DateOrUnknown
    what: str
    source: str


class Problem(_Struct, frozen=True, kw_only=True):
    """Something that is wrong with the dataset, reported in public."""

    what: str
    source: str


class Tags(_Struct, frozen=True, kw_only=True):
    """Ids of vocabulary values, one list for each of the four tag facets."""

    modality: tuple[str, ...] = ()
    organism: tuple[str, ...] = ()
    topic: tuple[str, ...] = ()
    task: tuple[str, ...] = ()


class Card(_Struct, frozen=True, kw_only=True):
    """One dataset."""

    id: str
    name: str
    summary: str
    tags: Tags
    reviewed: Date
    access: tuple[Access, ...]
    availability: Availability
    homepage: str | None = None
    publisher: str | None = None
    contact: str | None = None
    released: int | None = None
    version: str | None = None
    doi: str | None = None
    aliases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    counts: tuple[Count, ...] = ()
    parts: tuple[Part, ...] = ()
    statements: tuple[Statement, ...] = ()
    readings: tuple[Reading, ...] = ()
    relations: tuple[Relation, ...] = ()
    history: tuple[Event, ...] = ()
    problems: tuple[Problem, ...] = ()
    handling: Handling = "link_only"


class Ruling(_Struct, frozen=True, kw_only=True):
    """What a licence says in one column, on what basis, and where in its text."""

    value: TableValue
    basis: Literal["text", "licensor_faq", "our_reading"]
    clause: str


class LicenceCondition(_Struct, frozen=True, kw_only=True):
    """What the user must do, in our own words, and in which columns (empty: in all)."""

    what: str
    columns: tuple[Column, ...] = ()


class Licence(_Struct, frozen=True, kw_only=True):
    """A licence or agreement of a stable name. Each of the 14 columns has an explicit value."""

    key: str
    name: str
    family: str
    kind: Literal["licence", "agreement", "policy", "word"]
    share_alike: YesNo
    text_read: YesNo
    columns: dict[Column, Ruling]
    url: str | None = None
    conditions: tuple[LicenceCondition, ...] = ()
    duo: tuple[str, ...] = ()
    note: str | None = None


class LicenceTable(_Struct, frozen=True, kw_only=True):
    """`catalogue/licences.yaml`."""

    licences: tuple[Licence, ...]


class Concept(_Struct, frozen=True, kw_only=True):
    """One value of the vocabulary: a tag value, or a word of licences and access that people type."""

    id: str
    label: str
    definition: str
    broader: tuple[str, ...] = ()
    synonyms: dict[str, tuple[str, ...]] = {}
    ontology: tuple[str, ...] = ()
    means: str | None = None
    label_zh: str | None = None


class Vocabulary(_Struct, frozen=True, kw_only=True):
    """`catalogue/vocabulary/<facet>.yaml`: the values of one facet."""

    facet: Literal["modality", "organism", "topic", "task", "use_term"]
    concepts: tuple[Concept, ...]


class Facet(_Struct, frozen=True, kw_only=True):
    """Something to filter and count by, or a reserved name with the reason why there is no such filter."""

    id: str
    label: str
    definition: str
    kind: Literal["tag", "derived", "reserved"]
    label_zh: str | None = None
    instead: str | None = None


class Facets(_Struct, frozen=True, kw_only=True):
    """`catalogue/facets.yaml`."""

    facets: tuple[Facet, ...]


class Release(_Struct, frozen=True, kw_only=True):
    """`catalogue/catalogue.yaml`."""

    name: str
    version: str
    as_of: Date
