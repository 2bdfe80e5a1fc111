"""Mdexa's speed beside that of other engines, in one run: `make bench`, or `python tests/benchmarks/run.py --help`.

Takes minutes, and is no part of the tests. Without the extra `bench` the engines that it brings are left out.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[0] = str(ROOT)  # where Python has put this folder, whose modules go by their whole names

from tests.benchmarks import measuring, table  # noqa: E402 - only now can they be found

PAGE = ROOT / "docs" / "benchmarks.md"
SIZES = (150, 1_000, 10_000)
#: Cards up to which the default repeats a run, for medians.
OFTEN = 1_000


def main() -> None:
    """Measures, prints the tables, and writes them into the page if asked."""
    given = _arguments()
    given.work.mkdir(parents=True, exist_ok=True)
    engines = [name for name in measuring.present() if name == "mdexa" or name in given.engines]
    missing = sorted(set(given.engines) - set(engines))
    if missing:
        print(f"left out, because not installed: {', '.join(missing)}", file=sys.stderr)
    for size in given.sizes:
        print(f"== {size:,} cards", file=sys.stderr)
        repeat = given.repeat or (3 if size <= OFTEN else 1)
        effort = measuring.Effort(seconds=given.seconds, repeat=repeat)
        _keep(given.work / f"size-{size}.json", measuring.measure(size, given.work, effort, engines))
    print("== whole commands", file=sys.stderr)
    _keep(given.work / "commands.json", measuring.start_commands(given.starts))
    text = _tables(given.work)
    print(text)
    if given.write:
        write(text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="numbers of cards (default: %(default)s)")
    parser.add_argument(
        "--engines", nargs="*", choices=measuring.ENGINES, default=list(measuring.ENGINES), help="besides mdexa"
    )
    parser.add_argument("--repeat", type=int, help="runs of each size (default: 3 up to 1000 cards, else 1)")
    parser.add_argument("--starts", type=int, default=31, help="starts of each whole command (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="most time of a loop over queries")
    parser.add_argument("--write", action="store_true", help="write all that was measured into docs/benchmarks.md")
    parser.add_argument(
        "--work",
        type=Path,
        default=ROOT / "build" / "benchmarks",
        help="cards, indexes and figures; what is there is used again",
    )
    return parser.parse_args()


def _keep(path: Path, figures: dict[str, Any]) -> None:
    path.write_text(json.dumps(figures, indent=1), "utf-8")


def _tables(work: Path) -> str:
    """The tables of all sizes that were ever measured in a folder."""
    sizes = [json.loads(path.read_text("utf-8")) for path in work.glob("size-*.json")]
    return table.tables(sizes, json.loads((work / "commands.json").read_text("utf-8")))


def write(text: str, page: Path = PAGE) -> None:
    """Puts the tables into the page, between the two marks."""
    before, _, rest = page.read_text("utf-8").partition(table.BEGIN)
    _, _, after = rest.partition(table.END)
    page.write_text(f"{before}{table.BEGIN}\n\n{text}\n\n{table.END}{after}", "utf-8")


if __name__ == "__main__":
    main()
