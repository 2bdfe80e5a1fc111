"""JSON-LD as far as names need it: keys by their local names, values out of lists, objects by their id."""

from collections.abc import Iterable, Iterator
from typing import Any

Node = dict[str, Any]
_LISTS = ("@list", "@set")


def every(value: Any) -> list[Any]:
    """The values of a key, one or several, out of all lists and sets that they stand in. Null is none."""
    found, waiting = [], [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += reversed(one)
        elif isinstance(one, dict) and (kind := next((kind for kind in _LISTS if kind in one), None)):
            waiting.append(one[kind])
        elif one is not None:
            found.append(one)
    return found


def local(key: str) -> str:
    """`sc:name`, `https://schema.org/name` -> `name`. What begins with `@` is whole."""
    for mark in "#/:":
        key = key if key.startswith("@") else key.rpartition(mark)[2]
    return key


def values_of(node: Node, terms: dict[str, str] | None = None) -> Node:
    """An object by the local names of its keys: local name -> all values."""
    found: dict[str, list[Any]] = {}
    for key, value in node.items():
        found.setdefault(local((terms or {}).get(key, key)), []).extend(every(value))
    return dict(found)


class Graph:
    """A document: its objects by the local names of their keys, and where an id leads."""

    def __init__(self, data: Any, known: Iterable[str]) -> None:
        self._data = data
        self._known = {key.casefold(): key for key in known}
        self._made: dict[int, Node] = {}
        self._by_id: dict[str, list[Node]] = {}
        self._terms: dict[str, str] = {}
        self._misspelt: dict[int, tuple[str, str]] = {}
        objects = list(_objects(data))
        for one in objects:
            for context in every(one.get("@context")):
                self._terms |= _terms(context)
        for one in objects:
            self._read(one)

    def _read(self, one: Node) -> None:
        node = self._made[id(one)] = values_of(one, self._terms)
        for key in one:
            meant = self._known.get(local(key).strip().casefold())
            if meant and local(self._terms.get(key, key)) not in self._known.values():
                self._misspelt[id(node)] = (key, meant)
        for name in node.get("@id", ()):
            if isinstance(name, str) and len(node) > 1:
                self._by_id.setdefault(name, []).append(node)

    def top(self) -> tuple[Node, ...]:
        """The object itself, and those of its `@graph`."""
        if not isinstance(self._data, dict):
            return ()
        node = self._made[id(self._data)]
        inner = [self._made[id(one)] for one in node.get("@graph", ()) if isinstance(one, dict)]
        return (node, *inner)

    def is_a(self, node: Node, kind: str) -> bool:
        """Whether an object is of a type."""
        return any(isinstance(one, str) and local(one) == kind for one in node.get("@type", ()))

    def misspelt(self, node: Node) -> tuple[str, str] | None:
        """A key that is one of the known ones but for case and spaces, and the one that it is near to."""
        return self._misspelt.get(id(node))

    def whole(self, thing: Any) -> Node:
        """An object by local names; of one that is only an id, the object that has it. Empty if it is no object."""
        if isinstance(thing, str):
            thing = {"@id": thing}
        if not isinstance(thing, dict):
            return {}
        made = self._made.get(id(thing))
        node = values_of(thing, self._terms) if made is None else made
        if len(node) > 1:
            return node
        found = [one for name in node.get("@id", ()) if isinstance(name, str) for one in self._by_id.get(name, ())]
        return found[0] if len(found) == 1 else _merged(found) or node


def _merged(nodes: list[Node]) -> Node:
    """What several objects with one id say together."""
    found: Node = {}
    for node in nodes:
        for key, values in node.items():
            found[key] = [*found.get(key, ()), *values]
    return found


def _objects(data: Any) -> Iterator[Node]:
    """Every object of a document, however deep, but for contexts."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += reversed([value for key, value in one.items() if key != "@context"])
        elif isinstance(one, list):
            waiting += reversed(one)


def _terms(context: Any) -> dict[str, str]:
    """What a context makes of its terms."""
    found = {}
    for term, meaning in context.items() if isinstance(context, dict) else ():
        name = meaning.get("@id") if isinstance(meaning, dict) else meaning
        if isinstance(name, str) and not term.startswith("@") and not name.endswith(("/", "#", ":")):
            found[term] = name
    return found
