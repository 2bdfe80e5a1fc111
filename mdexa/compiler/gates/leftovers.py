"""What nothing uses: parts without a difference, aliases without a name, words without a card."""

from collections.abc import Iterator

from mdexa.card import Card
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.gates.judgements import JudgedCard, Judgements, of_each_card
from mdexa.compiler.rules.vocabulary import TAGS
from mdexa.text import fold_name


@of_each_card
def parts_differ_from_their_kind(judged: JudgedCard, judgements: Judgements) -> Iterator[Finding]:
    """A part is named by something, or is the only one of its layer: else it cannot differ from its neighbour."""
    named = _named_parts(judged.card) | _named_from_outside(judged.card.id, judgements)
    loose = [(place, part) for place, part in enumerate(judged.card.parts) if part.id not in named]
    for place, part in loose:
        twins = [other.id for _, other in loose if other.layer == part.layer and other.id != part.id]
        if twins and part.n is None and part.copy_of is None:
            message = f"nothing names the part {quote(part.id)}, nor {quote(twins[0])}: they always come out alike"
            remedy = "merge them, or name them where they differ: statements, access, readings, relations"
            yield judged.draft.warning("quality/part-unused", ("parts", place), message, remedy, got=part.id)


def _named_parts(card: Card) -> set[str]:
    named = {part for statement in card.statements for part in statement.parts}
    named |= {part for route in card.access for part in route.parts}
    named |= {part for reading in card.readings for part in reading.parts}
    named |= {part.copy_of for part in card.parts if part.copy_of is not None}
    return named | {relation.part for relation in card.relations if relation.part is not None}


def _named_from_outside(card_id: str, judgements: Judgements) -> set[str]:
    return {
        relation.upstream_part
        for draft in judgements.drafts.by_id.values()
        for relation in draft.value.relations
        if relation.dataset == card_id and relation.upstream_part is not None
    }


@of_each_card
def aliases_add_a_name(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """An alias is another name; case, spaces and punctuation do not count when a name is looked up."""
    known = {fold_name(judged.card.id): "the id", fold_name(judged.card.name): "the name"}
    for place, alias in enumerate(judged.card.aliases):
        owner = known.get(fold_name(alias))
        if owner is not None:
            message = f"{quote(alias)} is found under {owner} already"
            yield judged.draft.warning("quality/alias-unused", ("aliases", place), message, "take it out", got=alias)
        known[fold_name(alias)] = f"the alias {quote(alias)}"


def concepts_are_used(judgements: Judgements) -> Iterator[Finding]:
    """A tag value has a card, or a narrower value that has one."""
    for facet in TAGS:
        vocabulary = judgements.drafts.vocabularies.get(facet)
        if vocabulary is None:
            continue
        broader = {concept.id: concept.broader for concept in vocabulary.value.concepts}
        pending = [tag for card in judgements.drafts.cards for tag in getattr(card.value.tags, facet)]
        used: set[str] = set()
        while pending:
            tag = pending.pop()
            if tag not in used:
                used.add(tag)
                pending += broader.get(tag, ())
        for place, concept in enumerate(vocabulary.value.concepts):
            if concept.id not in used:
                message = f"no card has the value {quote(concept.id)}"
                remedy = "tag the cards that it fits; keep it only if people ask for it, and say so in an exemption"
                yield vocabulary.warning(
                    "quality/concept-unused", ("concepts", place, "id"), message, remedy, got=concept.id
                )
