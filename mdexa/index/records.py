"""Reading the parts of a section: records by number, and dictionaries of sorted keys. All is checked when read."""

from __future__ import annotations

from _struct import Struct
from zlib import crc32

from mdexa.index.layout import ROW, ROW_SIZE, damaged, section_seed

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Callable
    from mmap import mmap

    from mdexa.index.layout import Section

_NUMBER = Struct("<I")


class Records:
    """Byte strings by number. Each carries a crc32 that begins with its section and its number.

    A damaged row of the table of places is found as well: it leads to bytes whose checksum is another.
    """

    __slots__ = ("count", "name", "path", "read")

    def __init__(self, path: str, data: mmap, name: str, section: Section) -> None:
        start, size, self.count = section
        self.path, self.name = path, name
        rows = start + size - ROW_SIZE * self.count - 8
        if rows < start:
            raise damaged(path, f"the length of {name}", f"room for {self.count} records", f"{size} bytes")
        #: read(number) -> bytes. IndexError if there is none of this number, IndexDamaged if it is not as written.
        self.read = self._reader(data, start, rows)

    def _reader(self, data: mmap, start: int, rows: int) -> Callable[[int], bytes]:
        # A function with names of its own: it is called for every key and every id, and looks nothing up in `self`.
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
    """Sorted distinct keys, each with an entry. Keys are found by hash, and by number in the order of the keys.

    A record is the length of the key (u16), the key, and the entry. A bucket holds one byte of the hash for each of its
    keys, then the numbers of their records (u32).
    """

    __slots__ = ("_bucket", "_mask", "count", "read")

    def __init__(self, records: Records, buckets: Records) -> None:
        #: the record of a number
        self.read = records.read
        self._bucket = buckets.read
        self._mask = buckets.count - 1
        self.count = records.count
        if buckets.count & self._mask or not buckets.count:
            raise damaged(records.path, f"the number of records of {buckets.name}", "a power of two", buckets.count)

    def find(self, key: bytes) -> tuple[int, bytes, int] | None:
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
        return self.record(number)[0]

    def record(self, number: int) -> tuple[bytes, bytes, int]:
        """(key, record, where its entry begins) of this number."""
        record = self.read(number)
        end = 2 + (record[0] | record[1] << 8)
        return record[2:end], record, end

    def under(self, prefix: bytes) -> range:
        """The numbers of the keys that begin with the prefix."""
        size = len(prefix)
        return range(
            self._first(lambda key: key >= prefix),
            self._first(lambda key: key[:size] > prefix),
        )

    def _first(self, is_beyond: Callable[[bytes], bool]) -> int:
        """The first number whose key is beyond, where all keys after one that is are too."""
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            if is_beyond(self.key(middle)):
                high = middle
            else:
                low = middle + 1
        return low
