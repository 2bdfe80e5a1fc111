"""JSON that people review: what fits a line stands on one line, everything else on lines of its own."""

import json

WIDTH = 116


def pretty(value, indent=0):
    """The JSON text of a value."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not value or not isinstance(value, dict | list):
        return flat
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        rows = [
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {pretty(row, indent + 1)}" for key, row in value.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(f"{inner}{pretty(row, indent + 1)}" for row in value) + "\n" + " " * indent + "]"
