"""Names, forms and words by their length, to find those that are near to a word which is nowhere."""

from collections.abc import Iterable, Iterator, Mapping

from mdexa.holdings import Holdings
from mdexa.index.near import LONGEST, MOST_ERRORS, SHORTEST, TWO_FROM
from mdexa.site.search.packing import Packed, number, words
from mdexa.site.search.postings import MOST_TERMS
from mdexa.understanding.nearness import LONG

#: Lengths share a part until it holds so many letters: about 4 kB when compressed.
FULL = 6000

Counts = Mapping[str, Mapping[str, int]]  # kind of keys -> key -> how often it counts


def near(holdings: Holdings) -> dict[str, list[tuple[int, Packed]]]:
    """Name of a list -> (the shortest length in it, the part) by length.

    `named` has the names of datasets; `near` the forms and the words of the cards, those apart in `foreign` that no
    word in plain letters is near to. Of the words one error is believed, in long ones.
    """
    names = dict(_fitting(holdings.datasets.names_under("", MOST_TERMS)))
    forms = dict(_fitting(holdings.concepts.names_under("", MOST_TERMS)))
    terms = {
        term: count for term, count in _fitting(holdings.datasets.terms_under("", MOST_TERMS)) if len(term) >= LONG - 1
    }
    kinds = {"forms": forms, "terms": terms}
    return {
        "named": list(_parts({"names": names})),
        "near": list(_parts(_of_script(kinds, foreign=False))),
        "foreign": list(_parts(_of_script(kinds, foreign=True))),
    }


def _of_script(kinds: Counts, *, foreign: bool) -> Counts:
    return {
        kind: {key: count for key, count in counts.items() if is_of_another_script(key) == foreign}
        for kind, counts in kinds.items()
    }


def _parts(kinds: Counts) -> Iterator[tuple[int, Packed]]:
    for lengths in _grouped(kinds):
        told: Packed = {}
        for kind, counts in kinds.items():
            keys = sorted(key for key in counts if len(key) in lengths)
            told |= {kind: words(keys), f"{kind}_counts": "".join(number(counts[key]) for key in keys)}
        yield lengths[0], told


def _fitting(keys: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Keys that the index compares with what was typed: of fitting length, without the marks of names and tags."""
    return (
        (key, count)
        for key, count in keys
        if SHORTEST <= len(key) <= LONGEST and not any(_is_mark(letter) for letter in key)
    )


def _is_mark(letter: str) -> bool:
    return letter.isascii() and not (letter.isalnum() or letter in " -._") and letter.isprintable()


def _grouped(kinds: Counts) -> Iterator[range]:
    """Ranges of lengths that make a part each."""
    letters = dict.fromkeys(range(SHORTEST, LONGEST + 1), 0)
    for counts in kinds.values():
        for key in counts:
            letters[len(key)] += len(key)
    begin, held = SHORTEST, 0
    for length, own in letters.items():
        if held and held + own > FULL:
            yield range(begin, length)
            begin, held = length, 0
        held += own
    yield range(begin, LONGEST + 1)


def is_of_another_script(key: str) -> bool:
    """Whether no word in plain letters is the key or near to it: two errors from eight letters on, one from four."""
    foreign = sum(not letter.isascii() for letter in key)
    return foreign > MOST_ERRORS or (foreign == MOST_ERRORS and len(key) < TWO_FROM - MOST_ERRORS)
