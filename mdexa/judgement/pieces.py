"""The pieces of a card that are judged one by one, and the statements as they bear on them.

Parts are taken as written, except where a statement gives each item its own licence: there the part is replaced by one
piece for each known licence (`part#KEY`), one for items without a licence (`part#none`) and, unless the counts are
complete, one for the rest (`part#rest`). Names of a divided part mean all of its pieces.
"""

import msgspec

from mdexa.card import AS_UPSTREAM, NO_LICENCE, WHOLE_PART, Card, Items, Part, Statement
from mdexa.purposes import UNDECLARED, UNVERIFIABLE

#: Every word below permits or excuses something, so a word that is new or misspelt is never among them.
FORMAL_INSTRUMENTS = ("licence", "agreement", "policy")
#: Read by ourselves, from the publisher or in a copy that somebody stores of everything.
OWN_READING = ("live", "stored_copy")


class Piece(msgspec.Struct, frozen=True):
    """A part, or the items of a part that carry one licence."""

    part: Part
    #: the ids by which statements, readings, access rows and relations name it
    names: frozenset[str]
    #: the value that its items have by themselves: undeclared, unverifiable, or None
    fixed: str | None = None
    #: the statement that divided it, if one did
    divided_by: str | None = None

    @property
    def id(self) -> str:
        """Its own id, `part` or `part#KEY`."""
        return self.part.id

    @property
    def counts(self) -> bool:
        """Whether it counts towards the whole: a current copy of nothing, of layer data or annotations."""
        return self.is_current and self.part.layer != "models" and self.part.copy_of is None

    @property
    def is_current(self) -> bool:
        """Whether it is no old release; only the very word makes it one."""
        return self.part.current != "no"

    def named_by(self, ids: tuple[str, ...]) -> bool:
        """Whether a list of part ids means this piece; an empty list means every part."""
        return not ids or not self.names.isdisjoint(ids)


class Pieces(msgspec.Struct, frozen=True):
    """A card, divided."""

    card: Card
    pieces: tuple[Piece, ...]
    statements: tuple[Statement, ...]
    superseded: frozenset[str]

    def named(self, part_id: str) -> tuple[Piece, ...]:
        """The pieces that a part id means; empty if the card has no such part."""
        return tuple(piece for piece in self.pieces if part_id in piece.names)

    def whole(self) -> tuple[Piece, ...]:
        """The pieces that the whole is judged by: those that count; of a card of nothing but weights, the current ones.

        Empty where only old releases or copies are left: then nothing can be said of the whole.
        """
        counting = tuple(piece for piece in self.pieces if piece.counts)
        if counting or any(piece.part.layer != "models" for piece in self.pieces):
            return counting
        return tuple(piece for piece in self.pieces if piece.is_current)

    def bears_on(self, ids: tuple[str, ...], piece: Piece) -> bool:
        """Whether a row that may only restrict means a piece: one that names a part that does not exist means all."""
        known = {name for each in self.pieces for name in each.names}
        return piece.named_by(ids) or not known.issuperset(ids)


def divide(card: Card) -> Pieces:
    """The pieces of a card and its statements, those of items put into one statement for each licence."""
    superseded = frozenset(old for statement in card.statements for old in statement.supersedes)
    parts = card.parts or (implicit_part(),)
    dividing = _dividing(card, parts, superseded)
    pieces = tuple(piece for part in parts for piece in _pieces_of(part, dividing.get(part.id)))
    statements = tuple(row for statement in card.statements for row in _statements_of(statement, dividing))
    return Pieces(card, pieces, statements, superseded)


def implicit_part() -> Part:
    """The only part of a card that names none."""
    return Part(id=WHOLE_PART, name="all", layer="data", current="yes", separable="unknown")


def _dividing(card: Card, parts: tuple[Part, ...], superseded: frozenset[str]) -> dict[str, Statement]:
    """Part id -> the statement that gives its items their licences."""
    ids = {part.id for part in parts}
    dividing: dict[str, Statement] = {}
    for statement in card.statements:
        if statement.items is None or statement.id in superseded or not is_formal(statement):
            continue
        named = statement.parts or tuple(ids)
        if len(named) == 1 and named[0] in ids:
            dividing.setdefault(named[0], statement)
    return dividing


def _pieces_of(part: Part, statement: Statement | None) -> tuple[Piece, ...]:
    if statement is None or statement.items is None:
        return (Piece(part, frozenset({part.id})),)
    items = statement.items
    pieces = [_piece(part, known.licence, items, statement, known.n, known.unit) for known in items.known]
    if items.exhaustive != "yes":
        pieces.append(_piece(part, "rest", items, statement, None, None, fixed=UNVERIFIABLE))
    return tuple(pieces)


def _piece(
    part: Part,
    key: str,
    items: Items,
    statement: Statement,
    n: int | None,
    unit: str | None,
    fixed: str | None = None,
) -> Piece:
    piece_id = f"{part.id}#{key}"
    of_items = msgspec.structs.replace(
        part,
        id=piece_id,
        name=f"{part.name}: {_words(key)}",
        separable="yes" if items.where else "no",
        how=items.where,
        n=n,
        unit=unit or part.unit,
    )
    if key == NO_LICENCE:
        fixed = UNDECLARED
    return Piece(of_items, frozenset({piece_id, part.id}), fixed, statement.id)


def _words(key: str) -> str:
    if key == NO_LICENCE:
        return "items without a licence"
    return "the other items" if key == "rest" else f"items under {key}"


def _statements_of(statement: Statement, dividing: dict[str, Statement]) -> tuple[Statement, ...]:
    """The statement, or one for each known licence of its items, each naming its own piece."""
    divided = [part_id for part_id, by in dividing.items() if by.id == statement.id]
    if statement.items is None or not divided:
        return (msgspec.structs.replace(statement, items=None),) if statement.items else (statement,)
    return tuple(
        msgspec.structs.replace(
            statement,
            licence=known.licence,
            parts=(f"{divided[0]}#{known.licence}",),
            items=None,
        )
        for known in statement.items.known
        if known.licence != NO_LICENCE
    )


def is_formal(statement: Statement) -> bool:
    """A licence, agreement or policy of the publisher that we did not get through somebody else's copy."""
    return (
        statement.source.speaker == "publisher"
        and statement.instrument in FORMAL_INSTRUMENTS
        and statement.source.read_from in OWN_READING
    )


def is_as_upstream(statement: Statement) -> bool:
    """Whether it hands the question on to the source of the data."""
    return statement.licence == AS_UPSTREAM
