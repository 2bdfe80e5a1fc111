"""Which module may import what: the modules as they are, held to the map in `tests/layers.py`.

A list of exemptions that no longer exempts anything fails, so that debt can only shrink.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.layers import (
    CLOCKS,
    COLD,
    DEAR,
    FACES,
    FORBIDDEN,
    LATE_IN_CLI,
    LAYERS,
    MAY_IMPORT,
    NEEDS_EXTRAS,
    ONLY_INSIDE,
    THIRD_PARTY,
    TYPES_ONLY,
)

ROOT = Path(__file__).parents[1]


class Import(NamedTuple):
    """One imported module: by whom, where, and whether it runs at import, inside a function, or never."""

    importer: str
    imported: str
    line: int
    when: str


def module_name(path: Path) -> str:
    """`mdexa/index/__init__.py` -> `mdexa.index`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, parsed."""
    paths = sorted((ROOT / "mdexa").rglob("*.py"))
    return {module_name(path): ast.parse(path.read_text("utf-8"), str(path)) for path in paths}


def layer_of(module: str) -> str | None:
    """The layer of a module by the longest name that fits. The door is the package's own page alone."""
    fitting = [
        (len(name), layer)
        for layer, names in LAYERS.items()
        for name in names
        if module == name or (layer != "door" and module.startswith(name + "."))
    ]
    return max(fitting)[1] if fitting else None


def is_below(module: str, names: tuple[str, ...]) -> bool:
    """Whether the module is one of these, or lies in one of these packages."""
    return any(module == name or module.startswith(name + ".") for name in names)


def _names(node: ast.Import | ast.ImportFrom) -> tuple[str, ...]:
    """`from mdexa import text` names the module; `from yaml import load` names the package."""
    if isinstance(node, ast.Import):
        return tuple(alias.name for alias in node.names)
    if node.module is None or node.level:
        return (".relative",)
    return tuple(
        f"{node.module}.{alias.name}" if is_module(f"{node.module}.{alias.name}") else node.module
        for alias in node.names
    )


def is_module(name: str) -> bool:
    """Whether the name is a module of ours, or a standard one that is told from its package."""
    return name in modules() or is_below(name, ("urllib.error", "urllib.parse", "urllib.request"))


def _walk(module: str, node: ast.AST, when: str) -> Iterator[Import]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        for name in _names(node):
            yield Import(module, name, node.lineno, when)
    elif isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
        for child in node.body:
            yield from _walk(module, child, "never")
        for child in node.orelse:
            yield from _walk(module, child, when)
    else:
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from _walk(module, child, "inside" if inside else when)


@cache
def imports() -> tuple[Import, ...]:
    """Every import in the package."""
    return tuple(found for name, tree in modules().items() for found in _walk(name, tree, "top"))


def own_imports() -> list[Import]:
    """The imports of our own modules."""
    return [found for found in imports() if is_below(found.imported, ("mdexa",))]


def foreign_imports() -> list[Import]:
    """The imports of other people's packages."""
    known = sys.stdlib_module_names | {"mdexa", "", "__future__"}
    return [found for found in imports() if found.imported.split(".")[0] not in known]


def shown(found: list[Import]) -> str:
    """One line an import, as a terminal links it."""
    return "\n".join(f"{one.importer} line {one.line} imports {one.imported}" for one in found)


def test_every_module_has_a_place():
    """A new module is given a layer before it is imported anywhere."""
    homeless = [module for module in modules() if layer_of(module) is None]
    assert not homeless, f"give these a place in LAYERS of tests/layers.py: {homeless}"


def test_the_map_speaks_of_its_own_layers_only():
    """Every layer has its permissions, and every permission names a layer."""
    assert MAY_IMPORT.keys() == LAYERS.keys()
    assert set().union(*MAY_IMPORT.values()) <= LAYERS.keys()


def test_no_import_is_relative():
    """An import names its module in full, so that it can be found and read."""
    assert not shown([found for found in imports() if found.imported == ".relative"])


def test_layers_import_only_what_the_map_grants():
    """Each module imports from its own layer and from those granted to it."""
    wrong = [
        found
        for found in own_imports()
        if layer_of(found.importer) != layer_of(found.imported)
        and layer_of(found.imported) not in MAY_IMPORT.get(layer_of(found.importer), set())
        and not (found.when == "never" and (found.importer, found.imported) in TYPES_ONLY)
    ]
    assert not wrong, shown(wrong)


def test_type_only_exemptions_are_needed():
    """An exemption for annotations goes away with its import."""
    used = {(found.importer, found.imported) for found in own_imports() if found.when == "never"}
    assert TYPES_ONLY.keys() <= used


def test_only_the_command_line_imports_the_compiler():
    """The reading side works where the compiler's packages are not installed."""
    wrong = [
        found
        for found in own_imports()
        if layer_of(found.imported) == "compiler"
        and layer_of(found.importer) not in {"compiler", "cli"}
        and found.when != "never"
    ]
    assert not wrong, shown(wrong)


def test_imports_make_no_cycle():
    """The modules can be read from below to above."""
    graph: dict[str, set[str]] = {module: set() for module in modules()}
    for found in own_imports():
        if found.when == "top" and found.imported != found.importer:
            graph[found.importer].add(found.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a cycle of imports: {' -> '.join(error.args[1])}")


def test_packages_of_others_stay_in_their_module():
    """Each package of somebody else is known to the modules that the map names, and to no other."""
    wrong = [
        found
        for found in foreign_imports()
        if not is_below(found.importer, THIRD_PARTY.get(found.imported.split(".")[0], ()))
    ]
    assert not wrong, shown(wrong)


def test_absent_packages_are_imported_late():
    """A package that may be absent is imported by the function that needs it."""
    wrong = [
        found for found in foreign_imports() if found.imported.split(".")[0] in ONLY_INSIDE and found.when == "top"
    ]
    assert not wrong, shown(wrong)


def test_commands_import_compiler_and_servers_late():
    """A search does not pay for the compiler, the web pages or a server."""
    wrong = [
        found
        for found in own_imports()
        if layer_of(found.importer) == "cli" and layer_of(found.imported) in LATE_IN_CLI and found.when == "top"
    ]
    assert not wrong, shown(wrong)


def test_cold_modules_import_nothing_dear():
    """What every start imports is cheap by its text."""
    wrong = [
        found
        for found in imports()
        if layer_of(found.importer) in COLD and found.when == "top" and is_below(found.imported, DEAR)
    ]
    assert not wrong, shown(wrong)


def test_cold_modules_need_the_standard_library_only():
    """Text and index load in an interpreter without any package, and bring none of the dear modules along."""
    cold = [module for module in modules() if layer_of(module) in COLD]
    dear = [name for name in DEAR if name not in _loaded_by("")]
    loaded = _loaded_by("; ".join(f"import {module}" for module in cold))
    assert not loaded & set(dear)


def test_the_reader_needs_msgspec_only():
    """Every module of the reader and of the command line loads where msgspec is the only package."""
    reader = [module for module in modules() if layer_of(module) not in NEEDS_EXTRAS]
    code = f"""
import importlib, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | {{"mdexa", "msgspec"}}:
            raise ModuleNotFoundError(f"{{name}} is not part of the base install", name=name)

sys.meta_path.insert(0, Refuse())
for module in {reader!r}:
    importlib.import_module(module)
"""
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def _loaded_by(statement: str) -> set[str]:
    """The modules that an interpreter without packages holds after a statement."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {statement or 'pass'}\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_no_network_chance_or_clock():
    """Library and compiler reach nothing outside and give the same on every day."""
    bound = [found for found in imports() if layer_of(found.importer) not in FACES and found.when != "never"]
    wrong = [found for found in bound if is_below(found.imported, FORBIDDEN) or found.imported == "urllib"]
    assert not wrong, shown(wrong)


def test_nothing_asks_for_the_time():
    """No `now()`, no `today()`: the catalogue carries its date."""
    wrong = [
        f"{module} line {node.lineno}"
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS and _asks(node, tree)
    ]
    assert not wrong


def _asks(clock, tree):
    """Whether an attribute is a clock: it is called, or is that of a date. A field of a result may be called `now`."""
    called = any(isinstance(node, ast.Call) and node.func is clock for node in ast.walk(tree))
    return called or ast.unparse(clock.value).split(".")[-1] in ("date", "datetime")


def test_nothing_is_read_at_import():
    """No module opens a file when it is imported: paths and bytes come in as arguments."""
    wrong = [
        f"{module} line {call.lineno}"
        for module, tree in modules().items()
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for call in ast.walk(statement)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).split(".")[-1] in {"open", "read_text", "read_bytes", "load"}
    ]
    assert not wrong
