"""The graph of upstreams: which pieces an edge joins, in which order they can be judged, and what an edge gives."""

from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter

import msgspec

from mdexa.card import WHOLE_PART, Access, Availability, Card, Relation, Tags
from mdexa.judgement.pieces import Piece, Pieces, divide
from mdexa.purposes import is_commercial, purpose_of, setting_of

#: What is seen beside a set carries no terms. Everything else does, and a load that is new or missing is taken for the
#: heaviest.
CARRYING_NOTHING = ("same_as", "overlaps", "independent_of")
LIGHT = ("derived_values", "trained_on", "identifiers")
HEAVIEST = "records"

#: (dataset id, piece id)
Node = tuple[str, str]


class Edge(msgspec.Struct, frozen=True):
    """A relation of one piece that carries terms, and the pieces upstream that it meets."""

    relation: Relation
    target: str
    nodes: tuple[Node, ...]

    @property
    def external(self) -> bool:
        """Whether the upstream has no card."""
        return self.relation.external is not None


class Lineage(msgspec.Struct, frozen=True):
    """All cards, divided, with an entry of their own for each external upstream."""

    cards: Mapping[str, Pieces]
    edges: Mapping[Node, tuple[Edge, ...]]

    def order(self) -> tuple[Node, ...]:
        """Every piece after all pieces upstream of it. CycleError if there is a ring, which no valid catalogue has."""
        graph = {
            (card_id, piece.id): [node for edge in self.edges[card_id, piece.id] for node in edge.nodes]
            for card_id, divided in self.cards.items()
            for piece in divided.pieces
        }
        return tuple(TopologicalSorter(graph).static_order())

    def piece(self, node: Node) -> Piece:
        """The piece of a node."""
        return next(piece for piece in self.cards[node[0]].pieces if piece.id == node[1])


def trace(cards: Mapping[str, Card]) -> Lineage:
    """The lineage of all cards."""
    divided = {card_id: divide(cards[card_id]) for card_id in sorted(cards)}
    for card_id in sorted(cards):
        for at, relation in enumerate(cards[card_id].relations):
            if relation.external is not None:
                divided[external_id(card_id, at)] = divide(_external_card(card_id, at, relation))
    edges = {
        (card_id, piece.id): tuple(_edges(card_id, piece, divided))
        for card_id, pieces in divided.items()
        for piece in pieces.pieces
    }
    return Lineage(divided, edges)


def external_id(card_id: str, at: int) -> str:
    """The key of an external upstream: the card that names it, and the number of its relation."""
    return f"{card_id}->{at}"


def _external_card(card_id: str, at: int, relation: Relation) -> Card:
    """An external upstream as a card of one part without access rows or upstreams."""
    assert relation.external is not None
    return Card(
        id=external_id(card_id, at),
        name=relation.external.name,
        summary="",
        tags=Tags(),
        reviewed=relation.source.read_on,
        access=(Access(kind="open"),),
        availability=Availability(state="available"),
        statements=tuple(msgspec.structs.replace(row, parts=()) for row in relation.external.statements),
    )


def _edges(card_id: str, piece: Piece, divided: Mapping[str, Pieces]) -> Iterator[Edge]:
    for at, relation in enumerate(divided[card_id].card.relations):
        if load_of(relation) is None or not _leaves_from(relation, piece, divided[card_id]):
            continue
        target = external_id(card_id, at) if relation.external is not None else str(relation.dataset)
        yield Edge(relation, target, _met(relation, divided.get(target)))


def load_of(relation: Relation) -> str | None:
    """What an edge carries; None if it carries no terms."""
    if relation.kind in CARRYING_NOTHING and relation.carries is None:
        return None
    load = relation.carries if relation.carries in LIGHT else HEAVIEST
    return None if load == "identifiers" else load


def _leaves_from(relation: Relation, piece: Piece, divided: Pieces) -> bool:
    """An edge without a part holds for every part of layer data."""
    if relation.part is None:
        return piece.part.layer == "data"
    return divided.bears_on((relation.part,), piece)


def _met(relation: Relation, upstream: Pieces | None) -> tuple[Node, ...]:
    """The upstream pieces that an edge meets; none if the upstream is unknown, and then nothing can be established."""
    if upstream is None:
        return ()
    named = relation.upstream_part
    if named is None or (named == WHOLE_PART and not upstream.card.parts):
        pieces = upstream.whole() if named is None else upstream.pieces
    else:
        pieces = upstream.named(named)
    return tuple((upstream.card.id, piece.id) for piece in pieces)


def column_upstream(load: str | None, column: str) -> str | None:
    """Rule 8: the column of the upstream by which an edge gives a value to a column here; None if it gives none."""
    if load == "derived_values":
        shared = purpose_of(column) in ("redistribution", "derived_data_release")
        return f"derived_data_release/{setting_of(column)}" if shared else None
    if load == "trained_on":
        return f"model_release/{'commercial' if is_commercial(column) else 'noncommercial'}"
    return None if load is None else column


__all__ = ["Edge", "Lineage", "Node", "column_upstream", "external_id", "load_of", "trace"]
