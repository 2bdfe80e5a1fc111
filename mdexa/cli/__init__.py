"""The command line: `mdexa COMMAND …`.

Exit codes: 0 found, or fine; 1 nothing found, findings, or not every asked purpose permits; 2 wrong use, or an index
that cannot be read. A fault of the program itself leaves with 70, and output that cannot be written with 74, so that
neither is ever taken for an answer.
"""

import gc
import os
import sys
from collections.abc import Sequence

from mdexa.cli.arguments import read
from mdexa.cli.output import OutputLost, clean, flush
from mdexa.errors import CatalogueInvalid, MdexaError, NoSuchDataset

#: New objects between two searches for rubbish. What a start loads stays to its end, so looking through it is in vain.
SELDOM = 50_000
FOUND, NOTHING, WRONG_USE, FAULT, LOST, INTERRUPTED = 0, 1, 2, 70, 74, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code. Without arguments they are those of the process, which is its own."""
    if argv is None:
        gc.set_threshold(SELDOM)
    _have_streams()
    _let_every_character_out()
    try:
        code = _run(argv)
        flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OutputLost as lost:
        print(f"mdexa: the output cannot be written: {lost}", file=sys.stderr)
        code = LOST
    except Exception:  # noqa: BLE001 - Python would leave with 1, which is an answer here
        from traceback import print_exc

        print_exc()
        print("mdexa: this is a fault of the program; please report it with the lines above", file=sys.stderr)
        code = FAULT
    if argv is None:
        gc.freeze()  # nor does Python then look through all of it once more on leaving
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = read(argv)
        code: int = arguments.command(arguments)
    except SystemExit as left:  # help was shown, or argparse has refused
        return left.code if isinstance(left.code, int) else WRONG_USE
    except (NoSuchDataset, CatalogueInvalid) as error:
        return _refuse(error, NOTHING)
    except MdexaError as error:
        return _refuse(error, WRONG_USE)
    return code


def _refuse(error: Exception, code: int) -> int:
    flush()
    print(f"mdexa: {clean(str(error))}", file=sys.stderr)
    return code


def _have_streams() -> None:
    """Whoever closed the streams wants no output; Python then has none, and everything that prints would fail."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def _let_every_character_out() -> None:
    """Where the terminal cannot show a character, its number is printed, instead of failing within a table."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
