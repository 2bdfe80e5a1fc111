"""Risk flags: what a value alone does not show. One row a flag in FLAGS, one small function that finds its reasons."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from mdexa.card import Card, Source, Statement
from mdexa.judgement.guard import Guard
from mdexa.judgement.pieces import Piece, Pieces, is_as_upstream
from mdexa.judgement.speech import Licences, covers, speech
from mdexa.judgement.terms import JURISDICTION
from mdexa.judgement.whole import Rulings
from mdexa.purposes import (
    COLUMNS,
    NEEDS_PERMISSION,
    NOT_ALLOWED,
    permits,
    setting_of,
)
from mdexa.verdict import Flag, Ruling

STALE_AFTER_MONTHS = 18
#: Anything else, `unknown` among it, is no date that evidence could be fresh by.
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Evidence(msgspec.Struct, frozen=True):
    """Everything that a flag may look at."""

    divided: Pieces
    rulings: Rulings
    guards: Mapping[str, Guard]
    licences: Licences
    as_of: str

    @property
    def card(self) -> Card:
        """The card."""
        return self.divided.card

    def current(self) -> tuple[Piece, ...]:
        """The pieces that flags are raised over."""
        return tuple(piece for piece in self.divided.pieces if piece.is_current)

    def all_rulings(self) -> Iterable[tuple[Piece, str, Ruling]]:
        """Every current piece and column with its ruling."""
        for piece in self.current():
            for column in COLUMNS:
                yield piece, column, self.rulings[piece.id][column]

    def said(self, statement: Statement, piece: Piece, column: str) -> str:
        """The value of a statement by rule 1 as it would bear on the piece."""
        own = self.rulings[piece.id][f"redistribution/{setting_of(column)}"].own
        return speech(statement, column, self.licences, redistributable=permits(own)).value


Reasons = Iterable[str]


def _noted(word: str) -> Callable[[Evidence], Reasons]:
    """Reasons from the notes of the rulings: `word` or `word:detail`."""

    def reasons(evidence: Evidence) -> Reasons:
        for piece, _, ruling in evidence.all_rulings():
            for note in ruling.notes:
                head, _, detail = note.partition(":")
                if head == word:
                    yield detail or piece.id

    return reasons


def _agreement_unread(evidence: Evidence) -> Reasons:
    return (piece.id for piece in evidence.current() if evidence.guards[piece.id].agreement_unread)


def _mirror_disagrees(evidence: Evidence) -> Reasons:
    """A copy or a third party names another licence, and permits what the publisher does not, or the reverse."""
    strangers = [row for row in evidence.divided.statements if _speaks_as_stranger(row, evidence)]
    for piece, column, ruling in evidence.all_rulings():
        if ruling.branch not in ("formal", "informal"):
            continue
        named = {taken.licence for taken in ruling.taken}
        for statement in strangers:
            if not covers(statement, piece) or statement.licence in named:
                continue
            value = evidence.said(statement, piece, column)
            permits_more = permits(value) and not permits(ruling.own)
            excludes = value == NOT_ALLOWED and permits(ruling.own)
            if permits_more or excludes:
                yield statement.id


def _speaks_as_stranger(statement: Statement, evidence: Evidence) -> bool:
    return (
        statement.source.speaker != "publisher"
        and statement.licence is not None
        and not is_as_upstream(statement)
        and statement.id not in evidence.divided.superseded
    )


def _differing(evidence: Evidence) -> list[tuple[str, list[Piece]]]:
    """The columns in which the current parts differ, with the parts that permit."""
    rows = []
    for column in COLUMNS:
        values = {piece.id: evidence.rulings[piece.id][column].value for piece in evidence.current()}
        if len(set(values.values())) > 1:
            rows.append((column, [piece for piece in evidence.current() if permits(values[piece.id])]))
    return rows


def _terms_differ(evidence: Evidence) -> Reasons:
    return (column for column, _ in _differing(evidence))


def _not_separable(evidence: Evidence) -> Reasons:
    return (piece.id for _, permitting in _differing(evidence) for piece in permitting if piece.part.separable != "yes")


def _licence_changed(evidence: Evidence) -> Reasons:
    """A superseded statement of the publisher permitted what is not permitted now, or the reverse."""
    old = [row for row in evidence.divided.statements if row.id in evidence.divided.superseded]
    for piece, column, ruling in evidence.all_rulings():
        for statement in old:
            if not covers(statement, piece):
                continue
            value = evidence.said(statement, piece, column)
            refused = value in (NEEDS_PERMISSION, NOT_ALLOWED)
            if (permits(value) and not permits(ruling.own)) or (refused and permits(ruling.own)):
                yield statement.id


def _jurisdiction(evidence: Evidence) -> Reasons:
    for statement in evidence.divided.statements:
        spoken = statement.source.speaker == "publisher" and statement.id not in evidence.divided.superseded
        bears = any(covers(statement, piece) for piece in evidence.current())
        if spoken and bears and JURISDICTION in statement.terms:
            yield statement.id
    for row in evidence.card.access:
        named = any(evidence.divided.bears_on(row.parts, piece) for piece in evidence.current())
        if row.regions_blocked and named:
            yield "access"


def _stale(evidence: Evidence) -> Reasons:
    """Deciding statements read too long ago, or in a copy of unknown date."""
    sources = {statement.id: statement.source for statement in evidence.card.statements}
    for _, _, ruling in evidence.all_rulings():
        for taken in ruling.taken:
            if is_stale(sources[taken.statement], evidence.as_of):
                yield taken.statement


def is_stale(source: Source, as_of: str) -> bool:
    """Whether a source was read more than 18 months before `as_of`, or nobody knows when its copy was made."""
    seen = source.read_on if source.read_from == "live" else source.copy_dated
    if not _DATE.fullmatch(seen):
        return True
    (year, month, day), (to_year, to_month, to_day) = _ymd(seen), _ymd(as_of)
    months = (to_year - year) * 12 + to_month - month
    return months > STALE_AFTER_MONTHS or (months == STALE_AFTER_MONTHS and to_day > day)


def _ymd(date: str) -> tuple[int, int, int]:
    year, month, day = date.split("-")
    return int(year), int(month), int(day)


def _problems(evidence: Evidence) -> Reasons:
    return (str(at) for at in range(len(evidence.card.problems)))


def _contested(evidence: Evidence) -> Reasons:
    return ("handling",) if evidence.card.handling == "under_review" else ()


class FlagRow(msgspec.Struct, frozen=True):
    """One kind of flag: how grave it is, what it says, what to do, and how its reasons are found."""

    id: str
    severity: Literal["blocker", "caution", "info"]
    what: str
    do: str
    reasons: Callable[[Evidence], Reasons]


FLAGS: tuple[FlagRow, ...] = (
    FlagRow(
        "agreement_unread",
        "blocker",
        "The data stand behind an agreement whose text nobody here has read.",
        "Read the agreement on the access page before any use.",
        _agreement_unread,
    ),
    FlagRow(
        "upstream_restricted",
        "blocker",
        "Data inside it come from a source whose terms do not permit what its own label permits.",
        "Read the terms of the source, or leave the part out.",
        _noted("upstream_restricted"),
    ),
    FlagRow(
        "share_alike_clash",
        "blocker",
        "Two share-alike licences meet in it that cannot both be kept.",
        "Ask the rights holders before you pass on anything made from it.",
        _noted("share_alike_clash"),
    ),
    FlagRow(
        "not_separable",
        "blocker",
        "Parts have different terms, and nothing tells the items of the permitting part apart.",
        "Treat all of it by the strictest part.",
        _not_separable,
    ),
    FlagRow(
        "reply_disagrees",
        "caution",
        "A member of the team has written that more is allowed than the formal text says.",
        "Rely on the formal text, or get the reply confirmed in writing.",
        _noted("reply_disagrees"),
    ),
    FlagRow(
        "layers_differ",
        "caution",
        "Two texts of the publisher, such as a licence and an agreement, do not permit the same.",
        "Keep to the stricter one.",
        _noted("layers_differ"),
    ),
    FlagRow(
        "upstream_unclear",
        "caution",
        "Data inside it come from a source whose terms could not be established.",
        "Find out the terms of the source.",
        _noted("upstream_unclear"),
    ),
    FlagRow(
        "mirror_disagrees",
        "caution",
        "A copy or register names another licence than the publisher does.",
        "Rely on the publisher, not on the copy.",
        _mirror_disagrees,
    ),
    FlagRow(
        "terms_differ_by_part",
        "caution",
        "Not all parts have the same terms.",
        "Read the verdict of each part that you use.",
        _terms_differ,
    ),
    FlagRow(
        "licence_changed",
        "caution",
        "The publisher has changed the terms.",
        "Keep the version and the date of the terms under which you took it.",
        _licence_changed,
    ),
    FlagRow(
        "jurisdiction_limited",
        "caution",
        "Terms or access depend on the place of the user.",
        "Check whether your place is covered.",
        _jurisdiction,
    ),
    FlagRow(
        "contested",
        "caution",
        "Somebody contests this card, and it is under review here.",
        "Read the problems that the card lists.",
        _contested,
    ),
    FlagRow(
        "evidence_stale",
        "info",
        "A deciding text was read long ago, or in a copy of unknown date.",
        "Open the source and see whether it still says so.",
        _stale,
    ),
    FlagRow(
        "known_problems",
        "info",
        "The card lists problems that were reported in public.",
        "Read them before you use the data.",
        _problems,
    ),
)


def raise_flags(evidence: Evidence) -> tuple[Flag, ...]:
    """The flags of a dataset in the order of the table, each with its reasons."""
    flags = []
    for row in FLAGS:
        because = tuple(dict.fromkeys(row.reasons(evidence)))
        if because:
            flags.append(Flag(id=row.id, severity=row.severity, what=row.what, do=row.do, because=because))
    return tuple(flags)
