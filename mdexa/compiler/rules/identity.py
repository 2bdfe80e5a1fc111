"""Ids, names and aliases: each belongs to one card."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from mdexa.card import Card
from mdexa.compiler.draft import Draft, Drafts, Step, of_each_card
from mdexa.compiler.finding import Finding, quote
from mdexa.text import fold_name


@of_each_card
def id_is_file_name(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """The card of a dataset is found by its id."""
    stem = PurePosixPath(card.file).stem
    if card.value.id != stem:
        message = f"the id is {quote(card.value.id)}, and the file is called {quote(stem + '.yaml')}"
        remedy = f"write `id: {stem}`, or rename the file to {card.value.id}.yaml"
        yield card.error("meaning/id-not-file-name", ("id",), message, remedy, got=card.value.id, expected=(stem,))


def names_belong_to_one_card(drafts: Drafts) -> Iterator[Finding]:
    """No id, name or alias, folded, is that of two cards: a name that two share could not be resolved."""
    owners: dict[str, Draft[Card]] = {}
    for card in drafts.cards:
        for path, name in _names(card.value):
            folded = fold_name(name)
            if not folded:
                message = f"nothing is left of {quote(name)} without spaces and punctuation"
                yield card.error(
                    "meaning/name-empty", path, message, "write a name that has letters or digits", got=name
                )
                continue
            owner = owners.setdefault(folded, card)
            if owner is not card:
                yield _taken(card, path, name, owner)


def _names(card: Card) -> Iterator[tuple[Step, str]]:
    yield ("id",), card.id
    yield ("name",), card.name
    for place, alias in enumerate(card.aliases):
        yield ("aliases", place), alias


def _taken(card: Draft[Card], path: Step, name: str, owner: Draft[Card]) -> Finding:
    message = f"{quote(name)} names {owner.file} too (case, accents, spaces and punctuation do not count)"
    remedy = "leave it to the one dataset that people mean by it, and write a longer name here or there"
    return card.error("meaning/name-taken", path, message, remedy, got=name)
