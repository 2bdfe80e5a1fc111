"""Whether a dataset that a card speaks of stands in its relations."""

import re
from collections.abc import Iterator

from mdexa.card import Card
from mdexa.compiler.draft import Drafts, Step
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.gates.judgements import Judgements
from mdexa.text import fold_name

#: A shorter name is a word or an abbreviation of many things.
_SHORTEST_NAME = 5


def named_datasets_are_related(judgements: Judgements) -> Iterator[Finding]:
    """A dataset that summary or facts name is an upstream, a relative, or said to be none."""
    owners, pattern = _names(judgements.drafts)
    related = _related(judgements.drafts)
    for draft in judgements.drafts.by_id.values():
        card, told = draft.value, set(related[draft.value.id])
        for path, text in _texts(card):
            for match in pattern.finditer(text):
                other = owners[match.group()]
                if other == card.id or other in told or fold_name(match.group()) in told:
                    continue
                told.add(other)
                message = f"{quote(match.group())} is named here, and the card has no relation to {quote(other)}"
                remedy = "add the relation with what it carries; if they are independent, `kind: independent_of`"
                yield draft.warning("quality/not-related", path, message, remedy, got=other)


def _names(drafts: Drafts) -> tuple[dict[str, str], re.Pattern[str]]:
    """The names by which cards are spoken of, and what finds them; of two that overlap the longer one."""
    owners = {
        name: card.value.id
        for card in drafts.cards
        for name in (card.value.id, card.value.name, *card.value.aliases)
        if len(name) >= _SHORTEST_NAME and not name.islower()
    }
    either = "|".join(re.escape(name) for name in sorted(owners, key=lambda name: (-len(name), name)))
    return owners, re.compile(rf"(?<![\w-])(?:{either or '(?!)'})(?![\w-])")


def _related(drafts: Drafts) -> dict[str, set[str]]:
    """For each card the cards and the folded names of external datasets that it is related to, either way."""
    related: dict[str, set[str]] = {card_id: set() for card_id in drafts.by_id}
    for card_id, draft in drafts.by_id.items():
        successor = draft.value.availability.successor
        others = {relation.dataset for relation in draft.value.relations if relation.dataset is not None}
        for other in others | ({successor} if successor is not None else set()):
            related[card_id].add(other)
            related[other].add(card_id)
        related[card_id] |= {fold_name(row.external.name) for row in draft.value.relations if row.external is not None}
    return related


def _texts(card: Card) -> Iterator[tuple[Step, str]]:
    yield ("summary",), card.summary
    for place, fact in enumerate(card.facts):
        yield ("facts", place, "what"), fact.what
