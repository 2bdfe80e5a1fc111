"""The index engine in plain Python: dicts, sets and loops over all documents. Slow, and easy to believe."""

from fractions import Fraction
from math import log

K1 = 1.2


class Oracle:
    """Answers what a collection must answer. Documents: {id: {fields, facets, names, stored}}."""

    def __init__(self, weights, documents):
        self.weights = weights
        self.ids = sorted(documents, key=str.encode)
        self.documents = [documents[key] for key in self.ids]
        self.terms = sorted(
            {token for document in self.documents for own in document["fields"].values() for token in own},
            key=str.encode,
        )
        self.means = {
            field: Fraction(sum(len(self.field(d, field)) for d in range(len(self.ids))), max(1, len(self.ids)))
            for field in weights
        }

    def field(self, document, field):
        """The tokens of a field of a document."""
        return self.documents[document]["fields"].get(field, ())

    def holds(self, document, term):
        """Whether a document has a term in any field."""
        return any(term in own for own in self.documents[document]["fields"].values())

    def df(self, term):
        """In how many documents a term is."""
        return sum(self.holds(document, term) for document in range(len(self.ids)))

    def impact(self, document, term):
        """The real number that the engine rounds to an integer from 1 to 4095; 0 where the term is not."""
        x = 0.0
        for field, (weight, b) in self.weights.items():
            own = self.field(document, field)
            if term in own:
                x += own.count(term) * weight / (1 - b + b * len(own) / float(self.means[field]))
        if not x:
            return 0
        count = 2 * len(self.ids) + 2
        height = 4095 * log(count / (2 * self.df(term) + 1)) / log(count / 3)
        return max(1, height * x / (K1 + x))

    def carries(self, document, facet, values):
        """Whether a document has one of the values in a facet."""
        return any(value in self.documents[document]["facets"].get(facet, ()) for value in values)

    def units_of(self, document, units):
        """Which units a document hits, and by which terms."""
        hit = []
        for number, unit in enumerate(units):
            terms = tuple(term for term in unit if self.holds(document, term))
            if terms:
                hit.append((number, terms))
        return tuple(hit)

    def matches(self, units, beside, filters, without, mode):
        """The documents that match, by number."""
        units, found = [*units, *beside], []
        for document in range(len(self.ids)):
            hits = len(self.units_of(document, units))
            enough = hits == len(units) if mode == "all" else hits > 0 or not units
            accepted = all(self.carries(document, facet, values) for facet, values in filters.items())
            refused = any(self.carries(document, facet, values) for facet, values in without.items())
            if enough and accepted and not refused:
                found.append(document)
        return found

    def facets(self, found, names):
        """How documents spread over the values of facets."""
        spread = {name: {} for name in names}
        for document in found:
            for name in names:
                for value in set(self.documents[document]["facets"].get(name, ())):
                    spread[name][value] = spread[name].get(value, 0) + 1
        return spread

    def relaxed(self, question, group="filters"):
        """How many more match without one filter, or without one exclusion."""
        total, limits = len(self.matches(**question)), question[group]
        fewer = {facet: {key: own for key, own in limits.items() if key != facet} for facet in limits}
        return {facet: len(self.matches(**{**question, group: own})) - total for facet, own in fewer.items()}

    def named(self, key):
        """The documents that carry a name."""
        return tuple(d for d, document in enumerate(self.documents) if key in document["names"])


def distance(left, right):
    """Errors between two words: characters put in, left out or changed, neighbours swapped (no part edited twice)."""
    table = [[i + j if not i or not j else 0 for j in range(len(right) + 1)] for i in range(len(left) + 1)]
    for i in range(1, len(left) + 1):
        for j in range(1, len(right) + 1):
            cost = left[i - 1] != right[j - 1]
            best = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and left[i - 1] == right[j - 2] and left[i - 2] == right[j - 1]:
                best = min(best, table[i - 2][j - 2] + 1)
            table[i][j] = best
    return table[-1][-1]
