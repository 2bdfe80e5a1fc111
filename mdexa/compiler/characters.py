"""Characters that no catalogue may hold, and text that is safe to print whatever it came from."""

import re

#: Controls, bidi controls, invisible and unassigned code points: what makes a text look other than it is.
#: The two joiners (U+200C, U+200D) are left in, since some scripts are misspelt without them.
_HIDDEN_CLASS = (
    "\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f"
    "\\u2028-\\u202e\\u2060-\\u206f\\u3164"
    "\\ud800-\\udfff\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff\\U000e0000-\\U000e0fff"
)
HIDDEN = re.compile(f"[{_HIDDEN_CLASS}]")

#: The same without the line breaks that separate the lines of a file.
HIDDEN_IN_FILE = re.compile(f"(?!\\n|\\r\\n)[{_HIDDEN_CLASS}]")


def code_point(character: str) -> str:
    """`U+202E` for the character of that number."""
    return f"U+{ord(character):04X}"


def printable(text: str) -> str:
    """The text with every hidden character written out, so that it can do nothing to a terminal."""
    return HIDDEN.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def shorten(text: str, limit: int = 80) -> str:
    """The text cut to the limit, the cut shown by three dots."""
    return text if len(text) <= limit else f"{text[: limit - 3]}..."
