"""The measurements: every engine and every start in a process of its own, in turns, with a clean environment."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from tests.benchmarks import cards
from tests.benchmarks.oracle import Answers, Oracle

ROOT = Path(__file__).resolve().parents[2]
PROBE = Path(__file__).parent / "engines" / "probe.py"
#: Engine -> the module that it needs. One that is not installed is left out.
ENGINES = {"mdexa": "mdexa", "fts5": "sqlite3", "tantivy": "tantivy", "bm25s": "bm25s"}
#: What a shell starts when somebody types `mdexa`.
ENTRY = "import sys; from mdexa.cli import main; sys.exit(main())"
COMMANDS = {
    "python -c pass": ("pass",),
    "import msgspec": ("import msgspec",),
    "mdexa search": (ENTRY, "search", "kidney tumour ct segmentation"),
    "mdexa check": (ENTRY, "check", "kits19", "--purpose", "commercial_product"),
}
FIGURES = ("build_s", "build_mb", "index_mb", "start", "open_ms", "private_mb")
LOOPS = ("query", "facets", "get")


class Effort(NamedTuple):
    """How much is asked."""

    queries: int = 1000
    facet_queries: int = 200
    starts: int = 7
    seconds: float = 20
    repeat: int = 1


def present() -> list[str]:
    """The engines whose packages are there."""
    return [engine for engine, module in ENGINES.items() if find_spec(module)]


def measure(size: int, folder: Path, effort: Effort, engines: Sequence[str]) -> dict[str, Any]:
    """Engine -> figures, for one number of cards. Every figure is the median of the runs, ratios are within a run."""
    data = folder / f"cards-{size}"
    if not (data / "queries.jsonl").exists():
        cards.write(data, size, effort.queries)
    queries = cards.read_queries(data / "queries.jsonl")
    oracle = Oracle(data / "cards.jsonl", queries)
    built = {engine: _build(engine, folder / f"{engine}-{size}", data / "cards.jsonl") for engine in engines}
    runs = []
    for _ in range(effort.repeat):
        told = {engine: _time(engine, folder / f"{engine}-{size}", data, effort) for engine in engines}
        starts = _starts([_start(engine, folder / f"{engine}-{size}", queries) for engine in engines], effort.starts)
        for engine, start in zip(engines, starts, strict=True):
            told[engine] |= built[engine] | {"start": start}
            answers = Answers(told[engine]["totals"], told[engine]["facets"], told[engine]["ranked"])
            told[engine]["faults"] = oracle.faults(queries, answers)
        runs.append(told)
    return {"size": size, "runs": effort.repeat, "engines": {engine: _medians(engine, runs) for engine in engines}}


def _medians(engine: str, runs: list[dict[str, Any]]) -> dict[str, Any]:
    own = [run[engine] for run in runs]
    told = {figure: median(run[figure] for run in own) for figure in FIGURES}
    for loop in LOOPS:
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            told[f"{loop}_{name}"] = median(_quantile(run[f"{loop}_times"], share) for run in own)
            told[f"{loop}_{name}_ratio"] = median(
                _ratio(run["mdexa"][f"{loop}_times"], run[engine][f"{loop}_times"], share) for run in runs
            )
    asked = min(len(run["query_times"]) for run in own)
    return {**told, "asked": asked, "faults": max(run["faults"] for run in own)}


def _quantile(times: Sequence[float], share: float) -> float:
    return sorted(times)[int(len(times) * share)]


def _ratio(mine: Sequence[float], others: Sequence[float], share: float) -> float:
    """Mdexa's time as a multiple of another's, over the queries that both were asked: a slow engine gets to few."""
    both = min(len(mine), len(others))
    return _quantile(mine[:both], share) / _quantile(others[:both], share)


def _build(engine: str, folder: Path, source: Path) -> dict[str, Any]:
    """Builds an index, or takes the one that is there."""
    done = folder.with_suffix(".json")
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        taken = _probe("build", engine, folder, source)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        done.write_text(json.dumps({**taken, "index_mb": size / 1e6}), "utf-8")
    figures: dict[str, Any] = json.loads(done.read_text("utf-8"))
    return figures


def _time(engine: str, folder: Path, data: Path, effort: Effort) -> dict[str, Any]:
    return _probe("time", engine, folder, data / "queries.jsonl", effort.facet_queries, effort.seconds)


def _probe(verb: str, engine: str, folder: Path, *rest: object) -> dict[str, Any]:
    command = [sys.executable, str(PROBE), verb, f"{engine}_engine", str(folder), *map(str, rest)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    if done.returncode:
        raise SystemExit(f"{engine}, {verb}: {done.stderr.strip()}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def _start(engine: str, folder: Path, queries: Iterable[cards.Query]) -> list[str]:
    """A process that opens an index and answers a query of three words with a filter."""
    query = next(row for row in queries if row.words.count(" ") == 2 and row.filters and row.words[:2] != "zz")
    filters = [f"{facet}={value}" for facet, value in query.filters.items()]
    return [sys.executable, str(PROBE), "start", f"{engine}_engine", str(folder), query.words, *filters]


def _starts(commands: Sequence[list[str]], times: int) -> list[float]:
    """How many times `python -c pass` each command takes."""
    floor, *taken = in_turns([[sys.executable, "-c", "pass"], *commands], times)
    return [figure / floor for figure in taken]


def in_turns(commands: Sequence[list[str]], times: int) -> list[float]:
    """The median time of each command, in ms; a noisy moment falls on all alike. The first round only warms caches."""
    seen: list[list[float]] = [[] for _ in commands]
    for _ in range(times + 1):
        for command, figures in zip(commands, seen, strict=True):
            began = perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=environment(), cwd=ROOT)
            figures.append((perf_counter() - began) * 1e3)
    return [median(figures[1:]) for figures in seen]


def start_commands(times: int) -> dict[str, float]:
    """The whole command, from process start to exit, on the catalogue: name -> times `python -c pass`."""
    taken = in_turns([[sys.executable, "-c", *words] for words in COMMANDS.values()], times)
    return {name: figure / taken[0] for name, figure in zip(COMMANDS, taken, strict=True)}


def environment() -> dict[str, str]:
    """The environment without Python's own variables: one of them would make each start compile all modules again."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return {**kept, "PYTHONHASHSEED": "0"}
