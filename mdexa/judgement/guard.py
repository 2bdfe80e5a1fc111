"""Rule 7: what the publisher's route to the data does to a value."""

import msgspec

from mdexa.card import Access
from mdexa.judgement.pieces import Piece, Pieces, is_formal
from mdexa.judgement.speech import Licences, cap, covers, is_read
from mdexa.judgement.terms import ACCESS_CONDITIONS
from mdexa.purposes import NEEDS_PERMISSION, UNVERIFIABLE, rank
from mdexa.verdict import Condition

#: Routes behind a text that must be accepted: an open label on such a set is no grant.
GUARDED = ("agreement", "credentialed", "application")
#: Routes on which somebody must first say yes.
ASKING = ("application", "email")

KINDS = (*GUARDED, "email", "open", "registration", "fee", "none")


class Guard(msgspec.Struct, frozen=True):
    """What stands between a user and one piece."""

    kinds: tuple[str, ...]
    agreement_unread: bool

    def apply(self, value: str, *, silent: bool) -> tuple[str, tuple[str, ...]]:
        """The value behind the guard, and what the guard did."""
        notes: list[str] = []
        if self.agreement_unread and rank(value) < rank(UNVERIFIABLE):
            value = UNVERIFIABLE
            notes.append("agreement_unread")
        asking = [kind for kind in self.kinds if kind in ASKING]
        capped = cap(value, NEEDS_PERMISSION, silent=silent) if asking else value
        if capped != value:
            notes.append(f"access_capped:{asking[0]}")
        return capped, tuple(notes)

    def conditions(self) -> tuple[Condition, ...]:
        """What the route asks of the user."""
        return tuple(
            Condition(what=ACCESS_CONDITIONS[kind], origin="access") for kind in self.kinds if kind in ACCESS_CONDITIONS
        )


def routes(divided: Pieces, piece: Piece) -> tuple[Access, ...]:
    """The access rows that name the piece; no row at all means open."""
    return tuple(row for row in divided.card.access if divided.bears_on(row.parts, piece))


def guard(divided: Pieces, piece: Piece, licences: Licences) -> Guard:
    """The guard of a piece."""
    kinds = tuple(dict.fromkeys(_known(row.kind) for row in routes(divided, piece)))
    guarded = any(kind in GUARDED for kind in kinds)
    return Guard(kinds, guarded and not _agreement_read(divided, piece, licences))


def _known(kind: str) -> str:
    """A route that is new or misspelt is taken for the closest guard there is."""
    return kind if kind in KINDS else "application"


def _agreement_read(divided: Pieces, piece: Piece, licences: Licences) -> bool:
    return any(
        statement.instrument == "agreement"
        and is_formal(statement)
        and statement.id not in divided.superseded
        and covers(statement, piece)
        and is_read(statement, licences)
        for statement in divided.statements
    )
