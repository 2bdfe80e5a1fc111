"""The documents of one collection while they come in, and the sections that they become."""

from __future__ import annotations

from array import array
from collections import Counter

from mdexa.index.impacts import Scale
from mdexa.index.near_writing import NearWriter
from mdexa.index.runs import TIMES_BITS, Runs
from mdexa.index.sections import DictionaryWriter, FamilyWriter, Rows
from mdexa.index.spool import Spool

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mdexa.index.sections import SectionFile

LONGEST_NAME = 16
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
_NOTHING: Mapping[str, Iterable[str]] = {}


class CollectionWriter:
    """Takes the documents of one collection. Made by `IndexWriter.collection`."""

    def __init__(
        self, name: str, fields: Mapping[str, tuple[float, float]], facets: Iterable[str], folder: str, room: int
    ) -> None:
        self.name, self._folder = check_name("collection", name), folder
        # Sorted: sums of rounded numbers depend on the order.
        self._fields = {field: number for number, field in enumerate(sorted(fields))}
        self._weights = [_checked_weight(field, *fields[field]) for field in self._fields]
        self._facets = frozenset(_checked_facet(facet) for facet in facets)
        self._sequence: dict[str, int] = {}  # id -> number in the order of adding
        self._lengths = [array("I") for _ in fields]
        self._terms = Runs(len(self._fields), folder, room)
        self._values, self._names = Runs(1, folder, room), Runs(1, folder, room)
        self._columns: dict[str, Column] = {}

    def add(
        self,
        identifier: str,
        *,
        fields: Mapping[str, Iterable[str]] = _NOTHING,
        facets: Mapping[str, Iterable[str]] = _NOTHING,
        stored: Mapping[str, bytes] | None = None,
        names: Iterable[str] = (),
    ) -> None:
        """Takes one document: its id, tokens by field, values by facet, bytes by column, folded names.

        ValueError for an id that is there already, for an unknown field or facet, for a key over 4096 characters.
        """
        if identifier in self._sequence:
            raise ValueError(f"collection {self.name} has a document {identifier!r} already")
        self._check_legal("field", fields, self._fields)
        self._check_legal("facet", facets, self._facets)
        sequence = self._sequence[identifier] = len(self._sequence)
        for field, number in self._fields.items():
            times = Counter(fields.get(field, ()))
            self._lengths[number].append(times.total())
            self._terms.add(number, times, sequence)
        values = {f"{facet}\0{value}": 1 for facet, own in facets.items() for value in own}
        self._values.add(0, values, sequence)
        self._names.add(0, dict.fromkeys(names, 1), sequence)
        for name, content in (stored or {}).items():
            column = self._columns.get(name)
            if column is None:
                column = self._columns[name] = Column(check_name("column", name), self._folder)
            column.add(sequence, content)

    def _check_legal(self, kind: str, given: Iterable[str], legal: Iterable[str]) -> None:
        for key in given:
            if key not in legal:
                known = ", ".join(sorted(legal)) or "none"
                raise ValueError(f"collection {self.name} has no {kind} {key!r} (legal: {known})")

    def write(self, out: SectionFile) -> None:
        """Appends the sections of the collection."""
        ids = list(self._sequence)
        order = sorted(range(len(ids)), key=ids.__getitem__)
        numbers = None if order == list(range(len(ids))) else _shifted_inverse(order)
        for _, column in sorted(self._columns.items()):
            column.write(out, f"{self.name}/stored/{column.name}", order)
        self._write_ids(out, [ids[sequence] for sequence in order])
        self._write_terms(out, order, numbers)
        self._write_sets(out, "facets", self._values, numbers)
        self._write_sets(out, "names", self._names, numbers, near=True)

    def _write_ids(self, out: SectionFile, ids: list[str]) -> None:
        writer = DictionaryWriter(out, f"{self.name}/ids", self._folder)
        for identifier in ids:
            writer.add(identifier.encode())
        writer.finish()

    def _write_terms(self, out: SectionFile, order: list[int], numbers: Sequence[int] | None) -> None:
        lengths = self._lengths
        if numbers is not None:
            lengths = [array("I", [own[sequence] for sequence in order]) for own in lengths]
        scale = Scale(len(order), self._weights, lengths)
        family = FamilyWriter(out, f"{self.name}/terms", self._folder, len(order))
        near = NearWriter()
        for key, fields in self._terms.merged():
            family.add(key, *scale.impacts([(field, _numbered(own, numbers)) for field, own in fields]))
            near.add(key)
        family.finish()
        near.finish(out, f"{self.name}/terms.near", self._folder)

    def _write_sets(
        self, out: SectionFile, kind: str, runs: Runs, numbers: Sequence[int] | None, *, near: bool = False
    ) -> None:
        family = FamilyWriter(out, f"{self.name}/{kind}", self._folder, len(self._sequence))
        keys = NearWriter()
        for key, fields in runs.merged():
            family.add(key, [posting >> TIMES_BITS for posting in _numbered(fields[0][1], numbers)])
            if near:
                keys.add(key)
        family.finish()
        if near:
            keys.finish(out, f"{self.name}/{kind}.near", self._folder)

    def close(self) -> None:
        """Removes what was spooled."""
        for runs in (self._terms, self._values, self._names):
            runs.close()
        for column in self._columns.values():
            column.close()


class Column:
    """Stored bytes, spooled as they come."""

    def __init__(self, name: str, folder: str) -> None:
        self.name = name
        self._spool = Spool(folder)
        self._places, self._sizes = array("Q"), array("Q")  # by sequence

    def add(self, sequence: int, content: bytes) -> None:
        """Takes the bytes of a document."""
        missing = bytes(8 * (sequence - len(self._places)))  # documents before, that stored nothing here
        self._places.frombytes(missing)
        self._sizes.frombytes(missing)
        self._places.append(self._spool.write(content))
        self._sizes.append(len(content))

    def write(self, out: SectionFile, name: str, order: list[int]) -> None:
        """Appends the section, the documents in this order; those that stored nothing have empty bytes."""
        start, rows = out.tell(), Rows(name)
        for sequence in order:
            there = sequence < len(self._places)
            content = self._spool.read(self._places[sequence], self._sizes[sequence]) if there else b""
            rows.add(content, out.tell() - start)
            out.write(content)
        rows.finish(out, start)

    def close(self) -> None:
        """Removes the spool."""
        self._spool.close()


def check_name(kind: str, name: str) -> str:
    """The name, if it can name a section; else ValueError."""
    if not name or len(name) > LONGEST_NAME or not _LETTERS.issuperset(name):
        raise ValueError(f"a {kind} is named with 1 to {LONGEST_NAME} of a-z, 0-9, _ and -, not {name!r}")
    return name


def _checked_facet(facet: str) -> str:
    """A facet names no section, only the start of a key: anything but the mark that ends it there."""
    if not facet or "\0" in facet:
        raise ValueError(f"a facet has a name without NUL, not {facet!r}")
    return facet


def _checked_weight(field: str, weight: float, b: float) -> tuple[float, float]:
    if not (weight > 0 and 0 <= b <= 1):
        raise ValueError(f"field {field!r}: the weight is above 0 and b from 0 to 1, not {weight!r} and {b!r}")
    return weight, b


def _shifted_inverse(order: list[int]) -> array[int]:
    """By sequence the number of the document, shifted as in a posting."""
    numbers = array("Q", order)
    for number, sequence in enumerate(order):
        numbers[sequence] = number << TIMES_BITS
    return numbers


def _numbered(postings: array[int], numbers: Sequence[int] | None) -> list[int]:
    """Postings with document numbers instead of sequence numbers, sorted."""
    if numbers is None:
        return postings.tolist()
    return sorted([numbers[posting >> 16] | posting & 65535 for posting in postings])
