"""Folders that are ours: the names that may stand in them, one writer at a time, and nothing left of a broken run."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mdexa.errors import BadQuery, IndexDamaged

try:
    import fcntl

    FREED_BY_SYSTEM = True
except ImportError:  # a system without it; there the lock is that the file exists
    FREED_BY_SYSTEM = False

#: Stands in a folder while a run writes there.
LOCK = ".mdexa.lock"
_LOCK_SAYS = (
    b"A run of mdexa writes into this folder, and removes this file at its end.\n"
    b"If no such run is under way any more, this file may be deleted.\n"
)
_LONGEST = 200
#: What follows here is the pattern of ids of schema/card.schema.json; a test holds the two together.
ID, LONGEST_ID = "[a-z0-9]+(-[a-z0-9]+)*", 64
_ID = re.compile(ID)
#: No dot or hyphen at the start: neither a way out of the folder, nor hidden, nor an option of a command.
_COMPONENT = re.compile("[A-Za-z0-9_][A-Za-z0-9._-]*")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def proven_id(dataset_id: str, index: Path) -> str:
    """The id of a dataset, which files are named by. IndexDamaged if it is none: then it may lead anywhere."""
    if _ID.fullmatch(dataset_id) and len(dataset_id) <= LONGEST_ID:
        return dataset_id
    legal = "lower-case letters and digits with single hyphens between them"
    raise IndexDamaged(index, "the id of a dataset", legal, ascii(dataset_id[:LONGEST_ID]))


def is_component(name: str) -> bool:
    """Whether a name is that of one plain file or folder."""
    return len(name) <= _LONGEST and _COMPONENT.fullmatch(name) is not None


def is_path(name: str) -> bool:
    """Whether a name is a path of plain components, joined by slashes, from the folder down."""
    return all(map(is_component, name.split("/")))


def refuse(target: Path, name: str) -> BadQuery:
    """The error for a name of a file that is none, and might lead out of the folder."""
    legal = ["letters, digits, dots, hyphens and underscores, that begin with neither dot nor hyphen"]
    return BadQuery("file", name, legal, why=f"it is no plain name of a file in {target}")


def linked_parent(target: Path, path: str) -> Path | None:
    """The first folder on the way from a folder to a file in it that is a link, and leads somewhere else."""
    at = target
    for component in path.split("/")[:-1]:
        at /= component
        if at.is_symlink():
            return at
    return None


def discard_leftovers(places: Iterable[Path]) -> None:
    """Removes what a run that was killed left beside its files. Only under the lock: nobody writes there now."""
    names: dict[Path, set[str]] = {}
    for place in places:
        names.setdefault(place.parent, set()).add(place.name)
    for folder, listed in names.items():
        if folder.is_dir():
            for file in sorted(folder.iterdir()):
                if written_for(file.name) in listed:
                    file.unlink(missing_ok=True)


def written_for(name: str) -> str | None:
    """The file that `.NAME.0.partial` was to become; None for a name of any other form."""
    found = re.fullmatch(r"\.(.+)\.[0-9]+\.partial", name, re.DOTALL)
    return found[1] if found else None


@contextmanager
def locked(target: Path, field: str) -> Iterator[None]:
    """Holds a folder for one run. BadQuery, with the field that named it, while another writes there."""
    file = _taken(target, field)
    try:
        yield
    finally:
        # Removed before it is let go of: who comes next makes a file of its own.
        with suppress(OSError):
            (target / LOCK).unlink()
        os.close(file)


def _taken(target: Path, field: str) -> int:
    """The lock, open. The system lets go of it when a run is killed; then the file that stayed is taken over."""
    path = target / LOCK
    flags = os.O_RDWR | os.O_CREAT | _NO_LINK | (0 if FREED_BY_SYSTEM else os.O_EXCL)
    while True:
        try:
            file = os.open(path, flags, 0o666)
        except FileExistsError:
            raise _busy(target, field) from None
        try:
            if _is_ours(file, path):
                os.ftruncate(file, 0)
                os.write(file, _LOCK_SAYS)
                return file
        except BlockingIOError:
            os.close(file)
            raise _busy(target, field) from None
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _is_ours(file: int, path: Path) -> bool:
    """Whether the lock was taken on the file that stands there now, and not on one that its owner just removed."""
    if FREED_BY_SYSTEM:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), os.lstat(path))
    return False


def _busy(target: Path, field: str) -> BadQuery:
    why = f"another run writes there; wait for its end, or, if there is none, delete {LOCK} in it"
    return BadQuery(field, str(target), why=why)
