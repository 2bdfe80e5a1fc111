"""Requests as they come in from a command line, a tool or a route: made into params, or refused with a lesson."""

from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec

from mdexa.errors import BadQuery
from mdexa.holdings import Holdings

P = TypeVar("P", bound=msgspec.Struct)


def read(holdings: Holdings, params: type[P], request: dict[str, Any]) -> P:
    """The params of a request. BadQuery names the field, what was given, the legal values and the nearest ones."""
    _refuse_reserved(holdings, request)
    try:
        return msgspec.convert(request, params)
    except msgspec.ValidationError as error:
        raise _lesson(params, request, str(error)) from None


def _refuse_reserved(holdings: Holdings, request: dict[str, Any]) -> None:
    """A reserved facet is no unknown word: the answer says why there is no such filter, and what to use instead."""
    filters = request.get("filters")
    asked = [f"filters.{name}" for name in filters] if isinstance(filters, dict) else []
    asked += [
        str(name)
        for key in ("count_by", "facets")
        if isinstance(request.get(key), list | tuple)
        for name in request[key]
    ]
    for field in asked:
        facet = holdings.facets.get(field.removeprefix("filters."))
        if facet is not None and facet.kind == "reserved":
            raise BadQuery(field, facet.id, why=f"{facet.definition} {facet.instead or ''}".strip())


def _lesson(params: type[msgspec.Struct], request: dict[str, Any], message: str) -> BadQuery:
    """What msgspec has found, with the legal values of the place."""
    fault, _, path = message.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    if "unknown field" in fault:
        unknown = fault.split("`")[1]
        legal = _fields(_type_at(params, path))
        field = f"{path}.{unknown}" if path else unknown
        return BadQuery(
            field, unknown, legal, near=get_close_matches(unknown, legal, n=3), why="there is no such field"
        )
    if "missing required field" in fault:
        field = fault.split("`")[1]
        return BadQuery(f"{path}.{field}" if path else field, None, why="it is required")
    got = _value_at(request, path)
    legal = _values(_type_at(params, path))
    near = get_close_matches(str(got), legal, n=3, cutoff=0.5) if legal else []
    return BadQuery(path or "the request", got, legal, near=near, why="" if legal else _plain(fault))


def _plain(fault: str) -> str:
    return fault[:1].lower() + fault[1:]


def _steps(path: str) -> list[str]:
    return [step for step in path.replace("[", ".[").split(".") if step]


def _type_at(params: type[msgspec.Struct], path: str) -> msgspec.inspect.Type:
    """The declared type at a path such as `filters.access_kind[...]`."""
    at: msgspec.inspect.Type = msgspec.inspect.type_info(params)
    for step in _steps(path):
        at = _bare(at)
        if step.startswith("["):
            at = getattr(at, "item_type", at)
        elif isinstance(at, msgspec.inspect.StructType):
            at = next((field.type for field in at.fields if field.encode_name == step), at)
    return _bare(at)


def _bare(at: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """The type without what says that it may be absent or how it is described."""
    while isinstance(at, msgspec.inspect.Metadata):
        at = at.type
    if isinstance(at, msgspec.inspect.UnionType):
        present = [kind for kind in at.types if not isinstance(kind, msgspec.inspect.NoneType)]
        return _bare(present[0]) if len(present) == 1 else at
    return at


def _fields(at: msgspec.inspect.Type) -> list[str]:
    return [field.encode_name for field in at.fields] if isinstance(at, msgspec.inspect.StructType) else []


def _values(at: msgspec.inspect.Type) -> list[str]:
    if isinstance(at, msgspec.inspect.VarTupleType):
        at = _bare(at.item_type)
    return [str(value) for value in at.values] if isinstance(at, msgspec.inspect.LiteralType) else []


def _value_at(request: Any, path: str) -> Any:
    """What was given at a path; of a list, its first member that is no legal text is not known, so the whole list."""
    at = request
    for step in _steps(path):
        if step.startswith("["):
            return at
        at = at.get(step) if isinstance(at, dict) else at
    return at
