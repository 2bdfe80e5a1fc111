"""Sorting more postings than memory holds: sorted runs on disk, merged at the end."""

from __future__ import annotations

from array import array
from heapq import merge
from struct import Struct

from mdexa.index.spool import nameless_file

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import IO

    #: Sequence numbers of documents, each with how many times the key stands there.
    Postings = array[int]

#: length of the key, field, number of postings
_HEAD = Struct("<HBI")
#: A posting is the sequence number of its document above so many bits of frequency.
TIMES_BITS = 16
MOST_TIMES = (1 << TIMES_BITS) - 1
LONGEST_KEY = 4096
#: What a key costs in memory, in postings.
KEY_COST = 30


class Runs:
    """Takes postings in any order of keys; gives them back by key and field, in the order in which they came."""

    def __init__(self, fields: int, folder: str, room: int) -> None:
        # room: how many postings are held before a run is written
        self._folder, self._room = folder, room
        self._held = 0
        self._runs: list[IO[bytes]] = []
        self._buffers: list[dict[str, Postings]] = [{} for _ in range(fields)]

    def add(self, field: int, times: Mapping[str, int], sequence: int) -> None:
        """Takes how many times each key stands in a field of a document. ValueError for an endless key."""
        if times and max(times.values()) > MOST_TIMES:
            times = {key: min(count, MOST_TIMES) for key, count in times.items()}
        buffer, base = self._buffers[field], sequence << TIMES_BITS
        before = len(buffer)
        for key, count in times.items():
            try:
                buffer[key].append(base | count)
            except KeyError:
                buffer[_checked(key)] = array("Q", (base | count,))
        self._held += len(times) + KEY_COST * (len(buffer) - before)
        if self._held >= self._room:
            self._write_run()

    def _write_run(self) -> None:
        file = nameless_file(self._folder)
        self._runs.append(file)
        for key, field, postings in self._sorted_buffers():
            file.write(_HEAD.pack(len(key), field, len(postings)))
            file.write(key)
            file.write(postings)
        for buffer in self._buffers:
            buffer.clear()
        self._held = 0

    def _sorted_buffers(self) -> Iterator[tuple[bytes, int, Postings]]:
        """What is held, in the order of key and field. Text sorts as its UTF-8 bytes do."""
        buffers = self._buffers
        for key in sorted(set().union(*buffers)):
            raw = key.encode()
            for field, buffer in enumerate(buffers):
                if key in buffer:
                    yield raw, field, buffer[key]

    def merged(self) -> Iterator[tuple[bytes, list[tuple[int, Postings]]]]:
        """Each key once, sorted, with its postings by field."""
        sources = [_read_run(file, number) for number, file in enumerate(self._runs)]
        sources.append((key, field, len(self._runs), held) for key, field, held in self._sorted_buffers())
        current: bytes | None = None
        fields: dict[int, Postings] = {}
        for key, field, _, postings in merge(*sources):
            if key != current:
                if current is not None:
                    yield current, sorted(fields.items())
                current, fields = key, {}
            if field in fields:
                fields[field].extend(postings)
            else:
                fields[field] = postings
        if current is not None:
            yield current, sorted(fields.items())

    def close(self) -> None:
        """Removes the runs."""
        for file in self._runs:
            file.close()


def _checked(key: str) -> str:
    if len(key) > LONGEST_KEY:
        raise ValueError(f"a key of {len(key)} characters is too long (at most {LONGEST_KEY}): {key[:40]!r}...")
    return key


def _read_run(file: IO[bytes], number: int) -> Iterator[tuple[bytes, int, int, Postings]]:
    # The number decides between equal keys of two runs, so that arrays are never compared.
    file.seek(0)
    while head := file.read(_HEAD.size):
        size, field, count = _HEAD.unpack(head)
        key = file.read(size)
        postings = array("Q")
        postings.frombytes(file.read(8 * count))
        yield key, field, number, postings
