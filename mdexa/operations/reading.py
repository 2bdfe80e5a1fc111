"""Requests as they come in from a command line, a tool or a route: made into params, or refused with a lesson."""

from typing import Any, TypeVar

import msgspec

from mdexa.card import Facet
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.nearest import nearest
from mdexa.params import LONGEST_NAME

P = TypeVar("P", bound=msgspec.Struct)


def read(holdings: Holdings, params: type[P], request: Any) -> P:
    """The params of a request. BadQuery names the field, what was given, the legal values and the nearest ones."""
    if not isinstance(request, dict):
        raise BadQuery("the request", request, [f"an object with {', '.join(params.__struct_encode_fields__)}"])
    request = _whole(request)
    _refuse_reserved(holdings, request)
    try:
        return msgspec.convert(request, params)
    except msgspec.ValidationError as error:
        raise _lesson(params, request, str(error)) from None


def _whole(given: Any) -> Any:
    """The request with each half of a character that stands alone (bytes that were no text) as a question mark."""
    if isinstance(given, str):
        return given if given.isascii() else given.encode("utf-8", "replace").decode()
    if isinstance(given, dict):
        return {_whole(key): _whole(value) for key, value in given.items()}
    return [_whole(item) for item in given] if isinstance(given, list | tuple) else given


def _refuse_reserved(holdings: Holdings, request: dict[str, Any]) -> None:
    """A reserved facet is no unknown word: the answer says why there is no such filter, and what to use instead."""
    filters = request.get("filters")
    asked = [("filters", name) for name in filters] if isinstance(filters, dict) else []
    for field in ("count_by", "facets"):
        names = request.get(field)
        asked += [(field, name) for name in names] if isinstance(names, list) else []
    for field, name in asked:
        facet = holdings.facets.get(name) if isinstance(name, str) else None
        if facet is not None and facet.kind == "reserved":
            where = f"filters.{name}" if field == "filters" else field
            raise BadQuery(where, name, why=reserved(facet))


def reserved(facet: Facet) -> str:
    """Why there is no such filter, and what to ask instead."""
    return f"it is reserved. {facet.definition} {facet.instead or ''}".strip()


def _lesson(params: type[msgspec.Struct], request: dict[str, Any], message: str) -> BadQuery:
    """What msgspec has found, with the legal values of the place."""
    fault, _, path = message.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    place = path.split("[")[0]
    if "unknown field" in fault:
        unknown = fault.split("`")[1]
        legal = _fields(_type_at(params, path))
        near = nearest(unknown, legal)
        return BadQuery(_below(path, unknown), unknown, legal, near=near, why="there is no such field")
    if "missing required field" in fault:
        return BadQuery(_below(path, fault.split("`")[1]), None, why="it is required")
    legal = _values(_type_at(params, path))
    got = _value_at(request, path, legal)
    if fault.startswith("Invalid enum value"):
        near = nearest(str(got), legal, alike=0.5)
        return BadQuery(place or "the request", got, legal, near=near)
    return BadQuery(place or "the request", got, legal, why=_plain(fault))


def _below(path: str, field: str) -> str:
    return f"{path}.{field}" if path else field


def _plain(fault: str) -> str:
    """The fault in words of the one who asks: `Expected `int`, got `str`` is not one of them."""
    for python, plain in _PLAIN:
        fault = fault.replace(python, plain)
    return fault[:1].lower() + fault[1:]


#: msgspec speaks of types; those who ask think in lists and words.
_PLAIN = (
    (" | null`", "`"),
    ("`array`", "a list"),
    ("`object`", "an object"),
    ("`str`", "text"),
    ("`int`", "a whole number"),
    ("`float`", "a number"),
    ("`bool`", "true or false"),
    ("`null`", "nothing"),
    ("a list of length", "a list of a length"),
    ("text of length", "text of a length"),
)


def _steps(path: str) -> list[str]:
    return [step for step in path.replace("[", ".[").split(".") if step.strip(".")]


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


def _value_at(request: Any, path: str, legal: list[str]) -> Any:
    """What was given at a path; of a list, its first member that is not legal (its place in it is not known)."""
    at = request
    for step in _steps(path):
        if step.startswith("["):
            wrong = [item for item in at if _is_wrong(item, legal)]
            return wrong[0] if wrong else at
        at = at.get(step) if isinstance(at, dict) else at
    return at


def _is_wrong(item: Any, legal: list[str]) -> bool:
    """Whether a member of a list of words can be the one that was refused."""
    return not isinstance(item, str) or (item not in legal if legal else not 0 < len(item) <= LONGEST_NAME)
