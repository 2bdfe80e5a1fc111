"""The digest of an index file: over all bytes after the header, so that it names the content."""

from __future__ import annotations

import mmap
from hashlib import sha256

from mdexa.index.layout import HEADER_END

#: A multiple of every page size.
_CHUNK = 1 << 20


def digest_of(data: mmap.mmap) -> str:
    """The digest of a mapped file, in hexadecimal. Its pages are let go as soon as they are read."""
    total, length = sha256(), len(data)
    for start in range(0, length, _CHUNK):
        total.update(data[max(start, HEADER_END) : start + _CHUNK])
        if hasattr(mmap, "MADV_DONTNEED"):
            data.madvise(mmap.MADV_DONTNEED, start, min(_CHUNK, length - start))
    return total.hexdigest()
