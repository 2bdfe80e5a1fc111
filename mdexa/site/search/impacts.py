"""The impacts of all postings, told by few numbers, and exactly.

An impact is the height of its term, which its number of documents decides, times a *share* that the fields of the
document decide, rounded. A document has few shares, and many documents have the same ones. They are found again from
the impacts: each impact leaves an interval for its share, and points are set so that every interval has one. What
the browser computes from height and point is compared with the impact here, so that no error can go unseen.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from math import ceil, floor

import msgspec

#: Shares are multiples of one part in so many. A power of two: the division is exact.
SCALE = 1 << 17


class Posting(msgspec.Struct, frozen=True):
    """That a document holds a term: the field where a row says that it matched, the height of the term, the impact."""

    term: int
    field: int
    height: float
    impact: int


class Shares(msgspec.Struct, frozen=True):
    """The points by field, ascending; for each document the points it has; for each of its postings, which of them.

    `own[document]` are numbers of points, counted over all fields, the most used first;
    `of[document][term]` is a place in it.
    """

    points: tuple[tuple[int, ...], ...]
    own: tuple[tuple[int, ...], ...]
    of: tuple[Mapping[int, int], ...]


def impact_at(height: float, point: int) -> int:
    """What the browser makes of a height and a point."""
    return int(height * point / SCALE + 0.5) or 1


def shares(postings: list[list[Posting]], fields: int) -> Shares:
    """The fewest points, nearly, that give every impact of every document (postings by document) again."""
    grouped = [_grouped(own) for own in postings]
    points = tuple(_stabs(span for own in grouped for at, span, _ in own if at == field) for field in range(fields))
    starts = [sum(map(len, points[:field])) for field in range(fields)]
    own: list[tuple[int, ...]] = []
    of: list[dict[int, int]] = []
    for groups in grouped:
        used: dict[int, list[int]] = {}
        for field, (low, _), terms in groups:
            used.setdefault(starts[field] + bisect_left(points[field], low), []).extend(terms)
        ranked = sorted(used, key=lambda number: (-len(used[number]), number))
        own.append(tuple(ranked))
        of.append({term: place for place, number in enumerate(ranked) for term in used[number]})
    return Shares(points=points, own=tuple(own), of=tuple(of))


def _grouped(postings: list[Posting]) -> list[tuple[int, tuple[int, int], list[int]]]:
    """The postings of a document in groups that can share a point: (field, the points that fit all, the terms)."""
    rows = sorted((posting.field, *reversed(_span(posting)), posting.term) for posting in postings)
    found: list[tuple[int, tuple[int, int], list[int]]] = []
    for field, high, low, term in rows:
        if found and found[-1][0] == field and low <= found[-1][1][1]:
            _, (lowest, highest), terms = found[-1]
            terms.append(term)
            found[-1] = (field, (max(lowest, low), min(highest, high)), terms)
        else:
            found.append((field, (low, high), [term]))
    return found


def _span(posting: Posting) -> tuple[int, int]:
    """The lowest and the highest point that give the impact."""
    height, impact = posting.height, posting.impact
    low = max(ceil((impact - 0.5) * SCALE / height) - 1, 0) if impact > 1 else 0
    while impact_at(height, low) < impact:
        low += 1
    high = floor((impact + 0.5) * SCALE / height) + 1
    while impact_at(height, high) > impact:
        high -= 1
    if impact_at(height, low) != impact or impact_at(height, high) != impact:
        raise ValueError(f"no share gives the impact {impact} at height {height}")
    return low, high


def _stabs(spans: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The fewest points of which each span has one."""
    found: list[int] = []
    for low, high in sorted(spans, key=lambda span: (span[1], span[0])):
        if not found or low > found[-1]:
            found.append(high)
    return tuple(found)
