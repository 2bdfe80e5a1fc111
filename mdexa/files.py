"""Files that are replaced whole or not at all: written beside their old selves, then renamed."""

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple

from mdexa.errors import BadQuery


class Written(NamedTuple):
    """What was written: the number of bytes, and their SHA-256 in hexadecimal."""

    size: int
    sha256: str


def write_beside(path: Path, pieces: Iterable[bytes], *, durable: bool = True) -> tuple[Path, Written]:
    """Writes bytes into a file beside their place, which `rename` puts there. OSError leaves nothing behind.

    `durable` waits until they are on the disk, so that a machine that fails leaves no empty file in the place.
    """
    beside, file = _new_beside(path)
    digest, size = hashlib.sha256(), 0
    try:
        with file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size += len(piece)
            if durable:
                file.flush()
                os.fsync(file.fileno())
    except BaseException:
        discard(beside)
        raise
    return beside, Written(size, digest.hexdigest())


def _new_beside(path: Path) -> tuple[Path, BinaryIO]:
    """A file beside a place under a name that nobody has: another run may be writing there, and its file is its own."""
    for number in count():
        beside = path.with_name(f".{path.name}.{number}.partial")
        with suppress(FileExistsError):
            return beside, beside.open("xb")
    raise AssertionError("there is always a next number")


def discard(beside: Path) -> None:
    """Removes what was written beside a place and is not wanted there."""
    with suppress(OSError):
        beside.unlink()


def put(path: Path, pieces: Iterable[bytes], *, durable: bool = True) -> Written:
    """Puts new bytes in the place of a file; who reads it finds the old ones or the new ones, whole."""
    beside, written = write_beside(path, pieces, durable=durable)
    try:
        beside.replace(path)
    except BaseException:
        # Not after it was renamed: the name is free again, and may be that of another run's file by now.
        discard(beside)
        raise
    return written


def replace(path: Path, pieces: Iterable[bytes], field: str) -> None:
    """The same for a file that a user named: BadQuery, with the field that named it, where it cannot be written."""
    real = checked(path, field)
    try:
        put(real, pieces)
    except OSError as error:
        raise BadQuery(field, str(path), why=unwritable(error)) from None


def checked(path: Path, field: str) -> Path:
    """Where a name leads, behind links. BadQuery if no file can stand there, so that no work is done in vain."""
    try:
        real = path.resolve()
        if real.is_dir():
            raise BadQuery(field, str(path), ["the name of a file"], why="it is a folder")
        if real.exists() and not real.is_file():
            raise BadQuery(field, str(path), ["the name of a file"], why="it is no plain file")
        if not real.parent.is_dir():
            raise BadQuery(field, str(path), why=f"there is no folder {real.parent}; make it first")
        if real.exists() and not os.access(real, os.W_OK):
            raise BadQuery(field, str(path), why="it is there already, and is write-protected")
        discard(write_beside(real, ())[0])
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, BadQuery):
            raise
        raise BadQuery(field, str(path), why=unwritable(error)) from None
    return real


def unwritable(error: Exception) -> str:
    """Why a file cannot be written, in the words of the system."""
    return f"it cannot be written: {getattr(error, 'strerror', None) or error}"
