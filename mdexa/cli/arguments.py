"""What the command line takes. Everything of a command that is costly is imported when it runs."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from mdexa.cli import commands, options
from mdexa.nearest import nearest
from mdexa.purposes import PURPOSES
from mdexa.version import __version__

SECTIONS = (
    "summary",
    "facts",
    "counts",
    "parts",
    "access",
    "availability",
    "history",
    "relations",
    "problems",
    "verdict",
    "statements",
)


def read(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments. Words may stand before, between and behind the options; SystemExit for what is none of them."""
    words = sys.argv[1:] if argv is None else argv
    given, loose = parser(words[0] if words else None).parse_known_args(words)
    unknown = [word for word in loose if word.startswith("-")]
    if unknown:
        given.refuse(f"there is no option {unknown[0]}{_meant(unknown[0], given.usage())}")
    elif loose and given.words is None:
        given.refuse(f"this takes no further word: {loose[0]}")
    elif loose:
        setattr(given, given.words, [*getattr(given, given.words), *loose])
    return given


def _meant(option: str, usage: str) -> str:
    legal = [word.strip("[]") for word in usage.split() if word.startswith("[--")]
    near = nearest(option.partition("=")[0], legal, 2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def parser(command: str | None = None) -> argparse.ArgumentParser:
    """The whole command line; for the name of a command, what that command takes, which is made sooner."""
    top = argparse.ArgumentParser(
        prog="mdexa",
        description="Biomedical datasets: which fit, whether you may use them, on what evidence, how to get them.",
        epilog="exit codes: 0 found or fine; 1 nothing found, findings, or not all asked purposes permit; 2 wrong use",
        formatter_class=options.Formatter,
    )
    top.add_argument("--version", action="version", version=f"mdexa {__version__}")
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in (command,) if command in COMMANDS else COMMANDS:
        COMMANDS[name](subparsers)
    return top


def _search(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "search",
        "Ranked datasets for words in any language of the vocabulary.",
        commands.search,
        'mdexa search "kidney tumour CT segmentation"',
        "mdexa search 胸片 --usable-for academic_research",
        "mdexa search ECG --filter access_kind=open --count-by licence_status",
    )
    command.set_defaults(words="query")
    command.add_argument("query", nargs="*", help="words; none need match, rows rank by how many do")
    command.add_argument("--like", metavar="DATASET", help="rank by likeness to a dataset")
    command.add_argument(
        "--count-by", action="append", default=[], metavar="FACET", help="count the matches by a facet"
    )
    options.narrowing(command)
    options.paging(command)


def _check(subparsers: Any) -> None:
    from mdexa.cli import reporting

    command = options.query_command(
        subparsers,
        "check",
        "Whether datasets may be used for some purposes: verdicts by part, with reasons and evidence; reports.",
        reporting.check,
        "mdexa check kits19 medmnist --purpose commercial_product",
        "mdexa check mimic-iv --purpose third_party_api --setting noncommercial",
        "mdexa check --from datasets.txt --purpose model_release --report use.html --report use.csv",
        "mdexa check --from datasets.txt --purpose commercial_product --fail-on not_allowed,unresolved",
    )
    command.set_defaults(words="dataset")
    reporting.add_options(command)


def _explain(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "explain",
        "The derivation of a verdict, rule by rule.",
        commands.explain,
        "mdexa explain kits19 --purpose commercial_product --part labels",
    )
    command.add_argument("dataset", help="an id, name or alias")
    command.add_argument("--purpose", metavar="PURPOSE", help=f"one of {', '.join(PURPOSES)} (default: all)")
    command.add_argument("--setting", choices=options.SETTINGS, default="both")
    command.add_argument("--part", metavar="PART", help="only this part")


def _card(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "card",
        "One to five cards, by sections.",
        commands.card,
        "mdexa card ham10000 --section summary --section counts",
        "mdexa card kits19 abdomenct-1k --section relations",
    )
    command.set_defaults(words="dataset")
    command.add_argument("dataset", nargs="+", help="ids, names or aliases, up to 5")
    command.add_argument(
        "--section",
        action="append",
        default=[],
        metavar="SECTION",
        help=f"one or several of {', '.join(SECTIONS)} (default: all but parts and statements)",
    )


def _evidence(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "evidence",
        "Every statement on a dataset, which decide, and which are left out and why.",
        commands.evidence,
        "mdexa evidence medmnist --purpose commercial_product",
    )
    command.set_defaults(words="dataset")
    command.add_argument("dataset", nargs="+", help="ids, names or aliases, up to 5")
    options.purposes(command)


def _access(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "access",
        "The publisher's route to the data, in steps.",
        commands.access,
        "mdexa access mimic-iv",
    )
    command.set_defaults(words="dataset")
    command.add_argument("dataset", nargs="+", help="ids, names or aliases, up to 5")


def _facets(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "facets",
        "How many datasets have each value of a facet, under filters.",
        commands.facets,
        "mdexa facets licence_status access_kind",
        "mdexa facets topic --filter modality=computed-tomography",
    )
    command.set_defaults(words="facet")
    command.add_argument("facet", nargs="*", help="facets to count (default: all)")
    command.add_argument("--query", default="", help="count only what matches these words")
    options.narrowing(command)


def _similar(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "similar",
        "Substitutes for a dataset, with what is shared and what differs.",
        commands.similar,
        "mdexa similar kits19 --usable-for commercial_product",
    )
    command.add_argument("dataset", help="an id, name or alias")
    command.add_argument("--limit", type=int, default=10, metavar="N", help="rows to show, 1 to 50 (default 10)")
    options.narrowing(command)


def _passages(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "passages",
        "The passages of cards that answer a phrase, with source, date and trust.",
        commands.passages,
        'mdexa passages "de-identified" --dataset mimic-iv',
    )
    command.set_defaults(words="phrase")
    command.add_argument("phrase", nargs="+", help="words or a phrase")
    command.add_argument(
        "--dataset", action="append", default=[], metavar="NAME", help="only in the card of this dataset"
    )
    options.paging(command)


def _info(subparsers: Any) -> None:
    command = options.query_command(
        subparsers,
        "info",
        "Which catalogue this is, and what it holds.",
        commands.info,
        "mdexa info",
        "mdexa info --report census.html",
    )
    command.add_argument(
        "--report",
        metavar="FILE",
        action="append",
        default=[],
        help="write all counts with their pictures: .html, .md or .json; may be repeated",
    )


def _validate(subparsers: Any) -> None:
    command = options.command(
        subparsers,
        "validate",
        "Check a catalogue folder: every problem with file, line and remedy.",
        commands.validate,
        "mdexa validate",
        "mdexa validate my-catalogue --json",
    )
    command.add_argument("catalogue", nargs="?", default="catalogue", help="the folder (default: catalogue)")
    _findings(command)
    command.add_argument("--strict", action="store_true", help="show every warning, and count it as a failure")


def _findings(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print the findings as JSON")
    command.add_argument("--warnings", action="store_true", help="show every warning, not only their number")
    command.set_defaults(strict=False)


def _build(subparsers: Any) -> None:
    command = options.command(
        subparsers,
        "build",
        "Compile a catalogue folder into an index file; on any error nothing is written.",
        commands.build,
        "mdexa build",
        "mdexa build my-catalogue --target my.mdexa",
    )
    command.add_argument("catalogue", nargs="?", default="catalogue", help="the folder (default: catalogue)")
    command.add_argument(
        "--target",
        default="build/catalogue.mdexa",
        metavar="PATH",
        help="the index file (default: build/catalogue.mdexa)",
    )
    _findings(command)


def _serve(subparsers: Any) -> None:
    from mdexa.cli import serving

    command = options.command(
        subparsers,
        "serve",
        "Serve the catalogue to agents (MCP, over standard input and output), or to agents and programs by HTTP.",
        serving.serve,
        "mdexa serve",
        "mdexa serve --http --port 8765",
        "mdexa serve --http --host 0.0.0.0 --allowed-host data.example.org",
    )
    serving.add_options(command)


def _diff(subparsers: Any) -> None:
    from mdexa.cli import differing

    differing.add(subparsers)


def _export(subparsers: Any) -> None:
    from mdexa.cli import exporting

    exporting.add(subparsers)


def _site(subparsers: Any) -> None:
    from mdexa.cli import sites

    sites.add(subparsers)


#: Name -> what adds the command, in the order of the help.
COMMANDS: dict[str, Callable[[Any], None]] = {
    "search": _search,
    "check": _check,
    "explain": _explain,
    "card": _card,
    "evidence": _evidence,
    "access": _access,
    "facets": _facets,
    "similar": _similar,
    "passages": _passages,
    "info": _info,
    "diff": _diff,
    "validate": _validate,
    "build": _build,
    "export": _export,
    "site": _site,
    "serve": _serve,
}
