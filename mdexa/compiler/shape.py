"""A document against its schema: each fault as a finding, with legal values and nearest names."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from mdexa.compiler.characters import shorten
from mdexa.compiler.finding import Finding, Path, pointer_of, quote
from mdexa.compiler.nearest import choose, near
from mdexa.compiler.schema import Shape
from mdexa.compiler.source import Document

#: So much of a value is kept in a finding.
_LONGEST_GOT = 200
#: So many faults of one file are enough to begin with.
MOST = 100

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
    "null": "empty",
}


class _Fault(msgspec.Struct, frozen=True):
    """What one keyword of the schema has against one value."""

    code: str
    path: tuple[str | int, ...]
    message: str
    remedy: str
    got: str = ""
    expected: tuple[str, ...] = ()


class _Case(msgspec.Struct, frozen=True):
    """One complaint of the validator, with what is needed to explain it."""

    path: tuple[str | int, ...]
    value: Any
    rule: Any
    schema: dict[str, Any]
    document: Document
    shape: Shape

    @property
    def title(self) -> str:
        return str(self.schema.get("title", "mapping"))


def check(document: Document, shape: Shape) -> list[Finding]:
    """The faults of shape of a document; one place is spoken of once for each kind of fault."""
    complaints = list(islice(shape.validator.iter_errors(document.data), MOST + 1))
    faults = [fault for complaint in complaints[:MOST] for fault in _explain(complaint, document, shape)]
    if len(complaints) > MOST:
        message = f"more than {MOST} places of the file do not fit the schema"
        faults.append(_Fault("shape/too-many", (), message, "mend those that are listed, and check again"))
    return [_finding(document, fault) for fault in _first_of_each_place(faults)]


def _explain(complaint: Any, document: Document, shape: Shape) -> Iterator[_Fault]:
    path = tuple(complaint.absolute_path)
    case = _Case(path, complaint.instance, complaint.validator_value, complaint.schema, document, shape)
    keyword = "propertyNames" if "propertyNames" in complaint.absolute_schema_path else complaint.validator
    return EXPLAIN[keyword](case)


def _first_of_each_place(faults: Iterable[_Fault]) -> Iterator[_Fault]:
    """Without repetitions: a text that breaks a pattern, a length and a format is one fault."""
    seen = set()
    for fault in faults:
        whole = fault.code in ("shape/unknown-key", "shape/missing-key", "shape/too-many")
        place = (fault.path, fault.code, fault.got if whole else "")
        if place not in seen:
            seen.add(place)
            yield fault


def _finding(document: Document, fault: _Fault) -> Finding:
    return Finding(
        code=fault.code,
        severity="error",
        file=document.file,
        line=document.lines.at(fault.path),
        pointer=pointer_of(fault.path),
        message=fault.message,
        remedy=fault.remedy,
        got=shorten(fault.got, _LONGEST_GOT),
        expected=fault.expected,
    )


def type_of(value: Any) -> str:
    """What a value is, in a curator's words."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    kinds = (
        (str, "text"),
        (int, "a whole number"),
        (float, "a number with a decimal point"),
        (list, "a list"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "a mapping")


def _place(path: Path) -> str:
    """The nearest key above a value, as it is spoken of."""
    keys = [step for step in path if isinstance(step, str)]
    if not keys:
        return "the file"
    return quote(keys[-1]) if isinstance(path[-1], str) else f"an item of {quote(keys[-1])}"


# -- one function a keyword


def _unknown_keys(case: _Case) -> Iterator[_Fault]:
    legal = tuple(case.schema.get("properties", {}))
    for key in case.value:
        if key not in legal:
            message = f"the key {quote(key)} is not known in this place ({case.title})"
            yield _Fault("shape/unknown-key", (*case.path, key), message, _where_to(key, legal, case), key, legal)


def _where_to(key: str, legal: tuple[str, ...], case: _Case) -> str:
    if near(key, legal):
        return choose(key, legal)
    homes = case.shape.homes
    meant = key if key in homes else next(iter(near(key, tuple(homes))), "")
    if not meant:
        return choose(key, legal)
    return f"{quote(meant)} belongs to: {', '.join(homes[meant])}; move it there"


def _missing_keys(case: _Case) -> Iterator[_Fault]:
    for key in case.rule:
        if key not in case.value:
            what = case.schema.get("properties", {}).get(key, {}).get("description", "")
            message = f"the key {quote(key)} is missing ({case.title})"
            remedy = f"add it. {what}" if what else "add it"
            yield _Fault("shape/missing-key", case.path, message, remedy, key, (key,))


def _wrong_type(case: _Case) -> Iterator[_Fault]:
    wanted = case.rule if isinstance(case.rule, str) else case.rule[0]
    typed = case.document.lines.typed(case.path)
    message = f"{_place(case.path)} should be {_TYPES[wanted]}, and is {type_of(case.value)}"
    yield _Fault("shape/wrong-type", case.path, message, _retype(wanted, case.value, typed), typed, (_TYPES[wanted],))


def _retype(wanted: str, value: Any, typed: str) -> str:
    if value is None:
        return "give it a value, or leave the key out"
    if wanted == "string" and typed:
        return f'quote it: "{typed}"'
    if wanted == "array":
        return "write it as a list: each item on a line of its own, behind a hyphen"
    if wanted in ("integer", "number") and isinstance(value, str):
        return "write digits alone, without separators, unit or quotes: 112120"
    return f"write {_TYPES[wanted]}, as docs/card.md shows"


def _not_legal(case: _Case) -> Iterator[_Fault]:
    legal = tuple(str(value) for value in case.rule)
    given = case.document.lines.typed(case.path) or (case.value if isinstance(case.value, str) else "")
    if not given:
        message = f"{_place(case.path)} should be one word, and is {type_of(case.value)}"
        yield _Fault("shape/wrong-type", case.path, message, f"legal: {', '.join(legal)}", "", legal)
        return
    message = f"{quote(given)} is no legal value of {_place(case.path)}"
    yield _Fault("shape/not-legal", case.path, message, choose(given, legal), given, legal)


def _malformed(case: _Case) -> Iterator[_Fault]:
    message = f"{quote(case.value)} is not how {_place(case.path)} is written"
    remedy = case.schema.get("patternErrorMessage", "compare it with docs/card.md")
    yield _Fault("shape/malformed", case.path, message, remedy, str(case.value))


def _no_such_day(case: _Case) -> Iterator[_Fault]:
    message = f"{quote(case.value)} is no day of the calendar"
    yield _Fault("shape/malformed", case.path, message, "write a day that exists, as YYYY-MM-DD", str(case.value))


def _length(case: _Case) -> Iterator[_Fault]:
    message = f"{_place(case.path)} has {len(case.value)} characters"
    bounds = (case.schema.get("minLength"), case.schema.get("maxLength"))
    limits = [f"at least {bounds[0]}"] * (bounds[0] is not None) + [f"at most {bounds[1]}"] * (bounds[1] is not None)
    remedy = f"write {' and '.join(limits)} characters"
    yield _Fault("shape/length", case.path, message, remedy, str(len(case.value)))


def _too_few(case: _Case) -> Iterator[_Fault]:
    remedy = f"write at least {case.rule}; a key that is not required may be left out"
    yield _Fault("shape/too-few", case.path, f"{_place(case.path)} holds {len(case.value)} items", remedy)


def _repeated(case: _Case) -> Iterator[_Fault]:
    twice = next(item for place, item in enumerate(case.value) if item in case.value[:place])
    message = f"{quote(twice)} stands in {_place(case.path)} more than once"
    yield _Fault("shape/repeated-item", case.path, message, "write it once", str(twice))


def _range(case: _Case) -> Iterator[_Fault]:
    low, high = case.schema.get("minimum"), case.schema.get("maximum")
    message = f"{_place(case.path)} is {case.value}"
    yield _Fault("shape/out-of-range", case.path, message, f"write a number from {low} to {high}", str(case.value))


def _bad_key(case: _Case) -> Iterator[_Fault]:
    message = f"{quote(case.value)} cannot be a key of {_place(case.path)}"
    remedy = case.schema.get("patternErrorMessage", "compare it with the schema")
    yield _Fault("shape/unknown-key", (*case.path, case.value), message, remedy, str(case.value))


#: Keyword of JSON Schema -> what explains its complaint. No other keyword may stand in our schemas.
EXPLAIN: dict[str, Callable[[_Case], Iterator[_Fault]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "type": _wrong_type,
    "enum": _not_legal,
    "pattern": _malformed,
    "propertyNames": _bad_key,
    "format": _no_such_day,
    "minLength": _length,
    "maxLength": _length,
    "minItems": _too_few,
    "minProperties": _too_few,
    "uniqueItems": _repeated,
    "minimum": _range,
    "maximum": _range,
}
