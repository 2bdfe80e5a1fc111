"""What the judgement gives back: for each dataset its parts, for each part a ruling on every column, with its reasons.

These structs go into the index as JSON and come out of it in answers, so they carry reasons as ids and words of a fixed
list, never as sentences: `mdexa.explain` makes the sentences.
"""

from typing import Literal

import msgspec

#: Why a statement does not decide.
LeftOutReason = Literal[
    "superseded",  # a later statement of the publisher replaces it
    "grant_elsewhere",  # a grant to other datasets (`for`)
    "scope_unstated",  # it does not say what it covers
    "other_scope",  # it speaks of another layer
    "other_part",  # it names other parts
    "narrower_speaks",  # the same source says something of its own about this part
    "host",  # a copy or register does not speak for the publisher
    "third_party",  # nor does anybody else
    "silent",  # it covers the part and says nothing on this column
    "beside_formal",  # a reply or copy beside formal text counts only if it restricts
]

#: Which branch of rule 4 was taken.
Branch = Literal["formal", "informal", "nothing_stated", "unknown"]

#: Things that happened on the way to `own`, as `word` or `word:detail`.
Note = str


class _Struct(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Shapes of the result are frozen."""


class Taken(_Struct, frozen=True, kw_only=True):
    """A statement that decides, and the value that it gives in this column."""

    statement: str
    value: str
    licence: str | None = None


class LeftOut(_Struct, frozen=True, kw_only=True):
    """A statement that does not decide, why, and the value that it would give (None: it is silent)."""

    statement: str
    reason: LeftOutReason
    value: str | None = None


class Condition(_Struct, frozen=True, kw_only=True):
    """What the user must do, and where that comes from: `statement`, `dataset:statement` or `access`."""

    what: str
    origin: str


class EdgeUse(_Struct, frozen=True, kw_only=True):
    """An upstream edge that has a value in this column."""

    upstream: str
    value: str
    carries: str
    external: bool = False
    upstream_part: str | None = None
    granted: bool = False
    gives: str | None = None


class Reported(_Struct, frozen=True, kw_only=True):
    """The worst that hosts and third parties say where the publisher was not heard. Never a verdict."""

    value: str
    statements: tuple[str, ...]


class Ask(_Struct, frozen=True, kw_only=True):
    """What would settle a value that does not permit, and where to turn."""

    what: str
    where: str | None = None


class Ruling(_Struct, frozen=True, kw_only=True):
    """The verdict on some columns that share one derivation."""

    columns: tuple[str, ...]
    value: str
    own: str
    branch: Branch
    joined: str
    taken: tuple[Taken, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[Note, ...] = ()
    edges: tuple[EdgeUse, ...] = ()
    conditions: tuple[Condition, ...] = ()
    readings: tuple[int, ...] = ()
    reported: Reported | None = None
    ask: Ask | None = None


class JudgedPart(_Struct, frozen=True, kw_only=True):
    """A part of a dataset, or the piece of it that carries one licence, with a ruling for each of the 14 columns."""

    id: str
    name: str
    layer: str
    current: bool
    separable: str
    counts: bool
    rulings: tuple[Ruling, ...]
    how: str | None = None
    copy_of: str | None = None
    n: int | None = None
    unit: str | None = None

    def ruling(self, column: str) -> Ruling:
        """The ruling on a column. KeyError if the column does not exist."""
        for ruling in self.rulings:
            if column in ruling.columns:
                return ruling
        raise KeyError(column)


class Flag(_Struct, frozen=True, kw_only=True):
    """A risk that a value alone does not show."""

    id: str
    severity: Literal["blocker", "caution", "info"]
    what: str
    do: str
    because: tuple[str, ...] = ()


class Judged(_Struct, frozen=True, kw_only=True):
    """Everything that is derived for one dataset."""

    id: str
    licence_status: str
    repo_only: bool
    parts: tuple[JudgedPart, ...]
    whole: dict[str, str]
    ok_parts: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()

    def part(self, part_id: str) -> JudgedPart:
        """A part by its id. KeyError if there is none."""
        for part in self.parts:
            if part.id == part_id:
                return part
        raise KeyError(part_id)
