"""Names of datasets out of files: lists, tables, cards of a hub, Croissant. Which kind it is, is seen or said."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import PurePath

import msgspec

from mdexa.errors import BadQuery
from mdexa.reports.inputs.croissant import read_croissant
from mdexa.reports.inputs.hub import read_card
from mdexa.reports.inputs.lists import first_header, read_list, read_table
from mdexa.reports.names import Given

KINDS = ("list", "csv", "card", "croissant")
#: A file of names is small. What is larger is something else, and would be read in vain.
LARGEST = 8 * 1024 * 1024
_BY_ENDING = {
    ".csv": "csv",
    ".tsv": "csv",
    ".md": "card",
    ".markdown": "card",
    ".yaml": "card",
    ".yml": "card",
    ".json": "croissant",
    ".jsonld": "croissant",
}
#: Byte order marks, by the encoding that they stand for. The longer ones begin like the shorter ones.
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The names of a file, in its order, and what was seen in it and is no name."""

    names: tuple[Given, ...]
    remarks: tuple[str, ...] = ()
    sha256: str = ""


def read_names(file: str, content: bytes, kind: str | None = None, column: str | None = None) -> Found:
    """The names in a file. BadQuery, with the line and what to do, if it cannot be read or holds none."""
    text = _text(file, content)
    if not text.strip():
        raise BadQuery("--from", file, why="it is empty; a list has a name on each line")
    kind = kind or kind_of(file, text)
    if column is not None and kind != "csv":
        raise BadQuery("--column", column, why=f"{file} was read as {kind}, which has no columns")
    names, remarks = _readers(column)[kind](file, text)
    if not names:
        raise BadQuery("--from", file, why=_none(kind))
    return Found(
        names=tuple(names),
        remarks=tuple(f"{file}: {remark}" for remark in remarks),
        sha256=sha256(content).hexdigest(),
    )


Reader = Callable[[str, str], tuple[list[Given], list[str]]]


def _readers(column: str | None) -> dict[str, Reader]:
    return {
        "list": read_list,
        "csv": lambda file, text: read_table(file, text, column),
        "card": read_card,
        "croissant": read_croissant,
    }


def _none(kind: str) -> str:
    return {
        "list": "it has only comments and blank lines",
        "csv": "the column of names has no name in it",
        "card": "its front matter names no dataset: no `datasets`, `pretty_name` or `source_datasets`",
        "croissant": "it has neither a name nor an address",
    }[kind]


def kind_of(file: str, text: str) -> str:
    """The kind of a file: by what it begins with, which is sure, else by the ending of its name, else a list."""
    begin = text.lstrip()
    if begin.startswith("{"):
        return "croissant"
    if begin.partition("\n")[0].rstrip() == "---":
        return "card"
    ending = PurePath(file).suffix.lower()
    if ending in _BY_ENDING:
        return _BY_ENDING[ending]
    return "csv" if first_header(text) else "list"


def _text(file: str, content: bytes) -> str:
    """The characters of a file, whatever ends its lines. BadQuery if it is no text, or too large."""
    if len(content) > LARGEST:
        why = f"it has more than {LARGEST // 1024 // 1024} MiB, and is no file of names"
        raise BadQuery("--from", file, why=why)
    encoding = "utf-8"
    for mark, named in _MARKS:
        if content.startswith(mark):
            content, encoding = content[len(mark) :], named
            break
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        why = f"line {line} is not text in UTF-8; save the file as UTF-8"
        raise BadQuery("--from", file, why=why) from None
    if "\x00" in text:
        raise BadQuery("--from", file, why="it is no text: it has zero bytes in it")
    return text.replace("\r\n", "\n").replace("\r", "\n")
