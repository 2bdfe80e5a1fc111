"""Links to other cards, and what a relation may say."""

from collections.abc import Iterator

from mdexa.card import Card, External, Relation
from mdexa.compiler.draft import Draft, Drafts, Step, of_each_card, rows_of
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.nearest import choose, near
from mdexa.compiler.rules.parts import part_ids
from mdexa.text import fold_name

#: Kinds whose content comes from the other dataset.
CARRYING_KINDS = ("derived_from", "subset_of")
#: What hands terms on. `identifiers` carries nothing that terms could hold.
CARRIED = ("records", "derived_values", "trained_on")


@of_each_card
def linked_cards_exist(card: Draft[Card], drafts: Drafts) -> Iterator[Finding]:
    """Whoever names a card names one of the catalogue. What cannot be read exists all the same."""
    for path, name in _links(card.value):
        if name not in drafts.by_id and name not in drafts.unread:
            legal = tuple(sorted(drafts.by_id.keys() | drafts.unread))
            message = f"there is no card {quote(name)}"
            remedy = _which_card(name, legal, path)
            yield card.error("meaning/no-such-card", path, message, remedy, got=name, expected=near(name, legal))


def _links(card: Card) -> Iterator[tuple[Step, str]]:
    for place, relation in enumerate(card.relations):
        if relation.dataset is not None:
            yield ("relations", place, "dataset"), relation.dataset
    if card.availability.successor is not None:
        yield ("availability", "successor"), card.availability.successor
    for row in rows_of(card):
        for place, name in enumerate(row.statement.for_):
            yield (*row.path, "for", place), name


def _which_card(name: str, legal: tuple[str, ...], path: Step) -> str:
    if near(name, legal):
        return choose(name, legal)
    if path[0] == "relations" and path[-1] == "dataset":
        return "write its card, or name it under `external` instead of `dataset`"
    return "write its card, or take the link out"


@of_each_card
def cards_do_not_link_to_themselves(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A card succeeds another and grants to others; an edge to itself joins two of its parts."""
    own = card.value.id
    for path, name in _links(card.value):
        if name != own:
            continue
        if path[-1] != "dataset":
            yield card.error("meaning/link-to-itself", path, "the card names itself", "name the other card", got=own)
        else:
            relation = card.value.relations[int(path[1])]
            if relation.part is None or relation.upstream_part is None:
                message = "the edge leads from the whole card to itself"
                remedy = "name both `part` and `upstream_part`, or the other card"
                yield card.error("meaning/link-to-itself", path, message, remedy, got=own)


@of_each_card
def relations_have_one_end(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A relation leads to a card or to an external dataset."""
    for place, relation in enumerate(card.value.relations):
        if (relation.dataset is None) == (relation.external is None):
            how = "both `dataset` and `external`" if relation.dataset else "neither `dataset` nor `external`"
            remedy = "name `dataset` if the other has a card here, else `external`"
            yield card.error("meaning/relation-ends", ("relations", place), f"the relation has {how}", remedy)


@of_each_card
def carrying_relations_say_what(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """derived_from and subset_of say what they carry; the other kinds carry nothing."""
    for place, relation in enumerate(card.value.relations):
        path = ("relations", place)
        if relation.kind in CARRYING_KINDS and relation.carries is None:
            message = f"{quote(relation.kind)} does not say what it carries"
            remedy = "add `carries`: records, derived_values, trained_on or identifiers"
            yield card.error("meaning/carries-missing", path, message, remedy)
        elif relation.kind not in CARRYING_KINDS and relation.carries is not None:
            message = f"{quote(relation.kind)} carries nothing"
            remedy = "take `carries` out, or write `kind: derived_from` or `subset_of`"
            yield card.error("meaning/carries-nothing", (*path, "carries"), message, remedy, got=relation.carries)


@of_each_card
def edges_hold_for_some_part(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """An edge that names no part holds for the data; without data it would lower nothing."""
    if not card.value.parts or any(part.layer == "data" for part in card.value.parts):
        return
    for place, relation in enumerate(card.value.relations):
        if relation.carries in CARRIED and relation.part is None:
            message = "an edge without `part` holds for parts of layer data, and the card has none"
            remedy = f"add `part`: {' or '.join(part_ids(card.value))}"
            yield card.error(
                "meaning/edge-without-part",
                ("relations", place),
                message,
                remedy,
                expected=part_ids(card.value),
            )


@of_each_card
def upstream_parts_exist(card: Draft[Card], drafts: Drafts) -> Iterator[Finding]:
    """`upstream_part` names a part of the other card."""
    for place, relation in enumerate(card.value.relations):
        upstream = drafts.by_id.get(relation.dataset or "")
        if relation.upstream_part is None:
            continue
        path = ("relations", place, "upstream_part")
        if relation.external is not None and relation.dataset is None:
            message = "an external dataset is one part here"
            remedy = "take `upstream_part` out, and say in the name which part of it is meant"
            yield card.error("meaning/no-such-part", path, message, remedy, got=relation.upstream_part)
        elif upstream is not None and relation.upstream_part not in part_ids(upstream.value):
            legal = part_ids(upstream.value)
            message = f"{upstream.file} has no part {quote(relation.upstream_part)}"
            remedy = f"{choose(relation.upstream_part, legal)}; to mean the whole, leave the key out"
            yield card.error("meaning/no-such-part", path, message, remedy, got=relation.upstream_part, expected=legal)


@of_each_card
def externals_are_one_part(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """The statements of an external dataset speak of it as one part, and of nothing else."""
    for row in rows_of(card.value):
        said = row.statement
        if not row.external:
            continue
        for key, used in (("parts", said.parts), ("items", said.items), ("for", said.for_)):
            if used:
                message = f"{quote(key)} stands in a statement of an external dataset, which is judged as one part"
                remedy = "take it out, or write a card for the dataset"
                yield card.error("meaning/external-statement", (*row.path, key), message, remedy)


def externals_have_no_card(drafts: Drafts) -> Iterator[Finding]:
    """A dataset that has a card is linked to, so that its terms are known."""
    owners = {
        fold_name(name): card.value.id
        for card in drafts.cards
        for name in (card.value.id, card.value.name, *card.value.aliases)
    }
    for card in drafts.cards:
        for path, node in card.nodes:
            owner = owners.get(fold_name(node.name)) if isinstance(node, External) else None
            if owner is not None and isinstance(node, External):
                message = f"{quote(node.name)} is a name of the card {quote(owner)}"
                yield card.warning(
                    "meaning/external-has-card",
                    (*path, "name"),
                    message,
                    f"write `dataset: {owner}` instead of `external`",
                    got=node.name,
                    expected=(owner,),
                )


def carries_terms(relation: Relation) -> bool:
    """Whether the terms of the other dataset reach this one over the relation."""
    return relation.kind in CARRYING_KINDS and relation.carries in CARRIED
