"""The folder of the site: files replaced one by one, old ones of ours removed, nothing of anybody else touched.

A list of all that was written (`LIST`) stands in the folder. What it names and the new site has not is removed; a file
that it does not name is not ours. No link is followed below the folder, and one run at a time writes there.
"""

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from mdexa.errors import BadQuery
from mdexa.files import put
from mdexa.folders import LOCK, discard_leftovers, is_path, linked_parent, locked, refuse

#: Names every file of the site that is ours, one a line.
LIST = "files.txt"
_HEAD = "# Written by mdexa site. Files named here are replaced or removed by the next run.\n"


class Folder:
    """A folder that a site is written to, held until `close`.

    BadQuery if it holds files that are not ours where ours would go, or links among them, or another run holds it.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self._new: set[str] = set()
        target.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            held.enter_context(locked(target, "--target"))
            self._old = frozenset(self._known())
            for path in sorted(self._old):
                self._refuse_links(path)
            discard_leftovers(target / path for path in (LIST, *self._old))
            # Each file is in the list before it is in the folder: a run that was broken off leaves nothing unknown.
            self._journal = held.enter_context(_journal(target / LIST))
            self._held = held.pop_all()

    def write(self, path: str, content: bytes) -> None:
        """A file of the site: beside its place first, then renamed; one that has these bytes already is left."""
        if not is_path(path) or path == LIST:
            raise refuse(self.target, path)
        if path in self._new:
            raise ValueError(f"two files of the site are called {path}")
        self._refuse_links(path)
        self._new.add(path)
        file = self.target / path
        if path not in self._old:
            if os.path.lexists(file):
                raise BadQuery("--target", str(self.target), ["a folder of its own"], why=f"{path} in it is not ours")
            self._journal.write(f"{path}\n")
            self._journal.flush()
        _replace(file, content)

    def close(self) -> None:
        """Lets go of the folder, and of the list as it is: all of ours are in it, those of the last run among them."""
        self._held.close()

    def finish(self) -> int:
        """Removes what the new site has no more, writes the list, and gives back how many files there are."""
        self._journal.close()
        for path in sorted(self._old - self._new):
            self._refuse_links(path)
            file = self.target / path
            file.unlink(missing_ok=True)
            _prune(file.parent, self.target)
        _replace(self.target / LIST, (_HEAD + "".join(f"{path}\n" for path in sorted(self._new))).encode())
        return len(self._new)

    def _known(self) -> Iterable[str]:
        """The files of the last run. A path that leads out of the folder is none of ours."""
        file = self.target / LIST
        if file.is_symlink():
            raise self._refusal(f"{LIST} in it is a link")
        if not file.is_file():
            if any(path.name != LOCK for path in self.target.iterdir()):
                raise self._refusal(f"it holds files, and no {LIST} that would tell which of them are the site's")
            return ()
        return (line for line in file.read_text("utf-8", "replace").split("\n") if is_path(line) and line != LIST)

    def _refuse_links(self, path: str) -> None:
        linked = linked_parent(self.target, path)
        if linked is not None:
            raise self._refusal(f"{linked.relative_to(self.target)} in it is a link, and {path} would be elsewhere")

    def _refusal(self, why: str) -> BadQuery:
        return BadQuery("--target", str(self.target), ["an empty folder, or one that mdexa site wrote"], why=why)


def _journal(file: Path) -> IO[str]:
    """The list, open for more lines; a link in its place is not followed."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(file, flags, 0o666), "a", encoding="utf-8")


def _replace(file: Path, content: bytes) -> None:
    """Writes a file so that a reader sees the old one or the new one, and nothing between."""
    if file.is_file() and not file.is_symlink() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    # A site of thousands of files that is lost with its machine is made again: none is waited for.
    put(file, [content], durable=False)


def _prune(folder: Path, target: Path) -> None:
    """Removes folders that have become empty, up to the target."""
    while folder != target and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
