"""`supersedes`: what a statement needs to replace an older one."""

from collections.abc import Iterator

from mdexa.card import UNKNOWN, Card, Statement
from mdexa.compiler.draft import Draft, Drafts, of_each_card, rows_of
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.nearest import choose
from mdexa.compiler.rules.parts import part_ids

_REMEDY = "a date alone never replaces: let both statements stand, or mend what the sources show otherwise"


@of_each_card
def replacements_hold(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """Same publisher, as wide, as formal, later by known dates, and the source shows it."""
    everything = part_ids(card.value)
    for row in rows_of(card.value):
        by_id = {statement.id: statement for statement in row.beside}
        for place, name in enumerate(row.statement.supersedes):
            path = (*row.path, "supersedes", place)
            old = by_id.get(name)
            if old is None:
                message = f"there is no statement {quote(name)} beside this one"
                yield card.error("meaning/no-such-statement", path, message, choose(name, tuple(by_id)), got=name)
                continue
            for wrong in _against(row.statement, old, everything):
                yield card.error("meaning/does-not-supersede", path, wrong, _REMEDY, got=name)
        if row.statement.supersedes and row.statement.note is None:
            message = f"nothing says how the source of {quote(row.statement.id)} shows that it replaces"
            remedy = "add a `note` in your own words: where the source names what it replaces"
            yield card.error("meaning/replacement-not-shown", (*row.path, "supersedes"), message, remedy)


def _against(new: Statement, old: Statement, everything: tuple[str, ...]) -> Iterator[str]:
    """Each clause of the rule that does not hold."""
    if new.id == old.id:
        yield "a statement cannot replace itself"
        return
    if (new.source.speaker, old.source.speaker) != ("publisher", "publisher"):
        yield f"{quote(new.id)} or {quote(old.id)} is not by the publisher"
    if not set(old.parts or everything) <= set(new.parts or everything):
        yield f"the parts of {quote(new.id)} do not hold those of {quote(old.id)}"
    if not set(old.scope) <= set(new.scope):
        yield f"the scope of {quote(new.id)} does not hold that of {quote(old.id)}"
    if new.for_:
        yield f"{quote(new.id)} is a grant to other datasets, and covers nothing here"
    if new.source.read_from == "third_party_copy" != old.source.read_from:
        yield f"{quote(new.id)} was read in a third party's copy only, and {quote(old.id)} at its place"
    if new.instrument == "reply" != old.instrument:
        yield f"{quote(new.id)} is a reply, which is less formal than {quote(old.instrument)}"
    yield from _not_later(new.source.dated, old.source.dated)


def _not_later(new: str, old: str) -> Iterator[str]:
    if UNKNOWN in (new, old):
        yield "the date of one of the two is unknown"
    elif new <= old:
        yield f"it is dated {new}, and what it should replace {old}"
