"""Compiles the catalogue while the package is built: an installed mdexa answers without a build step."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueBuildHook(BuildHookInterface[Any]):
    """Adds the compiled catalogue and the schemas to the wheel.

    An editable install gets neither: the library finds `build/catalogue.mdexa` and `schema/` in the checkout,
    and this writes the first.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into the checkout (`editable`) or into a folder that lives until the wheel is written."""
        root = Path(self.root)
        if version == "editable":
            compile_catalogue(root, root / "build" / "catalogue.mdexa")
            return
        self._folder = tempfile.TemporaryDirectory(prefix="mdexa-")
        target = Path(self._folder.name) / "catalogue.mdexa"
        compile_catalogue(root, target)
        build_data["force_include"][str(target)] = "mdexa/catalogue.mdexa"
        build_data["force_include"][str(root / "schema")] = "mdexa/schema"


def compile_catalogue(root: Path, target: Path) -> None:
    """Compile the catalogue of the tree that is being built; on findings print them and leave with 1."""
    sys.path.insert(0, str(root))
    from mdexa.compiler import build
    from mdexa.compiler.finding import render
    from mdexa.errors import CatalogueInvalid

    try:
        build(catalogue=root / "catalogue", target=target)
    except CatalogueInvalid as invalid:
        for finding in invalid.findings:
            print(render(finding), file=sys.stderr)
        print(f"mdexa: {invalid}", file=sys.stderr)
        # Not an exception: a curator must see findings, and no traceback of the packaging tool around them.
        sys.exit(1)
    finally:
        sys.path.remove(str(root))
