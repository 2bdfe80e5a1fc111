"""The dataset that a Croissant file (JSON-LD) describes, and those that it says it is based on."""

from collections.abc import Iterator
from typing import Any

import msgspec

from mdexa.errors import BadQuery
from mdexa.reports.inputs.places import named
from mdexa.reports.names import Given

#: The fields that say which dataset it is. `name` is compared with names only, the others with addresses, too.
_FIELDS = ("name", "alternateName", "url", "sameAs", "identifier", "@id")
_BASED_ON = ("isBasedOn", "isBasedOnUrl", "prov:wasDerivedFrom")
#: So much of a file is a name to show where it has none.
_SHOWN = 120


def read_croissant(file: str, text: str) -> tuple[list[Given], list[str]]:
    """The dataset, and each of its sources. BadQuery for JSON that is broken or describes no dataset."""
    try:
        data = msgspec.json.decode(text.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadQuery("--from", file, why=f"it is no JSON: {_plain(error)}") from None
    dataset = _dataset(data)
    if dataset is None:
        why = "it is JSON and describes no dataset: there is no object with `@type` Dataset"
        raise BadQuery("--from", file, why=why)
    names = list(_given(file, "", dataset))
    if not names:
        raise BadQuery("--from", file, why="the dataset in it has neither a name nor an address")
    for key in _BASED_ON:
        for at, source in enumerate(_list(dataset.get(key))):
            names += _given(file, f"{key}[{at}]", source)
    return names, []


def _plain(error: Exception) -> str:
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error)


def _dataset(data: Any) -> dict[str, Any] | None:
    """The dataset: the object itself, or the first one of `@graph`."""
    if not isinstance(data, dict):
        return None
    for one in (data, *_list(data.get("@graph"))):
        if isinstance(one, dict) and any(str(kind).endswith("Dataset") for kind in _list(one.get("@type"))):
            return one
    return None


def _given(file: str, place: str, thing: Any) -> Iterator[Given]:
    """What is described, called by its name, else by its first field; nothing if it has none."""
    fields = tuple(dict.fromkeys(_fields(thing)))
    if not fields:
        return
    called = next((value for field, value in fields if field == "name"), fields[0][1])
    shown = called if len(called) <= _SHOWN else f"{called[:_SHOWN]}…"
    yield named(file, place or fields[0][0], shown, fields)


def _fields(thing: Any) -> Iterator[tuple[str, str]]:
    """(field, value) of everything that says which dataset it is."""
    if isinstance(thing, str):
        yield "url", thing.strip()
    elif isinstance(thing, dict):
        for field in _FIELDS:
            for value in _list(thing.get(field)):
                text = _text(value)
                if text and not text.startswith("_:"):
                    yield field, text


def _text(value: Any) -> str:
    """A text, or what an object with a value, a name, an address or an id says."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("@value", "value", "url", "@id", "name") if value.get(key)), "")
    return value.strip() if isinstance(value, str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
