"""Names out of the card of a model or a dataset as hubs have them: YAML between two lines `---` at the top.

The YAML is never made into objects. Its events are walked through, only lists of texts under three keys are taken, as
they were typed, and a reference to another place of the file is not followed where a name is expected: no card can cost
more than its own length. What might hide a name of ours (a second document, keys that are merged in, near to ours or
repeated) is refused.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

from mdexa.errors import BadQuery
from mdexa.nearest import nearest
from mdexa.reports.inputs.places import named
from mdexa.reports.names import COPY, Given

#: The keys that are read. The others say nothing about datasets.
DATASETS, SOURCES, TITLE = "datasets", "source_datasets", COPY
_KEYS = (DATASETS, SOURCES, TITLE)
#: A key as near to one of these as this, from 0 to 1, is taken for a slip of the pen.
_ALIKE = 0.85
_SHOWN = 120
#: What `source_datasets` says besides names.
_NO_NAMES = ("original", "extended")
_PREFIXES = ("extended|", "other-")
_DEEPEST = 50
_NOTHING = ("", "~", "null", "Null", "NULL")


class _Text(NamedTuple):
    """A text under one of the keys: its place in the list (None: it stands alone), its line, and what it says."""

    key: str
    at: int | None
    line: int
    text: str


def read_card(file: str, text: str) -> tuple[list[Given], list[str]]:
    """Of a model: its `datasets`. Of a dataset: its `pretty_name`, and the `source_datasets` that it is made from."""
    first, matter = _front_matter(file, text)
    found = list(_texts(file, matter, first))
    names = [named(file, _place(row), row.text) for row in found if row.key == DATASETS]
    if names:
        return names, []
    # What a hub's repository calls itself shows the way, and is no proof that it is the publisher's.
    names = [named(file, _place(row), row.text, ((COPY, row.text),)) for row in found if row.key == TITLE]
    remarks = []
    for row in (row for row in found if row.key == SOURCES):
        name = _source(row.text)
        if name:
            said = "" if name == row.text else f" ({row.text})"
            names.append(named(file, f"{_place(row)}{said}", name))
        else:
            remarks.append(f"{_place(row)} says “{row.text}”, which names no dataset")
    return names, remarks


def _place(row: _Text) -> str:
    at = "" if row.at is None else f"[{row.at}]"
    return f"line {row.line}, {row.key}{at}"


def _source(text: str) -> str:
    """`extended|other-NAME` -> `NAME`; empty for what is no name."""
    if text in _NO_NAMES:
        return ""
    for prefix in _PREFIXES:
        text = text.removeprefix(prefix)
    return text.strip()


def _front_matter(file: str, text: str) -> tuple[int, str]:
    """The number of lines before the YAML, and the YAML. A file without `---` is YAML as a whole."""
    lines = text.split("\n")
    begin = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if lines[begin].rstrip() != "---":
        if file.lower().endswith((".md", ".markdown")):
            why = "it has no front matter: a card begins with a line ---, then YAML, then another line ---"
            raise BadQuery("--from", file, why=why)
        return 0, text
    if file.lower().endswith((".yaml", ".yml")):
        return begin + 1, "\n".join(lines[begin + 1 :])
    end = next((at for at in range(begin + 1, len(lines)) if lines[at].rstrip() == "---"), None)
    if end is None:
        why = "its front matter is not closed: there is no second line ---"
        raise BadQuery("--from", file, why=why)
    return begin + 1, "\n".join(lines[begin + 1 : end])


def _texts(file: str, matter: str, first: int) -> Iterator[_Text]:
    """The texts under the keys that are read. BadQuery where the YAML is broken, or a name is no text."""
    if find_spec("yaml") is None:
        why = "reading a card needs pyyaml, which this installation has not; install mdexa[pages]"
        raise BadQuery("--from", file, why=why)
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(matter)
    try:
        yield from _walk(file, _events(loader), first, yaml)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first + mark.line + 1 if mark else first + 1
        problem = getattr(error, "problem", None) or "it cannot be read"
        raise BadQuery("--from", file, why=f"line {line} is no YAML: {problem}") from None
    finally:
        loader.dispose()


def _events(loader: Any) -> Iterator[Any]:
    while loader.check_event():
        yield loader.get_event()


def _walk(file: str, events: Iterator[Any], first: int, yaml: Any) -> Iterator[_Text]:
    """The texts under the keys that are read. BadQuery if there is more than one document with something in it."""
    path = _Path(file)
    ended = False
    for event in events:
        line = first + event.start_mark.line + 1
        if ended and isinstance(event, yaml.NodeEvent) and getattr(event, "value", "?") != "":
            raise path.refusal(f"line {line} begins a second document, which would not be read; leave one")
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            path.enter(line, is_list=isinstance(event, yaml.SequenceStartEvent))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            path.leave()
        elif isinstance(event, yaml.ScalarEvent):
            if ended:
                continue
            nothing = event.value.strip() == "" or (event.style in (None, "") and event.value in _NOTHING)
            text = path.text(line, event.value)
            if text is not None and not nothing:
                yield text
        elif isinstance(event, yaml.AliasEvent):
            path.alias(line, event.anchor)
        elif isinstance(event, yaml.DocumentEndEvent):
            ended = True


class _Path:
    """Where the walk is. Depth 1 is the mapping at the top, whose keys and values take turns."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._depth = 0
        self._key: str | None = None
        self._at = 0
        self._seen: set[str] = set()

    def enter(self, line: int, *, is_list: bool) -> None:
        """A mapping or list begins."""
        if self._depth == 0 and is_list:
            raise self.refusal("its YAML is a list; write it under the key `datasets`")
        if self._depth and self._is_read() and (self._depth > 1 or not is_list or self._key == TITLE):
            raise self.refusal(f"line {line}: {self._key} holds names, and this is something else")
        self._depth += 1
        self._at = 0
        if self._depth > _DEEPEST:
            raise self.refusal(f"line {line} is nested more than {_DEEPEST} deep")

    def leave(self) -> None:
        """A mapping or list ends; behind a value comes a key, behind a key that is no text its value."""
        self._depth -= 1
        if self._depth == 1:
            self._key = "" if self._key is None else None

    def text(self, line: int, text: str) -> _Text | None:
        """A text that is a name, None if it is a key or stands under another one."""
        if self._depth == 0:
            raise self.refusal(f"line {line}: the front matter is a text, and should be `key: value` on each line")
        if self._depth == 1 and self._key is None:
            self._key = self._known(line, text)
            return None
        found = None
        if self._is_read():
            found = _Text(str(self._key), self._at if self._depth > 1 else None, line, text.strip())
            self._at += 1
        if self._depth == 1:
            self._key = None
        return found

    def alias(self, line: int, anchor: str) -> None:
        """A reference is not followed; where a name should stand it is refused."""
        if self._is_read():
            raise self.refusal(f"line {line}: *{anchor} refers to another place of the file; write the name out")
        if self._depth == 1 and self._key is None:
            raise self.refusal(f"line {line}: *{anchor} stands for a key that is not read; write the key out")
        if self._depth == 1:
            self._key = None

    def _known(self, line: int, key: str) -> str:
        """The key, if it is one of ours, once, or is like none of them."""
        if key == "<<":
            raise self.refusal(f"line {line}: << merges in keys that are not read; write them out")
        near = nearest("_".join(key.casefold().replace("-", " ").split()), _KEYS, 1, alike=_ALIKE)
        if near and key not in _KEYS:
            shown = key[:_SHOWN].strip()
            raise self.refusal(f"line {line}: the key “{shown}” would not be read, and is near to {near[0]}; mend it")
        if key in self._seen and key in _KEYS:
            raise self.refusal(f"line {line}: the key {key} stands there a second time; write one list")
        self._seen.add(key)
        return key

    def _is_read(self) -> bool:
        return self._key in _KEYS

    def refusal(self, why: str) -> BadQuery:
        """Why the card is refused."""
        return BadQuery("--from", self._file, why=why)
