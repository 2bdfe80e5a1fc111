"""What lies between two releases of a catalogue."""

from typing import Literal

from mdexa.results.shared import CatalogueStamp, Result

#: Why a verdict is another one.
Because = Literal[
    "statement_added",
    "statement_removed",
    "statement_changed",
    "superseded",  # a later statement replaces the one that decided
    "licence_changed",  # the licence table reads a licence differently
    "upstream_changed",
    "access_changed",
    "readings_changed",
    "availability_changed",
    "parts_changed",
    "rules",  # nothing of the card has changed: the judgement reads it differently
]
CardKind = Literal["added", "removed", "renamed", "withdrawn", "available_again", "availability", "handling"]
StatementKind = Literal["added", "removed", "changed", "superseded"]
LicenceKind = Literal["added", "removed", "changed"]
FlagKind = Literal["raised", "gone"]
Direction = Literal["better", "worse"]


class Reason(Result, frozen=True, kw_only=True):
    """One reason, and what it is about: a statement, a licence, an upstream, a part."""

    why: Because
    what: str = ""


class CardChange(Result, frozen=True, kw_only=True):
    """A card that came, went or was renamed, or whose availability or handling changed."""

    dataset: str
    name: str
    kind: CardKind
    was: str | None = None
    now: str | None = None


class StatusChange(Result, frozen=True, kw_only=True):
    """The licence status of a dataset, before and after."""

    dataset: str
    was: str
    now: str


class VerdictChange(Result, frozen=True, kw_only=True):
    """Columns of a dataset, or of one part of it, whose value changed in the same way for the same reasons."""

    dataset: str
    columns: tuple[str, ...]
    was: str
    now: str
    direction: Direction
    part: str | None = None
    because: tuple[Reason, ...] = ()


class StatementChange(Result, frozen=True, kw_only=True):
    """A statement that came, went, changed or was replaced."""

    dataset: str
    statement: str
    kind: StatementKind
    url: str
    fields: tuple[str, ...] = ()
    by: str | None = None


class LicenceChange(Result, frozen=True, kw_only=True):
    """An entry of the licence table that came, went or is read differently: column -> (before, after)."""

    key: str
    kind: LicenceKind
    columns: dict[str, tuple[str, str]] = {}


class FlagChange(Result, frozen=True, kw_only=True):
    """A risk flag that was raised or is gone: old evidence, an upstream that disagrees ..."""

    dataset: str
    flag: str
    severity: str
    kind: FlagKind
    because: tuple[str, ...] = ()


class ChangesResult(Result, frozen=True, kw_only=True):
    """Everything that changed between two catalogues, by meaning; equal content gives nothing, whatever its bytes."""

    old: CatalogueStamp
    new: CatalogueStamp
    old_digest: str
    new_digest: str
    sentence: str
    cards: tuple[CardChange, ...] = ()
    statuses: tuple[StatusChange, ...] = ()
    verdicts: tuple[VerdictChange, ...] = ()
    statements: tuple[StatementChange, ...] = ()
    licences: tuple[LicenceChange, ...] = ()
    flags: tuple[FlagChange, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        return not (self.cards or self.statuses or self.verdicts or self.statements or self.licences or self.flags)
