"""One question to a collection: which documents match, which come first, how they spread over the facets.

Answers are exact. Documents rank by the number of units they hit, then by the sum of the impacts, then by number.
No step loops over documents, but for the few that the caller sees and the postings of rare words.
"""

from _operator import itemgetter

from mdexa.index.bits import add, climb, count_members, larger, lowest, members
from mdexa.index.layout import FREQUENT, MIDDLE, RARE

#: Up to this many tied documents, and one more for so many of the collection, are scored one by one.
FEW, FEW_PER = 30, 2500
#: Up to this many documents of rare words are scored one by one, before their impacts alone are weighed.
FEW_LISTED = 64
#: A page that ends below this place is found by its candidates; a deeper one by whole planes.
DEEP = 256
KINDS = (RARE, MIDDLE, FREQUENT)


class Hit(tuple):
    """One document of an answer: doc, units_hit, score (an integer, equal on every machine)."""

    __slots__ = ()
    doc = property(itemgetter(0), doc="the document number")
    units_hit = property(itemgetter(1), doc="how many units the document hits")
    score = property(itemgetter(2), doc="the sum of the impacts of its units")

    def __repr__(self) -> str:
        return f"Hit(doc={self[0]}, units_hit={self[1]}, score={self[2]})"


class Match:
    """The documents that match, and what can be asked about them. Made by `Collection.match`.

    `total` is their exact number.
    """

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

    def __init__(self, collection, asked: list, filters: dict, without: dict, every: bool):
        # asked: the postings of each unit, none where no term is known; filters, without: {facet: set of documents}
        self._collection, self._asked, self._filters, self._without = collection, asked, filters, without
        self._units = units = [unit for unit in asked if unit]
        self._hits = hits = [unit[0].presence() if len(unit) == 1 else _presence(unit) for unit in units]
        #: whether all matching documents hit the same number of units
        self._tied = every or len(hits) < 2
        if not asked:
            found = collection.every()
        elif every and len(units) < len(asked):
            found = 0
        else:
            found = 0 if not hits else hits[0]
            for hit in hits[1:]:
                found = found & hit if every else found | hit
        self._unfiltered = found
        for accepted in filters.values():
            found &= accepted
        for refused in without.values():
            found ^= found & refused
        self._found = found
        self.total = found.bit_count()

    def top(self, limit: int, offset: int = 0) -> list:
        """The hits from place `offset` on, at most `limit`: a list of Hit, best first."""
        end = min(offset + limit, self.total)
        if limit <= 0 or offset < 0 or offset >= end:
            return []
        if not self._hits:
            page = lowest(self._found, end) ^ lowest(self._found, offset)
            return [Hit((document, 0, 0)) for document in members(page)]
        if end > DEEP:
            ranked = self._rank(members(self._best(end) ^ self._best(offset)))
            end, offset = end - offset, 0
        else:
            ranked = self._candidates(end)
        ranked.sort()
        return [Hit((document, -hits, -score)) for hits, score, document in ranked[offset:end]]

    def _candidates(self, end: int) -> list:
        """Ranks of some documents, the best `end` among them."""
        found, hits = self._found, self._hits
        few = max(end, FEW + self._collection.count // FEW_PER)
        if self.total <= few:
            return self._rank(members(found))
        if self._tied:
            return self._narrow(found, end, len(hits))
        sure, tied, need, number = climb(found, count_members(hits), end)
        if not need:
            return self._rank(members(sure))
        if tied.bit_count() <= few:
            return self._rank(members(sure | tied))
        return self._rank(members(sure)) + self._narrow(tied, need, number)

    def _narrow(self, tied: int, need: int, number: int) -> list:
        """Ranks of some of the tied documents, which hit `number` units each; the best `need` are among them."""
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
        most = sum(tops[-number:])  # no frequent terms give a document more than this
        listed &= tied
        ranked = []
        if listed:
            ranked = self._rank(self._heaviest(listed, need, most))
            tied ^= listed
            if len(ranked) >= need and tied:
                scores = sorted([-rank[1] for rank in ranked])
                if scores[-need] > most:
                    return ranked
        if tied:
            sure, tied, need, _ = climb(tied, self._planes(FREQUENT), need)
            ranked += self._rank(members(sure | lowest(tied, need)))
        return ranked

    def _heaviest(self, listed: int, need: int, most: int) -> list:
        """Of the documents of rare and middle terms, those that can be among the best `need`."""
        if listed.bit_count() <= max(FEW_LISTED, need):
            return members(listed)
        raw = listed.to_bytes(self._collection.width, "little")
        least: dict = {}  # what the rare and middle terms alone give
        for unit in self._units:
            own: dict = {}
            for posting in unit:
                if posting.kind != FREQUENT:
                    for document, impact in zip(posting.documents(), posting.impacts()):
                        if raw[document >> 3] >> (document & 7) & 1 and impact > own.get(document, 0):
                            own[document] = impact
            for document, impact in own.items():
                least[document] = least.get(document, 0) + impact
        bar = sorted(least.values())[-need] - most
        return [document for document, impact in least.items() if impact >= bar]

    def _planes(self, *kinds: int) -> list:
        """The planes of the scores, from the terms of these kinds alone."""
        total: list = []
        for unit in self._units:
            planes: list = []
            for posting in unit:
                if posting.kind in kinds:
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
            more, found, need, _ = climb(found, self._planes(*KINDS), need)
            sure |= more | lowest(found, need)
        return sure

    def _rank(self, documents: list) -> list:
        """(minus the units hit, minus the score, document) of each: sorts best first."""
        columns = [
            unit[0].impacts_at(documents) if len(unit) == 1 else _strongest(unit, documents) for unit in self._units
        ]
        width = len(columns)
        return [(row.count(0) - width, -sum(row), document) for document, row in zip(documents, zip(*columns))]

    def holds(self, document: int) -> bool:
        """Whether a document is among those that match."""
        return bool(self._found >> document & 1)

    def facets(self, names) -> dict:
        """How the matching documents spread: {facet: {value: count}}, values without a document left out."""
        found, spread = self._found, {}
        for name in names:
            counts = spread[name] = {}
            for value, posting in self._collection.facet_table(name):
                both = found & posting.presence()
                if both:
                    counts[value] = both.bit_count()
        return spread

    def relaxed(self) -> dict:
        """How many more documents would match if one filter were dropped: {facet: number}."""
        return {facet: self._without_one(self._filters, facet) for facet in self._filters}

    def relaxed_without(self) -> dict:
        """How many more documents would match if one exclusion were dropped: {facet: number}."""
        return {facet: self._without_one(self._without, facet) for facet in self._without}

    def _without_one(self, group: dict, dropped: str) -> int:
        found = self._unfiltered
        for facet, accepted in self._filters.items():
            if group is not self._filters or facet != dropped:
                found &= accepted
        for facet, refused in self._without.items():
            if group is not self._without or facet != dropped:
                found ^= found & refused
        return found.bit_count() - self.total

    def units_of(self, document: int) -> tuple:
        """The units that a document hits, and by which terms: ((number of the unit, (term, ...)), ...)."""
        hit = []
        for number, unit in enumerate(self._asked):
            terms = tuple(posting.key.decode() for posting in unit if posting.impacts_at([document])[0])
            if terms:
                hit.append((number, terms))
        return tuple(hit)


def _presence(unit: list) -> int:
    bits = 0
    for posting in unit:
        bits |= posting.presence()
    return bits


def _strongest(unit: list, documents: list) -> list:
    return list(map(max, *(posting.impacts_at(documents) for posting in unit)))
