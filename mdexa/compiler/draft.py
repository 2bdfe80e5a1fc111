"""What has passed its shape, on the way to its meaning: structs that still know file and line."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

from mdexa.card import Card, Facets, LicenceTable, Release, Statement, Vocabulary
from mdexa.compiler.assembly import Lines
from mdexa.compiler.exemptions import Exemptions
from mdexa.compiler.finding import Finding, Path, pointer_of

T = TypeVar("T")
Step: TypeAlias = tuple[str | int, ...]


class Draft(msgspec.Struct, Generic[T], frozen=True):
    """A file of the catalogue as a struct."""

    file: str
    lines: Lines
    value: T
    #: every struct in the value with its path, from the outside in
    nodes: tuple[tuple[Step, msgspec.Struct], ...]

    def error(
        self, code: str, path: Path, message: str, remedy: str, *, got: str = "", expected: Iterable[str] = ()
    ) -> Finding:
        """A finding at a place of this file that stops the build."""
        return self._finding("error", code, path, message, remedy, got, expected)

    def warning(
        self, code: str, path: Path, message: str, remedy: str, *, got: str = "", expected: Iterable[str] = ()
    ) -> Finding:
        """A finding at a place of this file that stops nothing."""
        return self._finding("warning", code, path, message, remedy, got, expected)

    def _finding(
        self,
        severity: Literal["error", "warning"],
        code: str,
        path: Path,
        message: str,
        remedy: str,
        got: str,
        expected: Iterable[str],
    ) -> Finding:
        return Finding(
            code=code,
            severity=severity,
            file=self.file,
            line=self.lines.at(path),
            pointer=pointer_of(path),
            message=message,
            remedy=remedy,
            got=got,
            expected=tuple(expected),
        )


class Drafts(msgspec.Struct, frozen=True):
    """All files that have passed their shape."""

    cards: tuple[Draft[Card], ...]
    #: id -> card; of two cards with one id the first by file
    by_id: dict[str, Draft[Card]]
    #: ids under which cards exist of which nothing more can be said: they did not pass, or have another id inside
    unread: frozenset[str]
    #: whether a card did not pass
    broken: bool
    licences: Draft[LicenceTable] | None
    vocabularies: dict[str, Draft[Vocabulary]]
    facets: Draft[Facets] | None
    release: Draft[Release] | None
    exemptions: Draft[Exemptions] | None


Rule: TypeAlias = Callable[[Drafts], Iterable[Finding]]


def of_each_card(rule: Callable[[Draft[Card], Drafts], Iterable[Finding]]) -> Rule:
    """A rule for the catalogue made from a rule for one card."""

    @wraps(rule)
    def of_all(drafts: Drafts) -> Iterator[Finding]:
        for card in drafts.cards:
            yield from rule(card, drafts)

    return of_all


def walk(value: msgspec.Struct, path: Step = ()) -> Iterator[tuple[Step, msgspec.Struct]]:
    """A struct and every struct inside it with its path, from the outside in."""
    yield path, value
    for attribute, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
        inside = getattr(value, attribute)
        if isinstance(inside, msgspec.Struct):
            yield from walk(inside, (*path, key))
        elif isinstance(inside, tuple):
            for place, item in enumerate(inside):
                if isinstance(item, msgspec.Struct):
                    yield from walk(item, (*path, key, place))


class Row(msgspec.Struct, frozen=True):
    """A statement where it stands: on the card, or on an external upstream of it."""

    path: Step
    statement: Statement
    #: the statements that stand beside it, itself included
    beside: tuple[Statement, ...]
    external: bool


def rows_of(card: Card) -> Iterator[Row]:
    """Every statement of a card and of its external upstreams."""
    for place, statement in enumerate(card.statements):
        yield Row(("statements", place), statement, card.statements, external=False)
    for edge, relation in enumerate(card.relations):
        beside = relation.external.statements if relation.external else ()
        for place, statement in enumerate(beside):
            path = ("relations", edge, "external", "statements", place)
            yield Row(path, statement, beside, external=True)
