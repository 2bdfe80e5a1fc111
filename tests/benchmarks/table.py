"""The figures as tables, and the targets that they are held to."""

from collections.abc import Iterable
from typing import Any, NamedTuple

NAMES = {"mdexa": "**Mdexa**", "fts5": "SQLite FTS5", "tantivy": "tantivy", "bm25s": "bm25s"}
BEGIN, END = "<!-- benchmark: written by tests/benchmarks/run.py -->", "<!-- end of benchmark -->"
HEAD = (
    "engine",
    "build s",
    "index MB",
    "start x pass",
    "open ms",
    "queries",
    "query p50 / p99 µs",
    "Mdexa is x p50",
    "x p99",
    "facets p50 / p99 µs",
    "Mdexa is x p50",
    "get µs",
    "private MB",
    "wrong",
)


class Target(NamedTuple):
    """A figure that must not be greater. Without a peer it is Mdexa's own, else the multiple of the peer's."""

    size: int
    what: str
    figure: str
    peer: str
    most: float


TARGETS = (
    Target(1_000, "query p50, multiple of SQLite FTS5's", "query_p50_ratio", "fts5", 0.15),
    Target(1_000, "query p50, multiple of tantivy's", "query_p50_ratio", "tantivy", 2.5),
    Target(100_000, "query p50, multiple of SQLite FTS5's", "query_p50_ratio", "fts5", 0.02),
    Target(100_000, "query p50, multiple of tantivy's", "query_p50_ratio", "tantivy", 1.5),
    Target(1_000_000, "query p50, multiple of tantivy's", "query_p50_ratio", "tantivy", 1.0),
    Target(1_000_000, "build, seconds", "build_s", "mdexa", 900),
    Target(1_000_000, "memory of the build, MB", "build_mb", "mdexa", 8192),
    Target(1_000_000, "open, ms", "open_ms", "mdexa", 1.0),
    Target(1_000_000, "private memory, MB", "private_mb", "mdexa", 50),
)
#: `mdexa search` from process start to exit, in starts of the bare interpreter.
SEARCH, MOST = "mdexa search", 5.0


def tables(sizes: Iterable[dict[str, Any]], commands: dict[str, float]) -> str:
    """All tables, in Markdown: the targets, the whole commands, one table a size."""
    by_size = {row["size"]: row for row in sizes}
    parts = [_targets(by_size, commands), _commands(commands)]
    return "\n\n".join(parts + [_size(by_size[size]) for size in sorted(by_size)])


def _rows(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(head)
    lines = [names, ["---", *["---:"] * (len(names) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _targets(by_size: dict[int, dict[str, Any]], commands: dict[str, float]) -> str:
    rows = [[f"`{SEARCH}`, multiple of `python -c pass`", "the catalogue", *_held(commands.get(SEARCH), MOST)]]
    for target in TARGETS:
        measured = by_size.get(target.size, {}).get("engines", {}).get(target.peer, {}).get(target.figure)
        rows.append([target.what, f"{target.size:,}", *_held(measured, target.most)])
    return "### Targets\n\n" + _rows(("what", "cards", "at most", "measured", "met"), rows)


def _held(measured: float | None, most: float) -> tuple[str, str, str]:
    if measured is None:
        return f"{most:g}", "not measured", "-"
    return f"{most:g}", shown(measured), "yes" if measured <= most else "**no**"


def _commands(commands: dict[str, float]) -> str:
    return "### From process start to exit, on the catalogue\n\n" + _rows(
        ("command", "x pass"), [[f"`{name}`", f"{times:.2f}"] for name, times in commands.items()]
    )


def _size(measured: dict[str, Any]) -> str:
    runs = "one run" if measured["runs"] == 1 else f"medians of {measured['runs']} runs"
    rows = [[NAMES[engine], *_cells(engine, figures)] for engine, figures in measured["engines"].items()]
    return f"### {measured['size']:,} cards, {runs}\n\n" + _rows(HEAD, rows)


def _cells(engine: str, figures: dict[str, Any]) -> list[str]:
    def pair(name: str) -> str:
        return f"{shown(figures[f'{name}_p50'])} / {shown(figures[f'{name}_p99'])}"

    def ratio(name: str) -> str:
        return "" if engine == "mdexa" else shown(figures[f"{name}_ratio"])

    return [
        shown(figures["build_s"]),
        shown(figures["index_mb"]),
        f"{figures['start']:.2f}",
        shown(figures["open_ms"]),
        f"{figures['asked']:,}",
        pair("query"),
        ratio("query_p50"),
        ratio("query_p99"),
        pair("facets"),
        ratio("facets_p50"),
        shown(figures["get_p50"]),
        shown(figures["private_mb"]),
        str(figures["faults"]),
    ]


def shown(figure: float) -> str:
    """A figure with two or three digits that count."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.3g}"
