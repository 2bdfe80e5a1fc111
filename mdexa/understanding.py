"""What a query means: which datasets it names, which concepts and words it asks for, which filters its words hint at.

Nothing is a condition: every concept or word becomes a unit that a dataset may hit or lack, and rows rank by how many
they hit. Words of licences and access are no units; they are offered back as the filter that they mean. A word that is
nowhere in the catalogue is read as the nearest form that is, and the answer says so.
"""

from collections.abc import Iterable, Iterator

import msgspec

from mdexa.fillers import FILLERS
from mdexa.holdings import Holdings
from mdexa.lexicon import NAME_MARK, form_key, is_unspaced, joined, spot, words
from mdexa.names import near
from mdexa.results import Hint, Near, Understood
from mdexa.text import fold_name, tokens

#: Stands for the concept of a filler in the reading of a query.
_FILLER = ("",)
_USE_TERM = "use_term/"
#: A name of fewer characters is no name but a word, unless nothing else was typed.
SHORTEST_NAME = 3
LONGEST_NAME = 10
NEAR_FORMS = 3


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One thing asked for: the words typed, the index terms of which one is enough, and what it was read as."""

    typed: str
    terms: tuple[str, ...]
    concepts: tuple[str, ...] = ()
    read_as: str | None = None


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """A query, understood."""

    units: tuple[Unit, ...] = ()
    hints: tuple[Hint, ...] = ()
    unknown: tuple[str, ...] = ()
    nearest: tuple[Near, ...] = ()
    understood: tuple[Understood, ...] = ()

    def terms(self) -> list[list[str]]:
        """The units as the index takes them."""
        return [list(unit.terms) for unit in self.units]


def understand(holdings: Holdings, text: str) -> Query:
    """Reads a query against the vocabulary and the names of the catalogue."""
    reader = _Reader(holdings)
    for typed, dataset_key in _named(holdings, words(text)):
        if dataset_key:
            reader.take_name(typed, dataset_key)
        else:
            for group, concepts in spot(typed, reader.lookup):
                reader.take(group, concepts)
    return reader.query()


def _named(holdings: Holdings, typed: list[str]) -> Iterator[tuple[list[str], str]]:
    """The words in order, grouped: (those of a dataset's name, its folded form), or (all between names, "")."""
    between: list[str] = []
    at = 0
    while at < len(typed):
        length, key = _longest_name(holdings, typed, at)
        if not length:
            between.append(typed[at])
            at += 1
            continue
        if between:
            yield between, ""
            between = []
        yield typed[at : at + length], key
        at += length
    if between:
        yield between, ""


def _longest_name(holdings: Holdings, typed: list[str], at: int) -> tuple[int, str]:
    for length in range(min(LONGEST_NAME, len(typed) - at), 0, -1):
        group = typed[at : at + length]
        key = fold_name("".join(group))
        alone = length == len(typed)
        if len(key) < SHORTEST_NAME and not alone:
            continue
        # A vocabulary form or filler that is also somebody's alias is read as the word that it is, unless typed alone.
        if not alone and (form_key(group) in FILLERS or holdings.concepts_named(form_key(group))):
            continue
        if holdings.datasets.name(key):
            return length, key
    return 0, ""


class _Reader:
    """Collects what the groups of a query mean."""

    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings
        self._units: dict[tuple[str, ...], Unit] = {}
        self._hints: dict[str, Hint] = {}
        self._unknown: dict[str, None] = {}
        self._nearest: dict[str, Near] = {}
        self._loose: list[str] = []

    def lookup(self, key: str) -> tuple[str, ...]:
        """Concepts of a form, or the mark of a filler."""
        return self._holdings.concepts_named(key) or (_FILLER if key in FILLERS else ())

    def take_name(self, typed: list[str], key: str) -> None:
        """The exact name of a dataset; others whose names hold its longer words match as well."""
        self._end_run()
        longer = [term for word in typed for term in tokens(word) if len(term) >= SHORTEST_NAME]
        self._add(Unit(typed=joined(typed), terms=(f"{NAME_MARK}{key}", *dict.fromkeys(longer))))

    def take(self, group: list[str], concepts: tuple[str, ...]) -> None:
        """A form of the vocabulary, a filler, or a word that is neither."""
        if not concepts and is_unspaced(group[0][0]):
            self._loose.append(group[0])
            return
        self._end_run()
        if concepts == _FILLER:
            return
        if not concepts:
            self._take_word(group[0])
            return
        tags = tuple(concept for concept in concepts if not concept.startswith(_USE_TERM))
        for concept in concepts:
            self._take_hint(joined(group), concept)
        if tags:
            plain = tokens(group[0]) if len(group) == 1 else []
            self._add(Unit(typed=joined(group), terms=(*tags, *plain), concepts=tags))

    def _take_hint(self, typed: str, concept: str) -> None:
        if concept.startswith(_USE_TERM):
            known = self._holdings.concept(concept)
            if known is not None and known.means:
                self._hints[concept] = Hint(typed=typed, means=known.means)

    def _end_run(self) -> None:
        """A run of ideographs that no form explains is one word."""
        if self._loose:
            run, self._loose = "".join(self._loose), []
            self._take_word(run)

    def _take_word(self, word: str) -> None:
        terms = tuple(dict.fromkeys(tokens(word)))
        known = [term for term in terms if self._holdings.datasets.term(term)]
        if known and terms[0] not in known:
            # `kits20`: the word as a whole is nowhere, its letters are; what has a name like it is offered.
            self._offer(near(self._holdings, word))
            known = [term for term in known if len(term) >= SHORTEST_NAME and not term.isdigit()]
        if known:
            self._add(Unit(typed=word, terms=terms if terms[0] in known else tuple(known)))
        else:
            self._take_unknown(word)

    def _offer(self, rows: Iterable[Near]) -> None:
        for row in rows:
            self._nearest.setdefault(row.id, row)

    def _take_unknown(self, word: str) -> None:
        """A word that is nowhere: the nearest form of the vocabulary, dataset name or word of the cards."""
        unit = self._near_concept(word) or self._near_name(word) or self._near_word(word)
        if unit:
            self._add(unit)
        else:
            self._unknown[word] = None

    def _near_concept(self, word: str) -> Unit | None:
        found = self._holdings.concepts.near_names(form_key([word]), NEAR_FORMS)
        nearest = [key for key, distance, _ in found if distance == found[0][1]]
        concepts = [concept for key in nearest for concept in self._holdings.concepts_named(key)]
        tags = tuple(dict.fromkeys(concept for concept in concepts if not concept.startswith(_USE_TERM)))
        return Unit(typed=word, terms=tags, concepts=tags, read_as=nearest[0]) if tags else None

    def _near_name(self, word: str) -> Unit | None:
        found = self._holdings.datasets.near_names(fold_name(word), NEAR_FORMS)
        if found:
            self._offer(near(self._holdings, word))
        terms = tuple(f"{NAME_MARK}{key}" for key, _, _ in found)
        return Unit(typed=word, terms=terms, read_as=found[0][0]) if found else None

    def _near_word(self, word: str) -> Unit | None:
        terms = tokens(word)
        found = self._holdings.datasets.near_terms(terms[0], NEAR_FORMS) if terms else []
        plain = [term for term, _, _ in found if "/" not in term and not term.startswith(NAME_MARK)]
        return Unit(typed=word, terms=tuple(plain), read_as=plain[0]) if plain else None

    def _add(self, unit: Unit) -> None:
        self._units.setdefault(unit.terms, unit)

    def query(self) -> Query:
        """All of it."""
        self._end_run()
        units = tuple(self._units.values())
        return Query(
            units=units,
            hints=tuple(self._hints.values()),
            unknown=tuple(self._unknown),
            nearest=tuple(self._nearest.values()),
            understood=tuple(row for unit in units for row in self._understood(unit)),
        )

    def _understood(self, unit: Unit) -> Iterator[Understood]:
        """Readings that somebody might not expect: concepts, and words that were taken for others."""
        for concept in unit.concepts:
            facet, _, value = concept.partition("/")
            yield Understood(typed=unit.typed, as_=self._holdings.label(facet, value), facet=facet)
        if unit.read_as and not unit.concepts:
            yield Understood(typed=unit.typed, as_=unit.read_as)
