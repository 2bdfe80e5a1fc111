"""Grants over an edge: what lifts the terms of an upstream must hold."""

from collections.abc import Iterator

from mdexa.card import WHOLE_PART, Card, Relation, Statement
from mdexa.compiler.draft import Draft, Drafts, of_each_card
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.nearest import choose
from mdexa.compiler.rules.items import divided_part
from mdexa.compiler.rules.links import carries_terms
from mdexa.compiler.rules.statements import is_formal
from mdexa.text import fold_name

SAME_PUBLISHER = "same_publisher"
FROM_UPSTREAM = "up:"


@of_each_card
def grants_hold(card: Draft[Card], drafts: Drafts) -> Iterator[Finding]:
    """Every `upstream_grant` is what it says; one that does not hold would lift terms that bind."""
    for place, relation in enumerate(card.value.relations):
        if relation.upstream_grant is None:
            continue
        upstream = drafts.by_id.get(relation.dataset or "")
        if upstream is None and relation.external is None:
            continue  # there is no such card, or it cannot be read, which is said elsewhere
        wrong, remedy = _against(relation, card.value, upstream.value if upstream else None)
        if wrong:
            path = ("relations", place, "upstream_grant")
            yield card.error("meaning/grant-does-not-hold", path, wrong, remedy, got=relation.upstream_grant)


@of_each_card
def grants_reach_no_further(card: Draft[Card], drafts: Drafts) -> Iterator[Finding]:
    """Who grants can free only what is its own: what the upstream has from others needs edges of its own here."""
    for place, relation in enumerate(card.value.relations):
        granted = relation.upstream_grant or ""
        upstream = drafts.by_id.get(relation.dataset or "")
        if upstream is None or not (granted == SAME_PUBLISHER or granted.startswith(FROM_UPSTREAM)):
            continue
        for source in _sources(upstream.value, relation.upstream_part):
            if not any(_leads_to(other, source, relation.part) for other in card.value.relations):
                path = ("relations", place, "upstream_grant")
                message = f"{quote(upstream.value.id)} has content of {quote(source)}, whose terms it cannot lift"
                remedy = f"add the edge to {quote(source)} to this card as well; the grant stays"
                yield card.error("meaning/grant-beyond-own", path, message, remedy, got=granted)


def _sources(upstream: Card, part: str | None) -> list[str]:
    """Where the content of an upstream, or of the part that is met, comes from: ids, and names of external datasets."""
    bearing = [
        relation
        for relation in upstream.relations
        if carries_terms(relation) and (part is None or relation.part in (None, part))
    ]
    return [name for name in dict.fromkeys(map(_source_of, bearing)) if name != upstream.id]


def _source_of(relation: Relation) -> str:
    return relation.external.name if relation.external else str(relation.dataset)


def _leads_to(relation: Relation, source: str, part: str | None) -> bool:
    return _source_of(relation) == source and carries_terms(relation) and relation.part in (None, part)


def _against(relation: Relation, card: Card, upstream: Card | None) -> tuple[str, str]:
    """What speaks against a grant, and what to do; two empty texts if it holds."""
    grant = relation.upstream_grant or ""
    if not carries_terms(relation):
        return "the relation carries nothing that a grant could free", "take `upstream_grant` out"
    if grant == SAME_PUBLISHER:
        return _publishers_differ(card, upstream)
    if grant.startswith(FROM_UPSTREAM):
        return _no_upstream_statement(grant.removeprefix(FROM_UPSTREAM), card, upstream)
    return _no_items_statement(grant, relation, card)


def _publishers_differ(card: Card, upstream: Card | None) -> tuple[str, str]:
    if upstream is None:
        return (
            "an external dataset has no card that could name its publisher",
            "write its card, or take the grant out",
        )
    ours, theirs = fold_name(card.publisher or ""), fold_name(upstream.publisher or "")
    if ours and ours == theirs:
        return "", ""
    names = [quote(publisher or "not named") for publisher in (card.publisher, upstream.publisher)]
    message = f"the publisher here is {names[0]}, and there {names[1]}"
    return message, "write the same publisher in the same words on both cards, or take the grant out"


def _no_upstream_statement(statement_id: str, card: Card, upstream: Card | None) -> tuple[str, str]:
    if upstream is None:
        return (
            "an external dataset has no card whose statement could grant",
            "write its card, or take the grant out",
        )
    by_id = {statement.id: statement for statement in upstream.statements}
    granting = by_id.get(statement_id)
    if granting is None:
        return f"the card {quote(upstream.id)} has no statement {quote(statement_id)}", choose(
            statement_id, tuple(by_id)
        ) if by_id else "write it there first"
    if not is_formal(granting):
        message = f"{quote(statement_id)} is no formal statement of the publisher that we read at its place"
        return message, "only a formal statement of its publisher grants; take the grant out"
    if card.id not in granting.for_:
        return (
            f"the `for` of {quote(statement_id)} does not name {quote(card.id)}",
            "add the id there if the source names this dataset",
        )
    return _replaced(granting, upstream)


def _no_items_statement(statement_id: str, relation: Relation, card: Card) -> tuple[str, str]:
    dividing = {statement.id: statement for statement in card.statements if statement.items is not None}
    repeating = dividing.get(statement_id)
    if repeating is None:
        message = f"the card has no statement {quote(statement_id)} with `items`"
        return message, choose(statement_id, (*dividing, SAME_PUBLISHER))
    divided = divided_part(repeating, card)
    data = tuple(part.id for part in card.parts if part.layer == "data") or (WHOLE_PART,)
    holders = (relation.part,) if relation.part is not None else data
    if divided is not None and divided not in holders:
        holding = ", ".join(holders)
        message = f"{quote(statement_id)} divides the part {quote(divided)}, and the edge holds for {holding}"
        return message, f"write `part: {divided}` on the edge, or take the grant out"
    return _replaced(repeating, card)


def _replaced(statement: Statement, card: Card) -> tuple[str, str]:
    for later in card.statements:
        if statement.id in later.supersedes:
            return (
                f"{quote(statement.id)} was replaced by {quote(later.id)}",
                "name the statement that holds today",
            )
    return "", ""
