"""A finding: one thing that is wrong in the catalogue, where it stands, and how to mend it.

Wrong data is a value, never an exception: every stage collects findings and all are shown at once. The code
is stable and public; `docs/findings.md` has a heading for each.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from mdexa.compiler.characters import printable, shorten

Severity = Literal["error", "warning"]
#: Steps from the top of a file to a place in it: keys and positions.
Path = Sequence[str | int]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One problem. An error stops the build; a warning is shown and stops nothing."""

    code: str
    severity: Severity
    #: relative to the catalogue folder, with forward slashes
    file: str
    #: 1 for the first line; 0 if the finding is about the file as a whole
    line: int
    #: JSON pointer (RFC 6901); empty for the whole file
    pointer: str
    message: str
    remedy: str
    got: str = ""
    expected: tuple[str, ...] = ()


def pointer_of(path: Path) -> str:
    """The JSON pointer of a path: `("parts", 0, "id")` -> `/parts/0/id`."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def arrange(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings without repetition, by file, line and code."""
    return tuple(sorted(set(findings), key=_place))


def _place(finding: Finding) -> tuple[str | int | tuple[str, ...], ...]:
    # Everything counts in the end, so that no order of discovery shows through.
    head = (finding.file, finding.line, finding.code, finding.pointer, finding.message)
    return (*head, finding.remedy, finding.severity, finding.got, finding.expected)


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether any of the findings stops the build."""
    return any(finding.severity == "error" for finding in findings)


def render(finding: Finding) -> str:
    """Two lines for a terminal: `file:line: severity code: message`, then the remedy, indented."""
    place = f"{finding.file}:{finding.line}" if finding.line else finding.file
    head = f"{place}: {finding.severity} {finding.code}: {finding.message}"
    return f"{printable(head)}\n    {printable(finding.remedy)}"


def render_json(findings: Iterable[Finding]) -> str:
    """A JSON list of the findings, in plain ASCII."""
    return json.dumps([msgspec.to_builtins(finding) for finding in findings], indent=2, ensure_ascii=True)


def quote(value: object) -> str:
    """A value as it is shown inside a message: text between backquotes, cut to a bearable length."""
    return f"`{shorten(printable(str(value)))}`"
