"""Parts: their ids, which of them are current, copies, and who is named by whom."""

from collections.abc import Iterator

from mdexa.card import WHOLE_PART, Access, Card, Part, Reading, Relation, Statement
from mdexa.compiler.draft import Draft, Drafts, Step, of_each_card
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.nearest import choose

REST = "rest"


def part_ids(card: Card) -> tuple[str, ...]:
    """The ids by which the parts of a card may be named."""
    return tuple(part.id for part in card.parts) or (WHOLE_PART,)


def whole_of(card: Card) -> tuple[str, ...]:
    """The parts that make up the whole: current data and annotations, no copies; else weights."""
    if not card.parts:
        return (WHOLE_PART,)
    own = [part for part in card.parts if part.current == "yes" and part.copy_of is None]
    if all(part.layer == "models" for part in card.parts):
        return tuple(part.id for part in own)
    return tuple(part.id for part in own if part.layer != "models")


@of_each_card
def ids_are_unique(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A part id means one part."""
    seen: set[str] = set()
    for place, part in enumerate(card.value.parts):
        if part.id in seen:
            message = f"two parts are called {quote(part.id)}"
            yield card.error(
                "meaning/part-repeated", ("parts", place, "id"), message, "give one another id", got=part.id
            )
        seen.add(part.id)


@of_each_card
def ids_are_not_reserved(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """`all` is the part of a card without parts, and `rest` is what other parts leave over."""
    parts = card.value.parts
    for place, part in enumerate(parts):
        path = ("parts", place, "id")
        if part.id == WHOLE_PART:
            message = "`all` is the only part of a card that has no parts"
            yield card.error("meaning/part-reserved", path, message, "say what the part holds: images, labels, rest")
        elif part.id == REST and len(parts) == 1:
            message = "`rest` is what other parts leave over, and there is no other"
            yield card.error(
                "meaning/part-reserved", path, message, "leave `parts` out: the card is one part by itself"
            )


@of_each_card
def some_part_is_current(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """The whole can be judged: a part of it is current and no copy."""
    if whole_of(card.value):
        return
    if any(part.current == "yes" for part in card.value.parts):
        message = "the parts that are current are copies, or weights beside old data, and make up no whole"
        remedy = "set `current: yes` on the data that the publisher gives out today, and leave `copy_of` out there"
    else:
        message = "no part is current"
        remedy = "set `current: yes` on what the publisher gives out today; what is gone is said by `availability`"
    yield card.error("meaning/no-current-part", ("parts",), message, remedy)


@of_each_card
def copies_copy_an_original(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """`copy_of` names another part of the same layer that is no copy itself."""
    parts = {part.id: part for part in card.value.parts}
    for place, part in enumerate(card.value.parts):
        original = parts.get(part.copy_of or "")
        if original is None:
            continue  # not a copy, or one of a part that does not exist, which `named_parts_exist` says
        wrong = _wrong_copy(part, original)
        if wrong:
            remedy = "name the part that the publisher serves itself"
            yield card.error("meaning/copy-of-no-original", ("parts", place, "copy_of"), wrong, remedy, got=original.id)


def _wrong_copy(part: Part, original: Part) -> str:
    if original.id == part.id:
        return f"{quote(part.id)} is called a copy of itself"
    if original.copy_of is not None:
        return f"{quote(original.id)} is a copy itself"
    if original.layer != part.layer:
        return f"{quote(part.id)} holds {part.layer}, and {quote(original.id)} holds {original.layer}"
    return ""


@of_each_card
def separable_parts_say_how(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Who is told that items can be told apart is told by what."""
    for place, part in enumerate(card.value.parts):
        if part.separable == "yes" and part.how is None:
            message = f"{quote(part.id)} is separable, and nothing says by what"
            remedy = "add `how`: the file, column or folder that tells its items apart; else `separable: unknown`"
            yield card.error("meaning/separable-without-how", ("parts", place, "separable"), message, remedy)


@of_each_card
def counts_have_units(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A number of items says of what."""
    for place, part in enumerate(card.value.parts):
        if (part.n is None) != (part.unit is None):
            has, lacks = ("n", "unit") if part.unit is None else ("unit", "n")
            message = f"{quote(part.id)} has {quote(has)} and no {quote(lacks)}"
            yield card.error(
                "meaning/count-without-unit",
                ("parts", place, has),
                message,
                f"add `{lacks}`, or take `{has}` out",
            )


@of_each_card
def named_parts_exist(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Whoever names a part of this card names one that it has."""
    legal = part_ids(card.value)
    for path, name in _named(card):
        # The statements of an external upstream cannot speak of parts; `externals_are_one_part` says so.
        if name not in legal and "external" not in path:
            yield card.error(
                "meaning/no-such-part",
                path,
                _no_part(name),
                _which_part(name, card.value),
                got=name,
                expected=legal,
            )


def _named(card: Draft[Card]) -> Iterator[tuple[Step, str]]:
    for path, node in card.nodes:
        if isinstance(node, Statement | Reading | Access):
            for place, name in enumerate(node.parts):
                yield (*path, "parts", place), name
        elif isinstance(node, Relation) and node.part is not None:
            yield (*path, "part"), node.part
        elif isinstance(node, Part) and node.copy_of is not None:
            yield (*path, "copy_of"), node.copy_of


def _no_part(name: str) -> str:
    return f"the card has no part {quote(name)}"


def _which_part(name: str, card: Card) -> str:
    if name == WHOLE_PART:
        return "to speak of all parts, leave the key out"
    if not card.parts:
        return "the card names no parts: leave the key out, or describe the part under `parts`"
    return choose(name, part_ids(card))


@of_each_card
def every_part_has_a_route(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A part that no access row names would be taken for open."""
    rows = card.value.access
    if not rows or not all(row.parts for row in rows):
        return
    reached = {name for row in rows for name in row.parts}
    for place, part in enumerate(card.value.parts):
        if part.id not in reached:
            message = f"no row of `access` names the part {quote(part.id)}, which would make it open"
            remedy = "name it in the row that leads to it, or take `parts` out of that row"
            yield card.error("meaning/part-without-access", ("parts", place), message, remedy, got=part.id)
