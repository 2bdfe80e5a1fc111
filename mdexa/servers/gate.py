"""Arguments of a tool, held to its schema before anything is looked up, and refused with a lesson."""

from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from mdexa.agents.contracts import contract
from mdexa.agents.lessons import fault, lesson
from mdexa.agents.tools import Tool
from mdexa.errors import MdexaError
from mdexa.holdings import Holdings
from mdexa.operations.reading import read


class Gate:
    """The schema of one tool, compiled once."""

    def __init__(self, tool: Tool) -> None:
        self.tool, self.definition = tool, contract(tool)
        self._validator = Draft202012Validator(self.definition["inputSchema"])

    def present(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments without those that are null: many clients write null for what is absent."""
        kept: dict[str, Any] = _present(arguments, self.definition["inputSchema"])
        return kept

    def lesson(self, holdings: Holdings, arguments: dict[str, Any]) -> str | None:
        """Why the arguments are refused, None if they are not."""
        error = next(iter(self._validator.iter_errors(arguments)), None)
        if error is None:
            return None
        try:
            read(holdings, self.tool.request, arguments)
        except MdexaError as refusal:
            return lesson(self.tool.name, refusal)
        return fault(self.tool.name, _place(error), error.instance, _plain(error))


def _present(value: Any, schema: dict[str, Any]) -> Any:
    known = schema.get("properties", {})
    if not isinstance(value, dict):
        return value
    kept = {key: one for key, one in value.items() if not (one is None and key in known)}
    return {key: _present(one, known.get(key, {})) for key, one in kept.items()}


def _place(error: ValidationError) -> str:
    return ".".join(str(step) for step in error.absolute_path) or "the arguments"


def _plain(error: ValidationError) -> str:
    """What the schema asks for, in words."""
    says = {
        "minLength": "it has at least {} characters.",
        "maxLength": "it has at most {} characters.",
        "minItems": "it has at least {} members.",
        "maxItems": "it has at most {} members.",
        "minimum": "it is at least {}.",
        "maximum": "it is at most {}.",
        "pattern": "it has the form {}.",
        "type": "it is of the type {}.",
    }
    return says.get(str(error.validator), "the schema refuses it.").format(error.validator_value)
