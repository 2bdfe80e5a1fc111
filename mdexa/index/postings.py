"""Which documents hold a key, and with what impact. Read when asked for, kept while there is room."""

from __future__ import annotations

from _bisect import bisect_left
from _struct import unpack
from _thread import allocate_lock
from sys import byteorder
from zlib import crc32

from mdexa.index.bits import gather, members
from mdexa.index.layout import ENTRY, FREQUENT, PLACE, RARE, damaged

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from mmap import mmap

    from mdexa.index.layout import Section
    from mdexa.index.records import Dictionary

#: For each bit of a byte, the table that turns bytes into the digits 0 and 1 of that bit.
DIGITS = [(b"0" * (1 << bit) + b"1" * (1 << bit)) * (128 >> bit) for bit in range(8)]
#: What a posting costs in memory beside its sets, and what one document number with its impact costs.
POSTING_COST, DOCUMENT_COST = 400, 6


def numbers(raw: bytes, code: str) -> Sequence[int]:
    """Little-endian numbers of a struct code as a sequence; without a copy where the machine is little endian too."""
    view = memoryview(raw).cast(code)  # type: ignore[call-overload]
    return view if byteorder == "little" else unpack(f"<{len(view)}{code}", raw)


class Cache:
    """Keeps the decoded postings of a file within a number of bytes; the least lately used go first (second chance)."""

    __slots__ = ("_costs", "_lock", "limit", "size")

    def __init__(self, limit: int) -> None:
        self._costs: dict[Posting, int] = {}
        self._lock = allocate_lock()
        self.limit, self.size = limit, 0

    def charge(self, posting: Posting, cost: int) -> None:
        """Notes that a posting has grown, and lets others go if there is no room."""
        with self._lock:
            costs = self._costs
            costs[posting] = costs.get(posting, 0) + cost
            self.size += cost
            while self.size > self.limit and len(costs) > 1:
                oldest = next(iter(costs))
                freed = costs.pop(oldest)
                if oldest.used or oldest is posting:
                    oldest.used = False
                    costs[oldest] = freed
                else:
                    self.size -= freed
                    oldest.forget()


class Family:
    """The postings of one kind: terms, facet values or names, with their bitsets."""

    __slots__ = ("_known", "_name", "_path", "_size", "cache", "data", "dictionary", "start", "width")

    def __init__(
        self, dictionary: Dictionary, documents: int, path: str, data: mmap, name: str, section: Section, cache: Cache
    ) -> None:
        self.dictionary, self.cache = dictionary, cache
        #: bytes of a set of documents
        self.width = (documents + 7) // 8
        self._path, self._name = path, name
        #: the mapped file, and where the bits section starts in it
        self.data = data
        self.start, self._size, _ = section
        self._known: dict[bytes, Posting] = {}

    def get(self, key: bytes) -> Posting | None:
        """The posting of a key, or None."""
        posting = self._known.get(key)
        if posting is not None:
            posting.used = True
            return posting
        found = self.dictionary.find(key)
        if found is None:
            return None
        posting = self._known[key] = Posting(self, key, found[1], found[2])
        self.cache.charge(posting, POSTING_COST + len(found[1]))
        return posting

    def at(self, number: int) -> Posting:
        """The posting of this number in the order of the keys; it is not kept."""
        return Posting(self, *self.dictionary.record(number))

    def drop(self, key: bytes) -> None:
        """Lets go of a posting."""
        self._known.pop(key, None)

    def block(self, place: int, size: int, expected: int) -> bytes:
        """Bytes of the bits section, checked."""
        if place + size > self._size:
            raise damaged(
                self._path, f"the end of block {place} of {self._name}", f"at most {self._size}", place + size
            )
        at = self.start + place
        block = self.data[at : at + size]
        found = crc32(block)
        if found != expected:
            raise damaged(self._path, f"block {place} of {self._name}", f"{expected:08x}", f"{found:08x}")
        return block


class Posting:
    """The documents of one key. Nothing changes but what has been decoded so far."""

    __slots__ = (
        "_at",
        "_bits",
        "_body_sum",
        "_family",
        "_lists",
        "_place",
        "_plane_count",
        "_planes",
        "_presence_sum",
        "_record",
        "_sound",
        "df",
        "key",
        "kind",
        "top",
        "used",
    )

    def __init__(self, family: Family, key: bytes, record: bytes, at: int) -> None:
        self._family, self.key, self._record = family, key, record
        #: kind, greatest impact (0: these postings have none) and number of documents
        self.kind, self._plane_count, self.top, self.df = ENTRY.unpack_from(record, at)
        self._at = at + ENTRY.size
        if self.kind != RARE:
            self._place, self._presence_sum, self._body_sum = PLACE.unpack_from(record, self._at)
        self._bits: int | None = None
        self._planes: list[int] | None = None
        self._lists: tuple[Sequence[int], Sequence[int]] | None = None
        #: whether the bytes that are read in parts have been checked as a whole
        self._sound = False
        #: whether somebody asked for it since the cache last looked
        self.used = False

    def forget(self) -> None:
        """Lets go of everything decoded."""
        self._bits = self._planes = self._lists = None
        self._family.drop(self.key)

    def presence(self) -> int:
        """The set of the documents."""
        bits = self._bits
        return self._read_presence() if bits is None else bits

    def _read_presence(self) -> int:
        family = self._family
        if self.kind == RARE:
            bits = gather(self.documents(), family.width)
        else:
            bits = int.from_bytes(family.block(self._place, family.width, self._presence_sum), "little")
        self._bits = bits
        family.cache.charge(self, family.width)
        return bits

    def part(self, first: int, last: int) -> int:
        """The members from `first`, a multiple of 8, to `last`, moved down by `first`; of a set without impacts."""
        family = self._family
        if self.kind == RARE:
            own = self.documents()
            own = own[bisect_left(own, first) : bisect_left(own, last)]
            return gather([number - first for number in own], (last - first + 7) // 8)
        if not self._sound:
            family.block(self._place, family.width, self._presence_sum)
            self._sound = True
        start = family.start + self._place
        return int.from_bytes(family.data[start + first // 8 : start + (last + 7) // 8], "little")

    def documents(self) -> Sequence[int]:
        """The document numbers, ascending."""
        return members(self.presence()) if self.kind == FREQUENT else self.weighed()[0]

    def weighed(self) -> tuple[Sequence[int], Sequence[int]]:
        """Document numbers, ascending, and their impacts; rare and middle postings only."""
        lists = self._lists
        return self._read_lists() if lists is None else lists

    def _read_lists(self) -> tuple[Sequence[int], Sequence[int]]:
        count, family = self.df, self._family
        if self.kind == RARE:
            raw, at = self._record, self._at
        else:
            size = (6 if self.top else 4) * count
            raw, at = family.block(self._place + family.width, size, self._body_sum), 0
        middle = at + 4 * count
        lists = self._lists = numbers(raw[at:middle], "I"), numbers(raw[middle : middle + 2 * count], "H")
        family.cache.charge(self, DOCUMENT_COST * count)
        return lists

    def planes(self) -> list[int]:
        """The impacts as planes, lowest bit first."""
        planes = self._planes
        return planes if planes is not None else self._read_planes() if self.kind == FREQUENT else self._make_planes()

    def _read_planes(self) -> list[int]:
        family, count = self._family, self._plane_count
        width = family.width
        raw = family.block(self._place + width, width * count, self._body_sum)
        load = int.from_bytes
        planes = [load(raw[at : at + width], "little") for at in range(width * (count - 1), -1, -width)]
        self._sound, self._planes = True, planes
        family.cache.charge(self, width * count)
        return planes

    def _make_planes(self) -> list[int]:
        """The planes of a rare or middle posting: only deep pages need them, and nobody keeps them."""
        documents, impacts = self.weighed()
        pairs = list(zip(documents, impacts, strict=True))
        return [
            gather([document for document, impact in pairs if impact >> bit & 1], self._family.width)
            for bit in range(self.top.bit_length())
        ]

    def impacts_at(self, documents: Sequence[int]) -> list[int]:
        """The impact in each of these documents, 0 where the key is not."""
        if self.kind == FREQUENT:
            return self._pick_from_planes(documents)
        own, impacts = self.weighed()
        count, found = self.df, []
        for document in documents:
            at = bisect_left(own, document)
            found.append(impacts[at] if at < count and own[at] == document else 0)
        return found

    def _pick_from_planes(self, documents: Sequence[int]) -> list[int]:
        """Reads one byte of each plane, all in one slice, and takes the document's bit of each."""
        family, width = self._family, self._family.width
        place, size = self._place + width, width * self._plane_count
        if not self._sound:
            family.block(place, size, self._body_sum)
            self._sound = True
        data, digits, start = family.data, DIGITS, family.start + place
        end = start + size
        return [int(data[start + (d >> 3) : end : width].translate(digits[d & 7]), 2) for d in documents]
