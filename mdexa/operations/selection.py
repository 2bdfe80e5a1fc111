"""The datasets that a request is about: what is asked for, what is filtered, and who is left out of its own company."""

from collections.abc import Iterable, Iterator

import msgspec

from mdexa.filtering import FacetValues, Narrowing, merged
from mdexa.holdings import Holdings
from mdexa.index import Match
from mdexa.lexicon import NAME_MARK
from mdexa.results import Relaxation
from mdexa.text import fold_name


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """Every number of an answer comes from here, so that total, counts and relaxations speak of the same datasets."""

    holdings: Holdings
    units: list[list[str]]
    #: words that decide among datasets that hit equally many units
    beside: list[list[str]] = []
    #: what brings datasets nearer to another one, and is no thing that was asked for
    nearer: list[list[str]] = []
    narrowings: tuple[Narrowing, ...]
    #: all that was asked for, to count those that have all of it
    things: list[list[str]] = []
    #: the dataset that others are compared to, which is never among them
    but: int | None = None
    #: nothing of what was typed is anywhere: no filter that is dropped changes that
    hopeless: bool = False

    def total(self, *, leaving: str = "", extra: FacetValues | None = None, every: bool = False) -> int:
        """How many datasets match without one of the filters, with more of them, or with all units demanded."""
        if self.hopeless:
            return 0
        units, beside = (self.things, []) if every else (self.units, self.beside + self.nearer)
        match = self._match(units, beside, leaving=leaving, extra=extra, every=every)
        if self.but is None:
            return int(match.total)
        hit = len(match.units_of(self.but))
        among = hit == len(units) if every else hit
        return int(match.total) - (self._own(leaving=leaving, extra=extra).total if among else 0)

    def unfiltered(self) -> int:
        """How many datasets there would be without any filter."""
        return msgspec.structs.replace(self, narrowings=()).total()

    def page(self, offset: int, limit: int) -> tuple[int, ...]:
        """The documents from place `offset` on, best first."""
        if self.hopeless:
            return ()
        if self.but is None:
            return tuple(hit.doc for hit in self._match(self.units, self.beside + self.nearer).top(limit, offset))
        hits = self._match(self.units, self.beside + self.nearer).top(offset + limit + 1)
        return tuple(hit.doc for hit in hits if hit.doc != self.but)[offset : offset + limit]

    def counts(self, facets: Iterable[str]) -> dict[str, dict[str, int]]:
        """Facet -> value -> how many of the datasets have it; values that none has are left out."""
        names = tuple(facets)
        if self.hopeless:
            return {name: {} for name in names}
        match = self._match(self.units, self.beside + self.nearer)
        counts: dict[str, dict[str, int]] = match.facets(names)
        if self.but is not None and match.units_of(self.but):
            _take_out(counts, self._own().facets(names))
        return counts

    def _match(
        self,
        units: list[list[str]],
        beside: list[list[str]],
        *,
        leaving: str = "",
        extra: FacetValues | None = None,
        every: bool = False,
    ) -> Match:
        asked = merged(self.narrowings, leaving=leaving)
        filters = {**asked["filters"], **(extra or {})}
        mode = "all" if every else "any"
        return self.holdings.datasets.match(units, beside=beside, filters=filters, without=asked["without"], mode=mode)

    def _own(self, *, leaving: str = "", extra: FacetValues | None = None) -> Match:
        """The dataset that is left out, under the same filters: found by its name, which belongs to it alone."""
        own = "" if self.but is None else self.holdings.datasets.id(self.but)
        term = f"{NAME_MARK}{fold_name(own)}"
        return self._match([[term]], [], leaving=leaving, extra=extra)

    def relaxations(self) -> Iterator[Relaxation]:
        """How many more there would be if each filter alone were dropped; filters that keep out none are left out."""
        total = self.total()
        for row in self.narrowings:
            more = self.total(leaving=row.name) - total
            if more:
                yield Relaxation(filter=row.name, more=more)


def _take_out(counts: dict[str, dict[str, int]], own: dict[str, dict[str, int]]) -> None:
    for facet, values in own.items():
        for value in values:
            counts[facet][value] -= 1
            if not counts[facet][value]:
                del counts[facet][value]
