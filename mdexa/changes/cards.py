"""Cards that came, went or were renamed, and what changed in what they say of getting the data."""

from collections.abc import Iterator

from mdexa.changes.pairs import Pair
from mdexa.holdings import Holdings
from mdexa.results import CardChange
from mdexa.text import fold_name

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


def _change(pair: Pair, kind: str, was: str | None, now: str | None) -> CardChange:
    name = (pair.new or pair.before).card.name
    return CardChange(dataset=pair.after_id, name=name, kind=kind, was=was, now=now)  # type: ignore[arg-type]
