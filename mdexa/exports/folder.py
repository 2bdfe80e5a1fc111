"""Files into a folder of ours: each written beside its old self and renamed, with a list of what is ours among them.

The list is what makes it safe to write there again: an old file of ours that is made no more is removed, and nothing
is overwritten or removed that is not in it.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from mdexa.errors import BadQuery
from mdexa.exports.documents import document
from mdexa.exports.origin import Origin
from mdexa.files import put

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


def write(target: Path, form: str, origin: Origin, exported: int, files: Sequence[File]) -> Export:
    """Writes the files of an export; gives its list. BadQuery if the folder is not one for it, or cannot be written."""
    kept = _names_of_before(target, form)
    names = [file.name for file in files]
    _refuse_strangers(target, [name for name in names if name not in kept])
    listed = tuple(Written(name=name) for name in sorted({*names, *kept}))
    begun = Export(format=form, catalogue=origin, exported=exported, complete=False, files=listed)
    try:
        target.mkdir(parents=True, exist_ok=True)
        # Should this be the last that is written, the next export knows what is ours.
        _replace(target / LIST, [document(begun)])
        written = tuple(_replace(target / file.name, file.make()) for file in files)
        for name in sorted(kept.difference(names)):
            (target / name).unlink(missing_ok=True)
        done = msgspec.structs.replace(begun, complete=True, files=written)
        _replace(target / LIST, [document(done)])
    except OSError as error:
        raise BadQuery("--target", str(target), why=f"it cannot be written: {error.strerror or error}") from None
    return done


def _replace(path: Path, pieces: Iterable[bytes]) -> Written:
    size, digest = put(path, pieces)
    return Written(name=path.name, bytes=size, sha256=digest)


def _names_of_before(target: Path, form: str) -> set[str]:
    """The names of the files that an earlier export of the same format has left in the folder."""
    if not target.exists():
        return set()
    if not target.is_dir():
        raise BadQuery("--target", str(target), ["the name of a folder"], why="it is a file")
    if not (target / LIST).is_file():
        if any(target.iterdir()):
            raise _refusal(target, f"it is not empty, and no export of ours (it has no {LIST})")
        return set()
    before = _read(target)
    if before.format != form:
        raise _refusal(target, f"it holds an export of another format, {before.format}")
    # Only plain names: a list that was tampered with must not make us remove a file elsewhere.
    return {file.name for file in before.files if file.name == Path(file.name).name and not file.name.startswith(".")}


def _read(target: Path) -> Export:
    try:
        return msgspec.json.decode((target / LIST).read_bytes(), type=Export)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _refusal(target, f"its list of files, {LIST}, is no list of an export") from None
    except OSError as error:
        raise _refusal(target, f"its list of files cannot be read: {error.strerror or error}") from None


def _refuse_strangers(target: Path, names: Iterable[str]) -> None:
    strangers = [name for name in names if (target / name).exists()]
    if strangers:
        raise _refusal(target, f"it holds files of the same names that are not of the export before: {strangers[0]}")


def _refusal(target: Path, why: str) -> BadQuery:
    return BadQuery("--target", str(target), ["a new or empty folder, or one of an export of this format"], why=why)
