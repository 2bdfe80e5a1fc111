"""Cards that came, went or were renamed, and what changed in what they say of getting the data."""

from collections.abc import Iterator

from mdexa.card import Card, Relation
from mdexa.changes.pairs import Pair
from mdexa.holdings import Holdings
from mdexa.results import CardChange
from mdexa.text import fold_name
from mdexa.verdict import JudgedPart

GONE = "withdrawn"
THERE = "available"


def renamed(old: Holdings, new: Holdings) -> dict[str, str]:
    """Old id -> new id of the cards that live on under another one, which answers to the old id or name."""
    before = {old.datasets.id(doc): doc for doc in range(len(old.datasets))}
    after = {new.datasets.id(doc) for doc in range(len(new.datasets))}
    found: dict[str, str] = {}
    for dataset in sorted(before.keys() - after):
        # Whoever types the old id must reach the new card; only then is it the same dataset under another name.
        docs = new.datasets.name(fold_name(dataset))
        heirs = {new.datasets.id(doc) for doc in docs} - before.keys()
        if len(heirs) == 1:
            found[dataset] = heirs.pop()
    return found


def card_changes(pair: Pair) -> Iterator[CardChange]:
    """What became of the card of a dataset."""
    if pair.old is None:
        yield _change(pair, "added", None, pair.after.judged.licence_status)
        return
    if pair.new is None:
        yield _change(pair, "removed", pair.before.judged.licence_status, None)
        return
    before, after = pair.old.card, pair.new.card
    if before.id != after.id:
        yield _change(pair, "renamed", before.id, after.id)
    was, now = before.availability.state, after.availability.state
    if was != now:
        kind = GONE if now == GONE else "available_again" if now == THERE else "availability"
        yield _change(pair, kind, was, now)
    if before.handling != after.handling:
        yield _change(pair, "handling", before.handling, after.handling)
    yield from _names(pair, before, after)
    yield from _routes(pair, before, after)
    yield from _parts(pair)
    yield from _relations(pair, before, after)


def _routes(pair: Pair, before: Card, after: Card) -> Iterator[CardChange]:
    """Other kinds of access, or the same for other parts."""
    was, now = _ways(before), _ways(after)
    if was != now:
        yield _change(pair, "access", was or "open", now or "open")


def _ways(card: Card) -> str:
    ways = {route.kind + (f" ({', '.join(route.parts)})" if route.parts else "") for route in card.access}
    return ", ".join(sorted(ways))


def _parts(pair: Pair) -> Iterator[CardChange]:
    """Parts that came, went, or count or can be told apart otherwise; then those that permit."""
    was = {part.id: _traits(part) for part in pair.before.judged.parts}
    now = {part.id: _traits(part) for part in pair.after.judged.parts}
    for part_id in sorted(was.keys() | now.keys()):
        if part_id not in was:
            yield _change(pair, "part_added", None, part_id)
        elif part_id not in now:
            yield _change(pair, "part_removed", part_id, None)
        elif was[part_id] != now[part_id]:
            yield _change(pair, "part_changed", f"{part_id}: {was[part_id]}", f"{part_id}: {now[part_id]}")
    usable = [", ".join(side.judged.ok_parts) for side in (pair.before, pair.after)]
    if usable[0] != usable[1]:
        yield _change(pair, "usable_parts", usable[0] or "none", usable[1] or "none")


def _traits(part: JudgedPart) -> str:
    counts = "counts" if part.counts else "does not count"
    return f"{part.layer}, {counts}, separable {part.separable}"


def _relations(pair: Pair, before: Card, after: Card) -> Iterator[CardChange]:
    """Edges that came or went; where they were read does not count."""
    was, now = set(map(_edge, before.relations)), set(map(_edge, after.relations))
    for edge in sorted(now - was):
        yield _change(pair, "relation_added", None, edge)
    for edge in sorted(was - now):
        yield _change(pair, "relation_removed", edge, None)


def _edge(relation: Relation) -> str:
    other = relation.external.name if relation.external else str(relation.dataset)
    whole = f"{other}/{relation.upstream_part}" if relation.upstream_part else other
    carried = f", carries {relation.carries}" if relation.carries else ""
    part = f", for {relation.part}" if relation.part else ""
    grant = f", granted by {relation.upstream_grant}" if relation.upstream_grant else ""
    return f"{relation.kind} {whole}{part}{carried}{grant}"


def _names(pair: Pair, before: Card, after: Card) -> Iterator[CardChange]:
    """Names under which the dataset is found now and was not, or the reverse; how they are spelt does not count."""
    was, now = _called(before), _called(after)
    if before.id != after.id:  # told as a renaming
        was.setdefault(fold_name(after.id), after.id)
    for key in sorted(now.keys() - was.keys()):
        yield _change(pair, "name_added", None, now[key])
    for key in sorted(was.keys() - now.keys()):
        yield _change(pair, "name_removed", was[key], None)


def _called(card: Card) -> dict[str, str]:
    return {fold_name(name): name for name in (*reversed(card.aliases), card.name, card.id)}


def _change(pair: Pair, kind: str, was: str | None, now: str | None) -> CardChange:
    name = (pair.new or pair.before).card.name
    return CardChange(dataset=pair.after_id, name=name, kind=kind, was=was, now=now)  # type: ignore[arg-type]
