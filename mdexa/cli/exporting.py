"""`mdexa export`: the catalogue in the formats of others, into a folder or onto standard output."""

from argparse import Namespace
from typing import Any

from mdexa.cli import options
from mdexa.cli.output import put, put_lines

#: The names of the formats; the exports themselves are loaded when the command runs.
FORMATS = ("croissant", "schema-org", "jsonl", "csv", "parquet", "opensearch")


def add(subparsers: Any) -> None:
    """Adds the command."""
    command = options.command(
        subparsers,
        "export",
        "Write the catalogue in another format: all datasets, or some by name.",
        export,
        "mdexa export parquet",
        "mdexa export croissant kits19 medmnist --target croissant",
        "mdexa export schema-org kits19 --target -",
        "mdexa export jsonl kits19 --target -",
    )
    command.set_defaults(words="dataset")
    command.add_argument("format", choices=FORMATS, metavar="FORMAT", help=f"one of {', '.join(FORMATS)}")
    command.add_argument("dataset", nargs="*", metavar="NAME", help="ids, names or aliases (default: all datasets)")
    command.add_argument(
        "--target",
        metavar="PATH",
        help="the folder to write into (default: build/exports/FORMAT); - prints the one file that there is",
    )
    command.add_argument(
        "--index",
        metavar="PATH",
        help="the index file to export (default: MDEXA_INDEX, else the one that came with mdexa)",
    )


def export(arguments: Namespace) -> int:
    """`mdexa export`: 0 once it is written; a name that is no dataset's is wrong use, and then nothing is."""
    from pathlib import Path

    from mdexa.catalogue import open_catalogue
    from mdexa.exports import export as write
    from mdexa.exports import printed

    catalogue = open_catalogue(arguments.index)
    if arguments.target == "-":
        for piece in printed(catalogue, arguments.format, arguments.dataset):
            put(piece.decode())
        return 0
    target = Path(arguments.target or f"build/exports/{arguments.format}")
    done = write(catalogue, arguments.format, target, arguments.dataset)
    size = sum(file.bytes for file in done.files)
    put_lines([f"{done.exported} datasets in {target}: {len(done.files)} files, {size:,} bytes of {arguments.format}"])
    return 0
