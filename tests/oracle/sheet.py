"""A card as the rules see it: `items` divided into parts of their own, superseded statements set aside."""

from dataclasses import dataclass

import msgspec

from mdexa.card import Access, Availability, Card, External, Part, Relation, Statement, Tags
from tests.oracle.words import FORMAL, NO_EDGE, UNDECLARED, UNVERIFIABLE


@dataclass(frozen=True)
class Piece:
    """A part as it is judged. A divided part is replaced by its generated ones, which remember its id."""

    id: str
    origin: str
    layer: str
    current: bool
    separable: bool
    copy: bool
    #: the value of the fixed decider of `part#none` and `part#rest`
    fixed: str | None = None


@dataclass(eq=False)
class Sheet:
    """A card or an external, ready for the rules."""

    card: Card
    pieces: tuple[Piece, ...]
    statements: tuple[Statement, ...]
    superseded: tuple[Statement, ...]

    @property
    def name(self):
        """The dataset id, or the name of an external."""
        return self.card.id


def is_formal(statement):
    """A publisher's own text that we hold from the publisher, and no reply. Every unknown word is none."""
    return (
        statement.source.speaker == "publisher"
        and statement.instrument in FORMAL
        and statement.source.read_from in ("live", "stored_copy")
    )


def names(parts, piece):
    """Whether a list of part ids means the piece: empty means all, a divided part all that it became."""
    return not parts or piece.id in parts or piece.origin in parts


def covers(statement, piece):
    """Rule 2: scope holds the layer, `parts` is empty or names the part; a grant to others covers nothing."""
    return piece.layer in statement.scope and names(statement.parts, piece) and not statement.for_


def sheet_of(card):
    """Items divided, superseded statements apart."""
    gone = {old for statement in card.statements for old in statement.supersedes}
    in_force = [statement for statement in card.statements if statement.id not in gone]
    parts = card.parts or (Part(id="all", name="all", layer="data", current="yes", separable="unknown"),)
    pieces: list[Piece] = []
    divided: list[Statement] = []
    dividers: set[str] = set()
    for part in parts:
        piece = piece_of(part)
        found = [s for s in in_force if s.items is not None and is_formal(s) and covers(s, piece)]
        if not found:
            pieces.append(piece)
            continue
        divider = min(found, key=lambda statement: statement.id)
        dividers.update(statement.id for statement in found)
        for generated, statement in divide(piece, divider):
            if generated not in pieces:
                pieces.append(generated)
                divided.extend([] if statement is None else [statement])
    statements = [statement for statement in in_force if statement.id not in dividers] + divided
    superseded = [statement for statement in card.statements if statement.id in gone]
    return Sheet(card, tuple(pieces), tuple(statements), tuple(superseded))


def piece_of(part):
    """An undivided part."""
    return Piece(
        id=part.id,
        origin=part.id,
        layer=part.layer,
        current=part.current == "yes",
        separable=part.separable == "yes",
        copy=part.copy_of is not None,
    )


def divide(piece, divider):
    """(part#KEY, its statement) by licence, (part#none, None), and (part#rest, None) if not exhaustive."""
    separable = divider.items.where is not None
    for known in divider.items.known:
        name = f"{piece.id}#{known.licence}"
        if known.licence == "none":
            yield generated_piece(piece, name, separable, UNDECLARED), None
        else:
            says_so = msgspec.structs.replace(divider, licence=known.licence, items=None, parts=(name,))
            yield generated_piece(piece, name, separable, None), says_so
    if divider.items.exhaustive != "yes":
        yield generated_piece(piece, f"{piece.id}#rest", separable, UNVERIFIABLE), None


def generated_piece(piece, name, separable, fixed):
    """One of the parts that take the place of a divided part."""
    return Piece(
        id=name,
        origin=piece.id,
        layer=piece.layer,
        current=piece.current,
        separable=separable,
        copy=piece.copy,
        fixed=fixed,
    )


def external_card(external: External) -> Card:
    """An upstream without a card is judged as one part, with the statements that are known of it."""
    return Card(
        id=external.name,
        name=external.name,
        summary="",
        tags=Tags(),
        reviewed="unknown",
        access=(),
        availability=Availability(state="available"),
        statements=external.statements,
    )


def counting(sheet):
    """Rule 10: current parts of data and annotations that are no copy; of nothing but weights, all of these."""
    current = [piece for piece in sheet.pieces if piece.current]
    if all(piece.layer == "models" for piece in sheet.pieces):
        return current
    return [piece for piece in current if not piece.copy and piece.layer in ("data", "annotations")]


def edges_of(sheet, piece) -> list[Relation]:
    """The relations that carry something to the piece, whatever word is missing or unknown.

    An edge to an unknown part holds for all.
    """
    known = {name for each in sheet.pieces for name in (each.id, each.origin)}
    return [
        edge
        for edge in sheet.card.relations
        if edge.kind not in NO_EDGE
        and edge.carries != "identifiers"
        and (
            edge.part in (piece.id, piece.origin)
            or (edge.part is None and piece.layer == "data")
            or (edge.part is not None and edge.part not in known)
        )
    ]


def access_rows(sheet, piece) -> list[Access]:
    """The access rows that name the piece."""
    return [row for row in sheet.card.access if names(row.parts, piece)]
