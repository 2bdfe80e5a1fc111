"""What each command does: a request from the arguments, one operation, and its result as lines or JSON."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from mdexa.cli.output import clean, put_json, put_lines
from mdexa.errors import BadQuery

if TYPE_CHECKING:
    from pathlib import Path

    from mdexa.catalogue import Catalogue

#: What a card shows where no section is asked for.
SHOWN_SECTIONS = ("summary", "facts", "counts", "access", "availability", "verdict", "relations", "history", "problems")


def search(arguments: Namespace) -> int:
    """`mdexa search`: 0 if something matches, 1 if nothing does."""
    request = _narrowed(arguments)
    request |= {"query": " ".join(arguments.query), "limit": arguments.limit, "count_by": arguments.count_by}
    request |= {"like": arguments.like} if arguments.like is not None else {}
    request |= {"cursor": arguments.cursor} if arguments.cursor is not None else {}
    result = _answer(arguments, "search", request)
    return 0 if result.total else 1


def explain(arguments: Namespace) -> int:
    """`mdexa explain`: 0 once it is explained."""
    from mdexa.catalogue import open_catalogue

    request = {"setting": arguments.setting}
    request |= {"purpose": arguments.purpose} if arguments.purpose else {}
    request |= {"part": arguments.part} if arguments.part is not None else {}
    text = open_catalogue(arguments.index).explain(arguments.dataset, **request)
    if arguments.json:
        put_json({"dataset": arguments.dataset, "derivation": text.split("\n")})
    else:
        put_lines(clean(line) for line in text.split("\n"))
    return 0


def card(arguments: Namespace) -> int:
    """`mdexa card`: 0 if every name is a dataset."""
    sections = arguments.section or SHOWN_SECTIONS
    result = _answer(arguments, "card", {"datasets": arguments.dataset, "sections": sections})
    return 1 if result.unresolved else 0


def evidence(arguments: Namespace) -> int:
    """`mdexa evidence`: 0 if every name is a dataset."""
    request = {"datasets": arguments.dataset, "purposes": arguments.purpose, "setting": arguments.setting}
    request |= {"part": arguments.part} if arguments.part is not None else {}
    return 1 if _answer(arguments, "evidence", request).unresolved else 0


def access(arguments: Namespace) -> int:
    """`mdexa access`: 0 if every name is a dataset."""
    return 1 if _answer(arguments, "access", {"datasets": arguments.dataset}).unresolved else 0


def facets(arguments: Namespace) -> int:
    """`mdexa facets`: 0 if any dataset is counted."""
    request = {"facets": arguments.facet, "query": arguments.query, **_narrowed(arguments)}
    return 0 if _answer(arguments, "facets", request).total else 1


def similar(arguments: Namespace) -> int:
    """`mdexa similar`: 0 if there is a substitute."""
    request = {"dataset": arguments.dataset, "limit": arguments.limit, **_narrowed(arguments)}
    return 0 if _answer(arguments, "similar", request).total else 1


def passages(arguments: Namespace) -> int:
    """`mdexa passages`: 0 if a passage is found."""
    request = {"phrase": " ".join(arguments.phrase), "datasets": arguments.dataset, "limit": arguments.limit}
    request |= {"cursor": arguments.cursor} if arguments.cursor is not None else {}
    return 0 if _answer(arguments, "passages", request).total else 1


def info(arguments: Namespace) -> int:
    """`mdexa info`: which catalogue this is; with --report, all its counts into files."""
    from mdexa.catalogue import open_catalogue
    from mdexa.cli.paper import Paper
    from mdexa.version import __version__

    catalogue = open_catalogue(arguments.index)
    _report(catalogue, arguments.report)
    stamp = catalogue.stamp
    counts = catalogue.facets("licence_status", "access_kind", "availability")
    if arguments.json:
        put_json({"mdexa": __version__, "path": str(catalogue.path), "digest": catalogue.digest, "counts": counts})
        return 0
    told = (
        f"mdexa {__version__}",
        f"{stamp.name} {stamp.version}, as of {stamp.as_of}: {stamp.datasets} datasets",
        f"index {catalogue.path}",
        f"digest {catalogue.digest}",
    )
    put_lines(wrapped for line in told for wrapped in Paper().wrap(line, 0, 2))
    _put_view("facets", counts)
    return 0


def _report(catalogue: Catalogue, names: list[str]) -> None:
    if names:
        from mdexa.census import census
        from mdexa.census.files import targets, write

        paths = targets(names)
        write(census(catalogue), paths)


def validate(arguments: Namespace) -> int:
    """`mdexa validate`: 0 without errors; with --strict without warnings, too."""
    _require_compiler("validate")
    from mdexa.cli.findings import show
    from mdexa.cli.progress import Progress
    from mdexa.compiler import inspect

    with Progress() as progress:
        inspected = inspect(_folder(arguments.catalogue), progress=progress)
    return show(inspected.findings, arguments, f"{len(inspected.survey.cards)} cards checked")


def build(arguments: Namespace) -> int:
    """`mdexa build`: 0 once the index is written; with an error nothing is."""
    _require_compiler("build")
    from pathlib import Path

    from mdexa.cli.findings import show
    from mdexa.cli.progress import Progress
    from mdexa.compiler import build as compile_catalogue
    from mdexa.errors import CatalogueInvalid

    folder, target = _folder(arguments.catalogue), Path(arguments.target)
    if target.is_dir():
        raise BadQuery("--target", arguments.target, ["the name of a file"], why="it is a folder")
    try:
        with Progress() as progress:
            built = compile_catalogue(folder, target, progress=progress)
    except CatalogueInvalid as error:
        kept = f"{target} is as it was" if target.exists() else "nothing was written"
        return show(error.findings, arguments, kept)
    except OSError as error:
        raise BadQuery("--target", arguments.target, why=f"it cannot be written: {error.strerror or error}") from None
    return show(built.findings, arguments, f"{built.datasets} datasets in {built.path}, digest {built.digest}")


def _folder(name: str) -> Path:
    from pathlib import Path

    folder = Path(name)
    if not folder.is_dir():
        raise BadQuery(
            "catalogue",
            name,
            ["the folder of a catalogue, such as `catalogue`"],
            why="there is no such folder",
        )
    return folder


def _require_compiler(command: str) -> None:
    """Compiling needs more than reading does; say which, instead of failing in an import."""
    from importlib.util import find_spec

    missing = [name for name in ("yaml", "jsonschema", "license_expression") if find_spec(name) is None]
    if missing:
        why = f"it needs {', '.join(missing)}, which this installation has not; install mdexa[compile]"
        raise BadQuery("command", command, why=why)


def _narrowed(arguments: Namespace) -> dict[str, Any]:
    """`filters` and `usable_for` of a request."""
    filters: dict[str, Any] = {}
    for text in arguments.filter:
        facet, sign, value = text.partition("=")
        if not sign or not value:
            raise BadQuery("--filter", text, ["FACET=VALUE, as in access_kind=open"])
        filters.setdefault(facet.strip(), []).append(value.strip())
    for facet, kind in (("repo_only", _truth), ("year_from", _year), ("year_to", _year)):
        if facet in filters:
            filters[facet] = kind(facet, filters[facet][-1])
    request: dict[str, Any] = {"filters": filters} if filters else {}
    if arguments.usable_for is not None:
        purpose, _, setting = arguments.usable_for.partition("/")
        request["usable_for"] = {"purpose": purpose, "setting": setting or "both", "basis": arguments.basis}
    return request


def _truth(facet: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise BadQuery(f"filters.{facet}", text, ["true", "false"])
    return text == "true"


def _year(facet: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise BadQuery(f"filters.{facet}", text, ["a year, as in 2019"])
    return int(text)


def _answer(arguments: Namespace, operation: str, request: dict[str, Any]) -> Any:
    from mdexa.catalogue import open_catalogue

    result = open_catalogue(arguments.index).run(operation, request)
    if arguments.json:
        put_json(result)
    else:
        _put_view(operation, result)
    return result


def _put_view(operation: str, result: Any) -> None:
    from mdexa.cli.paper import Paper
    from mdexa.cli.views import VIEWS

    put_lines(VIEWS[operation](result, Paper()))
