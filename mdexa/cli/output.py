"""Where text leaves the program: nothing in it can steer a terminal, and a reader who has gone is no failure."""

import os
import sys
from collections.abc import Iterable
from typing import Any
from unicodedata import category

#: Classes of characters that steer: controls, directions, halves of characters, other line ends.
STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")

#: Nothing can be shown in fewer columns than the first, nobody reads more than the last; the other is for files.
NARROWEST, USUAL, WIDEST = 40, 100, 120


class OutputLost(Exception):
    """What was printed cannot be kept: the disk is full, the device is gone."""


def put(text: str) -> None:
    """Prints a text. Where the reader has gone (`mdexa check … | head`), what it wanted was printed."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        hush()
    except OSError as error:
        raise _lost(error) from None


def put_lines(lines: Iterable[str]) -> None:
    """Prints lines."""
    put("".join(f"{line}\n" for line in lines))


def put_json(result: Any) -> None:
    """Prints a result as JSON, with every character that could steer a terminal as its escape."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(result), indent=2).decode()
    put(escaped(text) + "\n")


def flush() -> None:
    """Sends what was printed on its way."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
    except OSError as error:
        raise _lost(error) from None


def _lost(error: OSError) -> OutputLost:
    """The failure, once nothing is left in the buffer that Python would try to write on leaving."""
    hush()
    return OutputLost(error.strerror or str(error))


def hush() -> None:
    """Lets all further output go nowhere, that of Python's own farewell included."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def clean(text: str) -> str:
    """A text without characters that steer a terminal or turn the direction of writing."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if category(character) not in STEERING else " " if character in "\t\n\r" else "" for character in text
    )


def escaped(document: str) -> str:
    """A JSON document that means the same, with its steering characters written as escapes."""
    if document.isascii() and "\x7f" not in document:
        return document
    return "".join(
        character if character == "\n" or category(character) not in STEERING else _escape(character)
        for character in document
    )


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def columns() -> int:
    """How wide the terminal is: COLUMNS, else what it says of itself, else USUAL."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdigit() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL
    except (OSError, ValueError):  # no terminal, or a stream without a number
        return USUAL
