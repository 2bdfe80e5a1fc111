"""Text that is safe to hand on: no character in it makes it look, or be read, other than it is."""

import re
from typing import Any

import msgspec

#: Controls, bidi controls, invisible and unassigned code points. The compiler refuses them in a catalogue; an index of
#: another origin, and what a caller types, may hold them. The joiners U+200C and U+200D are part of some scripts.
HIDDEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e"
    "\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff\\U000e0000-\\U000e0fff]"
)


def clean(value: Any) -> Any:
    """Plain values with no hidden character in any text or key."""
    match value:
        case str():
            return HIDDEN.sub("", value)
        case dict():
            return {clean(key): clean(one) for key, one in value.items()}
        case list() | tuple():
            return [clean(one) for one in value]
    return value


def to_json(answer: Any) -> bytes:
    """An answer as JSON, free of hidden characters; walked through only if it holds one."""
    encoded = msgspec.json.encode(answer)
    # Controls stand escaped in JSON, the other hidden characters as they are.
    if b"\\u00" in encoded or HIDDEN.search(encoded.decode()):
        encoded = msgspec.json.encode(clean(msgspec.json.decode(encoded)))
    return encoded


def quoted(value: object, limit: int = 80) -> str:
    """What a caller gave, short and on one line, with everything that cannot be seen written out."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
