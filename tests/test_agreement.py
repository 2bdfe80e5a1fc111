"""Schemas and structs say the same: the same fields, the same required ones, the same legal words.

The schema finds every fault with its line, the struct only carries what has passed. Where they drift apart, a card
that an editor accepts would crash the build, or one that the build accepts would be refused by the editor.
"""

import copy
import json
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

from mdexa.card import Card, Facets, LicenceTable, Release, Vocabulary
from mdexa.compiler.exemptions import Exemptions
from mdexa.compiler.schema import SCHEMAS, load
from mdexa.compiler.shape import EXPLAIN
from mdexa.purposes import COLUMNS

SCHEMA_FOLDER = Path(__file__).parents[1] / "schema"
STRUCTS = {
    "card": Card,
    "licences": LicenceTable,
    "vocabulary": Vocabulary,
    "facets": Facets,
    "catalogue": Release,
    "exemptions": Exemptions,
}
PLAIN = {inspect.StrType: "string", inspect.IntType: "integer", inspect.FloatType: "number"}
#: What a schema may say beside the keywords that are explained to a curator.
SILENT = {
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "patternErrorMessage",
    "properties",
    "items",
    "additionalProperties",
}


def shape_of_schema(node):
    """A schema as nested plain values: objects by key, lists, words, types."""
    if "enum" in node:
        return ("one of", frozenset(node["enum"]))
    if node["type"] == "array":
        return ("list", shape_of_schema(node["items"]))
    if node["type"] != "object":
        return (node["type"],)
    if node["additionalProperties"] is not False:
        return ("mapping", shape_of_schema(node["additionalProperties"]))
    required = set(node.get("required", ()))
    return ("object", {key: (key in required, shape_of_schema(inside)) for key, inside in node["properties"].items()})


def shape_of_type(kind):
    """A type of a struct's field in the same form."""
    if isinstance(kind, inspect.UnionType):
        return shape_of_union([one for one in kind.types if not isinstance(one, inspect.NoneType)])
    if isinstance(kind, inspect.StructType):
        assert kind.forbid_unknown_fields, kind
        return ("object", {field.encode_name: (field.required, shape_of_type(field.type)) for field in kind.fields})
    if isinstance(kind, inspect.DictType):
        return shape_of_mapping(kind)
    if isinstance(kind, inspect.VarTupleType):
        return ("list", shape_of_type(kind.item_type))
    if isinstance(kind, inspect.LiteralType):
        return ("one of", frozenset(kind.values))
    return (PLAIN[type(kind)],)


def shape_of_union(types):
    """What a field may hold beside nothing: one type, or a number with or without decimals."""
    shapes = [shape_of_type(one) for one in types]
    if sorted(shapes) == [("integer",), ("number",)]:
        return ("number",)
    assert len(shapes) == 1, types
    return shapes[0]


def shape_of_mapping(kind):
    """A dict with enumerated keys is an object. All 14 columns are required, the keys of `says` are not."""
    inside = shape_of_type(kind.value_type)
    if isinstance(kind.key_type, inspect.StrType):
        return ("mapping", inside)
    literals = getattr(kind.key_type, "types", (kind.key_type,))
    keys = [key for literal in literals for key in literal.values]
    return ("object", dict.fromkeys(keys, (set(keys) == set(COLUMNS), inside)))


def differences(ours, theirs, path=""):
    """Where two shapes differ: path and what stands on either side."""
    if ours[0] != theirs[0]:
        return [f"{path}: {ours[0]} and {theirs[0]}"]
    if ours[0] in ("list", "mapping"):
        return differences(ours[1], theirs[1], f"{path}[]")
    if ours[0] != "object":
        return [] if ours == theirs else [f"{path}: {ours} and {theirs}"]
    found = [f"{path}/{key}: on one side only" for key in sorted(ours[1].keys() ^ theirs[1].keys())]
    for key in sorted(ours[1].keys() & theirs[1].keys()):
        (needed, inside), (also_needed, also_inside) = ours[1][key], theirs[1][key]
        if needed is not also_needed:
            found.append(f"{path}/{key}: required on one side only")
        found += differences(inside, also_inside, f"{path}/{key}")
    return found


def schema_of(kind):
    """The schema of a kind of file, references written out."""
    return load(SCHEMA_FOLDER)[kind].schema


def nodes(node, path=""):
    """Every schema inside a schema, itself first."""
    yield path, node
    for key, inside in node.get("properties", {}).items():
        yield from nodes(inside, f"{path}/{key}")
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            yield from nodes(node[key], f"{path}[]")


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schema_and_struct_agree(kind):
    """Fields, requireds and legal words are the same in the schema and in the struct."""
    struct = inspect.type_info(STRUCTS[kind])
    assert differences(shape_of_schema(schema_of(kind)), shape_of_type(struct)) == []


def test_every_schema_has_a_struct():
    """The schemas of the folder are those that are compared."""
    assert {path.name for path in SCHEMA_FOLDER.glob("*.json")} == set(SCHEMAS.values())
    assert STRUCTS.keys() == SCHEMAS.keys()


def _without_property(node):
    del node["properties"]["statements"]["items"]["properties"]["scope"]


def _with_property(node):
    node["properties"]["parts"]["items"]["properties"]["colour"] = {"type": "string"}


def _optional(node):
    node["properties"]["statements"]["items"]["properties"]["source"]["required"].remove("dated")


def _required(node):
    node["required"].append("homepage")


def _without_word(node):
    node["properties"]["relations"]["items"]["properties"]["carries"]["enum"].remove("identifiers")


def _with_word(node):
    node["properties"]["statements"]["items"]["properties"]["says"]["properties"]["teaching"]["enum"].append("fine")


def _other_type(node):
    node["properties"]["released"]["type"] = "string"


DRIFTS = (_without_property, _with_property, _optional, _required, _without_word, _with_word, _other_type)


@pytest.mark.parametrize("drift", DRIFTS)
def test_drift_is_noticed(drift):
    """A field, a required key, a word or a type that only one side has is reported."""
    changed = copy.deepcopy(schema_of("card"))
    drift(changed)
    assert len(differences(shape_of_schema(changed), shape_of_type(inspect.type_info(Card)))) == 1


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schemas_are_closed_and_explained(kind):
    """Every object refuses unknown keys, and every property tells a curator what belongs there."""
    for path, node in nodes(schema_of(kind)):
        if node.get("type") == "object":
            assert "additionalProperties" in node, path
        for key, inside in node.get("properties", {}).items():
            assert inside.get("description", "").endswith((".", '"')), f"{path}/{key}"


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schemas_use_explained_keywords_only(kind):
    """No keyword without an explanation, and no anyOf, whose complaints nobody understands."""
    for path, node in nodes(schema_of(kind)):
        assert node.keys() <= SILENT | EXPLAIN.keys(), path
        if "pattern" in node:
            assert "patternErrorMessage" in node, path


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schemas_are_valid_and_references_used(kind):
    """Each schema is one of draft 2020-12, and defines nothing that it does not use."""
    text = (SCHEMA_FOLDER / SCHEMAS[kind]).read_text("utf-8")
    raw = json.loads(text)
    type(load(SCHEMA_FOLDER)[kind].validator).check_schema(raw)
    assert all(f'"#/$defs/{name}"' in text for name in raw.get("$defs", {}))


def test_structs_take_what_the_schema_passes():
    """The smallest card that passes the schema becomes a struct without complaint."""
    card = {
        "id": "toy",
        "name": "Toy",
        "summary": "Invented, for this test alone.",
        "tags": {},
        "reviewed": "2026-11-30",
        "access": [{"kind": "open"}],
        "availability": {"state": "available"},
        "counts": [{"n": 1.5, "unit": "GB"}, {"n": 3, "unit": "images"}],
    }
    assert not list(load(SCHEMA_FOLDER)["card"].validator.iter_errors(card))
    assert msgspec.convert(card, Card).counts[0].n == 1.5
