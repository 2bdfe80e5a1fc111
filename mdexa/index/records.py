"""Reading the parts of a section: records by number, and a dictionary of sorted keys. Every record is checked when read."""

from __future__ import annotations

from zlib import crc32

from mdexa.index.layout import ROW, ROW_SIZE, damaged, section_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from mmap import mmap

_NUMBER = ROW.__class__("<I")


class Records:
    """Byte strings by number. Each carries a crc32 that begins with its section and its number.

    A damaged row of the table of places is found as well: it leads to bytes whose checksum is another.
    """

    __slots__ = ("count", "name", "path", "read")

    def __init__(self, path: str, data: mmap, name: str, section: tuple[int, int, int]):
        start, size, self.count = section
        self.path, self.name = path, name
        rows = start + size - ROW_SIZE * self.count - 8
        if rows < start:
            raise damaged(path, f"the length of {name}", f"room for {self.count} records", f"{size} bytes")
        #: read(number) -> bytes. IndexError if there is none of this number, IndexDamaged if it is not as written.
        self.read = self._reader(data, start, rows)

    def _reader(self, data: mmap, start: int, rows: int) -> Callable[[int], bytes]:
        # A function with its own names: it is called for every key and every id, and looks nothing up in `self`.
        row, seed, count, size = ROW.unpack_from, section_seed(self.name), self.count, rows - start

        def read(number: int) -> bytes:
            if 0 <= number < count:
                place, expected, end = row(data, rows + ROW_SIZE * number)
                if place <= end <= size:
                    record = data[start + place : start + end]
                    if crc32(record, seed + number) == expected:
                        return record
                raise damaged(self.path, f"record {number} of {self.name}", "as its checksum says", "altered")
            raise IndexError(f"{self.name} has {count} records, and none of number {number}")

        return read


class Dictionary:
    """Sorted distinct keys, each with bytes behind it. Keys are found by hash, and by number in the order of the keys.

    A record is the length of the key (u16), the key, and what stands behind it. A bucket holds one byte of the hash for
    each of its keys, then the numbers of their records (u32).
    """

    __slots__ = ("_bucket", "_mask", "count", "read")

    def __init__(self, records: Records, buckets: Records):
        #: the record of a number
        self.read = records.read
        self._bucket = buckets.read
        self._mask = buckets.count - 1
        self.count = records.count
        if buckets.count & self._mask or not buckets.count:
            raise damaged(records.path, f"the number of records of {buckets.name}", "a power of two", buckets.count)

    def find(self, key: bytes):
        """(number, record, where its entry begins) of a key, or None."""
        mark = crc32(key)
        bucket = self._bucket(mark & self._mask)
        mark >>= 24
        size, end = len(key), len(bucket) // 5
        at = bucket.find(mark, 0, end)
        while at >= 0:
            number = _NUMBER.unpack_from(bucket, end + 4 * at)[0]
            record = self.read(number)
            if record.startswith(key, 2) and record[0] | record[1] << 8 == size:
                return number, record, 2 + size
            at = bucket.find(mark, at + 1, end)
        return None

    def key(self, number: int) -> bytes:
        """The key of this number."""
        record = self.read(number)
        return record[2 : 2 + (record[0] | record[1] << 8)]

    def record(self, number: int):
        """(key, record, where its entry begins) of this number."""
        record = self.read(number)
        end = 2 + (record[0] | record[1] << 8)
        return record[2:end], record, end

    def place(self, key: bytes) -> int:
        """How many keys sort before this one."""
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            if self.key(middle) < key:
                low = middle + 1
            else:
                high = middle
        return low

    def under(self, prefix: bytes) -> range:
        """The numbers of the keys that begin with the prefix."""
        start = end = self.place(prefix)
        step = 1
        while end < self.count and self.key(end).startswith(prefix):  # gallop, then close in
            start_of_step, end, step = end, min(end + step, self.count), 2 * step
            if end == self.count or not self.key(end).startswith(prefix):
                end = self._last_under(prefix, start_of_step, end)
                break
        return range(start, end)

    def _last_under(self, prefix: bytes, low: int, high: int) -> int:
        """The first number in (low, high] whose key does not begin with the prefix; that of low does."""
        while high - low > 1:
            middle = (low + high) // 2
            if self.key(middle).startswith(prefix):
                low = middle
            else:
                high = middle
        return high
