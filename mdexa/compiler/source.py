"""A file of the catalogue: from bytes to data and the line of each place, or findings on why not."""

from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

from mdexa.compiler.assembly import DEEPEST, Assembly, Fault, Halt, Lines, too_deep
from mdexa.compiler.characters import HIDDEN_IN_FILE, code_point
from mdexa.compiler.finding import Finding, pointer_of

_TOO_DEEP = "exceeded maximum nesting depth"


class _Scanner(yaml.SafeLoader):
    """The parser in Python with a bottom: without it, open brackets cost time by their square."""

    def fetch_flow_collection_start(self, token: Any) -> None:
        if self.flow_level > DEEPEST:
            raise yaml.scanner.ScannerError(None, None, _TOO_DEEP, self.get_mark())
        super().fetch_flow_collection_start(token)


#: libyaml where PyYAML was built with it, else the same grammar in Python.
_LOADER: Any = getattr(yaml, "CSafeLoader", _Scanner)
#: Faults behind which nothing was read.
_BREAKING = frozenset({"yaml/syntax", "yaml/too-deep"})
_MARK = b"\xef\xbb\xbf"

#: What the parser complains of (a piece of its words) -> what a curator can do about it.
_EXPLAINED = (
    (
        "mapping values are not allowed",
        "a colon stands inside a text that has no quotes",
        'put the text in quotes: "a: b"',
    ),
    (
        "could not find expected ':'",
        "a line has no colon behind its key",
        "write `key: value`, and indent what continues a text",
    ),
    (
        "cannot start any token",
        "a text begins with a character that has a meaning in YAML",
        "put the text in quotes",
    ),
    (
        "did not find expected key",
        "the indentation does not fit the lines before",
        "align the keys of one mapping; two spaces a step",
    ),
    (
        "expected <block end>",
        "the indentation does not fit the lines before",
        "align the keys of one mapping; two spaces a step",
    ),
    (
        "<document start>",
        "the indentation does not fit the first line",
        "begin the first key in column 1",
    ),
    (
        "did not find expected '-' indicator",
        "the indentation does not fit the list",
        "align the hyphens of one list",
    ),
    ("end of stream", "a quotation mark is not closed", "close it"),
    (
        "expected ',' or",
        "a bracket is not closed, or a comma is missing",
        "close it, or write one item a line with `- `",
    ),
    (
        "sequence entries are not allowed",
        "a list begins on the line of its key",
        "begin it on the next line",
    ),
    ("unknown escape character", "a backslash in double quotes has no meaning here", "use single quotes"),
)


class Document(msgspec.Struct, frozen=True):
    """A file that could be read."""

    #: relative to the catalogue folder, with forward slashes
    file: str
    data: Any
    lines: Lines


def read(file: str, content: bytes) -> tuple[Document | None, list[Finding]]:
    """The document in the bytes of a file, or None, and the findings on how it is written."""
    text, faults = _decode(content)
    if text is None:
        return None, _findings(file, faults)
    try:
        assembly = Assembly(_events(text, faults))
    except Halt as halt:
        return None, _findings(file, [*faults, *halt.faults])
    faults += assembly.faults
    if not _BREAKING.isdisjoint(fault.code for fault in faults):
        return None, _findings(file, faults)
    if assembly.empty:
        faults.append(Fault("yaml/empty", 1, (), "the file holds nothing", "write its content, or delete it"))
        return None, _findings(file, faults)
    return Document(file, assembly.data, Lines(assembly.tree)), _findings(file, faults)


def _findings(file: str, faults: list[Fault]) -> list[Finding]:
    return [
        Finding(
            code=fault.code,
            severity="error",
            file=file,
            line=fault.line,
            pointer=pointer_of(fault.path),
            message=fault.message,
            remedy=fault.remedy,
            got=fault.got,
        )
        for fault in faults
    ]


def _decode(content: bytes) -> tuple[str | None, list[Fault]]:
    """The text, or None if it must not be parsed, and what is wrong with its characters."""
    faults = []
    if content.startswith(_MARK):
        content = content[len(_MARK) :]
        faults.append(
            Fault(
                "yaml/byte-order-mark",
                1,
                (),
                "a byte order mark begins the file",
                "save it as UTF-8 without BOM",
            )
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return None, [
            *faults,
            Fault("yaml/not-utf-8", line, (), "the file is not UTF-8 text", "save it as UTF-8"),
        ]
    hidden = _hidden(text)
    return (None if hidden else text), faults + hidden


def _hidden(text: str) -> list[Fault]:
    """One fault for each kind of hidden character, at the first of its kind."""
    places: dict[str, list[int]] = {}
    for match in HIDDEN_IN_FILE.finditer(text):
        places.setdefault(match.group(), []).append(match.start())
    return [_hidden_fault(character, text.count("\n", 0, at[0]) + 1, len(at)) for character, at in places.items()]


def _hidden_fault(character: str, line: int, times: int) -> Fault:
    often = f" ({times} times in the file)" if times > 1 else ""
    if character == "\t":
        return Fault("yaml/tab", line, (), f"there is a tab{often}", "write spaces, two for each step of indentation")
    name = code_point(character)
    message = f"the character {name} cannot be seen or trusted{often}"
    return Fault("yaml/hidden-character", line, (), message, "take it out, and write plain letters", name)


def _events(text: str, faults: list[Fault]) -> Iterator[Any]:
    """The events of the parser, up to the place where it gives up, which becomes a fault."""
    loader = _LOADER(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    except yaml.YAMLError as error:
        faults.append(_explain(error))
    finally:
        loader.dispose()


def _explain(error: yaml.YAMLError) -> Fault:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or "it cannot be parsed")
    line = mark.line + 1 if mark else 1
    if problem == _TOO_DEEP:
        return too_deep(line, ())
    for words, message, remedy in _EXPLAINED:
        if words in problem:
            return Fault("yaml/syntax", line, (), message, remedy)
    return Fault(
        "yaml/syntax",
        line,
        (),
        f"this is no YAML: {problem}",
        "compare the lines around it with docs/card.md",
    )
