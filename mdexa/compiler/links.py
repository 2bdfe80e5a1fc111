"""The edges of the catalogue from both ends: a card shows what it is made from and what is made from it."""

from collections.abc import Mapping

from mdexa.card import Card, Relation
from mdexa.results import RelationView

_MADE_FROM = ("derived_from", "subset_of")


def links_of(cards: Mapping[str, Card]) -> dict[str, tuple[RelationView, ...]]:
    """For each card its own relations in their order, then those of other cards that name it, by id."""
    seen: dict[str, list[RelationView]] = {card_id: [] for card_id in cards}
    for card_id in sorted(cards):
        seen[card_id] += [_view(relation, "up") for relation in cards[card_id].relations]
    for card_id in sorted(cards):
        for relation in cards[card_id].relations:
            if relation.dataset in seen and relation.dataset != card_id:
                seen[relation.dataset].append(_view(relation, "down", card_id))
    return {card_id: tuple(views) for card_id, views in seen.items()}


def _view(relation: Relation, direction: str, seen_from: str | None = None) -> RelationView:
    external = relation.external
    return RelationView(
        kind=relation.kind,
        other=seen_from or relation.dataset or (external.name if external else ""),
        direction=direction if relation.kind in _MADE_FROM else "both",  # type: ignore[arg-type]
        external=external is not None,
        part=relation.part,
        upstream_part=relation.upstream_part,
        carries=relation.carries,
        how=relation.how,
        source=relation.source,
    )
