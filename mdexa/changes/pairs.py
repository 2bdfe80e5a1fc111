"""A dataset before and after: the two sides that every comparison looks at."""

from collections.abc import Iterator, Mapping

import msgspec

from mdexa.card import Card
from mdexa.holdings import Holdings
from mdexa.verdict import Judged


class Side(msgspec.Struct, frozen=True):
    """A dataset in one of the two catalogues."""

    card: Card
    judged: Judged


class Pair(msgspec.Struct, frozen=True):
    """A dataset in both catalogues, or in one of them."""

    old: Side | None
    new: Side | None

    @property
    def in_both(self) -> bool:
        """Whether there is something to compare."""
        return self.old is not None and self.new is not None

    @property
    def before(self) -> Side:
        """The dataset as it was. ValueError if it was not there."""
        return _there(self.old)

    @property
    def after(self) -> Side:
        """The dataset as it is. ValueError if it is gone."""
        return _there(self.new)

    @property
    def before_id(self) -> str | None:
        """Its id before."""
        return self.old.card.id if self.old else None

    @property
    def after_id(self) -> str:
        """Its id now; of one that is gone, the id that it had."""
        return (self.new or _there(self.old)).card.id


def _there(side: Side | None) -> Side:
    if side is None:
        raise ValueError("the dataset is in one of the two catalogues only")
    return side


def pairs_of(old: Holdings, new: Holdings, renamed: Mapping[str, str]) -> Iterator[Pair]:
    """Every dataset that is not the same in both, by its id now; `renamed` leads from old ids to new ones."""
    before = {renamed.get(old.datasets.id(doc), old.datasets.id(doc)): doc for doc in range(len(old.datasets))}
    after = {new.datasets.id(doc): doc for doc in range(len(new.datasets))}
    for dataset in sorted(before.keys() | after.keys()):
        was, now = before.get(dataset), after.get(dataset)
        if was is not None and now is not None and _bytes(old, was) == _bytes(new, now):
            continue
        yield Pair(_side(old, was), _side(new, now))


def _bytes(holdings: Holdings, doc: int) -> tuple[bytes, ...]:
    return tuple(bytes(holdings.datasets.stored(doc, column)) for column in ("card", "judged"))


def _side(holdings: Holdings, doc: int | None) -> Side | None:
    return None if doc is None else Side(holdings.card(doc), holdings.judged(doc))
