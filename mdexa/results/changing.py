"""What lies between two releases of a catalogue."""

from typing import Literal

from mdexa.purposes import rank
from mdexa.results.shared import CatalogueStamp, Result

#: Licence status -> how much it permits, the most first; all others permit no commercial use.
_STATUS = {"commercial_ok": 0, "mixed": 1}

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
CardKind = Literal[
    "added",
    "removed",
    "renamed",
    "withdrawn",
    "available_again",
    "availability",
    "handling",
    "access",
    "usable_parts",  # other parts of it permit
    "part_added",
    "part_removed",
    "part_changed",  # can or cannot be told apart, counts towards the whole or not
    "relation_added",
    "relation_removed",
    "name_added",  # the dataset answers to another name, so that lists are judged by it
    "name_removed",
]
StatementKind = Literal["added", "removed", "changed", "superseded"]
LicenceKind = Literal["added", "removed", "changed"]
FlagKind = Literal["raised", "gone", "changed"]
Direction = Literal["better", "worse"]


class Reason(Result, frozen=True, kw_only=True):
    """One reason, and what it is about: a statement, a licence, an upstream, a part."""

    why: Because
    what: str = ""


class CardChange(Result, frozen=True, kw_only=True):
    """A card that came, went or was renamed, or of which something changed that bears on finding or using it."""

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


class ConditionChange(Result, frozen=True, kw_only=True):
    """What the user must do for some columns of a part besides, or no more; the value may be the same."""

    dataset: str
    part: str
    columns: tuple[str, ...]
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


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
    conditions: tuple[ConditionChange, ...] = ()
    statements: tuple[StatementChange, ...] = ()
    licences: tuple[LicenceChange, ...] = ()
    flags: tuple[FlagChange, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing changed."""
        kinds = (self.cards, self.statuses, self.verdicts, self.conditions, self.statements, self.licences, self.flags)
        return not any(kinds)

    def has(self, direction: Direction) -> bool:
        """Whether anything became stricter, or milder: a verdict, a licence status, or a part that permits."""
        steps = [
            *((rank(row.was), rank(row.now)) for row in self.verdicts),
            *((_STATUS.get(row.was, 2), _STATUS.get(row.now, 2)) for row in self.statuses),
        ]
        for row in self.cards:
            if row.kind == "usable_parts":
                was, now = _parts(row.was), _parts(row.now)
                steps += [(0, 1)] * bool(was - now) + [(1, 0)] * bool(now - was)
        return any(now > was if direction == "worse" else now < was for was, now in steps)


def _parts(text: str | None) -> set[str]:
    return set((text or "none").split(", ")) - {"none"}
