"""Reads the words of a query one after the other: names first, then the longest forms of the vocabulary, then words."""

from collections.abc import Iterable, Iterator

from mdexa.fillers import LIKENESS, NEGATIONS, is_filler
from mdexa.holdings import Holdings
from mdexa.lexicon import (
    FAMILY_MARK,
    HEAD_MARK,
    MENTION_MARK,
    NAME_MARK,
    PUBLISHER_MARK,
    WORD_MARK,
    family,
    is_unspaced,
    looks_like_a_name,
    spot,
)
from mdexa.names import near
from mdexa.results import Hint, Near, Understood
from mdexa.text import fold_name, tokens
from mdexa.understanding.nearness import near_forms, near_names, near_words
from mdexa.understanding.query import Query, Unit
from mdexa.understanding.words import Words

#: Stands for the concept of a filler in the reading of a query.
_FILLER = ("",)
_USE_TERM = "use_term/"
#: A name of fewer characters is no name but a word, unless nothing else was typed.
SHORTEST_NAME = 3
#: Words of a name, at most; characters of one in a script without spaces.
LONGEST_NAME, LONGEST_UNSPACED_NAME = 10, 24
#: Words before a name that may ask for others like it: `alternative to`.
LONGEST_LIKENESS = 3
#: So many words after a name are looked at for a form that begins in it.
LONGEST_CUT = 2
#: So much of a text without a word is shown back.
LONGEST_SHOWN = 40
#: Numbers of fewer digits say nothing by being unknown.
TELLING_DIGITS = 4


class Reader:
    """Collects what the words of a query mean. Places are numbers of words."""

    def __init__(self, holdings: Holdings, text: str) -> None:
        self._holdings = holdings
        self._words = Words(text)
        #: what was typed, if nothing in it is a word: then nothing was asked that could be found
        self._unreadable = text.strip()[:LONGEST_SHOWN] if text.strip() and not len(self._words) else ""
        self._units: dict[tuple[str, ...], Unit] = {}
        self._hints: dict[str, Hint] = {}
        self._unknown: dict[str, None] = {}
        self._nearest: dict[str, Near] = {}
        self._named: dict[int, str] = {}
        self._negated: dict[str, None] = {}
        #: plain words of use and access, wanted where nothing else says what is asked for
        self._of_use: dict[str, tuple[str, ...]] = {}
        self._negating = False
        #: where the run of ideographs that no form explains begins, and up to where all is read
        self._loose, self._read = -1, 0

    def query(self) -> Query:
        """All of it."""
        at = begin = 0
        while at < len(self._words):
            length, key = self._longest_name(at)
            if length:
                self._between(begin, at)
                self._take_name(at, at + length, key)
                begin = at + length
            at += length or 1
        self._between(begin, at)
        if self._units and not any(unit.counts for unit in self._units.values()):
            # No subject at all: then `CITI` is a word like `course`, beside the hint that it gives.
            for typed, terms in self._of_use.items():
                self._add(typed, *terms, counts=False)
        units = tuple(self._units.values())
        return Query(
            units=units,
            hints=tuple(self._hints.values()),
            unknown=(self._unreadable,) if self._unreadable else tuple(self._unknown),
            nearest=tuple(self._nearest.values()),
            understood=tuple(self._understood(units)),
            named=tuple(self._named),
            negated=tuple(self._negated),
        )

    def _lookup(self, key: str) -> tuple[str, ...]:
        """Concepts of a form, or the mark of a filler."""
        return self._holdings.concepts_named(key) or (_FILLER if is_filler(key) else ())

    def _has(self, term: str) -> bool:
        return bool(self._holdings.datasets.term(term))

    def _add(self, typed: str, *terms: str, counts: bool = True, exact: bool = False) -> None:
        if terms:
            self._units.setdefault(terms, Unit(typed=typed, terms=terms, counts=counts, exact=exact))

    # Names

    def _longest_name(self, at: int) -> tuple[int, str]:
        """How many words from here on are the name of a dataset, and its folded form; the longest."""
        most = LONGEST_UNSPACED_NAME if is_unspaced(self._words.all[at][0]) else LONGEST_NAME
        names = self._holdings.datasets
        beginning = self._words.folded(at, at + most)[:SHORTEST_NAME]
        if not names.names_under(beginning, 1):
            return 0, ""
        for length in range(min(most, len(self._words) - at), 0, -1):
            key = self._words.folded(at, at + length)
            alone = length == len(self._words)
            # A form or filler that is also somebody's alias is read as the word that it is, unless typed alone.
            named = (len(key) >= SHORTEST_NAME or alone) and names.name(key)
            if named and (alone or not self._is_form(at, at + length)):
                return length, key
        return 0, ""

    def _is_form(self, start: int, stop: int) -> bool:
        """Whether words are a form, or end in the middle of a longer one: the name COVIDx is not in `covid x-ray`."""
        return bool(self._lookup(self._words.key(start, stop))) or any(
            self._holdings.concepts_named(self._words.key(inside, end))
            for inside in range(start, stop)
            for end in range(stop + 1, min(stop + LONGEST_CUT, len(self._words)) + 1)
        )

    def _take_name(self, start: int, stop: int, key: str) -> None:
        """The exact name of a dataset; its siblings, and who speaks of them, match as well."""
        typed, group = self._words.typed(start, stop), self._words.all[start:stop]
        if self._negates(typed):
            return
        docs = self._holdings.datasets.name(key)
        # `drive` and `string` are words as well: in small letters and among others they only count like one.
        sure = len(group) > 1 or len(group) == len(self._words) or not (typed.isalpha() and typed.islower())
        name, families = f"{NAME_MARK}{key}", self._families(docs)
        if sure:
            self._add(typed, name, exact=True)
        publisher = f"{PUBLISHER_MARK}{key}"
        others = (publisher,) if self._has(publisher) else ()
        self._take_families(typed, families, *(() if sure else (name,)), *others)
        for doc in docs:
            self._named.setdefault(doc, typed)
            self._take_likeness(start, self._holdings.datasets.id(doc))
        # A name that is nothing but words of the vocabulary is a description too: `breast ultrasound images`.
        if len(group) > 1 and all(concepts for _, concepts in spot(group, self._lookup)):
            self._between(start, stop)

    def _take_likeness(self, start: int, dataset: str) -> None:
        """`like CheXpert` asks for others, and there is a request for that."""
        for length in range(LONGEST_LIKENESS, 0, -1):
            first = max(start - length, 0)
            if self._words.key(first, start) in LIKENESS:
                means = f"like={dataset}"
                self._hints.setdefault(means, Hint(typed=self._words.typed(first, start), means=means))

    def _families(self, docs: Iterable[int]) -> list[str]:
        keys = dict.fromkeys(family(self._holdings.datasets.id(doc)) for doc in docs)
        return [key for key in keys if key and self._has(f"{FAMILY_MARK}{key}")]

    def _take_families(self, typed: str, keys: list[str], *names: str) -> None:
        """Those whose ids begin with a word (or who have one of the names), its heads first, and who speaks of it."""
        self._add(typed, *names, *(f"{FAMILY_MARK}{key}" for key in keys))
        for key in keys:
            self._add(typed, f"{HEAD_MARK}{key}", counts=False)
            self._add(typed, *_telling(key), counts=False)

    # What stands between names

    def _between(self, start: int, stop: int) -> None:
        """The words between names: forms of the vocabulary, fillers, and words that are neither."""
        for part in self._words.parts(start, stop):
            self._stretch(*part)

    def _stretch(self, start: int, stop: int) -> None:
        at = start
        read = [self._corrected(place, start, stop) for place in range(start, stop)]
        for group, concepts in spot(read, self._lookup):
            if at >= self._read:
                self._take(at, at + len(group), concepts)
            at += len(group)
        self._end_run(stop)

    def _corrected(self, at: int, start: int, stop: int) -> str:
        """The word; where it is nowhere, the nearest form of the vocabulary in its place: `protien structure`."""
        word = self._words.all[at]
        known = is_unspaced(word[0]) or self._lookup(self._words.key(at, at + 1)) or any(map(self._has, tokens(word)))
        if known or looks_like_a_name(word) or self._in_two(at, start, stop):
            return word
        near_to = [key for key in near_forms(self._holdings, word) if self._is_subject(key)]
        return near_to[0] if near_to else word

    def _is_subject(self, key: str) -> bool:
        return any(not concept.startswith(_USE_TERM) for concept in self._holdings.concepts_named(key))

    def _in_two(self, at: int, start: int, stop: int) -> tuple[int, int] | None:
        """The places of a word and a neighbour that together are near to a name: `mimc iv`."""
        for begin, end in ((at, at + 2), (at - 1, at + 1)):
            inside = begin >= start and end <= stop
            if not inside or any(self._lookup(self._words.key(one, one + 1)) for one in range(begin, end)):
                continue
            if near_names(self._holdings, self._words.typed(begin, end)):
                return begin, end
        return None

    def _take(self, start: int, stop: int, concepts: tuple[str, ...]) -> None:
        loose = not concepts and is_unspaced(self._words.all[start][0])
        if not loose or not self._words.touch(start):
            self._end_run(start)
        if loose:
            self._loose = start if self._loose < 0 else self._loose
        elif concepts == _FILLER:
            self._negating = self._words.key(start, stop) in NEGATIONS
        elif self._negates(self._words.typed(start, stop)):
            return
        elif concepts:
            self._take_concepts(start, stop, concepts)
        else:
            self._take_word(start)

    def _negates(self, typed: str) -> bool:
        """Whether words stand after a `not`, and so are left out."""
        negating, self._negating = self._negating, False
        if negating:
            self._negated[typed] = None
        return negating

    def _take_concepts(self, start: int, stop: int, concepts: tuple[str, ...]) -> None:
        typed = self._words.typed(start, stop)
        for concept in concepts:
            if concept.startswith(_USE_TERM):
                self._take_hint(typed, concept)
                self._of_use[typed] = tuple(term for term in tokens(typed) if self._has(term))
        tags = tuple(concept for concept in concepts if not concept.startswith(_USE_TERM))
        plain = _telling(typed) if stop - start == 1 else ()
        if tags:
            terms = (*_terms(tags), *plain)
            self._units.setdefault(terms, Unit(typed=typed, terms=terms, concepts=tags))
            # Among those that have the concept, those that carry it as a tag come first, and those with the very word.
            self._add(typed, *tags, counts=False)
            self._add(typed, *plain, counts=False)

    def _take_hint(self, typed: str, concept: str) -> None:
        known = self._holdings.concept(concept)
        if known is not None and known.means:
            self._hints.setdefault(known.means, Hint(typed=typed, means=known.means))

    def _end_run(self, stop: int) -> None:
        """A run of ideographs that no form explains is one word."""
        if self._loose >= 0:
            start, self._loose = self._loose, -1
            if not self._negates(self._words.typed(start, stop)):
                self._take_terms(start, stop)

    def _take_word(self, at: int) -> None:
        word = self._words.all[at]
        key, publisher = family(word), f"{PUBLISHER_MARK}{fold_name(word)}"
        # `medical` in small letters may be the beginning of a name, and mostly is none.
        small = word.islower() and self._has(f"{WORD_MARK}{key}")
        of_family = bool(key) and self._has(f"{FAMILY_MARK}{key}") and not small
        if of_family:
            # `kits20`: the family is known, the member is not; what has a name like it is offered.
            if not self._has(tokens(word)[0]):
                self._offer(near(self._holdings, word))
            self._take_families(word, [key])
        if self._has(publisher):
            # `Broad` is a publisher, `broad` may be one.
            self._add(word, publisher, *_telling(word), counts=not word.islower())
        elif not of_family:
            self._take_terms(at, at + 1)

    def _take_terms(self, start: int, stop: int) -> None:
        typed = self._words.typed(start, stop)
        terms = tuple(dict.fromkeys(tokens(typed)))
        known = [term for term in terms if self._has(term)]
        if known and terms[0] not in known and not is_unspaced(typed[0]):
            self._offer(near(self._holdings, typed))
            known = [term for term in known if len(term) >= SHORTEST_NAME and not term.isdigit()]
        if known:
            self._add(typed, *(terms if terms[0] in known else known), counts=False)
        elif len(typed) > 1 or not typed.isascii():
            self._take_unknown(start, stop)

    # Words that are nowhere

    def _offer(self, rows: Iterable[Near]) -> None:
        for row in rows:
            self._nearest.setdefault(row.id, row)

    def _take_unknown(self, start: int, stop: int) -> None:
        """A word that is nowhere: the nearest name or word of the cards, or none."""
        typed = self._words.typed(start, stop)
        pair = self._in_two(start, 0, len(self._words))
        if pair and self._take_near_name(*pair):
            self._read = max(self._read, pair[1])
            return
        if self._take_near_name(start, stop):
            return
        words = [] if looks_like_a_name(typed) else near_words(self._holdings, typed)
        if words:
            unit = Unit(typed=typed, terms=tuple(words), read_as=words[0], counts=False)
            self._units.setdefault(unit.terms, unit)
        elif not typed.isdigit() or len(typed) >= TELLING_DIGITS:
            self._unknown[typed] = None

    def _take_near_name(self, start: int, stop: int) -> bool:
        typed = self._words.typed(start, stop)
        found = near_names(self._holdings, typed)
        if found:
            docs = [doc for key in found for doc in self._holdings.datasets.name(key)]
            rows = [self._holdings.row(doc) for doc in docs]
            self._offer(Near(id=row.id, name=row.name, typed=typed) for row in rows)
            self._offer(near(self._holdings, typed))
            terms = tuple(f"{NAME_MARK}{key}" for key in found)
            self._units.setdefault(terms, Unit(typed=typed, terms=terms, read_as=rows[0].name))
            self._take_families(typed, self._families(docs))
        return bool(found)

    def _understood(self, units: Iterable[Unit]) -> Iterator[Understood]:
        """Readings that somebody might not expect: names, concepts, and words that were taken for others."""
        for doc, typed in self._named.items():
            yield Understood(typed=typed, as_=self._holdings.row(doc).name, facet="dataset")
        for unit in units:
            for concept in unit.concepts:
                facet, _, value = concept.partition("/")
                yield Understood(typed=unit.typed, as_=self._holdings.label(facet, value), facet=facet)
            if unit.read_as:
                yield Understood(typed=unit.typed, as_=unit.read_as)


def _terms(tags: tuple[str, ...]) -> tuple[str, ...]:
    """The index terms of concepts: as tags, and as what a text speaks of."""
    return (*tags, *(f"{MENTION_MARK}{tag}" for tag in tags))


def _telling(word: str) -> tuple[str, ...]:
    """The tokens of a word that say something by themselves: of `covid19` not the number."""
    whole, *parts = tokens(word) or [""]
    telling = [part for part in parts if len(part) >= SHORTEST_NAME and not part.isdigit()]
    return tuple(dict.fromkeys((whole, *telling))) if whole else ()
