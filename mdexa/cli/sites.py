"""`mdexa site`: the static web site of a catalogue, made from an index file."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from mdexa.cli import options
from mdexa.cli.output import put_json, put_lines
from mdexa.errors import BadQuery


def add(subparsers: Any) -> None:
    """The command and its options."""
    command = options.command(
        subparsers,
        "site",
        "Write the static web site of a catalogue into a folder: pages, search, feed, and documents for programs.",
        site,
        "mdexa site --target public --base-url https://data.example.org/mdexa/",
    )
    command.add_argument("--json", action="store_true", help="print what was written as JSON")
    command.add_argument(
        "--index",
        metavar="PATH",
        help="the index file (default: MDEXA_INDEX, else the one that came with mdexa)",
    )
    command.add_argument(
        "--target", default="build/site", metavar="FOLDER", help="the folder to write to (default: build/site)"
    )
    command.add_argument(
        "--base-url",
        metavar="URL",
        help="the address at which the site will stand: gives a sitemap, and absolute links in feed and llms.txt",
    )
    command.add_argument(
        "--older", metavar="PATH", help="the index file of an earlier release: the site tells what changed since"
    )


def site(arguments: Namespace) -> int:
    """`mdexa site`: 0 once all files are written."""
    _require_pages()
    from pathlib import Path

    from mdexa.catalogue import open_catalogue
    from mdexa.site import build, checked_base

    checked_base(arguments.base_url)
    target = Path(arguments.target)
    if target.exists() and not target.is_dir():
        raise BadQuery("--target", arguments.target, ["the name of a folder"], why="it is a file")
    try:
        older = open_catalogue(arguments.older) if arguments.older else None
        built = build(open_catalogue(arguments.index), target, base_url=arguments.base_url, older=older)
    except OSError as error:
        raise BadQuery("--target", arguments.target, why=f"it cannot be written: {error.strerror or error}") from None
    if arguments.json:
        put_json({"target": str(built.target), "pages": built.pages, "files": built.files})
        return 0
    put_lines([f"{built.pages} pages, {built.files} files in {built.target}"])
    return 0


def _require_pages() -> None:
    """Pages need more than reading does; say which, instead of failing in an import."""
    from importlib.util import find_spec

    if find_spec("jinja2") is None:
        raise BadQuery("command", "site", why="it needs jinja2, which this installation has not; install mdexa[pages]")
