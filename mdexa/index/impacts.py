"""What a term adds to the score of a document, as an integer that is the same on every machine.

BM25F: x is the sum over the fields of weight * times / (1 - b + b * length / mean length). The impact is
idf * x / (k1 + x), where idf = log((2N + 2) / (2n + 1)) for n of N documents, on one scale for the whole collection on
which 4095 is the limit of a term in a single document. The logarithm is computed in integers, all else with + - * / of IEEE 754
doubles, which round alike everywhere; no function of the platform's mathematics is called.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache

from mdexa.index.layout import GREATEST_IMPACT

K1 = 1.2
_FRACTION_BITS = 40
_ONE = 1 << 62


def log2_of_ratio(above: int, below: int) -> int:
    """log2(above / below) with 40 bits after the point, rounded down; above >= below > 0."""
    whole = above.bit_length() - below.bit_length()
    if above < below << whole:
        whole -= 1
    mantissa = (above << 62) // (below << whole)  # from 1 to 2, with 62 bits after the point
    result = whole
    for _ in range(_FRACTION_BITS):
        mantissa = mantissa * mantissa >> 62
        result <<= 1
        if mantissa >= 2 * _ONE:
            mantissa >>= 1
            result |= 1
    return result


class Scale:
    """Turns postings of one collection into impacts."""

    def __init__(self, documents: int, fields: Sequence[tuple[float, float]], lengths: Sequence[array]):
        # fields: (weight, b) of each; lengths: for each field the number of tokens by document
        self._documents = documents
        self._gains = [_gains(weight, b, own, documents) for (weight, b), own in zip(fields, lengths, strict=True)]
        self._height = cache(self._height_of)

    def _height_of(self, holders: int) -> float:
        """The limit of the impact of a term that so many documents hold."""
        most = 2 * self._documents + 2
        return GREATEST_IMPACT * log2_of_ratio(most, 2 * holders + 1) / log2_of_ratio(most, 3)

    def impacts(self, fields: list[tuple[int, list[int]]]) -> tuple[list[int], list[int]]:
        """Documents and impacts of a term, from its postings by field, each sorted: (document << 16) | times."""
        if len(fields) == 1:
            field, postings = fields[0]
            gains = self._gains[field]
            documents = [posting >> 16 for posting in postings]
            weights = [(posting & 65535) * gains[posting >> 16] for posting in postings]
        else:
            summed: dict[int, float] = {}
            for field, postings in fields:
                gains = self._gains[field]
                for posting in postings:
                    document = posting >> 16
                    summed[document] = summed.get(document, 0.0) + (posting & 65535) * gains[document]
            documents = sorted(summed)
            weights = [summed[document] for document in documents]
        height = self._height(len(documents))
        return documents, [int(height * weight / (K1 + weight) + 0.5) or 1 for weight in weights]


def _gains(weight: float, b: float, lengths: array, documents: int) -> array:
    """What one occurrence in the field is worth, by document."""
    total = sum(lengths)
    if not total:
        return array("d", bytes(8 * documents))
    mean = total / documents
    return array("d", [weight / (1.0 - b + b * (length / mean)) for length in lengths])


def pack_planes(documents: list[int], impacts: list[int], width: int) -> list[bytes]:
    """The set of the documents and the planes of their impacts, highest bit first, each `width` bytes.

    The impacts are laid out as 16-bit numbers. Every eighth low byte forms an integer whose bytes are the lanes of a
    bitset, so eight of them, shifted and masked, make a plane.
    """
    dense = array("H", bytes(16 * width))
    for document, impact in zip(documents, impacts):
        dense[document] = impact
    raw = dense.tobytes() if _LITTLE else _swapped(dense)
    ones = int.from_bytes(b"\1" * width, "little")
    planes: list[int] = []
    for first in (1, 0):
        half = raw[first::2]
        eighths = [int.from_bytes(half[lane::8], "little") for lane in range(8)]
        for bit in range(7, -1, -1):
            plane = 0
            for lane, eighth in enumerate(eighths):
                plane |= ((eighth >> bit) & ones) << lane
            if plane or planes:
                planes.append(plane)
    presence = 0
    for plane in planes:
        presence |= plane
    return [plane.to_bytes(width, "little") for plane in (presence, *planes)]


def _swapped(numbers: array) -> bytes:
    numbers.byteswap()
    return numbers.tobytes()


_LITTLE = array("H", [1]).tobytes() == b"\1\0"
