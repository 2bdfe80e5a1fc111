"""`items`: statements that give each item its own licence, and so divide a part."""

from collections.abc import Iterator

from mdexa.card import Card, Items, Part, Statement
from mdexa.compiler.draft import Draft, Drafts, Row, of_each_card, rows_of
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.rules.parts import part_ids
from mdexa.compiler.rules.statements import JUDGED, is_formal


def _dividing(card: Card) -> Iterator[tuple[Row, Items]]:
    for row in rows_of(card):
        if row.statement.items is not None and not row.external:
            yield row, row.statement.items


@of_each_card
def only_formal_statements_divide(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Only the publisher's own licence, agreement or policy divides a part."""
    for row, _ in _dividing(card.value):
        if not is_formal(row.statement):
            message = f"{quote(row.statement.id)} is no formal statement of the publisher that we read at its place"
            remedy = "say it with `says` or `terms`; items need a licence, agreement or policy of the publisher"
            yield card.error("meaning/items-not-formal", (*row.path, "items"), message, remedy)


@of_each_card
def items_speak_for_themselves(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Where each item has a licence of its own, the statement has no other."""
    for row, _ in _dividing(card.value):
        for key, used in (("licence", row.statement.licence), ("says", row.statement.says)):
            if used:
                message = f"{quote(key)} stands beside `items`, which give each item its own licence"
                yield card.error("meaning/items-not-alone", (*row.path, key), message, "write two statements")


@of_each_card
def one_part_is_divided_once(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A statement with items divides exactly one part, and a part is divided by one statement."""
    divided: dict[str, str] = {}
    replaced = {old for statement in card.value.statements for old in statement.supersedes}
    for row, _ in _dividing(card.value):
        said = row.statement
        part = divided_part(said, card.value)
        if len(said.parts or part_ids(card.value)) != 1:
            message = f"{quote(said.id)} names {len(said.parts) or 'no'} parts, and divides one"
            path = (*row.path, "parts") if said.parts else row.path
            remedy = "name the one part whose items it speaks of; write one statement a part"
            yield card.error("meaning/items-part", path, message, remedy)
        elif part is not None and said.id not in replaced:
            first = divided.setdefault(part, said.id)
            if first != said.id:
                message = f"{quote(first)} divides the part {quote(part)} already"
                remedy = "merge the two, or let the newer supersede the older"
                yield card.error("meaning/items-part", (*row.path, "items"), message, remedy, got=part)


@of_each_card
def dividing_statements_speak_of_a_layer(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """What divides a part says that it speaks of it."""
    for row, _ in _dividing(card.value):
        if not set(row.statement.scope) & set(JUDGED):
            message = "items are divided, and the scope names none of data, annotations and models"
            remedy = "write the layer of the part into the scope, if the text names it"
            yield card.error("meaning/items-part", (*row.path, "scope"), message, remedy)


@of_each_card
def known_licences_are_distinct(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """One row a licence."""
    for row, items in _dividing(card.value):
        seen: set[str] = set()
        for place, known in enumerate(items.known):
            if known.licence in seen:
                message = f"{quote(known.licence)} stands in two rows"
                path = (*row.path, "items", "known", place, "licence")
                yield card.error("meaning/items-repeated", path, message, "add the two counts up", got=known.licence)
            seen.add(known.licence)


@of_each_card
def counts_add_up(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """`exhaustive: yes` is proven by the counts; without it they stay within the part's."""
    parts = {part.id: part for part in card.value.parts}
    for row, items in _dividing(card.value):
        divided = divided_part(row.statement, card.value)
        wrong = _against(items, parts.get(divided)) if divided is not None else ""
        if wrong:
            remedy = "give the part its `n`, and each row its `n` in the same unit; else write `exhaustive: no`"
            yield card.error("meaning/items-do-not-add-up", (*row.path, "items"), wrong, remedy)


def divided_part(statement: Statement, card: Card) -> str | None:
    """The part that a statement with items divides; None if it does not name exactly one that exists."""
    named = statement.parts or part_ids(card)
    return named[0] if len(named) == 1 and named[0] in part_ids(card) else None


def _against(items: Items, part: Part | None) -> str:
    counts = [known.n for known in items.known if known.n is not None]
    total = part.n if part else None
    units = {known.unit for known in items.known if known.unit is not None} | (
        {part.unit} if part and part.unit else set()
    )
    if items.exhaustive == "yes":
        if total is None:
            return "the rows are said to be all, and the part has no `n`"
        if len(counts) < len(items.known):
            return "the rows are said to be all, and one of them has no `n`"
        if sum(counts) != total:
            return f"the rows are said to be all; they add up to {sum(counts)}, and the part has {total}"
    if total is not None and len(units) > 1:
        return f"the counts are of different things: {', '.join(sorted(map(str, units)))}"
    if total is not None and sum(counts) > total:
        return f"the rows add up to {sum(counts)}, and the part has {total}"
    return ""
