"""Findings on a terminal: errors whole, warnings counted by code unless they are asked for."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence

from mdexa.cli.output import clean, put, put_lines

TYPE_CHECKING = False  # as in `typing`
if TYPE_CHECKING:
    from mdexa.compiler.finding import Finding


def show(findings: Sequence[Finding], arguments: Namespace, outcome: str) -> int:
    """Prints findings and an outcome; 1 if one of them is an error, or where all count any, else 0."""
    from mdexa.compiler.finding import render_json

    if arguments.json:
        put(render_json(findings) + "\n")
    else:
        put_lines(_lines(findings, arguments, outcome))
    counted = [finding for finding in findings if arguments.strict or finding.severity == "error"]
    return 1 if counted else 0


def _lines(findings: Sequence[Finding], arguments: Namespace, outcome: str) -> Iterator[str]:
    from mdexa.compiler.finding import render

    errors = [finding for finding in findings if finding.severity == "error"]
    warnings = [finding for finding in findings if finding.severity != "error"]
    shown = arguments.warnings or arguments.strict
    for finding in (*errors, *(warnings if shown else ())):
        yield render(finding)
    if warnings and not shown:
        for code, count in sorted(Counter(finding.code for finding in warnings).items()):
            yield f"{_many(count, 'warning')} {code}"
        yield "(--warnings shows them)"
    yield f"{_many(len(errors), 'error')}, {_many(len(warnings), 'warning')}; {clean(outcome)}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
