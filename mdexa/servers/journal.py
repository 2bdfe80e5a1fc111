"""The log of a server: one JSON object a line on standard error. Never the text of a request, unless asked for."""

import json
import sys
import time
import traceback
from threading import Lock
from typing import Any, TextIO

from mdexa.agents.cleaning import quoted

#: Characters of arguments in a line, where they are logged at all.
ARGUMENTS = 2_000


class Journal:
    """Writes events. Safe to share between threads."""

    def __init__(self, stream: TextIO | None = None, *, arguments: bool = False) -> None:
        self._stream, self._arguments, self._lock = stream or sys.stderr, arguments, Lock()

    def write(self, event: str, **fields: Any) -> None:
        """One line: when, what, and the fields that say something."""
        said = {key: value for key, value in fields.items() if value is not None}
        line = json.dumps({"at": round(time.time(), 3), "event": event, **said}, ensure_ascii=True)
        with self._lock:
            self._stream.write(line + "\n")
            self._stream.flush()

    def call(self, what: str, started: float, status: str, characters: int, arguments: Any = None) -> None:
        """A call that was answered: its length in time and characters, and how it ended."""
        shown = quoted(arguments, ARGUMENTS) if self._arguments and arguments is not None else None
        self.write("call", what=what, ms=elapsed(started), status=status, characters=characters, arguments=shown)

    def failure(self, what: str, error: BaseException) -> None:
        """A bug, or an index that turned bad, with its traceback. Only here; the caller is told nothing of it."""
        self.write("failure", what=what, error=type(error).__name__, traceback=traceback.format_exception(error))


def clock() -> float:
    """A point in time to measure from."""
    return time.perf_counter()


def elapsed(started: float) -> float:
    """Milliseconds since then."""
    return round((time.perf_counter() - started) * 1000, 2)
