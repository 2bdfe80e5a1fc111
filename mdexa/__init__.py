"""Which biomedical datasets fit, may I use them for this purpose, on what evidence, and how do I get them.

import mdexa

catalogue = mdexa.open()
catalogue.search("kidney CT segmentation", usable_for={"purpose": "commercial_product"})
catalogue.check("kits19", "medmnist", purposes=["commercial_product"])
"""

from __future__ import annotations

from mdexa.version import __version__

TYPE_CHECKING = False  # as in `typing`, which every start would pay for
if TYPE_CHECKING:
    import os
    from typing import Any

    from mdexa.catalogue import Catalogue
    from mdexa.results import ChangesResult

__all__ = [
    "BadQuery",
    "Catalogue",
    "CatalogueInvalid",
    "IndexDamaged",
    "IndexForeign",
    "IndexMissing",
    "IndexUnreadable",
    "IndexVersionMismatch",
    "MdexaError",
    "NoSuchDataset",
    "__version__",
    "diff",
    "open",
]


def open(path: str | os.PathLike[str] | None = None) -> Catalogue:  # noqa: A001
    """The catalogue in an index file: see `mdexa.catalogue.open_catalogue`."""
    from mdexa.catalogue import open_catalogue

    return open_catalogue(path)


def diff(old: Catalogue | str | os.PathLike[str], new: Catalogue | str | os.PathLike[str], *only: str) -> ChangesResult:
    """What changed from one release to another, of all datasets or of those named: catalogues, or index files.

    NoSuchDataset for a name that belongs to no dataset of either.
    """
    from mdexa.catalogue import Catalogue, open_catalogue
    from mdexa.changes import compare

    before, after = (side if isinstance(side, Catalogue) else open_catalogue(side) for side in (old, new))
    return compare(before.holdings, after.holdings, only)


def __getattr__(name: str) -> Any:
    """The public names, loaded when they are first asked for."""
    if name == "Catalogue":
        from mdexa import catalogue

        return catalogue.Catalogue
    if name in __all__:
        from mdexa import errors

        return getattr(errors, name)
    raise AttributeError(f"module 'mdexa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
