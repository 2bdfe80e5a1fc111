"""Numbers and sorted words as plain text: small, and quick to read for a browser.

A digit is one of 91 printable characters that JSON writes as themselves. A number takes one digit while it is small,
and two, three or five where it is not; the first digit tells which.
"""

from collections.abc import Iterable, Sequence
from typing import Any

BASE = 91
#: From the first digit on, how many follow: numbers of one digit, first digits of two, of three, of five.
ONE, TWO, THREE = 61, 85, 90
#: `\\` is none of them.
_FIRST, _BACKSLASH = 35, 92
_LONGEST_SHARED = 25
LAST_OF_FIRST_PLANE = "\uffff"

#: What is written as one JSON object.
Packed = dict[str, Any]


def digit(value: int) -> str:
    """The character of a number from 0 to 90."""
    return chr(value + _FIRST + (value + _FIRST >= _BACKSLASH))


def digits(value: int, count: int) -> str:
    """A number in so many digits, the highest first. ValueError if it needs more."""
    found = ""
    for _ in range(count):
        value, rest = divmod(value, BASE)
        found = digit(rest) + found
    if value:
        raise ValueError(f"a number is too large for {count} digits")
    return found


def number(value: int) -> str:
    """A number from 0 on in as few digits as it takes."""
    if value < ONE:
        return digit(value)
    value -= ONE
    if value < (TWO - ONE) * BASE:
        return digit(ONE + value // BASE) + digit(value % BASE)
    value -= (TWO - ONE) * BASE
    if value < (THREE - TWO) * BASE * BASE:
        return digit(TWO + value // BASE**2) + digits(value % BASE**2, 2)
    return digit(THREE) + digits(value - (THREE - TWO) * BASE**2, 4)


def numbers(values: Iterable[int]) -> str:
    """Several numbers."""
    return "".join(map(number, values))


def ascending(values: Iterable[int]) -> str:
    """Numbers that grow, each as its distance from the one before."""
    found, before = "", -1
    for value in values:
        found += number(value - before - 1)
        before = value
    return found


def words(keys: Sequence[str]) -> str:
    """Sorted words without capitals: a capital says how many letters are those of the word before (A none, B one).

    ValueError for a word with a capital, which could not be told from that.
    """
    found, before = [], ""
    for key in keys:
        if any("A" <= letter <= "Z" for letter in key):
            raise ValueError(f"{key!r} has a capital letter")
        shared = 0
        for ours, theirs in zip(key, before, strict=False):
            # A browser counts characters above the first plane as two: they are not shared.
            if ours != theirs or shared == _LONGEST_SHARED or ours > LAST_OF_FIRST_PLANE:
                break
            shared += 1
        found.append(chr(ord("A") + shared) + key[shared:])
        before = key
    return "".join(found)
