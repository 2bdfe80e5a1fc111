"""A query string as the request that it means: repeated keys are lists, dots lead into a group."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect as shapes

from mdexa.errors import BadQuery

TRUTH = {"true": True, "false": False}


class Parameter(msgspec.Struct, frozen=True):
    """One parameter of a query string: its name with dots, its type, and whether it may be repeated."""

    name: str
    kind: shapes.Type
    repeated: bool
    required: bool
    description: str | None = None


def parameters(struct: type[msgspec.Struct]) -> tuple[Parameter, ...]:
    """The parameters of an operation. What lies in a group is never required, since the group is not."""
    kind = shapes.type_info(struct)
    assert isinstance(kind, shapes.StructType)  # noqa: S101  an operation takes a struct
    return tuple(_flat(kind, ""))


def _flat(kind: shapes.StructType, before: str) -> Iterable[Parameter]:
    for field in kind.fields:
        inner, description = _bare(field.type)
        name = f"{before}{field.encode_name}"
        if isinstance(inner, shapes.StructType):
            yield from _flat(inner, f"{name}.")
            continue
        repeated = isinstance(inner, shapes.VarTupleType)
        yield Parameter(name, field.type, repeated, field.required and not before, description)


def _bare(kind: shapes.Type) -> tuple[shapes.Type, str | None]:
    """The type behind descriptions and an allowed absence, and the description."""
    description = None
    while isinstance(kind, shapes.Metadata | shapes.UnionType):
        if isinstance(kind, shapes.Metadata):
            description = (kind.extra_json_schema or {}).get("description", description)
            kind = kind.type
        else:
            kind = next(one for one in kind.types if not isinstance(one, shapes.NoneType))
    return kind, description


def request_of(known: Iterable[Parameter], pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The request. A key that is none stays, so that it is refused with a lesson. BadQuery if a key is given twice."""
    by_name = {parameter.name: parameter for parameter in known}
    request: dict[str, Any] = {}
    for key, text in pairs:
        parameter = by_name.get(key)
        *groups, last = key.split(".") if parameter else (key,)
        at = request
        for group in groups:
            at = at.setdefault(group, {})
        if parameter and parameter.repeated:
            at.setdefault(last, []).append(text)
        elif last in at:
            raise BadQuery(key, text, why="it is given twice, and takes one value")
        else:
            at[last] = _value(parameter, text)
    return request


def _value(parameter: Parameter | None, text: str) -> Any:
    """A number or a truth value where one is due and the text is one; else the text, which is then refused."""
    kind = _bare(parameter.kind)[0] if parameter else None
    if isinstance(kind, shapes.BoolType):
        return TRUTH.get(text, text)
    if isinstance(kind, shapes.IntType) and text.removeprefix("-").isascii() and text.removeprefix("-").isdigit():
        return int(text) if len(text) < 10 else text  # noqa: PLR2004
    return text
