"""Files into a folder of ours: each written beside its old self and renamed, with a list of what is ours among them.

The list is what makes it safe to write there again: an old file of ours that is made no more is removed, and nothing
is overwritten or removed that is not in it.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from mdexa.errors import BadQuery
from mdexa.exports.documents import document
from mdexa.exports.origin import Origin
from mdexa.files import put
from mdexa.folders import LOCK, discard_leftovers, is_component, locked, proven_id, refuse, written_for
from mdexa.holdings import Holdings

#: The list of an export's files, in the same folder.
LIST = "mdexa-export.json"


class File(NamedTuple):
    """A file that is to be written: its name in the folder, and what makes its bytes, piece by piece."""

    name: str
    make: Callable[[], Iterable[bytes]]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was written. Size and digest are 0 and empty while an export is under way."""

    name: str
    bytes: int = 0
    sha256: str = ""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """What a folder of an export holds: the format, the catalogue it was made from, and every file."""

    format: str
    catalogue: Origin
    exported: int
    complete: bool
    files: tuple[Written, ...]


def file_id(holdings: Holdings, doc: int) -> str:
    """The id of a dataset, to name a file by. IndexDamaged if it is none."""
    return proven_id(holdings.datasets.id(doc), holdings.path)


def write(target: Path, form: str, origin: Origin, exported: int, files: Sequence[File]) -> Export:
    """Writes the files of an export; gives its list. BadQuery if the folder is not one for it, or cannot be written."""
    for file in files:
        if not is_component(file.name) or file.name == LIST:
            raise refuse(target, file.name)
    if target.exists() and not target.is_dir():
        raise BadQuery("--target", str(target), ["the name of a folder"], why="it is a file")
    begun = Export(format=form, catalogue=origin, exported=exported, complete=False, files=())
    try:
        target.mkdir(parents=True, exist_ok=True)
        with locked(target, "--target"):
            return _written(target, begun, files)
    except OSError as error:
        raise BadQuery("--target", str(target), why=f"it cannot be written: {error.strerror or error}") from None


def _written(target: Path, begun: Export, files: Sequence[File]) -> Export:
    kept = _names_of_before(target, begun.format)
    names = [file.name for file in files]
    _refuse_strangers(target, [name for name in names if name not in kept])
    every = sorted({*names, *kept})
    discard_leftovers(target / name for name in (LIST, *every))
    # Should this be the last that is written, the next export knows what is ours.
    listed = tuple(Written(name=name) for name in every)
    _replace(target / LIST, [document(msgspec.structs.replace(begun, files=listed))])
    written = tuple(_replace(target / file.name, file.make()) for file in files)
    for name in sorted(kept.difference(names)):
        (target / name).unlink(missing_ok=True)
    done = msgspec.structs.replace(begun, complete=True, files=written)
    _replace(target / LIST, [document(done)])
    return done


def _replace(path: Path, pieces: Iterable[bytes]) -> Written:
    size, digest = put(path, pieces)
    return Written(name=path.name, bytes=size, sha256=digest)


def _names_of_before(target: Path, form: str) -> set[str]:
    """The names of the files that an earlier export of the same format has left in the folder."""
    if not (target / LIST).is_file():
        if any(path.name != LOCK and written_for(path.name) != LIST for path in target.iterdir()):
            raise _refusal(target, f"it is not empty, and no export of ours (it has no {LIST})")
        return set()
    before = _read(target)
    if before.format != form:
        raise _refusal(target, f"it holds an export of another format, {before.format}")
    # Only plain names: a list that was tampered with must not make us remove a file elsewhere.
    return {file.name for file in before.files if is_component(file.name) and file.name != LIST}


def _read(target: Path) -> Export:
    try:
        return msgspec.json.decode((target / LIST).read_bytes(), type=Export)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _refusal(target, f"its list of files, {LIST}, is no list of an export") from None
    except OSError as error:
        raise _refusal(target, f"its list of files cannot be read: {error.strerror or error}") from None


def _refuse_strangers(target: Path, names: Iterable[str]) -> None:
    strangers = [name for name in names if os.path.lexists(target / name)]
    if strangers:
        raise _refusal(target, f"it holds files of the same names that are not of the export before: {strangers[0]}")


def _refusal(target: Path, why: str) -> BadQuery:
    return BadQuery("--target", str(target), ["a new or empty folder, or one of an export of this format"], why=why)
