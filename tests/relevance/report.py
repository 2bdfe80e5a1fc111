"""The table of `docs/relevance.md`, written by the run itself and read back by its test."""

import re
from collections.abc import Iterable
from pathlib import Path

from tests.relevance.running import Figures, Outcome

PAGE = Path(__file__).parents[2] / "docs" / "relevance.md"
START, END = "<!-- written by python -m tests.relevance -->", "<!-- end of what it writes -->"
ENGINES = ("Mdexa", "FTS5 porter", "bm25s")


def table(figures: Iterable[Figures]) -> str:
    """The figures as a table in Markdown, one kind of query a line."""
    heads = [f"{engine} {name}" for name in ("success@3", "nDCG@10") for engine in ENGINES]
    rows = ["| kind | queries | " + " | ".join(heads) + " |", "| --- | ---: |" + " ---: |" * len(heads)]
    for one in figures:
        cells = [f"{part[engine]:.2f}" for part in (one.success, one.ndcg) for engine in ENGINES]
        rows.append(f"| {one.kind} | {one.queries} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def missed(outcomes: Iterable[Outcome]) -> str:
    """The queries whose answer is not among the first three rows, with what came instead."""
    rows = []
    for one in outcomes:
        if one.success("Mdexa"):
            continue
        best = max(one.grades.values())
        wanted = sorted(card for card, grade in one.grades.items() if grade == best)
        more = f" and {len(wanted) - 3} more" if len(wanted) > 3 else ""
        came = ", ".join(f"`{card}`" for card in one.rankings["Mdexa"][:3]) or "nothing"
        shown = ", ".join(f"`{card}`" for card in wanted[:3])
        rows.append(f"- {one.judged.kind}: {one.judged.query.strip()} — wanted {shown}{more}; first came {came}")
    return "\n".join(rows) or "None."


def write(outcomes: Iterable[Outcome], figures: Iterable[Figures]) -> None:
    """Puts table and misses into the page, between the marks."""
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    after = rest.partition(END)[2]
    parts = (START, table(figures), "Queries whose answer is not among the first three rows:", missed(outcomes), END)
    PAGE.write_text(before + "\n\n".join(parts) + after, "utf-8")


def read() -> dict[str, list[float]]:
    """Kind -> number of queries and figures, as the page has them, in the order of the table."""
    lines = PAGE.read_text("utf-8").partition(START)[2].partition(END)[0].splitlines()
    cells = [re.split(r"\s*\|\s*", line.strip("| ")) for line in lines if line.startswith("| ")]
    return {kind: list(map(float, numbers)) for kind, *numbers in cells[2:]}
