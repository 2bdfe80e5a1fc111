"""How long a module and a function may be. Exemptions have a number and a reason, and can only shrink."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MODULE_LINES = 350
FUNCTION_LINES = 40
#: module -> (most lines that it may have, why it is not split)
LONG_MODULES = {
    "mdexa.card": (359, "one file shows the whole shape that a curator writes"),
}
#: module:function -> (most lines, why)
LONG_FUNCTIONS: dict[str, tuple[int, str]] = {}


@cache
def sources() -> dict[str, str]:
    """The text of each module of the package, and of the build hook."""
    paths = [*sorted((ROOT / "mdexa").rglob("*.py")), ROOT / "hatch_build.py"]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text("utf-8") for path in paths}


def module_lengths() -> dict[str, int]:
    """Lines of each module."""
    return {module: len(text.splitlines()) for module, text in sources().items()}


def function_lengths() -> dict[str, int]:
    """Lines of each function from `def` to its end, its docstring not counted."""
    lengths: dict[str, int] = {}
    for module, text in sources().items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{module}:{node.name}"
                lengths[name] = max(_lines(node), lengths.get(name, 0))
    return lengths


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    docstring = node.body[0] if ast.get_docstring(node) is not None else None
    spoken = docstring.end_lineno - docstring.lineno + 1 if docstring else 0
    return node.end_lineno - node.lineno + 1 - spoken


RATCHETS = [
    pytest.param(module_lengths, MODULE_LINES, LONG_MODULES, id="modules"),
    pytest.param(function_lengths, FUNCTION_LINES, LONG_FUNCTIONS, id="functions"),
]


@pytest.mark.parametrize(("measure", "limit", "exempt"), RATCHETS)
def test_nothing_is_too_long(measure, limit, exempt):
    """What outgrows the limit is split, or gets a number of its own with a reason."""
    long = {name: lines for name, lines in measure().items() if lines > exempt.get(name, (limit, ""))[0]}
    assert not long, f"the limit is {limit} lines"


@pytest.mark.parametrize(("measure", "limit", "exempt"), RATCHETS)
def test_exemptions_from_length_are_needed(measure, limit, exempt):
    """An exemption whose module or function is short again, or gone, is taken out."""
    lengths = measure()
    assert not [name for name in exempt if lengths.get(name, 0) <= limit]
