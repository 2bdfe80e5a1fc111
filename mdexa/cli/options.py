"""How a command is added to the command line, and the options that several commands share."""

import argparse
from collections.abc import Callable
from typing import Any

from mdexa.cli.output import NARROWEST, WIDEST, columns
from mdexa.purposes import PURPOSES

SETTINGS = ("commercial", "noncommercial", "both")


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal, at most WIDEST; examples, which have several lines, are left as they are.

    argparse would load `shutil` on every start to find the width.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(max(columns(), NARROWEST), WIDEST) - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


def command(
    subparsers: Any, name: str, help_text: str, run: Callable[[argparse.Namespace], int], *examples: str
) -> argparse.ArgumentParser:
    """A new command with its help, what it runs, and examples of its use."""
    epilog = "examples:\n" + "\n".join(f"  {example}" for example in examples)
    added: argparse.ArgumentParser = subparsers.add_parser(
        name, help=help_text, description=help_text, epilog=epilog, formatter_class=Formatter, allow_abbrev=False
    )
    # `words` names the argument that takes any number of them; argparse stops at the first option behind one.
    added.set_defaults(command=run, refuse=added.error, usage=added.format_usage, words=None)
    return added


def query_command(
    subparsers: Any, name: str, help_text: str, run: Callable[[argparse.Namespace], int], *examples: str
) -> argparse.ArgumentParser:
    """A new command that asks an index: which one, and whether the answer is printed as JSON."""
    added = command(subparsers, name, help_text, run, *examples)
    added.add_argument("--json", action="store_true", help="print the result as JSON")
    added.add_argument(
        "--index",
        metavar="PATH",
        help="the index file to ask (default: MDEXA_INDEX, else the one that came with mdexa)",
    )
    return added


def narrowing(command: argparse.ArgumentParser) -> None:
    """Filters, and the purpose that the datasets must be usable for."""
    command.add_argument(
        "--filter",
        metavar="FACET=VALUE",
        action="append",
        default=[],
        help="keep datasets with this value; several of one facet: any of them; see `mdexa facets`",
    )
    command.add_argument(
        "--usable-for", metavar="PURPOSE[/SETTING]", help=f"keep what may be used for: {', '.join(PURPOSES)}"
    )
    command.add_argument(
        "--basis",
        choices=("final", "own"),
        default="final",
        help="with --usable-for: after all upstreams, or the publisher alone",
    )


def paging(command: argparse.ArgumentParser) -> None:
    """How many rows to show, and where to go on."""
    command.add_argument("--limit", type=int, default=10, metavar="N", help="rows to show, 1 to 50 (default 10)")
    command.add_argument("--cursor", metavar="CURSOR", help="go on where the answer before was cut")


def purposes(command: argparse.ArgumentParser) -> None:
    """Purposes, the setting, and one part."""
    command.add_argument(
        "--purpose",
        action="append",
        default=[],
        metavar="PURPOSE",
        help=f"one or several of {', '.join(PURPOSES)}",
    )
    command.add_argument("--setting", choices=SETTINGS, default="both", help="whether somebody earns (default both)")
    command.add_argument("--part", metavar="PART", help="only this part of the dataset")
