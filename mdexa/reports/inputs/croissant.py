"""The dataset that a Croissant file (JSON-LD) describes, and those that it says it is based on."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from mdexa.errors import BadQuery
from mdexa.reports.inputs.linked import Graph, Node, every, values_of
from mdexa.reports.inputs.places import named, nameless
from mdexa.reports.names import Given

#: The fields that say which dataset it is. `name` is compared with names only, the others with addresses, too.
_FIELDS = ("name", "alternateName", "url", "sameAs", "identifier", "@id")
_BASED_ON = ("isBasedOn", "isBasedOnUrl", "wasDerivedFrom", "hadPrimarySource")
#: Where an object that stands for a text has it.
_TEXTS = ("@value", "value", "url", "@id", "name")
#: So much of a file is a name to show where it has none.
_SHOWN = 120


def read_croissant(file: str, text: str) -> tuple[list[Given], list[str]]:
    """The dataset, and each of its sources. BadQuery for JSON that is broken or does not describe one dataset."""
    graph = Graph(_read(file, text), (*_FIELDS, *_BASED_ON, "@type", "@graph"))
    dataset = _dataset(file, graph)
    fields = _fields(file, "", graph, dataset)
    if not fields:
        raise BadQuery("--from", file, why="the dataset in it has neither a name nor an address")
    names = [_given(file, fields[0][0], fields)]
    for key in _BASED_ON:
        for at, source in enumerate(every(dataset.get(key))):
            place = f"{key}[{at}]"
            found = _source(file, place, graph, source)
            names.append(_given(file, place, found) if found else nameless(file, place))
    return names, []


def _read(file: str, text: str) -> Any:
    """The JSON. BadQuery if it is broken, or says one key of an object twice."""
    content = text.encode("utf-8", "replace")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise BadQuery("--from", file, why=f"an object in it has the key “{twice[:_SHOWN]}” twice; leave one")
        return found

    try:
        msgspec.json.decode(content)  # which is stricter, and says where it is broken
        return json.loads(content, object_pairs_hook=unique)
    except BadQuery:
        raise
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else error
        raise BadQuery("--from", file, why=f"it is no JSON: {why}") from None


def _dataset(file: str, graph: Graph) -> Node:
    """The one dataset: the object itself or one of `@graph`. A dataset that another is based on is its source."""
    found = [node for node in graph.top() if graph.is_a(node, "Dataset")]
    if not found:
        why = "it is JSON and describes no dataset: there is no object with `@type` Dataset"
        raise BadQuery("--from", file, why=why)
    sources = {id(graph.whole(source)) for node in found for key in _BASED_ON for source in every(node.get(key))}
    roots = [node for node in found if id(node) not in sources]
    if len(roots) != 1:
        why = f"it describes {len(found)} datasets, and does not say which one is meant; write a file for each"
        raise BadQuery("--from", file, why=why)
    return roots[0]


def _source(file: str, place: str, graph: Graph, source: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a source: of a text, of an object, or of the object that an id leads to."""
    if isinstance(source, str):
        found = graph.whole({"@id": source.strip()})
        if len(found) > 1:
            return _fields(file, place, graph, found)
        return (("url", source.strip()),) if source.strip() and not source.startswith("_:") else ()
    return _fields(file, place, graph, graph.whole(source)) if isinstance(source, dict) else ()


def _given(file: str, place: str, fields: tuple[tuple[str, str], ...]) -> Given:
    """What is described, called by its name, else by its first field."""
    called = next((value for field, value in fields if field == "name"), fields[0][1])
    shown = called if len(called) <= _SHOWN else f"{called[:_SHOWN]}…"
    return named(file, place, shown, fields)


def _fields(file: str, place: str, graph: Graph, node: Node) -> tuple[tuple[str, str], ...]:
    """(field, value) of everything that says which dataset it is. BadQuery for a name that is no text."""
    if wrong := graph.misspelt(node):
        why = f"its key “{wrong[0][:_SHOWN]}” would not be read, and is near to {wrong[1]}; mend it"
        raise BadQuery("--from", file, why=why)
    found: dict[tuple[str, str], None] = {}
    for field in _FIELDS:
        for value in every(node.get(field)):
            texts = tuple(_texts(value))
            if not texts and not _is_empty(value):
                where = f"{place}.{field}" if place else field
                raise BadQuery("--from", file, why=f"{where} holds something that is no text; write the name as a text")
            found |= dict.fromkeys((field, text) for text in texts if not text.startswith("_:"))
    return tuple(found)


def _texts(value: Any) -> Iterator[str]:
    """The texts that a value says: itself, what an object has for one, or one for each language."""
    if isinstance(value, dict):
        node = values_of(value)
        inner = next((node[key] for key in _TEXTS if node.get(key)), None)
        if inner is None and not any(key.startswith("@") for key in value):
            inner = list(value.values())  # {"en": "a name", "fr": "un nom"}
        value = every(inner)
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str | int | float) and not isinstance(one, bool) and str(one).strip():
            yield str(one).strip()


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())
