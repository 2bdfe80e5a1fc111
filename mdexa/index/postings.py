"""Which documents hold a key, and with what impact. Read when asked for, kept while there is room."""

from _bisect import bisect_left
from _struct import unpack
from _thread import allocate_lock
from sys import byteorder
from zlib import crc32

from mdexa.index.bits import gather, members
from mdexa.index.layout import ENTRY, FREQUENT, PLACE, RARE, damaged

#: For each bit of a byte, the table that turns bytes into the digits 0 and 1 of that bit.
DIGITS = [bytes(49 if byte >> bit & 1 else 48 for byte in range(256)) for bit in range(8)]
#: What a posting costs in memory beside its sets, and what one document number with its impact costs.
POSTING_COST, DOCUMENT_COST = 400, 6


def numbers(raw: bytes, code: str):
    """Little-endian numbers of a struct code as a sequence; without a copy where the machine is little endian too."""
    view = memoryview(raw).cast(code)
    return view if byteorder == "little" else unpack(f"<{len(view)}{code}", raw)


class Cache:
    """Keeps the decoded postings of a file within a number of bytes; the least lately used go first (second chance)."""

    __slots__ = ("_costs", "_lock", "limit", "size")

    def __init__(self, limit: int):
        self._costs: dict = {}
        self._lock = allocate_lock()
        self.limit, self.size = limit, 0

    def charge(self, posting, cost: int) -> None:
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

    __slots__ = ("cache", "data", "dictionary", "known", "name", "path", "size", "start", "width")

    def __init__(self, dictionary, documents: int, path: str, data, name: str, section: tuple, cache: Cache):
        self.dictionary, self.cache = dictionary, cache
        self.width = (documents + 7) // 8
        self.path, self.data, self.name = path, data, name
        self.start, self.size, _ = section
        self.known: dict = {}

    def get(self, key: bytes):
        """The posting of a key, or None."""
        posting = self.known.get(key)
        if posting is not None:
            posting.used = True
            return posting
        found = self.dictionary.find(key)
        if found is None:
            return None
        posting = self.known[key] = Posting(self, key, found[1], found[2])
        self.cache.charge(posting, POSTING_COST + len(found[1]))
        return posting

    def at(self, number: int):
        """The posting of this number in the order of the keys; it is not kept."""
        return Posting(self, *self.dictionary.record(number))

    def block(self, place: int, size: int, expected: int) -> bytes:
        """Bytes of the bits section, checked."""
        if place + size > self.size:
            raise damaged(self.path, f"{self.name}, the end of a block", f"at most {self.size}", place + size)
        at = self.start + place
        block = self.data[at : at + size]
        found = crc32(block)
        if found != expected:
            raise damaged(self.path, f"{self.name}, block at {place}", f"{expected:08x}", f"{found:08x}")
        return block


class Posting:
    """The documents of one key. Frozen but for what has been decoded so far."""

    __slots__ = (
        "_at", "_bits", "_body_sum", "_documents", "_family", "_impacts", "_place", "_planes", "_presence_sum",
        "_record", "_sound", "df", "key", "kind", "plane_count", "top", "used",
    )  # fmt: skip

    def __init__(self, family: Family, key: bytes, record: bytes, at: int):
        self._family, self.key = family, key
        self.kind, self.plane_count, self.top, self.df = ENTRY.unpack_from(record, at)
        self._at = at + ENTRY.size
        self._record = record
        if self.kind != RARE:
            self._place, self._presence_sum, self._body_sum = PLACE.unpack_from(record, self._at)
        self._bits = self._planes = self._documents = self._impacts = None
        self._sound = self.used = False

    def forget(self) -> None:
        """Lets go of everything decoded."""
        self._bits = self._planes = self._documents = self._impacts = None
        self._family.known.pop(self.key, None)

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
        """The members from `first` (a multiple of 8) up to `last`, moved down by `first`; sets without impacts only."""
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

    def documents(self):
        """The document numbers, ascending."""
        if self._documents is None:
            if self.kind == FREQUENT:
                return members(self.presence())
            self._read_lists()
        return self._documents

    def impacts(self):
        """The impacts in the order of `documents`; rare and middle postings only."""
        if self._impacts is None:
            self._read_lists()
        return self._impacts

    def _read_lists(self) -> None:
        count, family = self.df, self._family
        scored = self.top > 0
        if self.kind == RARE:
            raw, at = self._record, self._at
        else:
            size = (6 if scored else 4) * count
            raw, at = family.block(self._place + family.width, size, self._body_sum), 0
        middle = at + 4 * count
        self._impacts = numbers(raw[middle : middle + 2 * count], "H") if scored else ()
        self._documents = numbers(raw[at:middle], "I")
        family.cache.charge(self, DOCUMENT_COST * count)

    def planes(self) -> list:
        """The impacts as planes, lowest bit first; frequent postings only."""
        planes = self._planes
        return self._read_planes() if planes is None else planes

    def _read_planes(self) -> list:
        family, count = self._family, self.plane_count
        width = family.width
        raw = family.block(self._place + width, width * count, self._body_sum)
        load = int.from_bytes
        planes = [load(raw[at : at + width], "little") for at in range(width * (count - 1), -1, -width)]
        self._sound, self._planes = True, planes
        family.cache.charge(self, width * count)
        return planes

    def impacts_at(self, documents: list) -> list:
        """The impact in each of these documents, 0 where the key is not."""
        if self.kind == FREQUENT:
            return self._pick_from_planes(documents)
        own, impacts, count = self.documents(), self.impacts(), self.df
        found = []
        for document in documents:
            at = bisect_left(own, document)
            found.append(impacts[at] if at < count and own[at] == document else 0)
        return found

    def _pick_from_planes(self, documents: list) -> list:
        """Reads one byte of each plane, all in one slice, and takes the document's bit of each."""
        family, width = self._family, self._family.width
        start = self._place + width
        size = width * self.plane_count
        if not self._sound:
            family.block(start, size, self._body_sum)
            self._sound = True
        data, digits = family.data, DIGITS
        start += family.start
        end = start + size
        return [int(data[start + (d >> 3) : end : width].translate(digits[d & 7]), 2) for d in documents]
