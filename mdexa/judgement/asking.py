"""What would settle a value that does not permit, and where to turn: the publisher's page, never a person."""

from mdexa.card import Card
from mdexa.purposes import (
    CONFLICTING,
    NEEDS_PERMISSION,
    NOT_ALLOWED,
    UNDECLARED,
    UNVERIFIABLE,
    permits,
)
from mdexa.verdict import Ask, Ruling

_OWN = {
    NEEDS_PERMISSION: "permission of the publisher for this use, in writing",
    UNDECLARED: "a licence: the publisher states none for the data",
    UNVERIFIABLE: "the publisher's own words on the terms of the data, which were not read",
    CONFLICTING: "which of the publisher's statements holds",
    NOT_ALLOWED: "a separate licence, if the publisher gives one at all",
}

#: What happened on the way, where that says better what is missing; the first that happened.
_BY_NOTE = {
    "agreement_unread": "the text of the agreement that must be accepted",
    "share_alike_clash": "how two share-alike licences that exclude each other are to be kept",
    "withdrawn": "whether the publisher still grants it after the withdrawal",
    "silent": "permission: the terms do not speak of this use",
}


def ask(card: Card, ruling: Ruling) -> Ask | None:
    """The question that the ruling leaves open, None if it permits."""
    if permits(ruling.value):
        return None
    lowering = [edge for edge in ruling.edges if edge.gives != ruling.own]
    if lowering and permits(ruling.own):
        names = ", ".join(dict.fromkeys(edge.upstream for edge in lowering))
        return Ask(what=f"whether the terms of {names} permit it for what is inside this set", where=where(card))
    heads = {note.partition(":")[0] for note in ruling.notes}
    what = next((what for head, what in _BY_NOTE.items() if head in heads), _OWN[ruling.value])
    at_the_gate = _access(card) if what is _BY_NOTE["agreement_unread"] else None
    return Ask(what=what, where=at_the_gate or where(card))


def where(card: Card) -> str | None:
    """The publisher's contact page, else its homepage, else its access page."""
    return card.contact or card.homepage or _access(card)


def _access(card: Card) -> str | None:
    return next((row.url for row in card.access if row.url), None)
