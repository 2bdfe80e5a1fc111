"""What can be asked of an index file: its collections and blobs; of a collection, its documents, names and terms."""

from __future__ import annotations

from os import fspath

from mdexa.index.layout import BLOB, FACET_END, damaged
from mdexa.index.mapping import MappedFile
from mdexa.index.matching import Match

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike
    from typing import Self

    from mdexa.index.matching import Unit
    from mdexa.index.near import Near
    from mdexa.index.postings import Family, Posting
    from mdexa.index.records import Records

    Filters = Mapping[str, Iterable[str]]

#: The same documents come first again and again: so many ids are kept.
KNOWN_IDS = 4096


class Index:
    """A frozen index file: its collections and blobs. Safe to use from many threads and processes."""

    __slots__ = ("_collections", "_file")

    def __init__(self, file: MappedFile) -> None:
        self._file = file
        self._collections: dict[str, Collection] = {}

    @classmethod
    def open(cls, path: str | PathLike[str], *, cache_bytes: int | None = None) -> Self:
        """Maps an index file. `cache_bytes` bounds what decoded postings may take.

        Raises IndexMissing, IndexForeign, IndexVersionMismatch, IndexDamaged, and IndexUnreadable for anything else
        that keeps the file from being read.
        """
        return cls(MappedFile(str(fspath(path)), cache_bytes))

    @property
    def path(self) -> str:
        """Where the file was."""
        return self._file.path

    @property
    def version(self) -> str:
        """The version of the catalogue."""
        return self._file.version

    @property
    def as_of(self) -> str:
        """The day on which the catalogue was true."""
        return self._file.as_of

    @property
    def digest(self) -> str:
        """The digest of the content that the header names, in hexadecimal."""
        return self._file.digest

    def verify(self) -> str:
        """Reads the whole file and gives its digest. IndexDamaged if it is not the one that the header names."""
        from mdexa.index.verifying import digest_of

        found = digest_of(self._file.data)
        if found != self.digest:
            raise damaged(self.path, "the digest of its content", self.digest, found)
        return found

    def collections(self) -> tuple[str, ...]:
        """The names of the collections."""
        return self._file.collections()

    def collection(self, name: str) -> Collection:
        """A collection by name; KeyError if there is none."""
        found = self._collections.get(name)
        if found is None:
            if name not in self.collections():
                raise KeyError(f"{self.path} has no collection {name!r}; it has {', '.join(self.collections())}")
            found = self._collections.setdefault(name, Collection(self._file, name))
        return found

    def blobs(self) -> tuple[str, ...]:
        """The names of the blobs."""
        return tuple(name[len(BLOB) + 1 :] for name in self._file.sections if name.startswith(f"{BLOB}/"))

    def blob(self, name: str) -> bytes:
        """The bytes of a blob; KeyError if there is none."""
        section = f"{BLOB}/{name}"
        if section not in self._file.sections:
            raise KeyError(f"{self.path} has no blob {name!r}; it has {', '.join(self.blobs())}")
        return self._file.records(section).read(0)

    def close(self) -> None:
        """Unmaps the file; nothing of it can be asked any more."""
        self._file.data.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Collection:
    """Documents of one kind, numbered in the order of their ids."""

    __slots__ = (
        "_families",
        "_file",
        "_ids",
        "_known_ids",
        "_near",
        "_stored",
        "_tables",
        "_terms",
        "count",
        "kind",
        "width",
    )

    def __init__(self, file: MappedFile, kind: str) -> None:
        self._file, self.kind = file, kind
        self._ids = file.dictionary(f"{kind}/ids")
        self.count = self._ids.count
        #: bytes of a set of documents
        self.width = (self.count + 7) // 8
        self._terms = file.family(f"{kind}/terms", self.count)
        self._families = {"terms": self._terms}
        self._known_ids: dict[int, str] = {}
        self._stored: dict[str, Records] = {}
        self._tables: dict[str, tuple[tuple[str, Posting], ...]] = {}
        self._near: dict[str, Near] = {}

    def __len__(self) -> int:
        return self.count

    def doc(self, identifier: str) -> int | None:
        """The number of the document with this id, or None."""
        found = self._ids.find(_raw(identifier))
        return None if found is None else found[0]

    def id(self, document: int) -> str:
        """The id of a document; IndexError if there is none of this number."""
        identifier = self._known_ids.get(document)
        if identifier is None:
            identifier = str(self._ids.read(document)[2:], "utf-8")
            if len(self._known_ids) >= KNOWN_IDS:
                self._known_ids.clear()
            self._known_ids[document] = identifier
        return identifier

    def stored(self, document: int, column: str) -> bytes:
        """What was stored for a document in a column, empty if nothing was; KeyError if there is no such column."""
        records = self._stored.get(column)
        if records is None:
            section = f"{self.kind}/stored/{column}"
            if section not in self._file.sections:
                raise KeyError(f"collection {self.kind} stores no column {column!r}")
            records = self._stored[column] = self._file.records(section)
        return records.read(document)

    def term(self, term: str | bytes) -> int:
        """The number of documents that hold a term."""
        found = self._terms.get(_raw(term))
        return 0 if found is None else found.df

    def terms_under(self, prefix: str | bytes, limit: int) -> list[tuple[str, int]]:
        """The first `limit` terms with a prefix, in order: [(term, documents), ...]."""
        return _under(self._terms, prefix, limit)

    def name(self, key: str) -> tuple[int, ...]:
        """The documents that carry a folded name, possibly several, possibly none."""
        found = self._family("names").get(_raw(key))
        return () if found is None else tuple(found.documents())

    def names_under(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The first `limit` folded names with a prefix, in order: [(name, documents), ...]."""
        return _under(self._family("names"), prefix, limit)

    def near_terms(self, term: str, limit: int, *, distance: int | None = None) -> list[tuple[str, int, int]]:
        """The terms within a typing error or two, nearest first, then the more frequent: [(term, errors, documents)].

        `distance` bounds the errors (0 to 2); by default none under 4 characters, 1 up to 7, else 2. A term with a mark
        of punctuation other than `.`, `-` and `_` is found by itself only.
        """
        return self._near_of("terms").find(term, limit, distance)

    def near_names(self, key: str, limit: int, *, distance: int | None = None) -> list[tuple[str, int, int]]:
        """The folded names within a typing error or two, as `near_terms`; `name` gives their documents."""
        return self._near_of("names").find(key, limit, distance)

    def facet_values(self, facet: str) -> dict[str, int]:
        """All values of a facet with the number of their documents: {value: count}; empty for an unknown facet."""
        return {value: posting.df for value, posting in self.facet_table(facet)}

    def facet_table(self, facet: str) -> tuple[tuple[str, Posting], ...]:
        """The values of a facet and their postings, in the order of the values."""
        table = self._tables.get(facet)
        if table is None:
            family, start = self._family("facets"), _raw(facet) + FACET_END
            postings = [family.at(number) for number in family.dictionary.under(start)]
            table = tuple((posting.key[len(start) :].decode(), posting) for posting in postings)
            if table:  # what nobody wrote is not kept: anybody may ask for anything
                self._tables[facet] = table
        return table

    def every(self) -> int:
        """The set of all documents."""
        return (1 << self.count) - 1

    def match(
        self,
        units: Iterable[str | bytes | Iterable[str | bytes]] = (),
        *,
        beside: Iterable[str | bytes | Iterable[str | bytes]] = (),
        filters: Filters | None = None,
        without: Filters | None = None,
        mode: str = "any",
    ) -> Match:
        """The documents that hit any (by `mode`: all) of the units, pass all filters and carry nothing of `without`.

        A unit is a term or several of which one is enough; the strongest counts. Units `beside` match and score like
        the others, but the order does not count them as hits: they decide among equals. filters, without:
        {facet: [value, ...]}; an unknown facet or value is carried by no document. No units: all documents.
        """
        if mode not in ("any", "all"):
            raise ValueError(f"mode is 'any' or 'all', not {mode!r}")
        get = self._terms.get
        asked: list[Unit] = []
        counted = list(units)
        further = list(beside)
        for unit in (*counted, *further):
            terms = (unit,) if isinstance(unit, str | bytes) else unit
            found = [get(_raw(term)) for term in terms]
            asked.append([posting for posting in found if posting is not None])
        sets = self._sets(filters), self._sets(without)
        return Match(self, asked, *sets, beside=len(further), every=mode == "all")

    def _sets(self, filters: Filters | None) -> dict[str, int]:
        """The documents that carry one of the values, for each facet."""
        sets: dict[str, int] = {}
        for facet, values in (filters or {}).items():
            if isinstance(values, str):
                raise TypeError(f"{facet}: a list of values is needed, not {values!r}")
            family, bits = self._family("facets"), 0
            for value in values:
                posting = family.get(_raw(facet) + FACET_END + _raw(value))
                if posting is not None:
                    bits |= posting.presence()
            sets[facet] = bits
        return sets

    def _family(self, kind: str) -> Family:
        family = self._families.get(kind)
        if family is None:
            family = self._families[kind] = self._file.family(f"{self.kind}/{kind}", self.count)
        return family

    def _near_of(self, kind: str) -> Near:
        near = self._near.get(kind)
        if near is None:
            from mdexa.index.near import Near

            section = f"{self.kind}/{kind}.near"
            order = self._file.records(f"{section}.order")
            lanes = self._file.family(section, Near.count(order))
            near = self._near[kind] = Near(self._family(kind), lanes, order)
        return near


def _raw(text: str | bytes) -> bytes:
    # No text of the world has a lone surrogate, and no key either: it is found nowhere.
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def _under(family: Family, prefix: str | bytes, limit: int) -> list[tuple[str, int]]:
    numbers = family.dictionary.under(_raw(prefix))[: max(limit, 0)]
    postings = [family.at(number) for number in numbers]
    return [(posting.key.decode(), posting.df) for posting in postings]
