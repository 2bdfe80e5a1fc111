"""Keys within a typing error or two of what was typed, found among all keys at once.

A key is a lane: a bit. The index holds, for each position and character, the set of the lanes that have the character
there. An automaton of edit distance (with swaps of neighbours, no part edited twice) runs on these sets: a state is
the set of the lanes that are in it. The cost grows with the length of what was typed, hardly with the number of keys.
Lanes stand in the order of the lengths of their keys, and only those of a fitting length are read.
"""

from __future__ import annotations

from mdexa.index.bits import members
from mdexa.index.postings import numbers

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Callable

    from mdexa.index.postings import Family
    from mdexa.index.records import Records

    #: For a number of errors: by the length of a beginning of the typed key, the lanes that have come so far.
    State = dict[int, int]

#: Keys of these lengths have a lane.
SHORTEST, LONGEST = 3, 64
#: No error is allowed under the first length, one under the second, two from there on.
ONE_FROM, TWO_FROM = 4, 8
MOST_ERRORS = 2


def bound_of(key: str) -> int:
    """How many errors are allowed in a key of this length, if the caller does not say."""
    return (len(key) >= ONE_FROM) + (len(key) >= TWO_FROM)


class Near:
    """The near keys of one family."""

    __slots__ = ("_family", "_lanes", "_order", "_starts")

    def __init__(self, family: Family, lanes: Family, order: Records) -> None:
        self._family, self._lanes, self._order = family, lanes, order
        #: for each length the first lane, a multiple of 8
        self._starts = numbers(order.read(0), "I")

    @staticmethod
    def count(order: Records) -> int:
        """The number of lanes."""
        return numbers(order.read(0), "I")[LONGEST + 1]

    def find(self, key: str, limit: int, bound: int | None = None) -> list[tuple[str, int, int]]:
        """[(key, errors, documents)]: the key itself, if it is there, then by errors, most documents, order of keys."""
        bound = bound_of(key) if bound is None else max(0, min(bound, MOST_ERRORS))
        own = self._family.get(key.encode("utf-8", "surrogatepass"))
        found = [(key, 0, own.df)] if own else []
        if bound and len(found) < limit and SHORTEST - bound <= len(key) <= LONGEST + bound:
            first, accepted = self._run(key, bound)
            numbers_of = numbers(self._order.read(1), "I")
            for errors in range(1, bound + 1):
                lanes = accepted[errors] ^ accepted[errors - 1]  # each set holds the one before
                postings = [self._family.at(numbers_of[first + lane]) for lane in members(lanes)]
                near = sorted([(-posting.df, posting.key.decode()) for posting in postings])
                found += [(name, errors, -count) for count, name in near]
                if len(found) >= limit:
                    break
        return found[: max(limit, 0)]

    def _run(self, key: str, bound: int) -> tuple[int, list[int]]:
        """The first lane that was read, and for 0 to `bound` errors the set of the lanes within so many."""
        shortest, longest = max(SHORTEST, len(key) - bound), min(LONGEST, len(key) + bound)
        starts = self._starts
        first, last = starts[shortest], starts[longest + 1]
        read = self._reader(first, last)
        every = (1 << (last - first)) - 1
        before: list[State] = [dict.fromkeys(range(errors + 1), every) for errors in range(bound + 1)]
        earlier: list[State] = [{} for _ in before]
        accepted = [0] * (bound + 1)
        for length in range(1, longest + 1):
            earlier, before = before, _step(key, length, earlier, before, read)
            if not before[bound]:
                break
            if length >= shortest:
                own = ((1 << (starts[length + 1] - starts[length])) - 1) << (starts[length] - first)
                for errors, state in enumerate(before):
                    accepted[errors] |= state.get(len(key), 0) & own
        return first, accepted

    def _reader(self, first: int, last: int) -> Callable[[int, str], int]:
        """A function (position, character) -> the lanes from `first` to `last` that have it there."""
        known: dict[tuple[int, str], int] = {}

        def read(position: int, character: str) -> int:
            lanes = known.get((position, character))
            if lanes is None:
                posting = self._lanes.get(bytes((position,)) + character.encode("utf-8", "surrogatepass"))
                lanes = known[position, character] = 0 if posting is None else posting.part(first, last)
            return lanes

        return read


def _step(
    key: str, length: int, earlier: list[State], before: list[State], read: Callable[[int, str], int]
) -> list[State]:
    """The states after `length` characters of the lanes, from those after one and two characters less."""
    now: list[State] = []
    for errors in range(len(before)):
        state: State = {}
        for typed in range(max(0, length - errors), min(len(key), length + errors) + 1):
            lanes = before[errors].get(typed - 1, 0)
            if lanes:
                lanes &= read(length - 1, key[typed - 1])
            if errors:
                fewer = before[errors - 1]
                # another character, one too many, one left out
                lanes |= fewer.get(typed - 1, 0) | fewer.get(typed, 0) | now[errors - 1].get(typed - 1, 0)
                swapped = earlier[errors - 1].get(typed - 2, 0)
                if swapped:
                    lanes |= swapped & read(length - 2, key[typed - 1]) & read(length - 1, key[typed - 2])
            if lanes:
                state[typed] = lanes
        now.append(state)
    return now
