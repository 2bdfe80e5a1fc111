"""Rule 8: what the upstreams of a piece do to the value of a column."""

from collections.abc import Mapping

import msgspec

from mdexa.card import Card, Statement
from mdexa.judgement.lineage import Edge, Lineage, Node, column_upstream, load_of
from mdexa.judgement.pieces import Piece, Pieces, is_formal
from mdexa.judgement.share_alike import Choices, together
from mdexa.judgement.speech import Licences, speech
from mdexa.purposes import (
    CONFLICTING,
    NEEDS_PERMISSION,
    NOT_ALLOWED,
    UNVERIFIABLE,
    permits,
    worse_of,
)
from mdexa.verdict import Condition, EdgeUse

SAME_PUBLISHER = "same_publisher"
UPSTREAM_GRANT = "up:"


class Standing(msgspec.Struct, frozen=True):
    """What a piece is worth to those made from it, in one column: before rule 9, without conditions of access."""

    value: str
    conditions: tuple[Condition, ...]
    choices: Choices


Standings = Mapping[Node, Mapping[str, Standing]]


class Inflow(msgspec.Struct, frozen=True):
    """One edge, as it bears on one column."""

    edge: Edge
    value: str
    granted: bool
    #: whether the upstream's own publisher released this apart from the whole
    released_apart: bool
    conditions: tuple[Condition, ...]
    choices: Choices

    def travelling(self, *, handed_on: bool) -> tuple[Condition, ...]:
        """The conditions that reach the piece; `handed_on`: a statement here refers to the terms of the upstream.

        What a publisher asks for the whole says nothing of what it released apart; what it has from others it hands on.
        """
        if handed_on or not self.released_apart:
            return self.conditions
        own = f"{self.edge.target}:"
        return tuple(condition for condition in self.conditions if not condition.origin.startswith(own))

    def use(self, own: str) -> EdgeUse:
        """The row that shows it beside the value that it found."""
        relation = self.edge.relation
        name = relation.external.name if relation.external else str(relation.dataset)
        return EdgeUse(
            upstream=name,
            value=self.value,
            carries=str(load_of(relation)),
            external=self.edge.external,
            upstream_part=relation.upstream_part,
            granted=self.granted,
            gives=self.against(own),
        )

    def against(self, own: str) -> str:
        """The value that this edge alone leaves of `own`."""
        if self.granted or permits(self.value):
            return own
        refuses = self.value in (NEEDS_PERMISSION, NOT_ALLOWED)
        if permits(own):
            return CONFLICTING if refuses else self.value
        return worse_of((own, self.value)) if refuses else own

    @property
    def note(self) -> str:
        """The flag that it raises where it changes a value."""
        refuses = self.value in (NEEDS_PERMISSION, NOT_ALLOWED)
        name = self.edge.relation.external.name if self.edge.relation.external else self.edge.target
        return f"upstream_{'restricted' if refuses else 'unclear'}:{name}"


def inflows(
    node: Node, piece: Piece, column: str, lineage: Lineage, standings: Standings, licences: Licences
) -> tuple[Inflow, ...]:
    """The edges of a piece that have a value in the column."""
    found = []
    for edge in lineage.edges[node]:
        above = column_upstream(load_of(edge.relation), column)
        if above is not None:
            found.append(_inflow(node, piece, column, edge, above, lineage, standings, licences))
    return tuple(found)


def _inflow(
    node: Node,
    piece: Piece,
    column: str,
    edge: Edge,
    above: str,
    lineage: Lineage,
    standings: Standings,
    licences: Licences,
) -> Inflow:
    met = [standings[source][above] for source in edge.nodes]
    value = worse_of(standing.value for standing in met) if met else UNVERIFIABLE
    conditions = tuple(
        _from(source[0], condition)
        for source, standing in zip(edge.nodes, met, strict=True)
        for condition in standing.conditions
    )
    granted = _granted(edge, column, lineage.cards[node[0]], piece, lineage.cards.get(edge.target), licences)
    released_apart = granted and edge.relation.upstream_grant == SAME_PUBLISHER
    # A model is no adaptation of what it was trained on: only copies and computed values carry share-alike on.
    bound = () if granted or load_of(edge.relation) == "trained_on" else edge.nodes
    choices = together(standings[source][column].choices for source in bound)
    return Inflow(edge, value, granted, released_apart, tuple(dict.fromkeys(conditions)), choices)


def _from(dataset: str, condition: Condition) -> Condition:
    """A condition on its way down keeps the dataset that it came from first."""
    if ":" in condition.origin:
        return condition
    return Condition(what=condition.what, origin=f"{dataset}:{condition.origin}")


def _granted(
    edge: Edge, column: str, divided: Pieces, piece: Piece, upstream: Pieces | None, licences: Licences
) -> bool:
    """Whether the edge's grant lets it lower nothing in this column."""
    grant = edge.relation.upstream_grant
    if grant is None:
        return False
    if grant == SAME_PUBLISHER:
        return upstream is not None and _same_publisher(divided.card, upstream.card)
    statement = (
        _upstream_statement(grant, divided.card, upstream)
        if grant.startswith(UPSTREAM_GRANT)
        else _items_statement(grant, divided, piece)
    )
    if statement is None:
        return False
    return permits(speech(statement, column, licences, redistributable=False).value)


def _same_publisher(card: Card, upstream: Card) -> bool:
    return card.publisher is not None and card.publisher == upstream.publisher


def _upstream_statement(grant: str, card: Card, upstream: Pieces | None) -> Statement | None:
    """The formal statement on the upstream's card that is `for` this set."""
    if upstream is None:
        return None
    wanted = grant.removeprefix(UPSTREAM_GRANT)
    for statement in upstream.card.statements:
        if statement.id == wanted and card.id in statement.for_ and is_formal(statement):
            return None if wanted in upstream.superseded else statement
    return None


def _items_statement(grant: str, divided: Pieces, piece: Piece) -> Statement | None:
    """The row of the `items` statement here that gives this piece its licence."""
    for statement in divided.statements:
        if statement.id == grant and piece.divided_by == grant and statement.parts == (piece.id,):
            return statement
    return None
