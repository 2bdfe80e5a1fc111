"""Building an index file from documents that come one by one.

Everything large is spooled to disk beside the file: stored bytes as they come, postings as sorted runs. When the
writer closes, documents are numbered in the order of their ids: the same documents give the same bytes in any order.
"""

from __future__ import annotations

import os
from contextlib import suppress

from mdexa.index.collecting import CollectionWriter, check_name
from mdexa.index.layout import BLOB, damaged
from mdexa.index.reader import Index
from mdexa.index.sections import RecordsWriter, SectionFile

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import IO, Self

#: How many postings a collection holds in memory before it writes them to a run: 8 bytes each, and some more.
ROOM = 6_000_000
_ATTEMPTS = 1000


class IndexWriter:
    """Writes an index file: beside the old one, read back, then put in its place. A context manager.

    Leaving the block closes the writer, or throws the unfinished file away if there was an error.
    """

    def __init__(self, path: str | os.PathLike[str], *, version: str, as_of: str, room: int = ROOM) -> None:
        """`version` and `as_of` name the catalogue; `room` bounds the postings that are held in memory."""
        from pathlib import Path

        self.path = Path(path)
        self._version, self._as_of, self._room = version, as_of, room
        self._folder = str(self.path.absolute().parent)
        self._collections: dict[str, CollectionWriter] = {}
        self._blobs: dict[str, bytes] = {}
        self._open = True

    def collection(
        self, name: str, *, fields: Mapping[str, tuple[float, float]], facets: Iterable[str] = ()
    ) -> CollectionWriter:
        """Begins a collection. fields: {field: (weight, b)}, where b from 0 to 1 says how much length counts.

        ValueError for a name that is used or not made of a-z, 0-9, `_` and `-`, and for weights that make no sense.
        """
        self._check_open()
        if name in self._collections or name == BLOB:
            raise ValueError(f"there is a collection {name!r} already")
        self._collections[name] = writer = CollectionWriter(name, fields, facets, self._folder, self._room)
        return writer

    def blob(self, name: str, content: bytes) -> None:
        """Adds named bytes; ValueError for a name that is used or cannot be one."""
        self._check_open()
        if name in self._blobs:
            raise ValueError(f"there is a blob {name!r} already")
        self._blobs[check_name("blob", name)] = bytes(content)

    def close(self) -> str:
        """Finishes the file and puts it in place; gives its digest. On an error the old file stays as it was."""
        self._check_open()
        self._open = False
        partial, file = _create_beside(self.path)
        try:
            with file:
                digest = self._write(SectionFile(file))
                file.flush()
                os.fsync(file.fileno())
            self._read_back(partial, digest)
            partial.replace(self.path)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise
        finally:
            self.abandon()
        _sync_folder(self._folder)
        return digest

    def _check_open(self) -> None:
        if not self._open:
            raise ValueError(f"{self.path}: this writer is closed; make another one")

    def _write(self, out: SectionFile) -> str:
        for _, collection in sorted(self._collections.items()):
            collection.write(out)
        for name, blob in sorted(self._blobs.items()):
            records = RecordsWriter(out, f"{BLOB}/{name}", self._folder)
            records.add(blob)
            records.finish()
        return out.finish(self._version, self._as_of)

    def _read_back(self, partial: Path, digest: str) -> None:
        with Index.open(partial) as index:
            if index.verify() != digest:
                raise damaged(str(partial), "the digest of what was written", digest, index.digest)

    def abandon(self) -> None:
        """Throws away what has been added; does nothing after `close`."""
        self._open = False
        for collection in self._collections.values():
            collection.close()
        self._collections.clear()
        self._blobs.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.abandon()
        elif self._open:
            self.close()


def _create_beside(path: Path) -> tuple[Path, IO[bytes]]:
    """A new file in the folder of the path, and open. Its rights follow the umask, which a temporary file's do not."""
    for attempt in range(_ATTEMPTS):
        partial = path.with_name(f"{path.name}.{os.getpid()}-{attempt}.partial")
        with suppress(FileExistsError):
            return partial, partial.open("x+b")
    raise FileExistsError(f"{path}: too many unfinished files beside it; remove {path}.*.partial")


def _sync_folder(folder: str) -> None:
    """Makes the renaming last; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
