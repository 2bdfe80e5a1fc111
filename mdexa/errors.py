"""Every exception that Mdexa raises on purpose.

MdexaError
 +- CatalogueInvalid          the sources do not compile: .findings
 +- NoSuchDataset             a name that belongs to no card: .name, .near
 +- BadQuery                  a request outside its legal values: .field, .got, .allowed, .near
 +- IndexUnreadable           an index file that cannot be trusted: .path, .reason, .remedy
     +- IndexMissing          there is no file
     +- IndexForeign          the file is not an index of Mdexa
     +- IndexVersionMismatch  written by another format version: .expected, .got
     +- IndexDamaged          truncated or altered: .expected, .got

Wrong data is a value (`mdexa.compiler.finding.Finding`), wrong use is one of these, anything else is a bug.
Standard library only: opening an index must not pay for more.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from mdexa.compiler.finding import Finding

__all__ = [
    "BadQuery",
    "CatalogueInvalid",
    "IndexDamaged",
    "IndexForeign",
    "IndexMissing",
    "IndexUnreadable",
    "IndexVersionMismatch",
    "MdexaError",
    "NoSuchDataset",
]

REBUILD = "run `mdexa build` to write it again, or reinstall the package"

#: What was given is repeated in a sentence up to this many characters, and so many legal values are named.
SHOWN_GOT, SHOWN_LEGAL = 100, 40


class MdexaError(Exception):
    """Base of all errors that a caller can meet and act on."""


class CatalogueInvalid(MdexaError):
    """The catalogue has findings of severity error; nothing was written."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        super().__init__(findings)
        #: all findings, sorted by file, line and code
        self.findings = tuple(findings)

    def __str__(self) -> str:
        errors = sum(1 for finding in self.findings if finding.severity == "error")
        return f"the catalogue has {errors} error{'s' if errors != 1 else ''}; nothing was written"


class NoSuchDataset(MdexaError, LookupError):
    """No card has this id, name or alias. Near names are offered, never judged."""

    def __init__(self, name: str, near: Iterable[str] = ()) -> None:
        super().__init__(name, near)
        self.name = name
        #: ids of the nearest cards, best first
        self.near = tuple(near)

    def __str__(self) -> str:
        sentence = f"no dataset of the catalogue is called {_shown(self.name)}"
        if self.near:
            return f"{sentence}; the nearest are {', '.join(self.near)}"
        return f"{sentence}, and no name is near; search for it by subject"


class BadQuery(MdexaError, ValueError):
    """A parameter is outside its legal values."""

    def __init__(
        self,
        field: str,
        got: object,
        allowed: Iterable[object] = (),
        *,
        near: Iterable[str] = (),
        why: str = "",
    ) -> None:
        super().__init__(field, got, allowed)
        self.field = field
        self.got = got
        #: the legal values, or a sentence on what is legal as the only member
        self.allowed = tuple(allowed)
        #: the legal values nearest to what was given
        self.near = tuple(near)
        self.why = why

    def __str__(self) -> str:
        sentence = f"{self.field}: {_shown(self.got)} is not accepted"
        if self.why:
            sentence += f", {self.why}"
        if self.near:
            sentence += f"; did you mean {', '.join(self.near)}?"
        if self.allowed:
            named = [str(value) for value in self.allowed[:SHOWN_LEGAL]]
            more = len(self.allowed) - len(named)
            sentence += f" (legal: {', '.join(named)}{f' and {more} others' if more else ''})"
        return sentence


def _shown(given: object) -> str:
    """What was given, in Python's own writing, in which no character can do harm, and cut where it is long."""
    text = repr(given)
    return text if len(text) <= SHOWN_GOT else f"{text[:SHOWN_GOT]}…"


class IndexUnreadable(MdexaError):
    """The index file cannot be used; the way out is in `remedy`."""

    def __init__(self, path: str | os.PathLike[str], reason: str, remedy: str = REBUILD) -> None:
        super().__init__(path, reason, remedy)
        self.path = str(path)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}; {self.remedy}"


class IndexMissing(IndexUnreadable):
    """There is no file at the path."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, "there is no such file")


class IndexForeign(IndexUnreadable):
    """The file does not begin as an index of Mdexa does."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, "this is not an index of Mdexa", "name a file that `mdexa build` has written")


class IndexVersionMismatch(IndexUnreadable):
    """The file was written in another version of the format."""

    def __init__(self, path: str | os.PathLike[str], expected: object, got: object) -> None:
        super().__init__(
            path,
            f"its format version is {got}, and this library reads version {expected}",
            "install the matching version of mdexa, or run `mdexa build` to write it again",
        )
        self.expected = expected
        self.got = got


class IndexDamaged(IndexUnreadable):
    """The file is shorter than it says, or its content does not match its digest."""

    def __init__(self, path: str | os.PathLike[str], what: str, expected: object, got: object) -> None:
        super().__init__(path, f"the file is damaged: {what} should be {expected}, and is {got}")
        self.what = what
        self.expected = expected
        self.got = got
