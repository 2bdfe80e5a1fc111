"""Rules 3 to 7: who decides on a part and column, how the deciders are joined, and the guard. Gives `own`."""

from dataclasses import dataclass

from mdexa.card import Statement
from tests.oracle.sheet import access_rows, covers, is_formal, names
from tests.oracle.sources import place, same_source
from tests.oracle.statement import conditions_of, is_read, rule_1, upstream_value
from tests.oracle.words import (
    ACCESS_CONDITIONS,
    ACCESS_KINDS,
    ALLOWED,
    CONFLICTING,
    GUARDS,
    NEEDS_PERMISSION,
    OPEN,
    RESTRICTING,
    UNDECLARED,
    UNSTATED,
    UNVERIFIABLE,
    WITH_CONDITIONS,
    capped,
    permits,
    worse_of,
)


@dataclass(frozen=True)
class Ruled:
    """A value of one part in one column, and what led to it."""

    value: str
    #: a, b, c, d of rule 4; a fixed decider is a, since a formal statement set it
    ended: str = "d"
    deciders: tuple[Statement, ...] = ()
    flags: frozenset[str] = frozenset()
    #: conditions of statements, which travel along edges
    conditions: frozenset[tuple[str, str]] = frozenset()
    #: conditions of access, which do not
    access: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Voice:
    """A statement of the publisher in one column, or its `as_upstream`, which is a decider of its own."""

    statement: Statement
    value: str
    upstream: bool = False

    @property
    def speaks(self):
        """Whether it has a value here; the silence of a formal licence or agreement speaks too."""
        silent = is_formal(self.statement) and self.statement.instrument in ("licence", "agreement")
        return self.value != UNSTATED or silent


def voices_of(court, sheet, piece, statement, column):
    """One or two voices of a statement."""
    voices = [Voice(statement, rule_1(court, sheet, piece, statement, column))]
    upstream = upstream_value(court, sheet, piece, statement, column)
    return voices if upstream is None else [*voices, Voice(statement, upstream, upstream=True)]


def rule_3(court, sheet, piece, column):
    """Statements that cover the part, without the wide ones that a narrow one of their source replaces.

    To speak means here what it means in rule 4: the silence of a formal licence or agreement replaces too.
    """
    covering = [statement for statement in sheet.statements if covers(statement, piece)]
    narrow = [
        statement
        for statement in covering
        if statement.parts and any(voice.speaks for voice in voices_of(court, sheet, piece, statement, column))
    ]
    return [
        wide
        for wide in covering
        if wide.parts or not any(same_source(wide, one) and wide.instrument == one.instrument for one in narrow)
    ]


def decide(court, sheet, piece, column) -> Ruled:
    """Rules 4 to 7 in their order: `own`."""
    in_play = rule_3(court, sheet, piece, column)
    ours = [statement for statement in in_play if statement.source.speaker == "publisher"]
    voices = [
        voice for statement in ours for voice in voices_of(court, sheet, piece, statement, column) if voice.speaks
    ]
    formal = [voice for voice in voices if is_formal(voice.statement)]
    informal = [voice for voice in voices if not is_formal(voice.statement)]
    flags: set[str] = set()
    if formal or piece.fixed is not None:
        values = ([rule_5(formal, flags)] if formal else []) + ([piece.fixed] if piece.fixed else [])
        ended, value = "a", rule_6(informal, worse_of(*values), flags)
    elif informal:
        ended, value = "b", rule_4b(informal, rule_5(informal, flags))
    else:
        ended, value = ("c", UNDECLARED) if rule_4c(sheet, piece) else ("d", UNVERIFIABLE)
    value, access = rule_7(court, sheet, piece, value, flags)
    conditions = frozenset(
        (sheet.name, f"{statement.id}: {what}")
        for statement in ours
        for what in conditions_of(court, statement, column) or unworded(court, sheet, piece, statement, column)
    )
    if value == ALLOWED and (conditions or access):
        value = WITH_CONDITIONS
    deciders = tuple(voice.statement for voice in (informal if ended == "b" else formal))
    return Ruled(value, ended, deciders, frozenset(flags), conditions, access)


def unworded(court, sheet, piece, statement, column):
    """A statement that allows with conditions and words none has conditions all the same."""
    value = rule_1(court, sheet, piece, statement, column)
    return {"conditions that nobody worded"} if value == WITH_CONDITIONS else set()


def rule_4b(informal, value):
    """Replies only: capped at needs_permission; a copy (or anything unknown) among them: at unverifiable."""
    replies = [
        voice
        for voice in informal
        if voice.statement.instrument == "reply" and voice.statement.source.read_from in ("live", "stored_copy")
    ]
    return capped(value, NEEDS_PERMISSION if len(replies) == len(informal) else UNVERIFIABLE)


def rule_4c(sheet, piece):
    """Whether we read the whole place where the data are given away, and nothing is said there."""
    downloads = newest_readings(sheet, piece, "download")
    closed = any(row.kind != OPEN for row in access_rows(sheet, piece))
    pages = newest_readings(sheet, piece, "access_page") if closed else []
    if closed and not pages:
        return False
    silent = all(reading.result == "nothing_stated" for reading in downloads + pages)
    return silent and any(reading.source.read_from in ("live", "stored_copy") for reading in downloads)


def newest_readings(sheet, piece, kind):
    """The last readings of each place, of those that mean this part. Two of one day both count."""
    relevant = [reading for reading in sheet.card.readings if reading.covers == kind and names(reading.parts, piece)]
    last: dict[str, str] = {}
    for reading in relevant:
        where = place(reading.source.url)
        last[where] = max(last.get(where, ""), reading.source.read_on)
    return [reading for reading in relevant if reading.source.read_on == last[place(reading.source.url)]]


def rule_5(deciders, flags):
    """Within each instrument first, then across; `as_upstream` is joined to the others by worse of."""
    values = [voice.value for voice in deciders if voice.upstream]
    layers: dict[str, list[str]] = {}
    for voice in deciders:
        if voice.value != UNSTATED and not voice.upstream:
            layers.setdefault(voice.statement.instrument, []).append(voice.value)
    within = [
        CONFLICTING
        if any(permits(value) for value in layer) and any(value in RESTRICTING for value in layer)
        else worse_of(*layer)
        for layer in layers.values()
    ]
    if any(permits(value) for value in within) and not all(permits(value) for value in within):
        flags.add("layers_differ")
    return worse_of(*within, *values) if within or values else NEEDS_PERMISSION


def rule_6(informal, value, flags):
    """Beside formal text a reply or a copy counts only where it restricts."""
    for voice in informal:
        if voice.value in RESTRICTING:
            value = worse_of(value, voice.value)
    for voice in informal:
        if voice.statement.instrument == "reply" and permits(voice.value) and not permits(value):
            flags.add("reply_disagrees")
    return value


def rule_7(court, sheet, piece, value, flags):
    """The guard: an agreement that nobody read, then the caps, then the conditions."""
    kinds = {row.kind if row.kind in ACCESS_KINDS else "application" for row in access_rows(sheet, piece)}
    signed = any(
        statement.instrument == "agreement"
        and is_formal(statement)
        and covers(statement, piece)
        and is_read(court, statement)
        for statement in sheet.statements
    )
    if kinds.intersection(GUARDS) and not signed:
        flags.add("agreement_unread")
        value = worse_of(value, UNVERIFIABLE)
    if kinds.intersection(("application", "email")):
        value = capped(value, NEEDS_PERMISSION)
    access = frozenset((sheet.name, f"access: {kind}") for kind in kinds.intersection(ACCESS_CONDITIONS))
    return value, access
