"""How far a long build is, on a terminal only: one line that is written over, and gone when it is done."""

import sys
from typing import Self

#: Fewer steps are over before anybody could read a line about them.
WORTH_SHOWING = 50


class Progress:
    """A line on standard error; silent where that is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._length = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Shows that `done` of `total` steps of a stage are over."""
        if not self._shown or total < WORTH_SHOWING or (done % max(total // 100, 1) and done != total):
            return
        line = f"{stage} {done} of {total}"
        sys.stderr.write("\r" + line.ljust(self._length))
        sys.stderr.flush()
        self._length = max(self._length, len(line))
