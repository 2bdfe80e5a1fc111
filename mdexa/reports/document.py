"""A report as JSON, which is its structs as they are, and the JSON Schema of that, made from the structs."""

from typing import Any

import msgspec

from mdexa.reports.shapes import FORMAT, Report

#: Where the schema says that it lives; nothing is fetched from there.
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def document(report: Report) -> bytes:
    """The JSON, indented, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) that every report's JSON keeps."""
    made = msgspec.json.schema(Report)
    return {"$schema": _DIALECT, "title": FORMAT, **made}
