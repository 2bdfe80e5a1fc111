"""Parts that come from themselves, over however many cards."""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from mdexa.card import WHOLE_PART, Card, Relation
from mdexa.compiler.draft import Draft, Drafts
from mdexa.compiler.finding import Finding
from mdexa.compiler.rules.links import carries_terms
from mdexa.compiler.rules.parts import part_ids, whole_of

#: A part of a card: ids of both.
Node: TypeAlias = tuple[str, str]


class _Edge(msgspec.Struct, frozen=True):
    """One part that comes from another, and the relation that says so."""

    source: Node
    target: Node
    card: Draft[Card]
    place: int


def content_comes_from_elsewhere(drafts: Drafts) -> Iterator[Finding]:
    """No part is its own upstream: its terms would rest on themselves."""
    edges: dict[Node, list[_Edge]] = {}
    for edge in _edges(drafts):
        edges.setdefault(edge.source, []).append(edge)
    for cycle in _cycles(edges):
        first = min(cycle, key=lambda edge: (edge.card.file, edge.place, edge.source, edge.target))
        start = cycle.index(first)
        nodes = [edge.source for edge in cycle[start:] + cycle[:start]] + [first.source]
        message = f"a part comes from itself: {' <- '.join(f'{card}/{part}' for card, part in nodes)}"
        remedy = "take one of these edges out, or say with `part` and `upstream_part` what came from where"
        yield first.card.error("meaning/cycle", ("relations", first.place), message, remedy)


def _edges(drafts: Drafts) -> Iterator[_Edge]:
    for card in drafts.cards:
        if drafts.by_id.get(card.value.id) is not card:
            continue
        for place, relation in enumerate(card.value.relations):
            upstream = drafts.by_id.get(relation.dataset or "")
            if upstream is None or not carries_terms(relation):
                continue
            for part in _holders(card.value, relation):
                for target in _met(upstream.value, relation):
                    yield _Edge((card.value.id, part), (upstream.value.id, target), card, place)


def _holders(card: Card, relation: Relation) -> tuple[str, ...]:
    if relation.part is not None:
        return (relation.part,)
    if not card.parts:
        return (WHOLE_PART,)
    return tuple(part.id for part in card.parts if part.layer == "data")


def _met(upstream: Card, relation: Relation) -> tuple[str, ...]:
    if relation.upstream_part is None:
        return whole_of(upstream)
    return (relation.upstream_part,) if relation.upstream_part in part_ids(upstream) else ()


def _cycles(edges: dict[Node, list[_Edge]]) -> Iterator[list[_Edge]]:
    """One cycle for each edge that closes one in a walk over all nodes, in order; without recursion."""
    done: set[Node] = set()
    for root in sorted(edges):
        trail: list[_Edge] = []
        open_nodes = {root: 0}
        pending = [] if root in done else [iter(edges[root])]
        while pending:
            edge = next(pending[-1], None)
            if edge is None:
                pending.pop()
                done.add(trail.pop().target if trail else root)
                open_nodes.popitem()
            elif edge.target in open_nodes:
                yield [*trail[open_nodes[edge.target] :], edge]
            elif edge.target not in done:
                trail.append(edge)
                open_nodes[edge.target] = len(trail)
                pending.append(iter(edges.get(edge.target, ())))
