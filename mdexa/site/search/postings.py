"""Who holds which term, and which concepts a form names: shelves of words that begin alike.

A word of a question, its name, family, publisher and the forms that begin with it have keys that begin alike, so most
words need one shelf. A shelf holds the postings of its concepts as well: a question takes one round of fetching.
"""

from collections.abc import Iterator

import msgspec

from mdexa.holdings import Holdings
from mdexa.lexicon import MENTION_MARK, NAME_MARK
from mdexa.operations.rows import FIELDS
from mdexa.site.search.packing import Packed, ascending, digit, digits, number, words
from mdexa.site.search.start import concept_names

MOST_TERMS = 1 << 30
#: A shelf is full when it holds so many postings, a letter of a key counting as a quarter: 1 to 2 kB when compressed.
FULL = 450
_LETTERS = 4
#: What stands behind the mark of a name that is a family, a publisher or a head.
_KINDS = "~@^?"

Posting = list[tuple[int, int, int]]  # (document, impact, field)


class Shelf(msgspec.Struct, frozen=True):
    """A part of the words: where it begins, and what it holds."""

    begins: str
    packed: Packed


class Entry(msgspec.Struct):
    """What has one key: terms, and concepts if it is a form."""

    terms: list[str] = []
    concepts: tuple[int, ...] = ()


def key_of(term: str) -> str:
    """The key under which a term is shelved: without the mark of names, families, publishers and heads."""
    if not term.startswith(NAME_MARK):
        return term
    return term[2:] if term[1:2] in _KINDS else term[1:]


def order(key: str) -> bytes:
    """Sorts keys as JavaScript compares them: by halves of characters above the first plane."""
    return key.encode("utf-16-be", "surrogatepass")


def shelves(holdings: Holdings) -> list[Shelf]:
    """All words and forms, cut where a shelf is full."""
    found = _Postings(holdings)
    entries = _entries(holdings)
    shelved: list[Shelf] = []
    before = ""
    for keys in _cut(entries, found):
        begins = _apart(before, keys[0]) if shelved else ""
        shelved.append(Shelf(begins, _packed({key: entries[key] for key in keys}, found)))
        before = keys[-1]
    return shelved


def _entries(holdings: Holdings) -> dict[str, Entry]:
    """Key -> what has it, in the order of keys. Tags and mentions are reached through the forms of their concepts."""
    entries: dict[str, Entry] = {}
    for term, _ in holdings.datasets.terms_under("", MOST_TERMS):
        if "/" not in term:
            entries.setdefault(key_of(term), Entry()).terms.append(term)
    for form, _ in holdings.concepts.names_under("", MOST_TERMS):
        entries.setdefault(form, Entry()).concepts = holdings.concepts.name(form)
    return dict(sorted(entries.items(), key=lambda entry: order(entry[0])))


def _cut(entries: dict[str, Entry], found: "_Postings") -> Iterator[list[str]]:
    """The keys of each shelf."""
    keys: list[str] = []
    held: set[int] = set()
    room = FULL
    for key, entry in entries.items():
        cost = _cost(key, entry, held, found)
        if keys and cost > room:
            yield keys
            keys, held, room = [], set(), FULL
            cost = _cost(key, entry, held, found)
        keys.append(key)
        held.update(entry.concepts)
        room -= cost
    if keys:
        yield keys


def _cost(key: str, entry: Entry, held: set[int], found: "_Postings") -> int:
    own = sum(len(found.of(term)) for term in entry.terms)
    concepts = sum(len(found.of(term)) for at in {*entry.concepts} - held for term in found.terms_of(at))
    return own + concepts + len(key) // _LETTERS


def _apart(before: str, key: str) -> str:
    """The shortest beginning of a key that stands behind the key before."""
    return next(key[:length] for length in range(1, len(key) + 1) if order(key[:length]) > order(before))


class _Postings:
    """Postings of terms, each read once."""

    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings
        self._said = [holdings.terms(doc) for doc in range(len(holdings.datasets))]
        self._concepts = concept_names(holdings)
        self._read: dict[str, Posting] = {}

    def of(self, term: str) -> Posting:
        """The documents of a term, ascending, with impact and field; none for a term that nobody holds."""
        if term not in self._read:
            hits = self._holdings.datasets.match([term]).top(len(self._said))
            self._read[term] = sorted((hit.doc, hit.score, self._field(hit.doc, term)) for hit in hits)
        return self._read[term]

    def terms_of(self, concept: int) -> tuple[str, str]:
        """The terms of a concept: as a tag, and as what a text speaks of."""
        name = self._concepts[concept]
        return name, f"{MENTION_MARK}{name}"

    def _field(self, doc: int, term: str) -> int:
        """The place in FIELDS of the first one that has the term, and one place more for all that no row names."""
        return next((place for place, field in enumerate(FIELDS) if term in self._said[doc][field]), len(FIELDS))


def _packed(entries: dict[str, Entry], found: _Postings) -> Packed:
    """Terms and forms; the postings of the terms in their order, then those of the concepts, two for each."""
    terms = sorted(term for entry in entries.values() for term in entry.terms)
    forms = sorted(key for key, entry in entries.items() if entry.concepts)
    concepts = sorted({at for form in forms for at in entries[form].concepts})
    told = [found.of(term) for term in terms]
    told += [found.of(term) for at in concepts for term in found.terms_of(at)]
    return {
        "terms": words(terms),
        "forms": words(forms),
        "named": "".join(_named(entries[form].concepts) for form in forms),
        "concepts": ascending(concepts),
        "counts": "".join(number(len(posting)) for posting in told),
        "docs": "".join(ascending(doc for doc, _, _ in posting) for posting in told),
        "impacts": "".join(digits(impact, 2) for posting in told for _, impact, _ in posting),
        "fields": "".join(digit(field) for posting in told for _, _, field in posting),
    }


def _named(concepts: tuple[int, ...]) -> str:
    return "".join(number(at * 2 + (at == concepts[-1])) for at in concepts)
