"""The shape of a query that was understood: units, and what the answer has to say about the words."""

import msgspec

from mdexa.results import Hint, Near, Understood


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One thing asked for: the words typed, the index terms of which one is enough, and what it was read as.

    Several units may stand for the same words, as the name of a dataset and its family.
    """

    typed: str
    terms: tuple[str, ...]
    concepts: tuple[str, ...] = ()
    read_as: str | None = None
    #: a name or concept, by the number of which rows rank; a plain word only decides among equals
    counts: bool = True
    #: the very name of a dataset, which then comes before all others
    exact: bool = False


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """A query, understood."""

    units: tuple[Unit, ...] = ()
    hints: tuple[Hint, ...] = ()
    unknown: tuple[str, ...] = ()
    nearest: tuple[Near, ...] = ()
    understood: tuple[Understood, ...] = ()
    #: the documents that are called by their very name
    named: tuple[int, ...] = ()
    #: words after a `not` or `without`: neither looked for nor excluded
    negated: tuple[str, ...] = ()

    def terms(self) -> list[list[str]]:
        """The terms of all units, in their order."""
        return [list(unit.terms) for unit in self.units]

    def counted(self) -> list[list[str]]:
        """The units by whose number rows rank; a name counts for more than all others together."""
        counted = [list(unit.terms) for unit in self.units if unit.counts]
        return counted + [list(unit.terms) for unit in self.units if unit.exact for _ in counted]

    def beside(self) -> list[list[str]]:
        """The plain words, which decide among equals."""
        return [list(unit.terms) for unit in self.units if not unit.counts]

    def things(self) -> list[list[str]]:
        """What was asked for, each thing with all the terms by which it may be hit."""
        found: dict[str, list[str]] = {}
        for unit in self.units:
            found.setdefault(unit.typed, []).extend(unit.terms)
        return list(found.values())
