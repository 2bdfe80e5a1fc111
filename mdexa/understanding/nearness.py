"""Forms, names and words that are near to a word which is nowhere in the catalogue.

Most words that are nowhere are good words of other subjects, so a near one is believed only where an error of typing is
the likely reason: in a word of some length, with its first letter in place.
"""

from mdexa.holdings import Holdings
from mdexa.lexicon import form_key
from mdexa.text import fold_name, tokens

#: How many near keys are looked at; how many names are offered.
LOOKED_AT, OFFERED = 12, 3
#: Below the first length only swapped letters are believed. From the second on a word of the cards is read for one
#: that was typed wrong, and an error in the first letter is believed.
SHORT, LONG = 5, 8


def near_forms(holdings: Holdings, typed: str) -> list[str]:
    """The keys of the vocabulary's forms nearest to a word."""
    keys = dict.fromkeys((form_key([typed]), fold_name(typed)))
    found = [(key, row) for key in keys for row in holdings.concepts.near_names(key, LOOKED_AT)]
    return _believed(found, len(typed))


def near_names(holdings: Holdings, typed: str) -> list[str]:
    """The keys of dataset names nearest to words typed: `totalsegmenter` is near to TotalSegmentator."""
    key = fold_name(typed)
    found = _believed([(key, row) for row in holdings.datasets.near_names(key, LOOKED_AT)], len(key))[:OFFERED]
    if found or len(key) <= LONG or not key.isascii():
        return found
    beginning = key[: max(LONG, len(key) * 2 // 3)]
    return [name for name, _ in holdings.datasets.names_under(beginning, OFFERED)]


def near_words(holdings: Holdings, typed: str) -> list[str]:
    """The words of the cards nearest to a long word."""
    word = next(iter(tokens(typed)), "")
    if len(word) < LONG:
        return []
    found = [(word, row) for row in holdings.datasets.near_terms(word, LOOKED_AT, distance=1)]
    return [term for term in _believed(found, len(word)) if "/" not in term][:OFFERED]


def _believed(found: list[tuple[str, tuple[str, int, int]]], length: int) -> list[str]:
    """Of (key typed, (near key, errors, documents)) the near keys with the fewest errors that are believed."""
    fitting = [(errors, near_key) for key, (near_key, errors, _) in found if _is_slip(key, near_key, errors, length)]
    least = min(fitting, default=(0, ""))[0]
    return list(dict.fromkeys(near_key for errors, near_key in fitting if errors == least))


def _is_slip(key: str, near_key: str, errors: int, length: int) -> bool:
    if length < SHORT:
        return sorted(key) == sorted(near_key)
    return near_key[0] == key[0] or (length >= LONG and errors == 1)
