"""Markdown, piece by piece: text that stays text, code, links, tables."""

import re
from collections.abc import Iterable, Iterator, Sequence

#: Characters that mean something anywhere in a line, and those that do at its beginning only.
_ANYWHERE = re.compile(r"([\\`*\[\]<>|~&])")
_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_AT_BEGINNING = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=[#+=-]))(.)")
#: What GitHub makes a link or a mention of by itself.
_SELF_MADE = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=[Ww]{3})\.|@|(?<=mailto):|(?<=xmpp):")
_IN_ADDRESS = re.compile(r"[\s<>|\\^`{}\"]")


def text(words: str) -> str:
    """Words in one line that no reader of Markdown takes for markup, a link or a mention."""
    one = " ".join(words.split())
    escaped = _ANYWHERE.sub(r"\\\1", one)
    escaped = _UNDERSCORE.sub(r"\_", escaped)
    escaped = _AT_BEGINNING.sub(r"\1\\\2", escaped)
    return _SELF_MADE.sub(lambda found: f"&#{ord(found[0])};", escaped)


def code(words: str) -> str:
    """Words as code; a fence longer than any run of backquotes in them."""
    one = " ".join(words.split())
    longest = max((len(run) for run in re.findall(r"`+", one)), default=0)
    fence, space = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{space}{one}{space}{fence}".replace("|", "\\|")


def codes(names: Iterable[str]) -> str:
    """Several words as code."""
    return ", ".join(map(code, names))


def link(url: str, words: str | None = None) -> str:
    """A link, if it is a web address; else text."""
    if not url.startswith(("https://", "http://")):
        return text(f"{words} {url}" if words else url)
    safe = _IN_ADDRESS.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), url)
    if words is None:
        return f"<{safe}>"
    return f"[{text(words)}](<{safe}>)"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table of cells that are Markdown already."""
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
