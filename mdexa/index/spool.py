"""Bytes set aside while a file is built: in memory while they are few, else in a nameless file beside the index."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

#: Up to this many bytes no file is made.
IN_MEMORY = 1 << 20


class Spool:
    """Takes bytes at its end, gives them back by place."""

    def __init__(self, folder: str):
        self._folder, self._file, self._size = folder, BytesIO(), 0
        self._small = True

    def write(self, content: bytes) -> int:
        """Appends; gives the place of the first byte."""
        start = self._size
        self._file.write(content)
        self._size += len(content)
        if self._small and self._size > IN_MEMORY:
            self._move_to_disk()
        return start

    def _move_to_disk(self) -> None:
        from tempfile import TemporaryFile

        held = self._file
        self._file = TemporaryFile(dir=self._folder)
        self._file.write(held.getbuffer())
        self._small = False

    def __len__(self) -> int:
        return self._size

    def read(self, start: int, size: int) -> bytes:
        """The bytes from a place on; nothing may be appended afterwards."""
        self._file.seek(start)
        return self._file.read(size)

    def chunks(self) -> Iterator[bytes]:
        """All bytes, in order, a part at a time."""
        for start in range(0, self._size, IN_MEMORY):
            yield self.read(start, IN_MEMORY)

    def close(self) -> None:
        """Lets the bytes go."""
        self._file.close()
