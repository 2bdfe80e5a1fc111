"""The digest of an index file: over all bytes after the header, so that it names the content."""

from hashlib import sha256

from mdexa.index.layout import HEADER_END

_CHUNK = 1 << 20


def digest_of(data) -> str:
    """The digest of a mapped file, in hexadecimal."""
    total = sha256()
    for start in range(HEADER_END, len(data), _CHUNK):
        total.update(data[start : start + _CHUNK])
    return total.hexdigest()
