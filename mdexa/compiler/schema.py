"""The JSON Schemas, ready to check: every `$ref` written out, one validator for each kind of file."""

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec

#: Kind of file -> its schema in the folder of schemas.
SCHEMAS = {
    "card": "card.schema.json",
    "licences": "licences.schema.json",
    "vocabulary": "vocabulary.schema.json",
    "exemptions": "exemptions.schema.json",
    "facets": "facets.schema.json",
    "catalogue": "catalogue.schema.json",
}


class Shape(msgspec.Struct, frozen=True):
    """A schema and what checks documents against it."""

    schema: dict[str, Any]
    validator: Any
    #: key -> titles of the objects that know it, for a key that stands in the wrong place
    homes: dict[str, tuple[str, ...]]


def schema_folder() -> Path:
    """The schemas of this installation: those that the wheel carries, else those of the checkout."""
    package = Path(__file__).parents[1]
    carried = package / "schema"
    return carried if carried.is_dir() else package.parent / "schema"


@cache
def load(folder: Path) -> Mapping[str, Shape]:
    """The shapes in a folder of schemas, by kind. OSError or ValueError if the folder is not Mdexa's."""
    return {kind: _shape(json.loads((folder / name).read_text("utf-8"))) for kind, name in SCHEMAS.items()}


def _shape(raw: dict[str, Any]) -> Shape:
    schema = _written_out(raw, raw.get("$defs", {}))
    homes: dict[str, list[str]] = {}
    _collect_homes(schema, homes)
    validator = _VALIDATOR(schema, format_checker=_FORMATS)
    return Shape(schema, validator, {key: tuple(dict.fromkeys(titles)) for key, titles in homes.items()})


def _written_out(node: Any, definitions: dict[str, Any]) -> Any:
    """The schema without references; what stands beside a reference goes before what it names."""
    if isinstance(node, list):
        return [_written_out(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    reference = node.get("$ref")
    if isinstance(reference, str):
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return _written_out({**definitions[reference.removeprefix("#/$defs/")], **beside}, definitions)
    return {key: _written_out(value, definitions) for key, value in node.items() if key != "$defs"}


def _collect_homes(node: Any, homes: dict[str, list[str]]) -> None:
    if isinstance(node, list):
        for item in node:
            _collect_homes(item, homes)
    if isinstance(node, dict):
        properties = node.get("properties")
        if isinstance(properties, dict) and isinstance(node.get("title"), str):
            for key in properties:
                homes.setdefault(key, []).append(node["title"])
        for value in node.values():
            _collect_homes(value, homes)


def _is_whole(_checker: Any, value: Any) -> bool:
    # JSON Schema takes 1.0 for an integer; a decimal point is a fault here.
    return isinstance(value, int) and not isinstance(value, bool)


_DRAFT: Any = jsonschema.Draft202012Validator
_validators: Any = jsonschema.validators
_VALIDATOR = _validators.extend(_DRAFT, type_checker=_DRAFT.TYPE_CHECKER.redefine("integer", _is_whole))
_FORMATS = jsonschema.FormatChecker(formats=())


def is_date(text: str) -> bool:
    """Whether the text is a day of the calendar, as YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@_FORMATS.checks("date")
def _date(value: object) -> bool:
    return not isinstance(value, str) or is_date(value)


@_FORMATS.checks("date-or-unknown")
def _date_or_unknown(value: object) -> bool:
    return value == "unknown" or _date(value)
