"""Building an index file from documents that come one by one.

Everything large is spooled to disk beside the file: stored bytes as they come, postings as sorted runs. When the writer
closes, documents are numbered in the order of their ids, and the same documents give the same bytes in any order of `add`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import TracebackType

from mdexa.index.collecting import CollectionWriter, check_name
from mdexa.index.layout import damaged
from mdexa.index.reader import Index
from mdexa.index.sections import RecordsWriter, SectionFile

#: How many postings a collection holds in memory before it writes them to a run: 8 bytes each, and some more.
ROOM = 6_000_000


class IndexWriter:
    """Writes an index file: beside the old one, read back, then put in its place. A context manager.

    Leaving the block closes the writer, or throws the unfinished file away if there was an error.
    """

    def __init__(self, path: str | os.PathLike[str], *, version: str, as_of: str, room: int = ROOM):
        """`version` and `as_of` name the catalogue; `room` bounds the postings that are held in memory."""
        self.path = os.fspath(path)
        self._version, self._as_of, self._room = version, as_of, room
        self._folder = os.path.dirname(os.path.abspath(self.path))
        self._collections: dict[str, CollectionWriter] = {}
        self._blobs: dict[str, bytes] = {}
        self._open = True

    def collection(
        self, name: str, *, fields: Mapping[str, tuple[float, float]], facets: Iterable[str] = ()
    ) -> CollectionWriter:
        """Begins a collection. fields: {field: (weight, b)}, where b from 0 to 1 says how much length counts.

        ValueError for a name that is used or not made of a-z, 0-9, `_` and `-`.
        """
        if name in self._collections:
            raise ValueError(f"there is a collection {name!r} already")
        self._collections[name] = writer = CollectionWriter(name, fields, facets, self._folder, self._room)
        return writer

    def blob(self, name: str, content: bytes) -> None:
        """Adds named bytes; ValueError for a name that is used."""
        if name in self._blobs:
            raise ValueError(f"there is a blob {name!r} already")
        check_name("blob", name)
        self._blobs[name] = bytes(content)

    def close(self) -> str:
        """Finishes the file and puts it in place; gives its digest. On an error the old file stays as it was."""
        self._open = False
        partial, file = _create_beside(self.path)
        try:
            with file:
                digest = self._write(SectionFile(file))
                file.flush()
                os.fsync(file.fileno())
            self._read_back(partial, digest)
            os.replace(partial, self.path)
        except BaseException:
            with suppress(OSError):
                os.unlink(partial)
            raise
        finally:
            self.abandon()
        _sync_folder(self._folder)
        return digest

    def _write(self, out: SectionFile) -> str:
        for _, content in sorted(self._collections.items()):
            content.write(out)
        for name, blob in sorted(self._blobs.items()):
            records = RecordsWriter(out, f"blob/{name}", self._folder)
            records.add(blob)
            records.finish()
        return out.finish(self._version, self._as_of)

    def _read_back(self, partial: str, digest: str) -> None:
        with Index.open(partial) as index:
            if index.verify() != digest:
                raise damaged(partial, "the digest of what was written", digest, index.digest)

    def abandon(self) -> None:
        """Throws away what has been added; does nothing after `close`."""
        self._open = False
        for collection in self._collections.values():
            collection.close()
        self._collections.clear()
        self._blobs.clear()

    def __enter__(self) -> "IndexWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.abandon()
        elif self._open:
            self.close()


def _create_beside(path: str):
    """A new file in the folder of the path: (its path, the open file)."""
    for attempt in range(1000):
        partial = f"{path}.{os.getpid()}-{attempt}.partial"
        with suppress(FileExistsError):
            return partial, open(partial, "x+b")
    raise FileExistsError(f"{path}: too many unfinished files beside it; remove {path}.*.partial")


def _sync_folder(folder: str) -> None:
    """Makes the renaming last; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
