"""JSON Schemas of what tools take and give, made from the structs: closed, small, with an object as the root."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect as shapes

from mdexa import card, params
from mdexa.agents import answers, requests
from mdexa.agents.tools import Tool

Schema = dict[str, Any]

#: Lists of words that more than one field takes, by the name that they get in $defs.
WORDS = {
    "Value": params.Value,
    "Column": card.Column,
    "Purpose": params.Purpose,
    "FacetId": params.FacetId,
    "FlagId": params.FlagId,
    "LicenceStatus": params.LicenceStatus,
    "AccessKind": card.AccessKind,
    "AvailabilityState": card.AvailabilityState,
    "Layer": card.Layer,
    "Setting": params.Setting,
}
#: Lists and maps that many fields share, by the name that they get in $defs.
SHARED = {
    "Words": answers.Words,
    "Texts": answers.Texts,
    "Values": answers.Values,
    "Notes": answers.Notes,
    "Tags": requests.TagValues,
}


def contract(tool: Tool) -> Schema:
    """The definition of a tool as it goes over the wire."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.sheet.description(),
        "inputSchema": schema_of(tool.request, described=True),
        "outputSchema": schema_of(tool.answer, described=False),
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


def schema_of(struct: type[msgspec.Struct], *, described: bool, refs: str = "#/$defs/") -> Schema:
    """The schema of a struct. What is used once stands where it is used, the rest in $defs."""
    kind = shapes.type_info(struct)
    uses = Counter(_names(kind, set()))
    shared = {name for name, times in uses.items() if times > 1}
    writer = _Writer(struct, shared, refs=refs, described=described)
    root = writer.inline(kind)
    defs = dict(sorted(writer.defs.items()))
    return root | ({"$defs": defs} if defs else {})


def components(structs: Iterable[type[msgspec.Struct]], *, refs: str) -> dict[str, Schema]:
    """The schemas of some structs and of all that they use, each under its own name and described."""
    found: dict[str, Schema] = {}
    for struct in structs:
        kind = shapes.type_info(struct)
        writer = _Writer(struct, set(_names(kind, set())), refs=refs, described=True)
        writer.schema(kind)
        for name, schema in writer.defs.items():
            assert found.setdefault(name, schema) == schema, f"two structs are called {name}"  # noqa: S101  a bug
    return found


def shown(kind: shapes.Type, *, refs: str) -> Schema:
    """The schema of one type, for a place that has components."""
    return _Writer(object, set(_names(kind, set())), refs=refs, described=False).schema(kind)


def _names(kind: shapes.Type, seen: set[str]) -> Iterator[str]:
    """The name of each struct and word list, as often as it is used."""
    name = _name(kind)
    if name:
        yield name
        if name in seen:
            return
        seen.add(name)
    for child in _children(kind):
        yield from _names(child, seen)


_NAMES = {frozenset(get_args(words)): name for name, words in WORDS.items()}
_SHAPES = {name: shapes.type_info(shape) for name, shape in SHARED.items()}


def _name(kind: shapes.Type) -> str | None:
    if isinstance(kind, shapes.StructType):
        return kind.cls.__name__
    if isinstance(kind, shapes.LiteralType):
        return _NAMES.get(frozenset(kind.values))
    return next((name for name, shape in _SHAPES.items() if kind == shape), None)


def _children(kind: shapes.Type) -> tuple[shapes.Type, ...]:
    match kind:
        case shapes.Metadata():
            return (kind.type,)
        case shapes.UnionType():
            return kind.types
        case shapes.VarTupleType():
            return (kind.item_type,)
        case shapes.DictType():
            return (kind.key_type, kind.value_type)
        case shapes.StructType():
            return tuple(field.type for field in kind.fields)
    return ()


class _Writer:
    """Writes types as schemas, and gathers the shared ones."""

    def __init__(self, root: type, shared: set[str], *, refs: str, described: bool) -> None:
        self.root, self.shared, self.refs, self.described = root, shared, refs, described
        self.defs: dict[str, Schema] = {}

    def schema(self, kind: shapes.Type) -> Schema:
        """A reference to a shared type, else the type itself."""
        name = _name(kind)
        if name is None or name not in self.shared:
            return self.inline(kind)
        if name not in self.defs:
            self.defs[name] = {}
            self.defs[name] = self.inline(kind)
        return {"$ref": self.refs + name}

    def inline(self, kind: shapes.Type) -> Schema:
        """The type written out."""
        match kind:
            case shapes.Metadata():
                schema = self.schema(kind.type) | self._said(kind)
            case shapes.UnionType():
                schema = self._union(kind)
            case shapes.StructType():
                schema = self._struct(kind)
            case shapes.VarTupleType():
                schema = self._array(kind)
            case shapes.DictType():
                schema = self._map(kind)
            case _:
                schema = _scalar(kind)
        return schema

    def _said(self, kind: shapes.Metadata) -> Schema:
        extra = kind.extra_json_schema or {}
        return {"description": extra["description"]} if self.described and "description" in extra else {}

    def _union(self, kind: shapes.UnionType) -> Schema:
        """A field that says nothing is absent, so null is no value; words of two lists are one list."""
        present = [_bare(one) for one in kind.types if not isinstance(one, shapes.NoneType)]
        if len(present) == 1:
            return self.schema(next(one for one in kind.types if not isinstance(one, shapes.NoneType)))
        if all(isinstance(one, shapes.LiteralType) for one in present):
            return {"type": "string", "enum": [value for one in present for value in one.values]}  # type: ignore[attr-defined]
        if all(isinstance(one, shapes.IntType | shapes.FloatType) for one in present):
            return {"type": "number"}
        raise TypeError(f"no schema for {kind}")

    def _struct(self, kind: shapes.StructType) -> Schema:
        fields = kind.fields
        properties = {field.encode_name: self.schema(field.type) | self._default(field) for field in fields}
        required = [
            field.encode_name for field in fields if field.required or not kind.cls.__struct_config__.omit_defaults
        ]
        schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        # Of an answer only the root says what is always there: the whole list of tools has to stay small.
        tells = required and (self.described or kind.cls is self.root)
        return schema | ({"required": required} if tells else {})

    def _default(self, field: shapes.Field) -> Schema:
        """Defaults that a caller wants to know: not those that stand for nothing."""
        default = field.default
        if not self.described or default in (msgspec.NODEFAULT, None, (), "") or isinstance(default, msgspec.Struct):
            return {}
        return {"default": list(default) if isinstance(default, tuple) else default}

    def _array(self, kind: shapes.VarTupleType) -> Schema:
        bounds = {"minItems": kind.min_length, "maxItems": kind.max_length}
        return {"type": "array", "items": self.schema(kind.item_type)} | _given(bounds)

    def _map(self, kind: shapes.DictType) -> Schema:
        keys = _bare(kind.key_type)
        names = {"propertyNames": self.schema(keys)} if isinstance(keys, shapes.LiteralType) else {}
        return {"type": "object", **names, "additionalProperties": self.schema(kind.value_type)}


def _in_order(kind: shapes.LiteralType) -> list[Any]:
    """The words in the order of their definition, best value first; msgspec knows them sorted."""
    name = _NAMES.get(frozenset(kind.values))
    return list(get_args(WORDS[name]) if name else kind.values)


def _bare(kind: shapes.Type) -> shapes.Type:
    return _bare(kind.type) if isinstance(kind, shapes.Metadata) else kind


def _given(bounds: Schema) -> Schema:
    return {key: value for key, value in bounds.items() if value is not None}


def _scalar(kind: shapes.Type) -> Schema:
    match kind:
        case shapes.LiteralType():
            schema: Schema = {"type": "string", "enum": _in_order(kind)}
        case shapes.StrType():
            bounds = {"minLength": kind.min_length, "maxLength": kind.max_length, "pattern": kind.pattern}
            schema = {"type": "string", **_given(bounds)}
        case shapes.IntType():
            schema = {"type": "integer", **_given({"minimum": kind.ge, "maximum": kind.le})}
        case shapes.FloatType():
            schema = {"type": "number"}
        case shapes.BoolType():
            schema = {"type": "boolean"}
        case shapes.AnyType():
            schema = {}
        case _:
            raise TypeError(f"no schema for {kind}")
    return schema
