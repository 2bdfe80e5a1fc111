"""The catalogue, read once: every dataset with its card, its verdicts and its relations."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

import msgspec

from mdexa.card import Card, Statement
from mdexa.catalogue import Catalogue
from mdexa.census.shapes import Column, Line
from mdexa.results import RelationView
from mdexa.verdict import Judged


class Entry(msgspec.Struct, frozen=True):
    """One dataset."""

    card: Card
    judged: Judged
    whole: dict[str, tuple[str, str]]
    links: tuple[RelationView, ...]
    access: str

    @property
    def id(self) -> str:
        """Its id."""
        return self.card.id

    @property
    def deciding(self) -> frozenset[str]:
        """The statements that decide on any part in any column."""
        return frozenset(
            taken.statement for part in self.judged.parts for ruling in part.rulings for taken in ruling.taken
        )


class Stock:
    """All datasets of a catalogue, in the order of their ids."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.holdings = catalogue.holdings
        self.entries = tuple(sorted(self._read(), key=lambda entry: entry.id))
        self.by_id = {entry.id: entry for entry in self.entries}

    def _read(self) -> Iterator[Entry]:
        for doc in range(len(self.holdings.datasets)):
            yield Entry(
                self.holdings.card(doc),
                self.holdings.judged(doc),
                self.holdings.whole(doc),
                self.holdings.links(doc),
                self.holdings.row(doc).access,
            )

    @cached_property
    def statements(self) -> tuple[tuple[Entry, Statement, bool], ...]:
        """Every statement with its dataset, and whether it decides."""
        return tuple(
            (entry, statement, statement.id in entry.deciding)
            for entry in self.entries
            for statement in entry.card.statements
        )

    def label(self, facet: str, value: str) -> str:
        """How a value is shown."""
        return spaced(self.holdings.label(facet, value))


def spaced(word: str) -> str:
    """A key as it is read."""
    return word.replace("_", " ")


def column(key: str, label: str = "", *, unsure: bool = False) -> Column:
    """A column of numbers, called by its key unless it has a label."""
    return Column(key=key, label=label or spaced(key), open=unsure)


def crossed(
    pairs: Iterable[tuple[str, str]],
    columns: Iterable[Column],
    keys: Iterable[str] = (),
    label: Callable[[str], str] = spaced,
) -> tuple[Line, ...]:
    """Lines of pairs (line, column), in the order of `keys` or the most frequent first; those with nothing fall out."""
    counted = Counter(pairs)
    order = [one.key for one in columns]
    found = tuple(keys) or tuple(dict.fromkeys(sorted(line for line, _ in counted)))
    lines = [Line(key=key, label=label(key), counts=tuple(counted[key, one] for one in order)) for key in found]
    lines = [line for line in lines if line.total]
    return tuple(lines if tuple(keys) else sorted(lines, key=lambda line: (-line.total, line.key)))
