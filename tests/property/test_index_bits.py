"""Sets and numbers as big integers against lists of plain numbers."""

import hypothesis
from hypothesis import strategies as st

from mdexa.index.bits import add, climb, count_members, gather, larger, lowest, members
from mdexa.index.impacts import pack_planes

SIZE = 90
sets = st.sets(st.integers(0, SIZE - 1))
numbers = st.lists(st.integers(0, 40), min_size=SIZE, max_size=SIZE)


def planes_of(values):
    """The planes of one number a document, lowest bit first; at least one."""
    width = max(1, max(values).bit_length())
    return [as_bits(d for d, value in enumerate(values) if value >> j & 1) for j in range(width)]


def values_of(planes):
    """The number of each document."""
    return [sum((plane >> d & 1) << j for j, plane in enumerate(planes)) for d in range(SIZE)]


def as_bits(documents):
    """A set as an integer."""
    return sum(1 << document for document in set(documents))


@hypothesis.given(sets)
def test_sets_are_listed_and_gathered(documents):
    """A set becomes an integer and its members again, ascending, whether they are few or many."""
    bits = gather(documents, (SIZE + 7) // 8)
    assert bits == as_bits(documents)
    assert members(bits) == sorted(documents)


@hypothesis.given(sets, st.integers(0, SIZE + 1))
def test_the_lowest_members_are_taken(documents, count):
    """So many members as asked, those with the lowest numbers."""
    assert members(lowest(as_bits(documents), count)) == sorted(documents)[:count]


@hypothesis.given(st.lists(sets, min_size=1, max_size=9))
def test_memberships_are_counted(groups):
    """For each document, the number of sets that hold it."""
    planes = count_members([as_bits(group) for group in groups])
    assert values_of(planes) == [sum(d in group for group in groups) for d in range(SIZE)]


@hypothesis.given(numbers, numbers)
def test_numbers_are_added_and_compared(left, right):
    """The sum and the larger of two numbers, for all documents at once; what went in is not changed."""
    before = planes_of(left), planes_of(right)
    mine = planes_of(left), planes_of(right)
    assert values_of(add(*mine)) == [a + b for a, b in zip(left, right, strict=True)]
    assert values_of(larger(*mine)) == [max(pair) for pair in zip(left, right, strict=True)]
    assert mine == before


@hypothesis.given(sets, numbers, st.integers(1, SIZE))
def test_climbing_splits_off_the_greatest(documents, values, need):
    """What is sure, and the lowest of what is tied, are the greatest numbers; equal ones by document."""
    sure, tied, left, number = climb(as_bits(documents), planes_of(values), need)
    best = sorted(documents, key=lambda d: (-values[d], d))[:need]
    assert set(members(sure | lowest(tied, left))) == set(best)
    assert not sure & tied
    assert all(values[d] == number for d in members(tied))


@hypothesis.given(st.dictionaries(st.integers(0, SIZE - 1), st.integers(1, 4095), min_size=1))
def test_impacts_are_packed_into_planes(impacts):
    """The planes hold the impacts, highest bit first, none of them in vain, after the set of the documents."""
    documents = sorted(impacts)
    width = (SIZE + 7) // 8
    packed = pack_planes(documents, [impacts[d] for d in documents], width)
    presence, *planes = (int.from_bytes(raw, "little") for raw in packed)
    assert members(presence) == documents
    assert len(planes) == max(impacts.values()).bit_length()
    assert values_of(planes[::-1]) == [impacts.get(d, 0) for d in range(SIZE)]
