"""Puts the events of a YAML parser together into plain data and the line of each value.

Only `null`, `true`, `false`, plain integers and plain decimals are not text: `no`, dates, octals, `1:30` and
`1_000` stay what was typed. What YAML offers beyond lists, mappings and text is refused. The stack is our own
and has a bottom, so that no depth of nesting can exhaust the interpreter's.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from mdexa.compiler.characters import HIDDEN, code_point
from mdexa.compiler.finding import Path, quote

#: How deep lists and mappings may stand in each other. A card needs nine.
DEEPEST = 24

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
_WORDS: dict[str, bool | None] = {"null": None, "": None, "true": True, "false": False}

#: Stands for a key that was refused: its value is read and dropped.
_REFUSED = object()


class Fault(msgspec.Struct, frozen=True):
    """Something that YAML allows and a catalogue does not."""

    code: str
    line: int
    path: tuple[str | int, ...]
    message: str
    remedy: str
    got: str = ""


def too_deep(line: int, path: tuple[str | int, ...]) -> Fault:
    """The fault of whoever opens one list or mapping too many."""
    message = f"more than {DEEPEST} lists and mappings stand in each other here"
    return Fault("yaml/too-deep", line, path, message, "write it flat, as docs/card.md shows")


class Halt(Exception):
    """Reading ends here: what follows has no place to stand. The last of the faults says why."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults


class Lines:
    """Where each value stands: in the line of its key, or in its own line in a list."""

    def __init__(self, tree: Any) -> None:
        # A node is a line, (line, what was typed) for a number or word, or (line, the nodes inside).
        self._tree = tree

    def at(self, path: Path) -> int:
        """The line of a place; where there is none, of the nearest one around it."""
        node = self._follow(path)[0]
        return int(node[0] if isinstance(node, tuple) else node)

    def typed(self, path: Path) -> str:
        """What was typed for a number, truth value or null, such as `1.10`; else empty."""
        node, whole = self._follow(path)
        return node[1] if whole and isinstance(node, tuple) and isinstance(node[1], str) else ""

    def _follow(self, path: Path) -> tuple[Any, bool]:
        node = self._tree
        for step in path:
            try:
                node = node[1][step]
            except (IndexError, KeyError, TypeError):
                return node, False
        return node, True


def resolve(text: str) -> Any:
    """The value of a plain scalar: null, true, false, an integer, a decimal, or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "-0123456789":
        if _INTEGER.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text):
            return float(text)
    return text


class _Frame:
    """A list or mapping that is still open."""

    __slots__ = ("data", "key", "key_line", "nodes")

    def __init__(self, data: Any, nodes: Any) -> None:
        self.data = data
        self.nodes = nodes
        #: the key whose value comes next, None if a key comes next
        self.key: Any = None
        self.key_line = 0

    @property
    def wants_key(self) -> bool:
        return self.key is None and isinstance(self.data, dict)

    def step(self, *, inside: bool) -> Any:
        """The key or position of the container that is open inside it, or of the value that comes next."""
        return self.key if isinstance(self.data, dict) else len(self.data) - inside


class Assembly:
    """The data and lines of a stream of events, and the faults that were met."""

    def __init__(self, events: Iterable[Any]) -> None:
        self.data: Any = None
        self.tree: Any = 1
        self.faults: list[Fault] = []
        self.empty = True
        self._stack: list[_Frame] = []
        #: how many containers are open inside one that is being dropped
        self._dropping = 0
        self._handlers: dict[str, Callable[[Any], None]] = {
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._open,
            "SequenceStartEvent": self._open,
            "MappingEndEvent": self._close,
            "SequenceEndEvent": self._close,
            "AliasEvent": self._alias,
            "DocumentStartEvent": self._document,
        }
        self._documents = 0
        for event in events:
            handler = self._handlers.get(type(event).__name__)
            if handler is not None:
                handler(event)

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            self._fault(
                "yaml/several-documents",
                event,
                "a second document begins here",
                "give each card a file of its own",
            )
            raise Halt(self.faults)

    def _scalar(self, event: Any) -> None:
        if self._dropping:
            return
        if event.anchor is not None or event.tag is not None:
            self._refuse_marks(event)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.wants_key:
            self._key(frame, event)
        elif not event.style:
            value = resolve(event.value)
            self._put(self._text(value, event) if isinstance(value, str) else value, event)
        else:
            self._put(self._text(event.value, event), event)

    def _text(self, value: str, event: Any) -> str:
        value = value.rstrip("\n")
        if "\n" in value:
            message = "the text has more than one paragraph"
            self._fault("yaml/line-break", event, message, "write it as one paragraph, without an empty line in it")
            value = value.replace("\n", " ")
        hidden = HIDDEN.search(value) if event.style == '"' else None
        if hidden:
            name = code_point(hidden.group())
            message = f"the text holds {name}, a character that cannot be seen or trusted"
            self._fault("yaml/hidden-character", event, message, "write plain letters", got=name)
        return value

    def _put(self, value: Any, event: Any) -> None:
        typed = event.value if value is None or not isinstance(value, str) else None
        if not self._stack:
            self.empty = value is None and not self.faults
            self.data, self.tree = value, self._node(event.start_mark.line + 1, typed)
            return
        self._hang(value, typed, event)

    @staticmethod
    def _node(line: int, inside: Any) -> Any:
        return line if inside is None else (line, inside)

    def _hang(self, value: Any, inside: Any, event: Any) -> None:
        """Put a value, and the node of its line, into the innermost container."""
        frame = self._stack[-1]
        if isinstance(frame.data, list):
            frame.data.append(value)
            frame.nodes.append(self._node(event.start_mark.line + 1, inside))
            return
        if frame.key is not _REFUSED:
            frame.data[frame.key] = value
            frame.nodes[frame.key] = self._node(frame.key_line, inside)
        frame.key = None

    def _key(self, frame: _Frame, event: Any) -> None:
        frame.key_line = event.start_mark.line + 1
        key = event.value
        if not event.style and not isinstance(resolve(key), str):
            frame.key = _REFUSED
            self._fault(
                "yaml/key-not-text",
                event,
                f"the key {quote(key)} is not text",
                f'write it in quotes: "{key}":',
            )
        elif not event.style and key == "<<":
            frame.key = _REFUSED
            self._fault(
                "yaml/merge-key",
                event,
                "`<<` would merge another mapping in",
                "write the keys out in this place",
            )
        elif key in frame.data:
            frame.key = _REFUSED
            before = frame.nodes[key]
            line = before[0] if isinstance(before, tuple) else before
            message = f"the key {quote(key)} stands in line {line} already"
            self._fault("yaml/repeated-key", event, message, "keep one of the two; the second is not read", got=key)
        else:
            frame.key = self._text(key, event)

    def _open(self, event: Any) -> None:
        if self._dropping:
            self._dropping += 1
            return
        if event.anchor is not None or event.tag is not None:
            self._refuse_marks(event)
        if len(self._stack) == DEEPEST:
            path = tuple(frame.step(inside=True) for frame in self._stack)
            self.faults.append(too_deep(event.start_mark.line + 1, path))
            raise Halt(self.faults)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.wants_key:
            frame.key = _REFUSED
            self._dropping = 1
            self._fault(
                "yaml/key-not-text",
                event,
                "a list or mapping stands as a key",
                "write a single word before the colon",
            )
        elif frame is not None and frame.key is _REFUSED:
            frame.key = None
            self._dropping = 1
        else:
            self._enter(event)

    def _enter(self, event: Any) -> None:
        of_mapping = type(event).__name__ == "MappingStartEvent"
        data: Any = {} if of_mapping else []
        nodes: Any = {} if of_mapping else []
        if self._stack:
            # The key is needed for paths until the container is closed.
            key = self._stack[-1].key
            self._hang(data, nodes, event)
            self._stack[-1].key = key
        else:
            self.data, self.tree = data, (event.start_mark.line + 1, nodes)
            self.empty = False
        self._stack.append(_Frame(data, nodes))

    def _close(self, _event: Any) -> None:
        if self._dropping:
            self._dropping -= 1
            return
        self._stack.pop()
        if self._stack:
            self._stack[-1].key = None

    def _alias(self, event: Any) -> None:
        if self._dropping:
            return
        message = f"`*{event.anchor}` repeats what stands elsewhere"
        self._fault("yaml/alias", event, message, "write the value out in this place")
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.wants_key:
            frame.key = _REFUSED
        elif frame is not None:
            self._hang(None, None, event)

    def _refuse_marks(self, event: Any) -> None:
        if event.anchor is not None:
            message = f"`&{event.anchor}` marks a value for repetition"
            self._fault("yaml/anchor", event, message, "take the mark out, and write the value in each place")
        if event.tag is not None:
            message = f"{quote(event.tag)} sets a type"
            self._fault("yaml/tag", event, message, "take it out; the schema knows the type")

    def _fault(self, code: str, event: Any, message: str, remedy: str, got: str = "") -> None:
        path = tuple(frame.step(inside=True) for frame in self._stack[:-1])
        if self._stack and not self._stack[-1].wants_key and self._stack[-1].key is not _REFUSED:
            path = (*path, self._stack[-1].step(inside=False))
        self.faults.append(Fault(code, event.start_mark.line + 1, path, message, remedy, got))
