"""`mdexa diff`: what changed between two indexes, as text, JSON or a page, with an exit code for CI."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from mdexa.cli import options
from mdexa.cli.output import put_json, put_lines
from mdexa.errors import BadQuery

if TYPE_CHECKING:
    from pathlib import Path

    from mdexa.results import ChangesResult

#: What `--fail-on` may name.
KINDS = (
    "any",
    "worse",
    "better",
    "added",
    "removed",
    "renamed",
    "withdrawn",
    "availability",
    "names",
    "access",
    "parts",
    "relations",
    "statuses",
    "conditions",
    "statements",
    "licences",
    "flags",
)
#: Kinds that stand for several kinds of changes of a card.
WIDER = {
    "availability": ("withdrawn", "available_again", "availability"),
    "names": ("renamed", "name_added", "name_removed"),
    "parts": ("part_added", "part_removed", "part_changed", "usable_parts"),
    "relations": ("relation_added", "relation_removed"),
}


def add(subparsers: Any) -> None:
    """The command with its options."""
    command = options.command(
        subparsers,
        "diff",
        "What changed between two index files: verdicts and because of what, cards, statements, licences, flags.",
        diff,
        "mdexa diff old.mdexa build/catalogue.mdexa",
        "mdexa diff old.mdexa new.mdexa --dataset kits19 --dataset medmnist --fail-on worse",
        "mdexa diff old.mdexa new.mdexa --html changes.html",
    )
    command.add_argument("old", help="the index file of before")
    command.add_argument("new", help="the index file of today")
    command.add_argument("--json", action="store_true", help="print the changes as JSON")
    command.add_argument("--html", metavar="PATH", help="write the changes as a web page of one file")
    command.add_argument(
        "--dataset", action="append", default=[], metavar="NAME", help="look at these datasets only (default: all)"
    )
    command.add_argument(
        "--fail-on",
        metavar="KINDS",
        default="any",
        help=f"leave with 1 if there is a change of these kinds: {', '.join(KINDS)} (default any)",
    )


def diff(arguments: Namespace) -> int:
    """`mdexa diff`: 0 if nothing of the kinds of --fail-on changed, else 1."""
    kinds = _kinds(arguments.fail_on)
    from pathlib import Path

    from mdexa.catalogue import open_catalogue
    from mdexa.changes import compare

    old, new = (open_catalogue(path).holdings for path in (arguments.old, arguments.new))
    changes = compare(old, new, arguments.dataset)
    if arguments.html:
        _write_page(changes, Path(arguments.html))
    if arguments.json:
        put_json(changes)
    else:
        from mdexa.cli.paper import Paper
        from mdexa.cli.views.changing import diff as view

        put_lines(view(changes, Paper()))
    return 1 if any(_has(changes, kind) for kind in kinds) else 0


def _kinds(text: str) -> list[str]:
    kinds = [kind.strip() for kind in text.split(",")]
    wrong = [kind for kind in kinds if kind not in KINDS]
    if wrong:
        raise BadQuery("--fail-on", wrong[0] or text, list(KINDS))
    return kinds


def _has(changes: ChangesResult, kind: str) -> bool:
    if kind == "any":
        return not changes.same
    if kind == "worse":
        return changes.has("worse")
    if kind == "better":
        return changes.has("better")
    if kind in ("statuses", "conditions", "statements", "licences", "flags"):
        return bool(getattr(changes, kind))
    return any(change.kind in WIDER.get(kind, (kind,)) for change in changes.cards)


def _write_page(changes: ChangesResult, path: Path) -> None:
    from importlib.util import find_spec

    from mdexa.files import replace

    if find_spec("jinja2") is None:
        why = "a page needs jinja2, which this installation has not; install mdexa[pages]"
        raise BadQuery("--html", str(path), why=why)
    from mdexa.changes.page import page

    replace(path, [page(changes).encode()], "--html")
