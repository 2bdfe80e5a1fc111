"""Statements: what each must say, and what cannot stand together."""

from collections.abc import Iterator, Mapping, Sequence

from mdexa.card import AS_UPSTREAM, Card, Statement
from mdexa.compiler.draft import Draft, Drafts, Row, of_each_card, rows_of
from mdexa.compiler.finding import Finding, quote
from mdexa.purposes import SPLIT_PURPOSES, purpose_of

#: Scopes that cover parts; the others speak of what is not judged.
JUDGED = ("data", "annotations", "models")


@of_each_card
def ids_are_unique(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A statement id means one statement of the card, or of one external upstream."""
    seen: set[tuple[object, str]] = set()
    for row in rows_of(card.value):
        key = (row.path[:-1], row.statement.id)
        if key in seen:
            message = f"two statements are called {quote(row.statement.id)}"
            yield card.error(
                "meaning/statement-repeated", (*row.path, "id"), message, "give one another id", got=key[1]
            )
        seen.add(key)


@of_each_card
def something_is_said(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A statement without content is a reading."""
    for row in rows_of(card.value):
        said = row.statement
        if not (said.licence or said.says or said.terms or said.items):
            message = f"the statement {quote(said.id)} has neither licence, says, terms nor items"
            remedy = "add what it says; a place that says nothing about terms belongs under `readings`"
            yield card.error("meaning/statement-empty", row.path, message, remedy)


@of_each_card
def no_column_is_said_twice(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A purpose without a setting speaks for both settings."""
    for row in rows_of(card.value):
        for column in row.statement.says:
            purpose = purpose_of(column)
            if purpose in SPLIT_PURPOSES and column != purpose and purpose in row.statement.says:
                message = f"{quote(purpose)} speaks for both settings already"
                remedy = f"keep one of {quote(purpose)} and {quote(column)}, or write both settings out"
                yield card.error("meaning/column-said-twice", (*row.path, "says", column), message, remedy, got=column)


@of_each_card
def unstated_stands_alone(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """What a text does not name it does not name together with what it names."""
    for row in rows_of(card.value):
        if "unstated" in row.statement.scope and len(row.statement.scope) > 1:
            message = "`unstated` stands beside what is stated"
            remedy = "write what the text names, or `[unstated]` alone"
            yield card.error("meaning/unstated-not-alone", (*row.path, "scope"), message, remedy)


@of_each_card
def text_read_is_told(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Whether a text was read is said once: by the licence table for its entries, else by the statement."""
    for row in rows_of(card.value):
        said = row.statement
        in_table = said.licence is not None and AS_UPSTREAM not in said.licence
        if in_table and said.text_read is not None:
            message = "the licence table says itself whether the text of its entry was read"
            remedy = "take `text_read` out; limits beyond the licence go to `terms` or `other_limits`"
            yield card.error("meaning/text-read-twice", (*row.path, "text_read"), message, remedy)
        elif not in_table and said.items is None and said.text_read is None:
            message = f"nothing says whether the text of {quote(said.id)} was read"
            remedy = "add `text_read: yes` if the whole text was read, else `text_read: no`"
            yield card.error("meaning/text-read-missing", row.path, message, remedy)


@of_each_card
def upstream_terms_stand_alone(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """`as_upstream` hands the question on whole."""
    for row in rows_of(card.value):
        said = row.statement
        if said.licence is None or AS_UPSTREAM not in said.licence.replace("(", " ").replace(")", " ").split():
            continue
        if said.licence != AS_UPSTREAM:
            message = "`as_upstream` is no licence that AND or OR could join to another"
            remedy = "write two statements, one of them with `licence: as_upstream`"
            yield card.error("meaning/as-upstream-not-alone", (*row.path, "licence"), message, remedy, got=said.licence)
        elif said.says or said.items:
            key = "says" if said.says else "items"
            message = f"`as_upstream` hands the question on, and {quote(key)} answers it"
            remedy = f"write two statements, one with `licence: as_upstream` and one with `{key}`"
            yield card.error("meaning/as-upstream-not-alone", (*row.path, key), message, remedy)


@of_each_card
def upstream_is_named(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Who hands the question on to a source says to which."""
    if any(relation.carries for relation in card.value.relations):
        return
    for place, statement in enumerate(card.value.statements):
        if statement.licence == AS_UPSTREAM:
            message = "the terms of the source apply, and no relation names a source"
            remedy = "add a relation with `carries`; without one every use is unverifiable"
            path = ("statements", place, "licence")
            yield card.warning("meaning/upstream-not-named", path, message, remedy)


@of_each_card
def scope_reaches_its_parts(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """A statement on data or annotations covers some part: one that covers none would restrict nothing."""
    layers = {part.id: part.layer for part in card.value.parts} or {"all": "data"}
    for row in rows_of(card.value):
        scope = [word for word in row.statement.scope if word in JUDGED]
        if row.external or not scope or row.statement.for_:
            continue
        yield from _missed_parts(card, row, layers, scope)
        if not row.statement.parts and scope != ["models"] and not set(scope) & set(layers.values()):
            message = f"the card has no part of layer {' or '.join(scope)}, so that the statement covers nothing"
            remedy = "describe what it speaks of under `parts`, or widen the scope if it speaks of the whole"
            yield card.error("meaning/scope-covers-nothing", (*row.path, "scope"), message, remedy)


def _missed_parts(card: Draft[Card], row: Row, layers: Mapping[str, str], scope: Sequence[str]) -> Iterator[Finding]:
    for place, name in enumerate(row.statement.parts):
        layer = layers.get(name)
        if layer is not None and layer not in scope:
            message = f"the scope leaves out {quote(layer)}, the layer of the part {quote(name)}"
            remedy = f"add `{layer}` to the scope, or take the part out"
            yield card.error("meaning/scope-misses-part", (*row.path, "parts", place), message, remedy, got=name)


def is_formal(statement: Statement) -> bool:
    """A licence, agreement or policy of the publisher that we did not get through somebody else's copy."""
    return (
        statement.source.speaker == "publisher"
        and statement.instrument != "reply"
        and statement.source.read_from != "third_party_copy"
    )
