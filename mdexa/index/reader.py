"""Opening an index file and asking it. The file is mapped; opening reads its first and last page, whatever its size."""

from errno import EACCES, EISDIR, ENOENT, ENOTDIR, EPERM
from mmap import ACCESS_READ, mmap
from os import fspath, fstat

from mdexa.index.layout import FACET_END, damaged, read_frame
from mdexa.index.matching import Match
from mdexa.index.postings import Cache, Family
from mdexa.index.records import Dictionary, Records

#: Decoded postings are kept up to this many bytes and so many more a document, but never more than the last.
CACHE_BYTES, CACHE_PER_DOCUMENT, CACHE_MOST = 4 << 20, 24, 32 << 20


class Index:
    """A frozen index file: its collections and blobs. Safe to use from many threads and processes."""

    __slots__ = ("_cache", "_collections", "_data", "_sections", "as_of", "digest", "path", "version")

    def __init__(self, path: str, data, length: int, cache_bytes: int | None = None):
        self.path, self._data = path, data
        #: `version` and `as_of` of the catalogue, and the digest of the content in hexadecimal
        self.version, self.as_of, self.digest, self._sections = read_frame(path, data, length)
        documents = sum(row[2] for name, row in self._sections.items() if name.endswith("/ids"))
        usual = min(CACHE_BYTES + CACHE_PER_DOCUMENT * documents, CACHE_MOST)
        self._cache = Cache(usual if cache_bytes is None else cache_bytes)
        self._collections: dict = {}

    @classmethod
    def open(cls, path, *, cache_bytes: int | None = None) -> "Index":
        """Maps an index file. `cache_bytes` bounds what decoded postings may take.

        Raises IndexMissing, IndexForeign, IndexVersionMismatch, IndexDamaged, and IndexUnreadable for anything else
        that keeps the file from being read.
        """
        path = str(fspath(path))
        data, length = _map(path)
        return cls(path, data, length, cache_bytes)

    def verify(self) -> str:
        """Reads the whole file and gives its digest, in hexadecimal. IndexDamaged if it is not the one in the header."""
        from mdexa.index.verifying import digest_of

        found = digest_of(self._data)
        if found != self.digest:
            raise damaged(self.path, "the digest of its content", self.digest, found)
        return found

    def collections(self) -> tuple:
        """The names of the collections."""
        return tuple(name[:-4] for name in self._sections if name.endswith("/ids"))

    def collection(self, name: str) -> "Collection":
        """A collection by name; KeyError if there is none."""
        found = self._collections.get(name)
        if found is None:
            if f"{name}/ids" not in self._sections:
                raise KeyError(f"{self.path} has no collection {name!r}; it has {', '.join(self.collections())}")
            found = self._collections.setdefault(name, Collection(self, name))
        return found

    def blobs(self) -> tuple:
        """The names of the blobs."""
        return tuple(name[5:] for name in self._sections if name.startswith("blob/"))

    def blob(self, name: str) -> bytes:
        """The bytes of a blob; KeyError if there is none."""
        if f"blob/{name}" not in self._sections:
            raise KeyError(f"{self.path} has no blob {name!r}; it has {', '.join(self.blobs())}")
        return self._records(f"blob/{name}").read(0)

    def close(self) -> None:
        """Unmaps the file; nothing of it can be asked any more."""
        self._data.close()

    def __enter__(self) -> "Index":
        return self

    def __exit__(self, *error) -> None:
        self.close()

    def _section(self, name: str) -> tuple:
        row = self._sections.get(name)
        if row is None:
            raise damaged(self.path, f"section {name}", "present", "absent")
        return row

    def _records(self, name: str) -> Records:
        return Records(self.path, self._data, name, self._section(name))

    def _dictionary(self, name: str) -> Dictionary:
        return Dictionary(self._records(name), self._records(f"{name}.hash"))

    def _family(self, name: str, documents: int) -> Family:
        bits = f"{name}.bits"
        return Family(self._dictionary(name), documents, self.path, self._data, bits, self._section(bits), self._cache)


class Collection:
    """Documents of one kind, numbered in the order of their ids."""

    __slots__ = (
        "_every",
        "_facets",
        "_ids",
        "_index",
        "_names",
        "_near",
        "_stored",
        "_tables",
        "_terms",
        "count",
        "kind",
        "width",
    )

    def __init__(self, index: Index, name: str):
        self._index, self.kind = index, name
        self._ids = index._dictionary(f"{name}/ids")
        self.count = self._ids.count
        #: bytes of a set of documents
        self.width = (self.count + 7) // 8
        self._terms = index._family(f"{name}/terms", self.count)
        self._every = self._facets = self._names = None
        self._stored: dict = {}
        self._tables: dict = {}
        self._near: dict = {}

    def __len__(self) -> int:
        return self.count

    def doc(self, identifier: str) -> int | None:
        """The number of the document with this id, or None."""
        found = self._ids.find(identifier.encode())
        return None if found is None else found[0]

    def id(self, document: int) -> str:
        """The id of a document; IndexError if there is none of this number."""
        return str(self._ids.read(document)[2:], "utf-8")

    def stored(self, document: int, column: str) -> bytes:
        """What was stored for a document in a column, empty if nothing was; KeyError if there is no such column."""
        records = self._stored.get(column)
        if records is None:
            section = f"{self.kind}/stored/{column}"
            if section not in self._index._sections:
                raise KeyError(f"collection {self.kind} stores no column {column!r}")
            records = self._stored[column] = self._index._records(section)
        return records.read(document)

    def term(self, term: str | bytes) -> int:
        """The number of documents that hold a term."""
        found = self._terms.get(_key(term))
        return 0 if found is None else found.df

    def terms_under(self, prefix: str | bytes, limit: int) -> list:
        """The first `limit` terms with a prefix, in order: [(term, documents), ...]."""
        return self._under(self._terms, _key(prefix), limit)

    def name(self, key: str) -> tuple:
        """The documents that carry a folded name, possibly several, possibly none."""
        found = self._named().get(_key(key))
        return () if found is None else tuple(found.documents())

    def names_under(self, prefix: str, limit: int) -> list:
        """The first `limit` folded names with a prefix, in order: [(name, documents), ...]."""
        return self._under(self._named(), _key(prefix), limit)

    def near_terms(self, term: str, limit: int, *, distance: int | None = None) -> list:
        """The terms within a typing error or two, nearest first, then the more frequent: [(term, distance, documents)].

        `distance` bounds the errors (0 to 2); by default none under 4 characters, 1 up to 7, else 2.
        """
        return self._near_keys("terms", self._terms, term, limit, distance)

    def near_names(self, key: str, limit: int, *, distance: int | None = None) -> list:
        """The folded names within a typing error or two, as `near_terms`; `name` gives their documents."""
        return self._near_keys("names", self._named(), key, limit, distance)

    def facet_values(self, facet: str) -> dict:
        """All values of a facet with the number of their documents: {value: count}; empty for an unknown facet."""
        return {value: posting.df for value, posting in self.facet_table(facet)}

    def facet_table(self, facet: str) -> tuple:
        """The values of a facet and their postings, in the order of the values."""
        table = self._tables.get(facet)
        if table is None:
            family, start = self._faceted(), facet.encode() + FACET_END
            postings = [family.at(number) for number in family.dictionary.under(start)]
            table = tuple((posting.key[len(start) :].decode(), posting) for posting in postings)
            self._tables[facet] = table
        return table

    def every(self) -> int:
        """The set of all documents."""
        if self._every is None:
            self._every = (1 << self.count) - 1
        return self._every

    def match(self, units=(), *, filters=None, without=None, mode: str = "any") -> Match:
        """The documents that hit any (or, by `mode`, all) of the units, pass all filters and carry nothing of `without`.

        A unit is a term or a list of terms of which one is enough; the strongest counts. filters, without:
        {facet: [value, ...]}; an unknown facet or value is carried by no document. No units: all documents.
        """
        if mode != "any" and mode != "all":
            raise ValueError(f"mode is 'any' or 'all', not {mode!r}")
        get = self._terms.get
        asked = []
        for unit in units:
            terms = (unit,) if unit.__class__ is str or unit.__class__ is bytes else unit
            found = [get(_key(term)) for term in terms]
            asked.append([posting for posting in found if posting is not None])
        return Match(self, asked, self._sets(filters), self._sets(without), every=mode == "all")

    def _sets(self, filters) -> dict:
        """The documents that carry one of the values, for each facet."""
        sets = {}
        for facet, values in (filters or {}).items():
            family, bits = self._faceted(), 0
            for value in values:
                posting = family.get(b"%b\0%b" % (facet.encode(), value.encode()))
                if posting is not None:
                    bits |= posting.presence()
            sets[facet] = bits
        return sets

    def _faceted(self) -> Family:
        if self._facets is None:
            self._facets = self._index._family(f"{self.kind}/facets", self.count)
        return self._facets

    def _named(self) -> Family:
        if self._names is None:
            self._names = self._index._family(f"{self.kind}/names", self.count)
        return self._names

    def _under(self, family: Family, prefix: bytes, limit: int) -> list:
        numbers = family.dictionary.under(prefix)[: max(limit, 0)]
        postings = [family.at(number) for number in numbers]
        return [(posting.key.decode(), posting.df) for posting in postings]

    def _near_keys(self, kind: str, family: Family, key: str, limit: int, distance: int | None) -> list:
        near = self._near.get(kind)
        if near is None:
            from mdexa.index.near import Near

            section = f"{self.kind}/{kind}.near"
            order = self._index._records(f"{section}.order")
            lanes = Near.count(order)
            near = self._near[kind] = Near(family, self._index._family(section, lanes), order)
        return near.find(key, limit, distance)


def _key(text) -> bytes:
    return text if text.__class__ is bytes else text.encode()


def _map(path: str):
    """The mapped file and its length."""
    try:
        with open(path, "rb") as file:
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
