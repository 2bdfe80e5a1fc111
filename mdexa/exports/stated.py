"""Which licence an export may name for a part: what the publisher states for it, and only where the verdict agrees.

In other formats a licence field is read as a grant of all that the licence permits, for all that it asks. So it is
given only if the publisher's own formal text decides on the part by this one licence, nothing about the part is
undeclared, unverifiable or conflicting, no column is worse than the licence's own (an upstream, an agreement or a
withdrawal may have lowered it), and nothing is asked of the user that the licence does not ask. Several licences that
decide hold together, while readers of a list take one of their choice: then none is given. A copy's label never counts.
"""

from collections.abc import Iterable, Iterator

import msgspec

from mdexa.card import Card, Licence, Statement
from mdexa.purposes import ALLOWED, CONDITIONS, NEEDS_PERMISSION, NOT_ALLOWED, UNSTATED, permits, rank
from mdexa.verdict import Condition, Judged, JudgedPart, Ruling

#: Values that establish something. Under any other, a new one included, a licence field would claim too much.
SETTLED = (ALLOWED, CONDITIONS, NEEDS_PERMISSION, NOT_ALLOWED)
LicenceTable = dict[str, Licence]


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """The licence that may be exported; without one, in words why; `says_more` names those that were held back.

    `licences` holds one licence or none: it is a row for formats that have a list.
    """

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
    why = _why_none(table, card, part, named)
    return Stated(why_none=why, says_more=named) if why else Stated(licences=named)


def of_whole(table: LicenceTable, card: Card, judged: Judged) -> Stated:
    """What may be exported as the licence of the whole: only what each part by which it is judged has in common."""
    stated = [of_part(table, card, part) for part in counting_parts(judged)]
    if not stated:
        return Stated(why_none="no part of it is current")
    first = stated[0].licences
    if first and all(row.licences == first for row in stated):
        if all(_no_worse(value, first[0], column) for column, value in judged.whole.items()):
            return Stated(licences=first)
        return Stated(why_none=_LESS.format(first[0].name), says_more=first)
    reasons = {row.why_none for row in stated}
    held = tuple({licence.key: licence for row in stated for licence in row.says_more}.values())
    why = reasons.pop() if len(reasons) == 1 and "" not in reasons else "the terms differ by part"
    return Stated(why_none=why, says_more=held)


def asked_of_user(parts: Iterable[JudgedPart]) -> tuple[Condition, ...]:
    """What is asked of a user in any column that permits, each once, in the order of the rulings."""
    rulings = (ruling for part in parts for ruling in part.rulings if permits(ruling.value))
    return tuple(dict.fromkeys(condition for ruling in rulings for condition in ruling.conditions))


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
    for key in _keys(card, part):
        licence = table.get(key)
        if licence is not None and licence.kind != "word" and licence.text_read == "yes":
            yield licence


def _keys(card: Card, part: JudgedPart) -> tuple[str, ...]:
    """The licences, or expressions of several, that the publisher's formal statements name and that say something."""
    formal = {row.id for row in deciding_statements(card, part)}
    return tuple(
        dict.fromkeys(
            taken.licence
            for ruling in part.rulings
            if ruling.branch == "formal"
            for taken in ruling.taken
            if taken.licence and taken.statement in formal and taken.value != UNSTATED
        )
    )


def _no_worse(value: str, licence: Licence, column: str) -> bool:
    """Whether a verdict is at least what the licence's own table says; where that is silent it promises nothing."""
    row = next((row for name, row in licence.columns.items() if name == column), None)
    return value in SETTLED and (row is None or row.value == UNSTATED or rank(value) <= rank(row.value))


def _asks_more(card: Card, licence: Licence, part: JudgedPart) -> bool:
    """Whether anything is asked of the user, by anybody, that the licence does not ask."""
    return any(
        not _is_asked_by(card, licence, ruling, condition) for ruling in part.rulings for condition in ruling.conditions
    )


def _is_asked_by(card: Card, licence: Licence, ruling: Ruling, condition: Condition) -> bool:
    if condition.origin == "access":
        return licence.kind == "agreement"  # the way to the data is then to accept this very text
    origin = next((row for row in card.statements if row.id == condition.origin), None)
    if origin is None:  # inherited: even in the same words it is owed to somebody else
        return False
    asked = [row for row in licence.conditions if not row.columns or set(ruling.columns) <= set(row.columns)]
    if any(row.what == condition.what for row in asked):
        return True
    # A licence that permits with conditions which the table does not spell out: those of its text.
    named = any(taken.statement == origin.id and taken.licence == licence.key for taken in ruling.taken)
    return named and not (asked or origin.conditions or origin.terms)


_LESS = "the publisher names {}, and not all that it permits is established to hold here"


def _why_none(table: LicenceTable, card: Card, part: JudgedPart, named: tuple[Licence, ...]) -> str:
    """Why there is no licence field, in words; empty if there may be one."""
    if not named:
        return _why_not_named(part)
    names = ", ".join(licence.name for licence in named)
    values = [(part.ruling(column).value, row, column) for row in named for column in row.columns]
    worse = [value for value, row, column in values if not _no_worse(value, row, column)]
    if any(ruling.value not in SETTLED for ruling in part.rulings) or not all(map(permits, worse)):
        return _LESS.format(names)
    licences = [key for key in _keys(card, part) if key not in table or table[key].kind != "word"]
    if len(licences) > 1:
        return f"the publisher names {names}; not one alone holds, but {', '.join(licences)} together"
    if worse or _asks_more(card, named[0], part):
        return f"the publisher names {names}, and more is asked of the user than it asks"
    return ""


def _why_not_named(part: JudgedPart) -> str:
    branches = {ruling.branch for ruling in part.rulings}
    if "formal" in branches:
        return "the publisher's formal words are not one licence of the catalogue's table"
    if "informal" in branches:
        return "only replies of the publisher, or copies of its text held by others, speak of terms"
    if "nothing_stated" in branches:
        return "the publisher states no licence for it"
    return "what the publisher states for it could not be established"
