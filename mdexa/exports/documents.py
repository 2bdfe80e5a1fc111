"""JSON as it leaves in a file: the same bytes for the same content, and no character that steers what shows it.

Escapes mean the same to every reader of JSON, so that nothing is lost: directions and invisible characters, U+2028 and
its kin that end a line in some readers and not in others, and in documents for web pages `<`, `>` and `&`, too.
"""

import re
from functools import cache
from typing import Any
from unicodedata import category

import msgspec

#: Classes of characters that steer: controls, directions, halves of characters, other line ends.
STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")

_SUSPECT = re.compile("[^\x00-\x7e]")
_MARKUP = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&"})


def line(value: Any) -> bytes:
    """A value as one line of JSON, with its line end."""
    return _harmless(msgspec.json.encode(value)).encode() + b"\n"


def document(value: Any) -> bytes:
    """A value as a document of JSON for people, that may also stand inside of a web page's script."""
    text = _harmless(msgspec.json.format(msgspec.json.encode(value), indent=2))
    return text.translate(_MARKUP).encode() + b"\n"


def _harmless(encoded: bytes) -> str:
    text = encoded.decode()
    return text if text.isascii() and "\x7f" not in text else _SUSPECT.sub(lambda found: _written(found[0]), text)


@cache
def _written(character: str) -> str:
    if category(character) not in STEERING:
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
