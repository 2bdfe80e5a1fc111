"""Bytes set aside while a file is built: in memory while they are few, else in a nameless file beside the index."""

from __future__ import annotations

from io import BytesIO

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

#: Up to this many bytes no file is made.
IN_MEMORY = 1 << 20


class Spool:
    """Takes bytes at its end; when all are there, gives them back by place."""

    def __init__(self, folder: str) -> None:
        self._folder, self._size = folder, 0
        self._file: IO[bytes] = BytesIO()
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
        held = self._file
        self._file = nameless_file(self._folder)
        held.seek(0)
        self._file.write(held.read())
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


def nameless_file(folder: str) -> IO[bytes]:
    """A file that is gone when it is closed."""
    from tempfile import TemporaryFile

    return TemporaryFile(dir=folder)
