"""A mapped index file and its sections. Opening reads the first and the last page, whatever the size of the file."""

from __future__ import annotations

from errno import EACCES, EISDIR, ENOENT, ENOTDIR, EPERM
from mmap import ACCESS_READ, mmap
from os import fstat

from mdexa.index.layout import BLOB, damaged, read_frame
from mdexa.index.postings import Cache, Family
from mdexa.index.records import Dictionary, Records

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from mdexa.index.layout import Section

#: Decoded postings are kept up to this many bytes and so many more a document, but never more than the last.
CACHE_BYTES, CACHE_PER_DOCUMENT, CACHE_MOST = 4 << 20, 24, 32 << 20


class MappedFile:
    """An index file in memory: its frame, and its sections by name."""

    __slots__ = ("as_of", "cache", "data", "digest", "path", "sections", "version")

    def __init__(self, path: str, cache_bytes: int | None) -> None:
        self.path = path
        data, length = _map(path)
        self.version, self.as_of, self.digest, self.sections = read_frame(path, data, length)
        self.data: mmap = data  # type: ignore[assignment]  # an empty file has no frame
        documents = sum(self.sections[f"{name}/ids"][2] for name in self.collections())
        usual = min(CACHE_BYTES + CACHE_PER_DOCUMENT * documents, CACHE_MOST)
        self.cache = Cache(usual if cache_bytes is None else cache_bytes)

    def collections(self) -> tuple[str, ...]:
        """The names of the collections."""
        found = [name.split("/") for name in self.sections]
        return tuple(parts[0] for parts in found if parts[1:] == ["ids"] and parts[0] != BLOB)

    def section(self, name: str) -> Section:
        """Start, length and number of records of a section that must be there; IndexDamaged if it is not."""
        section = self.sections.get(name)
        if section is None:
            raise damaged(self.path, f"section {name}", "present", "absent")
        return section

    def records(self, name: str) -> Records:
        """A section of records."""
        return Records(self.path, self.data, name, self.section(name))

    def dictionary(self, name: str) -> Dictionary:
        """A dictionary: two sections of records."""
        return Dictionary(self.records(name), self.records(f"{name}.hash"))

    def family(self, name: str, documents: int) -> Family:
        """A family of postings: a dictionary, and a section of bits."""
        bits = f"{name}.bits"
        return Family(self.dictionary(name), documents, self.path, self.data, bits, self.section(bits), self.cache)


def _map(path: str) -> tuple[mmap | bytes, int]:
    """The mapped file and its length."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
            length = fstat(file.fileno()).st_size
            return (mmap(file.fileno(), 0, access=ACCESS_READ) if length else b""), length
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None


def _refusal(path: str, error: Exception) -> Exception:
    from mdexa import errors

    number = getattr(error, "errno", ENOENT)  # ValueError: a name that no file can have
    if number in (ENOENT, ENOTDIR):
        return errors.IndexMissing(path)
    if number == EISDIR:
        return errors.IndexForeign(path)
    if number in (EACCES, EPERM):
        return errors.IndexUnreadable(path, "it must not be read", "give the user of this process the right to read it")
    return errors.IndexUnreadable(path, f"it cannot be read ({error})")
