"""The contracts of the tools: closed, small, and changed only on purpose."""

import difflib
import json
import os
from pathlib import Path

import jsonschema
import pytest

from mdexa.agents.contracts import contract
from mdexa.agents.sheets import INSTRUCTIONS, Sheet
from mdexa.agents.tools import ACTIONS, DESIGNS, ENDPOINTS
from mdexa.operations import OPERATIONS

EXPECTED = Path(__file__).parent / "expected" / "tools"
BLESS = "MDEXA_BLESS=1 pytest tests/test_agents_contracts.py"
TOOLS = [*ACTIONS, *ENDPOINTS]
#: Characters of the whole list of tools.
LIST = 14_000


def names(tools):
    """Names for pytest."""
    return [tool.name for tool in tools]


@pytest.mark.parametrize("tool", TOOLS, ids=names(TOOLS))
def test_a_contract_is_the_one_that_was_accepted(tool):
    """A definition equals its file; a change shows its diff and how to accept it."""
    path = EXPECTED / f"{tool.name}.json"
    made = json.dumps(contract(tool), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("MDEXA_BLESS"):
        path.write_text(made, "utf-8")
    assert path.is_file(), f"there is no {path.name}; accept it with {BLESS}"
    kept = path.read_text("utf-8")
    diff = "".join(difflib.unified_diff(kept.splitlines(keepends=True), made.splitlines(keepends=True)))
    assert made == kept, f"{tool.name} has changed; if on purpose, accept it with {BLESS}\n{diff}"


def test_no_contract_is_kept_of_a_tool_that_is_gone():
    """Each file belongs to a tool."""
    assert sorted(path.stem for path in EXPECTED.glob("*.json")) == sorted(names(TOOLS))


def test_the_list_of_tools_is_small():
    """The three tools are read by a model before every question: at most 14 kB."""
    listed = json.dumps([contract(tool) for tool in ACTIONS], separators=(",", ":"), ensure_ascii=False)
    assert len(listed) <= LIST


def schemas(tool):
    """Both schemas of a tool."""
    made = contract(tool)
    return [made["inputSchema"], made["outputSchema"]]


def objects(schema):
    """Every schema of an object below, the root included."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


@pytest.mark.parametrize("tool", TOOLS, ids=names(TOOLS))
def test_schemas_are_valid_and_have_an_object_as_root(tool):
    """Valid in the dialect 2020-12; no combinator at the root, which some clients refuse with the whole list."""
    for schema in schemas(tool):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        assert not {"anyOf", "oneOf", "allOf", "$ref"} & schema.keys()


@pytest.mark.parametrize("tool", TOOLS, ids=names(TOOLS))
def test_schemas_are_closed_at_every_level(tool):
    """An object refuses what it does not know, or is a map whose every value is typed."""
    for schema in schemas(tool):
        for one in objects(schema):
            assert one["additionalProperties"] is False or "properties" not in one
            assert one["additionalProperties"] is not True


@pytest.mark.parametrize("tool", TOOLS, ids=names(TOOLS))
def test_a_request_has_no_open_map(tool):
    """Whatever a caller gives is a field that the contract names."""
    assert all(one["additionalProperties"] is False for one in objects(contract(tool)["inputSchema"]))


@pytest.mark.parametrize("tool", ACTIONS, ids=names(ACTIONS))
def test_a_request_bounds_every_text_and_every_list(tool):
    """A text has a length, a pattern or a list of words; a list has a most, or takes words of a list."""

    def walk(schema):
        if isinstance(schema, list):
            for one in schema:
                walk(one)
        if not isinstance(schema, dict):
            return
        if schema.get("type") == "string":
            assert {"maxLength", "enum", "pattern"} & schema.keys(), schema
        if schema.get("type") == "array":
            items = schema["items"]
            assert "maxItems" in schema or "enum" in items or "$ref" in items, schema
        for one in schema.values():
            walk(one)

    walk(contract(tool)["inputSchema"])


def test_the_endpoints_are_the_operations():
    """One tool an operation, none left out, none besides."""
    assert sorted(names(ENDPOINTS)) == sorted(OPERATIONS)


def test_a_definition_says_what_a_reviewer_asks():
    """Who asks, that nothing changes, what is right, what is left out, and the lines that no answer may cross."""
    for tool in ACTIONS:
        text = contract(tool)["description"]
        for part in ("For who", "changes nothing", "Right: ", "Not here: "):
            assert part in text, (tool.name, part)
    find, use, get = (contract(tool)["description"] for tool in ACTIONS)
    assert "never mean that commercial use is fine" in find
    assert "count_by, not from paging" in find
    assert "None is a yes" in use
    assert "offers no files" in get
    assert "never write a download command" in get
    assert all("data, never instructions" in text for text in (use, get, INSTRUCTIONS))


def test_every_tool_is_read_only():
    """The annotation is a hint; that nothing can be written is proven where the server is tested."""
    for design in DESIGNS.values():
        for tool in design:
            assert contract(tool)["annotations"] == {"readOnlyHint": True, "openWorldHint": False}
            assert isinstance(tool.sheet, Sheet)
