"""Findings on a terminal: errors whole, warnings counted by code unless they are asked for."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

TYPE_CHECKING = False  # as in `typing`
if TYPE_CHECKING:
    from mdexa.compiler.finding import Finding


def show(findings: Sequence[Finding], arguments: Namespace, outcome: str) -> int:
    """Prints findings and an outcome; 1 if one of them is an error, else 0."""
    from mdexa.compiler.finding import render, render_json

    errors = [finding for finding in findings if finding.severity == "error"]
    if arguments.json:
        print(render_json(findings))
        return 1 if errors else 0
    warnings = [finding for finding in findings if finding.severity != "error"]
    for finding in (*errors, *(warnings if arguments.warnings else ())):
        print(render(finding))
    if warnings and not arguments.warnings:
        for code, count in sorted(Counter(finding.code for finding in warnings).items()):
            print(f"{count} warning{'s' if count != 1 else ''} {code}")
        print("(--warnings shows them)")
    sys.stdout.flush()
    print(f"{len(errors)} error{'s' if len(errors) != 1 else ''}, {len(warnings)} warnings; {outcome}")
    return 1 if errors else 0
