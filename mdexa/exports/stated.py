"""Which licence an export may name for a part: what the publisher states for it, and only where the verdict agrees.

In other formats a licence field is read as a grant. So it is given only if the publisher's own formal text decides on
the part, nothing about the part is undeclared, unverifiable or conflicting, and no use that the licence permits is
refused by the verdict (an upstream, an agreement or a withdrawal may have lowered it). A copy's label never counts.
"""

from collections.abc import Iterable, Iterator

import msgspec

from mdexa.card import Card, Licence, Statement
from mdexa.purposes import ALLOWED, CONDITIONS, NEEDS_PERMISSION, NOT_ALLOWED, permits
from mdexa.verdict import Judged, JudgedPart

#: Values that establish something. Under any other, a new one included, a licence field would claim too much.
SETTLED = (ALLOWED, CONDITIONS, NEEDS_PERMISSION, NOT_ALLOWED)
LicenceTable = dict[str, Licence]


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """The licences that may be exported; without any, in words why; `says_more` names those that were held back."""

    licences: tuple[Licence, ...] = ()
    why_none: str = ""
    says_more: tuple[Licence, ...] = ()


def counting_parts(judged: Judged) -> tuple[JudgedPart, ...]:
    """The parts by which the whole is judged: current data and annotations, else, if all are weights, those."""
    counting = tuple(part for part in judged.parts if part.counts)
    if not counting and all(part.layer == "models" for part in judged.parts):
        return tuple(part for part in judged.parts if part.current)
    return counting


def of_part(table: LicenceTable, card: Card, part: JudgedPart) -> Stated:
    """What may be exported as the licence of a part."""
    named = tuple(_named(table, card, part))
    fitting = tuple(licence for licence in named if _keeps_its_word(licence, part))
    if fitting:
        return Stated(licences=fitting)
    return Stated(why_none=_why_none(part, named), says_more=named)


def of_whole(table: LicenceTable, card: Card, judged: Judged) -> Stated:
    """What may be exported as the licence of the whole: only what each part by which it is judged has in common."""
    stated = [of_part(table, card, part) for part in counting_parts(judged)]
    if not stated:
        return Stated(why_none="no part of it is current")
    first = stated[0].licences
    if first and all(row.licences == first for row in stated):
        return Stated(licences=first)
    reasons = {row.why_none for row in stated}
    held = tuple({licence.key: licence for row in stated for licence in row.says_more}.values())
    why = reasons.pop() if len(reasons) == 1 and "" not in reasons else "the terms differ by part"
    return Stated(why_none=why, says_more=held)


def deciding_statements(card: Card, part: JudgedPart) -> Iterator[Statement]:
    """The publisher's own formal statements that decide on a part, or add a condition to it, in the card's order."""
    ids = {
        origin
        for ruling in part.rulings
        if ruling.branch == "formal"
        for origin in (*(row.statement for row in ruling.taken), *(row.origin for row in ruling.conditions))
    }
    return (row for row in card.statements if row.id in ids and _is_formal(row))


def _is_formal(row: Statement) -> bool:
    spoken = row.source.speaker == "publisher" and row.source.read_from != "third_party_copy"
    return spoken and row.instrument != "reply"


def _named(table: LicenceTable, card: Card, part: JudgedPart) -> Iterator[Licence]:
    """The licences of the table by which the publisher's formal statements decide; words such as "open" are none."""
    formal = {row.id for row in deciding_statements(card, part)}
    keys = dict.fromkeys(
        taken.licence
        for ruling in part.rulings
        if ruling.branch == "formal"
        for taken in ruling.taken
        if taken.licence and taken.statement in formal
    )
    for key in keys:
        licence = table.get(key)
        if licence is not None and licence.kind != "word" and licence.text_read == "yes":
            yield licence


def _keeps_its_word(licence: Licence, part: JudgedPart) -> bool:
    """Whether all about the part is settled, and each use that the licence permits is permitted."""
    if any(ruling.value not in SETTLED for ruling in part.rulings):
        return False
    return all(permits(part.ruling(column).value) for column, row in licence.columns.items() if permits(row.value))


def _why_none(part: JudgedPart, named: Iterable[Licence]) -> str:
    """Why there is no licence field, in words."""
    names = ", ".join(licence.name for licence in named)
    if names:
        return f"the publisher names {names}, and not all that it permits is established to hold here"
    branches = {ruling.branch for ruling in part.rulings}
    if "formal" in branches:
        return "the publisher's formal words are not one licence of the catalogue's table"
    if "informal" in branches:
        return "only replies of the publisher, or copies of its text held by others, speak of terms"
    if "nothing_stated" in branches:
        return "the publisher states no licence for it"
    return "what the publisher states for it could not be established"
