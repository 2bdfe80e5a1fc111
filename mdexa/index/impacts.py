"""What a term adds to the score of a document, as an integer that is the same on every machine.

BM25F: x is the sum over the fields of weight * times / (1 - b + b * length / mean length). The impact is
idf * x / (k1 + x), where idf = log((2N + 2) / (2n + 1)) for n of N documents, on one scale for the whole collection:
4095 is the limit for a term of a single document. The logarithm is computed in integers, all else with + - * / of IEEE
754 doubles, which round alike everywhere; no function of the platform's mathematics is called.
"""

from __future__ import annotations

from array import array
from functools import cache
from sys import byteorder

from mdexa.index.layout import GREATEST_IMPACT

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

K1 = 1.2
_FRACTION_BITS = 40
_MANTISSA_BITS = 62


def log2_of_ratio(above: int, below: int) -> int:
    """log2(above / below) with 40 bits after the point, rounded down; above >= below > 0."""
    whole = above.bit_length() - below.bit_length()
    if above < below << whole:
        whole -= 1
    mantissa = (above << _MANTISSA_BITS) // (below << whole)  # from 1 to 2
    result = whole
    for _ in range(_FRACTION_BITS):
        mantissa = mantissa * mantissa >> _MANTISSA_BITS
        result <<= 1
        if mantissa >> _MANTISSA_BITS > 1:
            mantissa >>= 1
            result |= 1
    return result


class Scale:
    """Turns the postings of one collection into impacts."""

    def __init__(self, documents: int, fields: Sequence[tuple[float, float]], lengths: Sequence[Sequence[int]]) -> None:
        # fields: (weight, b) of each; lengths: for each field the number of tokens by document
        self._documents = documents
        self._gains = [_gains(weight, b, own) for (weight, b), own in zip(fields, lengths, strict=True)]
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


def _gains(weight: float, b: float, lengths: Sequence[int]) -> array[float]:
    """What one occurrence in the field is worth, by document."""
    mean = sum(lengths) / max(1, len(lengths))
    if not mean:  # no document has the field: nobody will ask
        return array("d")
    return array("d", [weight / (1.0 - b + b * (length / mean)) for length in lengths])


def pack_planes(documents: Iterable[int], impacts: Iterable[int], width: int) -> list[bytes]:
    """The set of the documents, then the planes of their impacts, highest bit first, each `width` bytes.

    The impacts are laid out as 16-bit numbers. Every eighth low byte forms an integer whose bytes are the lanes of a
    bitset, so eight of them, shifted and masked, make a plane.
    """
    dense = array("H", bytes(16 * width))
    for document, impact in zip(documents, impacts, strict=True):
        dense[document] = impact
    raw = little_endian(dense)
    ones = int.from_bytes(b"\1" * width, "little")
    planes: list[int] = []
    for half in (raw[1::2], raw[0::2]):
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


def little_endian(numbers: array[int]) -> bytes:
    """The bytes of an array, the lowest first; the array is not used afterwards."""
    if byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
