"""The two designs of the tools on thirty real requests: what they cost, and whether the answers are right.

python -m tests.benchmarks.agents            prints the table
python -m tests.benchmarks.agents --write    writes it into docs/agents.md, too
"""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import yaml
from mcp import Client

from mdexa.agents.contracts import contract
from mdexa.agents.tools import DESIGNS
from mdexa.holdings import default_path
from mdexa.servers.journal import Journal
from mdexa.servers.mcp_server import Desk, make_server
from mdexa.servers.shelf import Shelf
from tests.benchmarks.caller import Caller

HERE = Path(__file__).parent
REQUESTS = HERE.parent / "requests"
PAGE = HERE.parents[1] / "docs" / "agents.md"
BEGIN, END = "<!-- benchmark: written by tests/benchmarks/agents.py -->", "<!-- end of benchmark -->"
COUNTED = ("calls", "characters", "empty", "after_complete", "refused")
CAVEAT = (
    "The caller is a script and no model: it knows which tool tells what, never misreads, and never doubts an answer "
    "that says it is final. The table shows what a caller pays that does nothing wrong; a model pays more, and where "
    "it goes wrong has to be measured with a model. The right answers come from the threads and the publishers' pages."
)


class Outcome(NamedTuple):
    """One request in one design."""

    request: str
    calls: int
    characters: int
    empty: int
    after_complete: int
    refused: int
    wrong_permissions: int
    missed: tuple[str, ...]


def requests_of_agents() -> list[dict[str, Any]]:
    """Thirty of the requests that are tests: those that say what the asker needs, by their ids."""
    cases = [case for path in sorted(REQUESTS.glob("*.yaml")) for case in yaml.safe_load(path.read_text("utf-8"))]
    return sorted((case for case in cases if "needs" in case), key=lambda case: case["id"])


def measure(index: Path) -> dict[str, list[Outcome]]:
    """Every request through both designs, over the protocol, on one index."""
    requests = requests_of_agents()
    return {design: anyio.run(_through, index, design, requests) for design in DESIGNS}


async def _through(index: Path, design: str, requests: list[dict[str, Any]]) -> list[Outcome]:
    journal = Journal(io.StringIO())
    server = make_server(Desk(Shelf(index, journal), design, journal), design)
    async with Client(server) as client:
        return [await _outcome(client, design, request) for request in requests]


async def _outcome(client: Client, design: str, request: dict[str, Any]) -> Outcome:
    caller = Caller(client, design, request)
    await caller.serve()
    right = request["right"]
    missed = tuple(json.dumps(one, ensure_ascii=False) for one in right if not caller.facts.holds(one))
    spent = [getattr(caller.ledger, name) for name in COUNTED]
    return Outcome(request["id"], *spent, caller.facts.wrong_permissions(right), missed)


def table(outcomes: dict[str, list[Outcome]]) -> str:
    """One row a request, one a total; the cost of the list of tools, which is read before every question."""
    lines = [CAVEAT, "", *_totals(outcomes), "", *_rows(outcomes)]
    return "\n".join(lines)


def _totals(outcomes: dict[str, list[Outcome]]) -> list[str]:
    heads = ("design", "tools", "characters of their list", "calls", "characters read", "empty answers")
    heads += ("calls after `complete: true`", "refused calls", "wrong permissions", "right")
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for design, rows in outcomes.items():
        listed = json.dumps([contract(tool) for tool in DESIGNS[design]], separators=(",", ":"), ensure_ascii=False)
        sums = [sum(getattr(row, name) for row in rows) for name in (*COUNTED, "wrong_permissions")]
        right = f"{sum(not row.missed for row in rows)} of {len(rows)}"
        cells = [design, len(DESIGNS[design]), f"{len(listed):,}", *(f"{value:,}" for value in sums), right]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _rows(outcomes: dict[str, list[Outcome]]) -> list[str]:
    lines = [
        "| request | " + " | ".join(f"{design}: calls, characters, right" for design in outcomes) + " |",
        "| --- |" + " --- |" * len(outcomes),
    ]
    for of_request in zip(*outcomes.values(), strict=True):
        cells = [f"{row.calls}, {row.characters:,}, {'yes' if not row.missed else 'no'}" for row in of_request]
        lines.append(f"| {of_request[0].request} | {' | '.join(cells)} |")
    return lines


def write(text: str) -> None:
    """Puts the table between its marks on the page."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", "utf-8")


def main() -> int:
    """Prints the table, and what was missed; 1 if anything was missed or wrongly permitted."""
    parser = argparse.ArgumentParser(description="the tools on thirty real requests, in both designs")
    parser.add_argument("--index", type=Path, default=None, help="the index file (default: the one that was built)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/agents.md")
    arguments = parser.parse_args()
    outcomes = measure(arguments.index or default_path())
    text = table(outcomes)
    print(text)
    if arguments.write:
        write(text)
    missed = [
        f"{design} {row.request}: {one}" for design, rows in outcomes.items() for row in rows for one in row.missed
    ]
    print(*missed, sep="\n", file=sys.stderr)
    return 1 if missed or any(row.wrong_permissions for rows in outcomes.values() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
