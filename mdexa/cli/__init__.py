"""The command line: `mdexa COMMAND …`.

Exit codes: 0 found, or fine; 1 nothing found, findings, or not every asked purpose permits; 2 wrong use, or an index
that cannot be read.
"""

import os
import sys
from collections.abc import Sequence

from mdexa.cli.arguments import parser
from mdexa.errors import CatalogueInvalid, IndexUnreadable, MdexaError, NoSuchDataset

FOUND, NOTHING, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.command(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (`mdexa search … | head`): what it wanted was printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except KeyboardInterrupt:
        return INTERRUPTED
    except NoSuchDataset as error:
        return _refuse(error, NOTHING)
    except CatalogueInvalid as error:
        return _refuse(error, NOTHING)
    except (MdexaError, IndexUnreadable) as error:
        return _refuse(error, WRONG_USE)
    return code


def _refuse(error: Exception, code: int) -> int:
    sys.stdout.flush()
    print(f"mdexa: {error}", file=sys.stderr)
    return code
