"""Words to concepts: the longest phrases of a text that the vocabulary knows, in any of its languages.

The same reading is used on cards when the index is built and on queries when it is asked, so the two cannot drift. A
form is compared without case, accents, spaces, hyphens and the plural's s; scripts that write without spaces are read
character by character. Standard library only.
"""

from __future__ import annotations

from mdexa.text import fold_name, singular

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: No form of the vocabulary is longer than this many ideographs; a word of another script takes the room of some.
LONGEST, WORD = 20, 3

#: Mark the terms that stand for a dataset's own name in the index, the family that its id begins with, its publisher.
NAME_MARK, FAMILY_MARK, PUBLISHER_MARK = "=", "=~", "=@"
#: Marks the family of a dataset whose id has nothing else but a number: `mimic-iv`, and not `mimic-iv-demo`.
HEAD_MARK = "=^"
#: Marks a family that is called by a word of every day: `medical-meadow`, and not `mimic-iv`.
WORD_MARK = "=?"
#: Marks a concept that a text speaks of, where the concept alone is a tag.
MENTION_MARK = "~"
_ROMAN = frozenset(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"])
#: `pdb70` is of the family `pdb`, and no shorter beginning is a family.
SHORTEST_FAMILY = 3

_BREAKS = frozenset(",;()\n，；、（）。")
#: Blocks whose characters are words of their own: kana, ideographs, syllables of Hangul.
_FIRST_UNSPACED = "\u3040"
_UNSPACED = (("\u3040", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"))


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script that is written without spaces between words."""
    return character >= _FIRST_UNSPACED and any(first <= character <= last for first, last in _UNSPACED)


def is_break(text: str) -> bool:
    """Whether what stands between two words parts them, so that no form reaches over it: `skin cancer, cell lines`."""
    return not _BREAKS.isdisjoint(text)


def pieces(text: str) -> list[str]:
    """The text, parted where no form reaches over."""
    return "".join("\n" if character in _BREAKS else character for character in text).split("\n")


def words(text: str) -> list[str]:
    """The words of a text as typed: runs of letters and digits; each character of a script without spaces."""
    return [text[start:stop] for start, stop in spans(text)]


def spans(text: str) -> list[tuple[int, int]]:
    """Where the words of a text begin and end; a point between digits belongs to the number."""
    found: list[tuple[int, int]] = []
    start = -1  # of the run that is open
    for at, character in enumerate(text):
        alone = is_unspaced(character)
        if character == "." and start >= 0 and text[at - 1].isdigit() and text[at + 1 : at + 2].isdigit():
            continue
        if start >= 0 and (alone or not character.isalnum()):
            found.append((start, at))
            start = -1
        if alone:
            found.append((at, at + 1))
        elif start < 0 and character.isalnum():
            start = at
    return [*found, (start, len(text))] if start >= 0 else found


def family(name: str) -> str:
    """What a dataset shares with its siblings: the first word of its id, without a number of two digits or more.

    A word that is too short takes the next one with it: `uk-biobank-imaging` has `ukbiobank`.
    """
    first = "".join(_first(name))
    stem = first.rstrip("0123456789")
    key = stem if len(first) - len(stem) > 1 else first
    return key if len(key) >= SHORTEST_FAMILY else ""


def is_head(name: str) -> bool:
    """Whether an id is that of a whole family: nothing follows the first word but a number."""
    return all(word.isdigit() or word in _ROMAN for word in words(name)[len(_first(name)) :])


def _first(name: str) -> list[str]:
    found: list[str] = []
    for word in words(name):
        found.append(fold_name(word))
        if sum(map(len, found)) >= SHORTEST_FAMILY:
            break
    return found


def looks_like_a_name(word: str) -> bool:
    """Whether small and capital letters mix as in no ordinary word: `DischargeQA`."""
    return word != word.capitalize() and not (word.islower() or word.isupper())


def form_key(form_words: list[str]) -> str:
    """What a form is looked up by."""
    return "".join(singular(fold_name(word)) for word in form_words)


def key_of(form: str) -> str:
    """The key of a form of the vocabulary."""
    return form_key(words(form))


def spot(typed: list[str], lookup: Callable[[str], tuple[str, ...]]) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """The words in order, grouped: (the words of a form, its concepts), or (one word, ()) where no form begins.

    The longest form wins. `lookup` gives the concepts of a key.
    """
    keys = [form_key([word]) for word in typed]
    at = 0
    while at < len(typed):
        length, concepts = _longest(typed, keys, at, lookup)
        yield typed[at : at + length], concepts
        at += length


def _longest(
    typed: list[str], keys: list[str], at: int, lookup: Callable[[str], tuple[str, ...]]
) -> tuple[int, tuple[str, ...]]:
    for end in range(_reach(typed, at), at, -1):
        concepts = lookup("".join(keys[at:end]))
        if concepts:
            return end - at, concepts
    return 1, ()


def _reach(typed: list[str], at: int) -> int:
    """Where the longest form that may begin here would end."""
    room = LONGEST
    while at < len(typed) and room > 0:
        room -= 1 if is_unspaced(typed[at][0]) else WORD
        at += 1
    return at


def joined(typed: list[str]) -> str:
    """Words as somebody would type them: with spaces, save beside characters of a script without them."""
    text = ""
    for word in typed:
        gap = " " if text and not (is_unspaced(text[-1]) or is_unspaced(word[0])) else ""
        text += gap + word
    return text
