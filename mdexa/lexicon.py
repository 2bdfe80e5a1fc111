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

#: Marks the term that stands for a dataset's own name in the index.
NAME_MARK = "="

#: Blocks whose characters are words of their own: kana, ideographs, syllables of Hangul.
_FIRST_UNSPACED = "\u3040"
_UNSPACED = (("\u3040", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"))


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script that is written without spaces between words."""
    return character >= _FIRST_UNSPACED and any(first <= character <= last for first, last in _UNSPACED)


def words(text: str) -> list[str]:
    """The words of a text as typed: runs of letters and digits; each character of a script without spaces."""
    found: list[str] = []
    run = ""
    for character in text:
        if is_unspaced(character):
            found += [run, character] if run else [character]
            run = ""
        elif character.isalnum():
            run += character
        elif run:
            found.append(run)
            run = ""
    return [*found, run] if run else found


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
