"""Keys within a typing error or two of what was typed, found among all keys at once.

A key is a lane (a bit). The index holds, for each position and character, the set of the lanes that have the character
there. An automaton of Levenshtein with swaps runs on these sets: a state is the set of the lanes that are in it. So the
cost grows with the length of what was typed, and hardly with the number of keys. Lanes are in the order of the length of
their keys, and only those of a fitting length are read.
"""

from mdexa.index.bits import members
from mdexa.index.postings import Family, numbers
from mdexa.index.records import Records

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

    def __init__(self, family: Family, lanes: Family, order: Records):
        self._family, self._lanes, self._order = family, lanes, order
        #: for each length the first lane, a multiple of 8
        self._starts = numbers(order.read(0), "I")

    @staticmethod
    def count(order: Records) -> int:
        """The number of lanes, which the widths of all sets follow from."""
        return numbers(order.read(0), "I")[LONGEST + 1]

    def find(self, key: str, limit: int, bound: int | None = None) -> list[tuple[str, int, int]]:
        """[(key, errors, documents)]: the key itself, if it is there, then by errors, most documents, order of keys."""
        bound = bound_of(key) if bound is None else max(0, min(bound, MOST_ERRORS))
        own = self._family.get(key.encode())
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

    def _run(self, key: str, bound: int):
        """The first lane that was read, and for 0 to `bound` errors the set of lanes within so many."""
        shortest, longest = max(SHORTEST, len(key) - bound), min(LONGEST, len(key) + bound)
        starts = self._starts
        first, last = starts[shortest], starts[longest + 1]
        read = self._reader(first, last)
        every, size = (1 << (last - first)) - 1, len(key)
        # before[e][i]: the lanes whose first characters are within e errors of the first i of the key
        before = [{i: every for i in range(e + 1)} for e in range(bound + 1)]
        earlier: list = [{} for _ in before]
        accepted = [0] * (bound + 1)
        for j in range(1, longest + 1):
            now: list = []
            for e in range(bound + 1):
                less = now[e - 1] if e else {}
                state = {}
                for i in range(max(0, j - e), min(size, j + e) + 1):
                    lanes = before[e].get(i - 1, 0)
                    if lanes:
                        lanes &= read(j - 1, key[i - 1])
                    if e:
                        lanes |= before[e - 1].get(i - 1, 0) | before[e - 1].get(i, 0) | less.get(i - 1, 0)
                        swapped = earlier[e - 1].get(i - 2, 0) if i > 1 else 0
                        if swapped:
                            lanes |= swapped & read(j - 2, key[i - 1]) & read(j - 1, key[i - 2])
                    if lanes:
                        state[i] = lanes
                now.append(state)
            if not now[bound]:
                break
            if j >= shortest:
                own = ((1 << (starts[j + 1] - starts[j])) - 1) << (starts[j] - first)
                for e in range(bound + 1):
                    accepted[e] |= now[e].get(size, 0) & own
            earlier, before = before, now
        return first, accepted

    def _reader(self, first: int, last: int):
        """A function (position, character) -> the lanes from `first` to `last` that have it there."""
        known: dict = {}

        def read(position: int, character: str) -> int:
            lanes = known.get((position, character))
            if lanes is None:
                posting = self._lanes.get(bytes((position,)) + character.encode())
                lanes = 0 if posting is None else posting.part(first, last)
                known[position, character] = lanes
            return lanes

        return read
