"""What a use report holds: everything that is shown, in words that are shown. Its JSON is these structs as they are."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mdexa.card import Access, Availability
from mdexa.params import Purpose, Setting, Value
from mdexa.results import CatalogueStamp

#: Changes when a reader of the JSON would have to change.
FORMAT = "mdexa-use-report-1"


class _Shape(msgspec.Struct, frozen=True, kw_only=True):
    """All shapes are frozen; every field of them is always written."""


class Origin(_Shape, frozen=True, kw_only=True):
    """Where a name was found: a file or the arguments, and the line, cell or field in it."""

    source: str
    place: str


class AskedName(_Shape, frozen=True, kw_only=True):
    """A name as it was given, and the dataset that it belongs to (null: none, or several)."""

    name: str
    origins: tuple[Origin, ...]
    dataset: str | None
    by: Annotated[str, Meta(description="The field of a Croissant file that led to the dataset, else empty.")]


class InputFile(_Shape, frozen=True, kw_only=True):
    """A file that names were read from, as it was given, and what it held."""

    name: str
    sha256: Annotated[str, Meta(description="Of its bytes, as they were read.")]


class Asked(_Shape, frozen=True, kw_only=True):
    """The question."""

    names: tuple[AskedName, ...]
    files: tuple[InputFile, ...]
    purposes: tuple[Purpose, ...]
    setting: Setting
    part: str | None
    columns: tuple[str, ...]
    remarks: Annotated[tuple[str, ...], Meta(description="What was seen in the files and is no name.")]


class ColumnSummary(_Shape, frozen=True, kw_only=True):
    """One purpose over the full list. Names that are not resolved count as unverifiable."""

    column: str
    combined: Value
    counts: Annotated[dict[str, int], Meta(description="Value -> how many names have it; values without any left out.")]
    strictest: Annotated[tuple[str, ...], Meta(description="The names that set the combined verdict.")]
    without_strictest: Annotated[
        Value | None, Meta(description="The combined verdict without them; null: none is left.")
    ]
    in_the_way: Annotated[tuple[str, ...], Meta(description="All names that do not permit.")]
    permitting: int
    old_evidence: Annotated[tuple[str, ...], Meta(description="The names that permit, and do so on old evidence.")]


class Summary(_Shape, frozen=True, kw_only=True):
    """The answer in short."""

    sentence: str
    datasets: int
    unresolved: int
    columns: tuple[ColumnSummary, ...]


class Candidate(_Shape, frozen=True, kw_only=True):
    """A dataset that may be meant. Offered, never judged."""

    id: str
    name: str
    why: str


class UnresolvedName(_Shape, frozen=True, kw_only=True):
    """A name that belongs to no dataset, or to several. It counts as unverifiable."""

    name: str
    origins: tuple[Origin, ...]
    why: Literal["unknown", "ambiguous"]
    sentence: str
    candidates: tuple[Candidate, ...]


class ColumnVerdict(_Shape, frozen=True, kw_only=True):
    """One purpose for a whole dataset, or for the part that was asked for."""

    column: str
    value: Value
    own: Annotated[Value, Meta(description="The verdict by the publisher's own words, before the terms of sources.")]
    apart: Annotated[tuple[str, ...], Meta(description="Separable parts that permit where the whole does not.")]
    old_evidence: Annotated[
        tuple[str, ...],
        Meta(description="Where it permits: deciding statements that were read long ago or in old copies."),
    ]


class PartName(_Shape, frozen=True, kw_only=True):
    """A part: its id, what it is, and how its items are told from the others."""

    id: str
    name: str
    how: str | None


class Note(_Shape, frozen=True, kw_only=True):
    """A sentence that holds for these parts and columns."""

    text: str
    parts: tuple[str, ...]
    columns: tuple[str, ...]


class Condition(_Shape, frozen=True, kw_only=True):
    """Something that the user must do, who asks for it, and for which parts and columns."""

    text: str
    origins: tuple[str, ...]
    parts: tuple[str, ...]
    columns: tuple[str, ...]


class Question(_Shape, frozen=True, kw_only=True):
    """What would settle a verdict that does not permit, and the page to ask on."""

    text: str
    where: str | None
    parts: tuple[str, ...]
    columns: tuple[str, ...]


class PartsVerdict(_Shape, frozen=True, kw_only=True):
    """The parts and columns that share a value and its reasons."""

    value: Value
    own: Value
    parts: tuple[PartName, ...]
    columns: tuple[str, ...]
    counts: Annotated[bool, Meta(description="Whether the parts count for the whole, or stand beside it.")]
    separable: str
    because: tuple[Note, ...]
    conditions: tuple[Condition, ...]
    questions: tuple[Question, ...]
    old_evidence: Annotated[
        tuple[str, ...],
        Meta(description="Where it permits: deciding statements that were read long ago or in old copies."),
    ]


class Ground(_Shape, frozen=True, kw_only=True):
    """What a risk is because of, in words: a statement, a dataset with a card, or anything else."""

    text: str
    statement: str | None = None
    dataset: str | None = None


class Risk(_Shape, frozen=True, kw_only=True):
    """A flag with its grounds; `because` has them as ids, `here` says what a source does to what is asked."""

    id: str
    severity: Literal["blocker", "caution", "info"]
    what: str
    do: str
    because: tuple[str, ...]
    grounds: tuple[Ground, ...]
    here: tuple[str, ...]


class LicenceToCarry(_Shape, frozen=True, kw_only=True):
    """A licence on which a permission rests, and a credit line made from the card."""

    key: str
    name: str
    url: str | None
    statements: tuple[str, ...]
    parts: tuple[str, ...]
    share_alike: bool
    credit: str


class Agreement(_Shape, frozen=True, kw_only=True):
    """Something to accept, sign or apply for before the data can be used."""

    text: str
    url: str | None


class Keeping(_Shape, frozen=True, kw_only=True):
    """What has to be kept by whoever uses the data as far as it is permitted."""

    licences: tuple[LicenceToCarry, ...]
    agreements: tuple[Agreement, ...]
    conditions: tuple[Condition, ...]


class Evidence(_Shape, frozen=True, kw_only=True):
    """A statement, its source, and what became of it."""

    id: str
    deciding: bool
    instrument: str
    scope: tuple[str, ...]
    parts: tuple[str, ...]
    speaker: str
    licence: str | None
    licence_name: str | None
    licence_url: str | None
    says: tuple[str, ...]
    notes: tuple[str, ...]
    untrusted_third_party_text: str | None
    url: str
    locator: str
    dated: str
    read_on: str
    read_from: str
    copy_dated: str
    decides: tuple[str, ...]
    decides_on: Annotated[dict[str, tuple[str, ...]], Meta(description="Part -> the columns in which it decides.")]
    left_out: tuple[str, ...]


class Looked(_Shape, frozen=True, kw_only=True):
    """A place that was looked at and gave no statement."""

    covers: str
    result: str
    parts: tuple[str, ...]
    speaker: str
    url: str
    locator: str
    dated: str
    read_on: str
    read_from: str
    copy_dated: str


class Origins(_Shape, frozen=True, kw_only=True):
    """A set that this one is made from or hangs together with, and the page that says so."""

    text: str
    url: str | None


class DatasetReport(_Shape, frozen=True, kw_only=True):
    """Everything on one dataset."""

    id: str
    name: str
    asked_as: tuple[str, ...]
    publisher: str | None
    version: str | None
    doi: str | None
    homepage: str | None
    contact: str | None
    reviewed: str
    licence_status: str
    verdicts: tuple[ColumnVerdict, ...]
    parts: tuple[PartsVerdict, ...]
    keeping: Keeping
    questions: tuple[Question, ...]
    access: tuple[Access, ...]
    availability: Availability
    flags: Annotated[tuple[Risk, ...], Meta(description="Of the whole dataset, also where one part was asked for.")]
    problems: tuple[Origins, ...]
    related: tuple[Origins, ...]
    evidence: tuple[Evidence, ...]
    looked: tuple[Looked, ...]
    handling: Annotated[str, Meta(description="What Mdexa itself does with the set; not the publisher's licence.")]


class Word(_Shape, frozen=True, kw_only=True):
    """A word of the report and what it means."""

    word: str
    meaning: str


class HowToRead(_Shape, frozen=True, kw_only=True):
    """What the words mean, and what the report cannot say."""

    values: tuple[Word, ...]
    purposes: tuple[Word, ...]
    words: tuple[Word, ...]
    limits: tuple[str, ...]


class Report(_Shape, frozen=True, kw_only=True):
    """A use report. It depends on the names, the question and the catalogue only: the same ones give the same."""

    format: Literal["mdexa-use-report-1"]
    title: str
    catalogue: CatalogueStamp
    digest: Annotated[str, Meta(description="Of the catalogue's content: two catalogues with one digest are the same.")]
    program: Annotated[str, Meta(description="The version of Mdexa that made it.")]
    asked: Asked
    summary: Summary
    unresolved: tuple[UnresolvedName, ...]
    datasets: tuple[DatasetReport, ...]
    reading: HowToRead
