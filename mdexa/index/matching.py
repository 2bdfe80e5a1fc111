"""One question to a collection: which documents match, which come first, how they spread over the facets.

Answers are exact. Documents rank by the number of units they hit, then by the sum of the impacts, then by number.
No step loops over documents, but for the few that the caller sees and the postings of rare words.
"""

from __future__ import annotations

from _operator import itemgetter

from mdexa.index.bits import add, climb, count_members, larger, lowest, members
from mdexa.index.layout import FREQUENT

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mdexa.index.postings import Posting
    from mdexa.index.reader import Collection

    #: The terms of which one is enough.
    Unit = list[Posting]
    #: Minus the units hit, minus the score, the document: sorts best first.
    Rank = tuple[int, int, int]

#: Up to this many tied documents, and one more for so many of the collection, are scored one by one.
FEW, FEW_PER = 30, 2500
#: Up to this many documents of rare and middle terms are looked up one by one; of more, the postings are gone through.
FEW_LISTED = 64
#: A page that ends below this place is found by its candidates; a deeper one by whole planes.
DEEP = 256
#: The documents of a facet value are looked up one by one while they are fewer than one for so many bytes of a set.
FEW_PER_BYTES = 128


class Hit(tuple[int, int, int]):
    """One document of an answer: doc, units_hit, score (an integer, equal on every machine)."""

    __slots__ = ()
    #: the document number
    doc = property(itemgetter(0))
    #: how many units the document hits
    units_hit = property(itemgetter(1))
    #: the sum of the impacts of its units, those beside included
    score = property(itemgetter(2))

    def __repr__(self) -> str:
        return f"Hit(doc={self[0]}, units_hit={self[1]}, score={self[2]})"


class Match:
    """The documents that match, and what can be asked about them. Made by `Collection.match`."""

    __slots__ = (
        "_asked",
        "_collection",
        "_filters",
        "_found",
        "_hits",
        "_tied",
        "_unfiltered",
        "_units",
        "_without",
        "total",
    )

    def __init__(
        self,
        collection: Collection,
        asked: list[Unit],
        filters: dict[str, int],
        without: dict[str, int],
        *,
        beside: int,
        every: bool,
    ) -> None:
        # asked: the postings of each unit, none where no term is known, the last `beside` of them counting for no hit;
        # filters, without: {facet: set of documents}
        self._collection, self._asked, self._filters, self._without = collection, asked, filters, without
        self._units = units = [unit for unit in asked if unit]
        held = [unit[0].presence() if len(unit) == 1 else _presence(unit) for unit in units]
        counted = sum(map(bool, asked[: len(asked) - beside]))
        self._hits = held[:counted]
        #: whether all matching documents hit the same number of units that count
        self._tied = every or not counted or len(held) == 1
        found = held[0] if held else 0
        if not asked:
            found = collection.every()
        elif every and len(units) < len(asked):
            found = 0
        for hit in held[1:]:
            found = found & hit if every else found | hit
        self._unfiltered = found
        for accepted in filters.values():
            found &= accepted
        for refused in without.values():
            found ^= found & refused
        self._found = found
        #: the exact number of matching documents
        self.total = found.bit_count()

    def top(self, limit: int, offset: int = 0) -> list[Hit]:
        """The hits from place `offset` on, at most `limit`, best first. Pages are parts of one order."""
        end = min(offset + limit, self.total)
        if limit <= 0 or offset < 0 or offset >= end:
            return []
        if not self._units:
            page = lowest(self._found, end) ^ lowest(self._found, offset)
            return [Hit((document, 0, 0)) for document in members(page)]
        if end > DEEP:
            ranked = self._rank(members(self._best(end) ^ self._best(offset)))
            end, offset = end - offset, 0
        else:
            ranked = self._rank(self._candidates(end))
        ranked.sort()
        return [Hit((document, -hits, -score)) for hits, score, document in ranked[offset:end]]

    def _candidates(self, end: int) -> list[int]:
        """Not many documents, the best `end` among them."""
        found, hits = self._found, self._hits
        few = max(end, FEW + self._collection.count // FEW_PER)
        if self.total <= few:
            return members(found)
        if self._tied:
            return self._narrow(found, end, len(self._units))
        sure, tied, need, number = climb(found, count_members(hits), end)
        if tied.bit_count() <= few:
            return members(sure | tied)
        return members(sure) + self._narrow(tied, need, number + len(self._units) - len(hits))

    def _narrow(self, tied: int, need: int, number: int) -> list[int]:
        """Some of the tied documents, which have at most `number` units each; the best `need` are among them."""
        listed, tops = 0, []
        for unit in self._units:
            top = 0
            for posting in unit:
                if posting.kind != FREQUENT:
                    listed |= posting.presence()
                elif posting.top > top:
                    top = posting.top
            tops.append(top)
        tops.sort()
        most = sum(tops[-number:])  # frequent terms give no document more than this
        listed &= tied
        chosen: list[int] = []
        bar = 0  # what the last of the best has at least, as far as it is known
        if listed:
            scores = self._listed_scores(listed)
            bar = sorted(scores.values())[-need] if len(scores) >= need else 0
            chosen = [document for document, score in scores.items() if score + most >= bar]
            tied ^= listed
        if tied and bar <= most:
            sure, tied, need, _ = climb(tied, self._planes(frequent_only=True), need)
            chosen += members(sure | lowest(tied, need))
        return chosen

    def _listed_scores(self, listed: int) -> dict[int, int]:
        """What rare and middle terms give these documents, by document."""
        units = [[posting for posting in unit if posting.kind != FREQUENT] for unit in self._units]
        if listed.bit_count() <= FEW_LISTED:
            documents = members(listed)
            columns = [_strongest(unit, documents) for unit in units if unit]
            return dict(zip(documents, map(sum, zip(*columns, strict=True)), strict=True))
        raw = listed.to_bytes(self._collection.width, "little")
        scores: dict[int, int] = {}
        for unit in units:
            own: dict[int, int] = {}
            for posting in unit:
                for document, impact in zip(*posting.weighed(), strict=True):
                    if raw[document >> 3] >> (document & 7) & 1 and impact > own.get(document, 0):
                        own[document] = impact
            for document, impact in own.items():
                scores[document] = scores.get(document, 0) + impact
        return scores

    def _planes(self, *, frequent_only: bool) -> list[int]:
        """The planes of the scores; those that frequent terms alone give, if asked."""
        total: list[int] = []
        for unit in self._units:
            planes: list[int] = []
            for posting in unit:
                if posting.kind == FREQUENT or not frequent_only:
                    planes = larger(planes, posting.planes()) if planes else posting.planes()
            total = add(total, planes) if total else planes
        return total

    def _best(self, end: int) -> int:
        """The set of exactly the best `end` documents."""
        found = self._found
        if end <= 0:
            return 0
        if end >= self.total:
            return found
        sure, need = 0, end
        if not self._tied:
            sure, found, need, _ = climb(found, count_members(self._hits), end)
        if need:
            more, found, need, _ = climb(found, self._planes(frequent_only=False), need)
            sure |= more | lowest(found, need)
        return sure

    def _rank(self, documents: list[int]) -> list[Rank]:
        """The rank of each document."""
        columns = [_strongest(unit, documents) for unit in self._units]
        width = len(self._hits)
        rows = zip(*columns, strict=True)
        if width < len(columns):
            return [(row[:width].count(0) - width, -sum(row), doc) for doc, row in zip(documents, rows, strict=True)]
        return [(row.count(0) - width, -sum(row), document) for document, row in zip(documents, rows, strict=True)]

    def facets(self, names: Iterable[str]) -> dict[str, dict[str, int]]:
        """How the matching documents spread: {facet: {value: count}}, values without a document left out."""
        found, width = self._found, self._collection.width
        raw = found.to_bytes(width, "little")
        few = width // FEW_PER_BYTES
        spread: dict[str, dict[str, int]] = {}
        for name in names:
            counts = spread[name] = {}
            for value, posting in self._collection.facet_table(name):
                if posting.df <= few:
                    count = sum([raw[document >> 3] >> (document & 7) & 1 for document in posting.documents()])
                else:
                    count = (found & posting.presence()).bit_count()
                if count:
                    counts[value] = count
        return spread

    def relaxed(self) -> dict[str, int]:
        """How many more documents would match if one filter were dropped: {facet: number}."""
        return {facet: self._gained_by_dropping(self._filters, facet) for facet in self._filters}

    def relaxed_without(self) -> dict[str, int]:
        """How many more documents would match if one exclusion were dropped: {facet: number}."""
        return {facet: self._gained_by_dropping(self._without, facet) for facet in self._without}

    def _gained_by_dropping(self, group: dict[str, int], dropped: str) -> int:
        found = self._unfiltered
        for facet, accepted in self._filters.items():
            if group is not self._filters or facet != dropped:
                found &= accepted
        for facet, refused in self._without.items():
            if group is not self._without or facet != dropped:
                found ^= found & refused
        return found.bit_count() - self.total

    def units_of(self, document: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The units that a document hits, and by which terms: ((number of the unit, (term, ...)), ...).

        IndexError if there is no document of this number.
        """
        if not 0 <= document < self._collection.count:
            raise IndexError(f"there are {self._collection.count} documents, and none of number {document}")
        hit = []
        for number, unit in enumerate(self._asked):
            terms = tuple(posting.key.decode() for posting in unit if posting.impacts_at([document])[0])
            if terms:
                hit.append((number, terms))
        return tuple(hit)


def _presence(unit: Unit) -> int:
    bits = 0
    for posting in unit:
        bits |= posting.presence()
    return bits


def _strongest(unit: Unit, documents: list[int]) -> list[int]:
    if len(unit) == 1:
        return unit[0].impacts_at(documents)
    return list(map(max, *(posting.impacts_at(documents) for posting in unit)))
