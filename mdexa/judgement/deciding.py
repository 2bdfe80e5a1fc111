"""Rules 4 to 6: which statements decide, how they join, and what replies and copies add."""

import msgspec

from mdexa.card import Reading, Statement
from mdexa.judgement.pieces import OWN_READING, Piece, Pieces, is_formal
from mdexa.judgement.speech import (
    Licences,
    Speech,
    cap,
    conditions,
    covers,
    is_replaced,
    place_of,
    speech,
)
from mdexa.purposes import (
    ALLOWED,
    CONDITIONS,
    CONFLICTING,
    NEEDS_PERMISSION,
    NOT_ALLOWED,
    UNDECLARED,
    UNSTATED,
    UNVERIFIABLE,
    permits,
    worse_of,
)
from mdexa.verdict import LeftOut, Reported, Taken

_REFUSES = (NEEDS_PERMISSION, NOT_ALLOWED)


class Voice(msgspec.Struct, frozen=True):
    """A statement that covers the piece, with what it says in the column."""

    statement: Statement
    speech: Speech

    @property
    def instrument(self) -> str:
        """Licence, agreement, policy or reply."""
        return self.statement.instrument

    @property
    def formal(self) -> bool:
        """Whether it may decide by rule 4a."""
        return is_formal(self.statement)

    @property
    def decides_by_silence(self) -> bool:
        """The silence of a licence or an agreement that was read speaks; that of all else does not."""
        return self.formal and self.instrument in ("licence", "agreement")

    def taken(self) -> Taken:
        """The row that shows it among the deciders."""
        return Taken(
            statement=self.statement.id,
            value="as_upstream" if self.speech.upstream and self.speech.value == UNSTATED else self.speech.value,
            licence=self.statement.licence,
        )


class Hearing(msgspec.Struct, frozen=True):
    """Who was heard on a piece and column: the publisher's voices, everybody else's, and who was left out."""

    publisher: tuple[Voice, ...]
    others: tuple[Voice, ...]
    left_out: tuple[LeftOut, ...]


class Joined(msgspec.Struct, frozen=True):
    """The value after rules 4 to 6."""

    value: str
    branch: str
    silent: bool = False
    deciders: tuple[Voice, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    readings: tuple[int, ...] = ()
    reported: Reported | None = None


def hear(divided: Pieces, piece: Piece, column: str, licences: Licences, *, redistributable: bool) -> Hearing:
    """Rules 1 to 3: every statement of the card, sorted into those that speak for this piece and those left out."""
    voices: list[Voice] = []
    left_out: list[LeftOut] = []
    for statement in divided.statements:
        says = speech(statement, column, licences, redistributable=redistributable)
        reason = _off_topic(statement, piece, divided)
        if reason is None:
            voices.append(Voice(statement, _as_reported(statement, says, column, licences)))
        elif reason != "other_piece":
            value = None if says.value == UNSTATED else says.value
            left_out.append(LeftOut(statement=statement.id, reason=reason, value=value))  # type: ignore[arg-type]
    kept = [voice for voice in voices if not _narrowed(voice, voices)]
    left_out += [_left(voice, "narrower_speaks") for voice in voices if voice not in kept]
    publisher = tuple(voice for voice in kept if voice.statement.source.speaker == "publisher")
    others = tuple(voice for voice in kept if voice.statement.source.speaker != "publisher")
    return Hearing(publisher, others, tuple(left_out))


def _as_reported(statement: Statement, says: Speech, column: str, licences: Licences) -> Speech:
    """What somebody else says is shown with its conditions in it; the publisher's are collected apart."""
    with_strings = says.value == ALLOWED and statement.source.speaker != "publisher"
    if with_strings and conditions(statement, column, licences):
        return Speech(CONDITIONS, says.upstream)
    return says


def _off_topic(statement: Statement, piece: Piece, divided: Pieces) -> str | None:
    """Why a statement does not bear on the piece; None if it does."""
    if statement.id in divided.superseded:
        return "superseded"
    if statement.for_:
        return "grant_elsewhere"
    if covers(statement, piece):
        return None
    if statement.scope == ("unstated",):
        return "scope_unstated"
    if piece.part.layer not in statement.scope:
        return "other_scope"
    # A row made from `items` for another piece is no news for this one.
    return "other_piece" if any("#" in part for part in statement.parts) else "other_part"


def _narrowed(voice: Voice, voices: list[Voice]) -> bool:
    return any(
        is_replaced(voice.statement, other.statement) and (other.speech.speaks or other.decides_by_silence)
        for other in voices
    )


def _left(voice: Voice, reason: str) -> LeftOut:
    value = None if voice.speech.value == UNSTATED else voice.speech.value
    return LeftOut(statement=voice.statement.id, reason=reason, value=value)  # type: ignore[arg-type]


def decide(divided: Pieces, piece: Piece, hearing: Hearing, upstream: str) -> Joined:
    """Rules 4 to 6. `upstream` is the value that an `as_upstream` statement has in this column."""
    formal = [voice for voice in hearing.publisher if voice.formal]
    informal = [voice for voice in hearing.publisher if not voice.formal]
    deciders = [voice for voice in formal if voice.speech.speaks or voice.decides_by_silence]
    if deciders or piece.fixed:
        return _by_formal(piece, hearing, formal, informal, deciders, upstream)
    deciders = [voice for voice in informal if voice.speech.speaks]
    if deciders:
        return _by_informal(piece, hearing, deciders, upstream)
    return _by_reading(divided, piece, hearing)


def _by_formal(
    piece: Piece,
    hearing: Hearing,
    formal: list[Voice],
    informal: list[Voice],
    deciders: list[Voice],
    upstream: str,
) -> Joined:
    value, silent, notes = join(deciders, upstream, piece.fixed)
    for voice in informal:
        refusals = _refusals(voice, upstream)
        if refusals:
            notes.append(f"restricted_by:{voice.statement.id}")
            silent = silent and NEEDS_PERMISSION not in refusals
            value = worse_of((value, *refusals))
    for voice in informal:
        if voice.instrument == "reply" and permits(_resolved(voice, upstream)) and not permits(value):
            notes.append(f"reply_disagrees:{voice.statement.id}")
    left_out = [
        *hearing.left_out,
        *(_left(voice, "silent") for voice in formal if voice not in deciders),
        *(_left(voice, "beside_formal") for voice in informal if not _refusals(voice, upstream)),
        *_unheard(hearing),
    ]
    return Joined(value, "formal", silent, tuple(deciders), tuple(left_out), tuple(notes))


def _by_informal(piece: Piece, hearing: Hearing, deciders: list[Voice], upstream: str) -> Joined:
    value, silent, notes = join(deciders, upstream, piece.fixed)
    copies = any(voice.statement.source.read_from not in OWN_READING for voice in deciders)
    limit = UNVERIFIABLE if copies else NEEDS_PERMISSION
    capped = cap(value, limit, silent=silent)
    if capped != value:
        notes.append("copy_capped" if copies else "reply_capped")
    rest = [voice for voice in hearing.publisher if voice not in deciders]
    left_out = [*hearing.left_out, *(_left(voice, "silent") for voice in rest), *_unheard(hearing)]
    return Joined(capped, "informal", silent, tuple(deciders), tuple(left_out), tuple(notes))


def _by_reading(divided: Pieces, piece: Piece, hearing: Hearing) -> Joined:
    """Rule 4c and 4d: nobody of the publisher speaks; it depends on whether we read where it would stand."""
    readings = silent_readings(divided, piece)
    left_out = (
        *hearing.left_out,
        *(_left(voice, "silent") for voice in hearing.publisher),
        *_unheard(hearing),
    )
    return Joined(
        UNDECLARED if readings else UNVERIFIABLE,
        "nothing_stated" if readings else "unknown",
        left_out=left_out,
        readings=readings,
        reported=_reported(hearing),
    )


def _unheard(hearing: Hearing) -> list[LeftOut]:
    return [_left(voice, voice.statement.source.speaker) for voice in hearing.others]


def _resolved(voice: Voice, upstream: str) -> str:
    """The value of a voice once the upstream's value is joined to it where it asks for that."""
    if not voice.speech.upstream:
        return voice.speech.value
    return upstream if voice.speech.value == UNSTATED else worse_of((voice.speech.value, upstream))


def _refusals(voice: Voice, upstream: str) -> list[str]:
    """What a voice refuses, by its own words or by those of the source that it hands on to."""
    heard = (voice.speech.value, upstream) if voice.speech.upstream else (voice.speech.value,)
    return [value for value in heard if value in _REFUSES]


def join(deciders: list[Voice], upstream: str, fixed: str | None) -> tuple[str, bool, list[str]]:
    """Rule 5, within an instrument first, then across: (value, whether it rests on silence alone, notes)."""
    notes: list[str] = []
    layers: dict[str, list[str]] = {}
    for voice in deciders:
        if voice.speech.value != UNSTATED:
            layers.setdefault(voice.instrument, []).append(voice.speech.value)
    values = []
    for instrument, said in sorted(layers.items()):
        if any(permits(value) for value in said) and any(value in _REFUSES for value in said):
            notes.append(f"conflict_within:{instrument}")
            values.append(CONFLICTING)
        else:
            values.append(worse_of(said))
    if any(permits(value) for value in values) and not all(permits(value) for value in values):
        notes.append("layers_differ")
    if any(voice.speech.upstream for voice in deciders):
        values.append(upstream)
    if fixed:
        values.append(fixed)
    if not values:
        return NEEDS_PERMISSION, True, ["silent"]
    return worse_of(values), False, notes


def _reported(hearing: Hearing) -> Reported | None:
    """The worst that hosts and third parties say, shown where the publisher was not heard."""
    spoken = [voice for voice in hearing.others if voice.speech.value != UNSTATED]
    if not spoken:
        return None
    worst = worse_of(voice.speech.value for voice in spoken)
    saying = sorted(voice.statement.id for voice in spoken if voice.speech.value == worst)
    return Reported(value=worst, statements=tuple(saying))


def silent_readings(divided: Pieces, piece: Piece) -> tuple[int, ...]:
    """The readings by which a piece is undeclared (rule 4c), empty if they do not suffice.

    The newest reading of each place counts. Every place where the data are given away must state nothing, at least one
    of them read by ourselves; where access is not open, so must its access pages, at least one.
    """
    newest = _newest(divided, piece)
    downloads = [at for at, reading in newest if reading.covers == "download"]
    pages = [at for at, reading in newest if reading.covers == "access_page"]
    rows = divided.card.readings
    guarded = any(row.kind != "open" for row in divided.card.access if divided.bears_on(row.parts, piece))
    places = downloads + (pages if guarded else [])
    if guarded and not pages:
        return ()
    if any(rows[at].result != "nothing_stated" for at in places):
        return ()
    if not any(rows[at].source.read_from in OWN_READING for at in downloads):
        return ()
    return tuple(places)


def _newest(divided: Pieces, piece: Piece) -> list[tuple[int, Reading]]:
    """The newest reading of each place that speaks of the piece, and of each kind; on one day all of them count."""
    relevant = [(at, row) for at, row in enumerate(divided.card.readings) if piece.named_by(row.parts)]
    days: dict[tuple[str, str], str] = {}
    for _, row in relevant:
        key = (place_of(row.source.url), row.covers)
        days[key] = max(days.get(key, ""), row.source.read_on)
    return [(at, row) for at, row in relevant if row.source.read_on == days[place_of(row.source.url), row.covers]]
