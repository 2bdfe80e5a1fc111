"""Rule 10 and what is derived for a dataset as a whole."""

from collections.abc import Mapping

from mdexa.card import Card
from mdexa.judgement.pieces import Piece, Pieces, is_as_upstream
from mdexa.purposes import COLUMNS, NEEDS_PERMISSION, NOT_ALLOWED, UNVERIFIABLE, permits, worse_of
from mdexa.verdict import Ruling

#: The column by which the licence status of a dataset is told.
STATUS_COLUMN = "commercial_product"

#: piece id -> column -> ruling
Rulings = Mapping[str, Mapping[str, Ruling]]


def whole_values(divided: Pieces, rulings: Rulings) -> dict[str, str]:
    """The worst of the current parts of data and annotations that are no copy; else of the weights."""
    pieces = divided.whole()
    return {
        column: worse_of(rulings[piece.id][column].value for piece in pieces) if pieces else UNVERIFIABLE
        for column in COLUMNS
    }


def usable_alone(piece: Piece) -> bool:
    """Whether a part can be taken without the others."""
    return piece.counts and piece.part.separable == "yes"


def ok_parts(divided: Pieces, rulings: Rulings, column: str = STATUS_COLUMN) -> tuple[str, ...]:
    """The parts that permit by themselves and can be told apart."""
    return tuple(
        piece.id for piece in divided.pieces if usable_alone(piece) and permits(rulings[piece.id][column].value)
    )


def licence_status(whole: Mapping[str, str], parts_that_permit: tuple[str, ...]) -> str:
    """One word for the dataset: commercial_ok, mixed, restricted, or the value that says why we cannot tell."""
    value = whole[STATUS_COLUMN]
    if permits(value):
        return "commercial_ok"
    if parts_that_permit:
        return "mixed"
    return "restricted" if value in (NEEDS_PERMISSION, NOT_ALLOWED) else value


def repo_only(card: Card) -> bool:
    """Whether all that the publisher gives is a licence that does not say what it covers."""
    own = [statement for statement in card.statements if statement.source.speaker == "publisher" and not statement.for_]
    on_data = any({"data", "annotations"} & set(statement.scope) for statement in own)
    return not on_data and any(
        "unstated" in statement.scope and statement.licence is not None and not is_as_upstream(statement)
        for statement in own
    )
