"""The command line as a user meets it: in this process for speed, or as a program of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from mdexa.cli import main

ROOT = Path(__file__).parents[1]


class Done(NamedTuple):
    """What a command has left behind."""

    code: int
    out: str
    err: str


def inside(capsys, *argv):
    """Runs a command in this process."""
    capsys.readouterr()
    code = main([str(word) for word in argv])
    return Done(code, *capsys.readouterr())


def program(*argv, cwd=ROOT, options=(), **environment):
    """Runs `python -m mdexa` in a clean environment of 100 columns."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, *options, "-m", "mdexa", *map(str, argv)],
        cwd=cwd,
        env={**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **environment},
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"))
