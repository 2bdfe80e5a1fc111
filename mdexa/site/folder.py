"""The folder of the site: files replaced one by one, old ones of ours removed, nothing of anybody else touched.

A list of all that was written (`LIST`) stands in the folder. What it names and the new site has not is removed; a file
that it does not name is not ours.
"""

from collections.abc import Iterable
from pathlib import Path

from mdexa.errors import BadQuery

#: Names every file of the site that is ours, one a line.
LIST = "files.txt"
_HEAD = "# Written by mdexa site. Files named here are replaced or removed by the next run.\n"


class Folder:
    """A folder that a site is written to. BadQuery if it holds files that are not ours where ours would go."""

    def __init__(self, target: Path) -> None:
        self.target = target
        if target.is_dir() and any(target.iterdir()) and not (target / LIST).is_file():
            why = f"it holds files, and no {LIST} that would tell which of them are the site's"
            raise BadQuery("--target", str(target), ["an empty folder, or one that mdexa site wrote"], why=why)
        self._old = frozenset(_listed(target))
        self._new: set[str] = set()
        target.mkdir(parents=True, exist_ok=True)
        # Each file is in the list before it is in the folder: a run that was broken off leaves nothing unknown.
        self._journal = (target / LIST).open("a", encoding="utf-8")

    def write(self, path: str, content: bytes) -> None:
        """A file of the site: beside its place first, then renamed; one that has these bytes already is left."""
        if path in self._new:
            raise ValueError(f"two files of the site are called {path}")
        self._new.add(path)
        file = self.target / path
        if path not in self._old:
            if file.exists():
                raise BadQuery("--target", str(self.target), ["a folder of its own"], why=f"{path} in it is not ours")
            self._journal.write(f"{path}\n")
            self._journal.flush()
        replace(file, content)

    def close(self) -> None:
        """Lets go of the list as it is: all of ours are in it, those of the last run among them."""
        self._journal.close()

    def finish(self) -> int:
        """Removes what the new site has no more, writes the list, and gives back how many files there are."""
        self._journal.close()
        for path in sorted(self._old - self._new):
            file = self.target / path
            file.unlink(missing_ok=True)
            _prune(file.parent, self.target)
        replace(self.target / LIST, (_HEAD + "".join(f"{path}\n" for path in sorted(self._new))).encode())
        return len(self._new)


def replace(file: Path, content: bytes) -> None:
    """Writes a file so that a reader sees the old one or the new one, and nothing between."""
    if file.is_file() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.new")
    beside.write_bytes(content)
    beside.replace(file)


def _listed(target: Path) -> Iterable[str]:
    """The files of the last run. A path that leads out of the folder is none of ours."""
    file = target / LIST
    if not file.is_file():
        return ()
    lines = file.read_text("utf-8", "replace").splitlines()
    return (line for line in lines if line and not line.startswith(("#", "/")) and ".." not in line.split("/"))


def _prune(folder: Path, target: Path) -> None:
    """Removes folders that have become empty, up to the target."""
    while folder != target and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
