"""What a census is: sections, each with a sentence that says what to see, and a table of numbers."""

from typing import Literal

import msgspec

from mdexa.results import CatalogueStamp

FORMAT = 1
Drawing = Literal["whole", "bars", "shares", "columns", "heat", "none"]


class _Struct(msgspec.Struct, frozen=True, kw_only=True):
    """All shapes are frozen."""


class Column(_Struct, frozen=True, kw_only=True):
    """A column of numbers; `open` if it counts what is an open question."""

    key: str
    label: str
    open: bool = False


class Line(_Struct, frozen=True, kw_only=True):
    """A row of a table: a value of what is counted, and a number for each column."""

    key: str
    label: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the row."""
        return sum(self.counts)


class Section(_Struct, frozen=True, kw_only=True):
    """One thing that is counted. `of` is what the numbers are numbers of; `drawn` how many lines the picture has."""

    id: str
    title: str
    sees: str
    first: str
    of: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    drawing: Drawing = "none"
    drawn: int | None = None
    note: str = ""
    #: where a line stands for a dataset: more words on it
    details: dict[str, str] = {}


class Figure(_Struct, frozen=True, kw_only=True):
    """A number that stands at the head of the report."""

    key: str
    n: int
    of: int | None
    label: str


class Census(_Struct, frozen=True, kw_only=True):
    """The counts of one catalogue."""

    format: Literal[1]
    title: str
    catalogue: CatalogueStamp
    digest: str
    program: str
    figures: tuple[Figure, ...]
    sections: tuple[Section, ...]
