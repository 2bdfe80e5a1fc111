"""Sets of documents as big integers, bit d for document d; numbers, one a document, as planes: plane j holds bits j.

Python adds, compares and counts such integers at memory speed, so a query never loops over documents. Planes are lists
from the lowest bit up unless a name says otherwise.
"""

from __future__ import annotations

from _struct import unpack

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable

#: Above this many bits a set is listed through its bytes; below, bit by bit from the top.
FEW_BITS = 24


def count_members(sets: list[int]) -> list[int]:
    """For each document, in how many of the sets it is: the planes of that number."""
    planes = [sets[0]]
    for own in sets[1:]:
        carry = own
        for j, plane in enumerate(planes):
            planes[j] = plane ^ carry
            carry &= plane
            if not carry:
                break
        else:
            planes.append(carry)
    return planes


def add(left: list[int], right: list[int]) -> list[int]:
    """The planes of the sums of two numbers a document."""
    if len(left) < len(right):
        left, right = right, left
    total: list[int] = []
    carry = 0
    for a, b in zip(left, right, strict=False):
        half = a ^ b
        total.append(half ^ carry)
        carry = (a & b) | (half & carry)
    for a in left[len(right) :]:
        total.append(a ^ carry)
        carry &= a
    if carry:
        total.append(carry)
    return total


def larger(left: list[int], right: list[int]) -> list[int]:
    """The planes of the larger of two numbers a document."""
    if len(left) < len(right):
        left, right = right, left
    right = right + [0] * (len(left) - len(right))
    bigger = smaller = 0  # where left is known to be the larger, where it is known to be the smaller
    for a, b in zip(reversed(left), reversed(right), strict=True):
        differ = a ^ b
        differ ^= differ & (bigger | smaller)
        bigger |= differ & a
        smaller |= differ & b
    return [a ^ ((a ^ b) & smaller) for a, b in zip(left, right, strict=True)]


def climb(tied: int, planes: list[int], need: int) -> tuple[int, int, int, int]:
    """Splits off the `need` documents with the greatest numbers: (sure, tied, open places, number of the tied).

    `sure` are in for certain; the open places go to some of `tied`, which all have the same number.
    """
    sure = number = 0
    for j in range(len(planes) - 1, -1, -1):
        high = tied & planes[j]
        if not high:
            continue
        count = high.bit_count()
        if count >= need:
            tied = high
            number |= 1 << j
            if count == need:
                return sure | tied, 0, 0, number
        else:
            sure |= high
            tied ^= high
            need -= count
    return sure, tied, need, number


def lowest(bits: int, count: int) -> int:
    """The `count` members of a set with the lowest document numbers."""
    if bits.bit_count() <= count:
        return bits
    low, high = 0, bits.bit_length()  # the answer ends between the two
    while low < high:
        middle = (low + high) // 2
        if (bits & ((1 << middle) - 1)).bit_count() < count:
            low = middle + 1
        else:
            high = middle
    return bits & ((1 << low) - 1)


def members(bits: int) -> list[int]:
    """The document numbers of a set, ascending."""
    found: list[int] = []
    if bits.bit_count() <= FEW_BITS:
        while bits:
            top = bits.bit_length() - 1
            found.append(top)
            bits ^= 1 << top
        found.reverse()
        return found
    count = (bits.bit_length() + 63) // 64
    for at, word in enumerate(unpack(f"<{count}Q", bits.to_bytes(8 * count, "little"))):
        rest = word
        while rest:
            low = rest & -rest
            found.append(64 * at + low.bit_length() - 1)
            rest ^= low
    return found


def gather(documents: Iterable[int], width: int) -> int:
    """The set of these document numbers; `width` is its length in bytes."""
    raw = bytearray(width)
    for document in documents:
        raw[document >> 3] |= 1 << (document & 7)
    return int.from_bytes(raw, "little")
