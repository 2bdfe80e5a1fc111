"""A report as GitHub-flavoured Markdown. Everything that was not written here is escaped, so that it stays text."""

from collections.abc import Iterable, Iterator, Sequence

from mdexa.reports.marking import code, table, text
from mdexa.reports.overview import few, overview
from mdexa.reports.sections import section
from mdexa.reports.shapes import ColumnSummary, Report, Word
from mdexa.reports.wording import DECISION, OLD, column_words, columns_words, flag_words, spoken

_Lines = Iterator[str]


def markdown(report: Report) -> bytes:
    """The file."""
    lines = [
        *_head(report),
        *_decision(),
        *_summary(report),
        *_asked(report),
        *_unresolved(report),
        *(line for dataset in report.datasets for line in section(dataset, report.asked.part)),
        *_reading(report),
    ]
    return ("\n".join(_single(lines)) + "\n").encode()


def _single(lines: Iterable[str]) -> _Lines:
    """Blank lines never stand two together, nor at the beginning or end."""
    waiting, begun = False, False
    for line in lines:
        if not line:
            waiting = begun
            continue
        if waiting:
            yield ""
        waiting, begun = False, True
        yield line


def _head(report: Report) -> _Lines:
    stamp = report.catalogue
    both = "commercial and noncommercial"
    yield f"# {text(report.title)}"
    yield ""
    yield f"**{text(report.summary.sentence)}**"
    yield ""
    yield f"- Catalogue: {text(stamp.name)} {text(stamp.version)}, as of {stamp.as_of}, {stamp.datasets} datasets"
    yield f"- Digest: {code(report.digest)}"
    yield f"- Made by: Mdexa {text(report.program)}; the same catalogue, names and question give the same report"
    yield f"- Purposes: {columns_words(report.asked.columns)}"
    yield f"- Setting: {both if report.asked.setting == 'both' else report.asked.setting}"
    if report.asked.part:
        yield f"- Part: only {code(report.asked.part)} of each dataset"
    yield ""


def _decision() -> _Lines:
    """What a person fills in: the report decides nothing."""
    yield "## Decision"
    yield ""
    yield "To be filled in by whoever decides; the report decides nothing."
    yield ""
    yield from table(("Field", "Filled in by hand"), ((field, "") for field in DECISION))


def _summary(report: Report) -> _Lines:
    yield "## Summary"
    yield ""
    yield "### The whole list, by purpose"
    yield ""
    several = len(report.asked.names) > 1
    head = ("Purpose", "All together", "How many have it", "Set by", "Without these")
    cells = len(head) if several else 2
    yield from table(head[:cells], (_column(row)[:cells] for row in report.summary.columns))
    going = [row for row in report.summary.columns if row.in_the_way and row.permitting]
    if going:
        yield "### What would have to go"
        yield ""
        yield "A purpose is permitted for the rest of the list if all of these are dropped, or settled."
        yield ""
        for row in going:
            members = len(row.in_the_way)
            named = _members(row.in_the_way)
            yield f"- **{column_words(row.column)}**: {members} of {members + row.permitting}, {named}"
        yield ""
    if several:
        yield "### Every name"
        yield ""
        yield from _every_name(report)


def _column(row: ColumnSummary) -> tuple[str, ...]:
    counts = ", ".join(f"{n} {spoken(word)}" for word, n in row.counts.items())
    counts += f"; {OLD} for {len(row.old_evidence)} of {row.permitting} that permit" if row.old_evidence else ""
    without = _value(row.without_strictest) if row.without_strictest else "no name is left"
    old = f" ({OLD})" if row.old_evidence and not row.in_the_way else ""
    return column_words(row.column), f"{_value(row.combined)}{old}", counts, _members(row.strictest), without


def _value(word: str) -> str:
    return f"**{spoken(word)}**"


def _members(names: tuple[str, ...]) -> str:
    shown, more = few(names)
    return ", ".join(map(text, shown)) + (f" and {more} more" if more else "")


def _every_name(report: Report) -> _Lines:
    made, columns = overview(report), report.asked.columns
    head = ("Dataset", *map(column_words, columns)) if made.wide else ("Dataset", "Verdicts")
    rows = []
    for line in made.lines:
        name = f"{text(line.name)} ({code(line.dataset)})" if line.dataset else text(line.name)
        if made.wide:
            verdicts: Sequence[str] = [
                _value(line.verdicts[column]) + (f" ({OLD})" if column in line.old else "") for column in columns
            ]
        else:
            verdicts = ["<br>".join(f"{_value(word)} {columns_words(on)}" for word, on in line.by_value.items())]
        notes = [spoken(word) for word in line.attention]
        notes += [f"parts that may be used apart: {len(line.apart)}"] if line.apart else []
        notes += [flag_words(flag, line.old) for flag in line.flags]
        rows.append((name, *verdicts, "; ".join(notes)))
    yield from table((*head, "Also look at"), rows)


def _asked(report: Report) -> _Lines:
    yield "## What was asked"
    yield ""
    rows = []
    for row in report.asked.names:
        places = "; ".join(text(f"{one.source}, {one.place}") for one in row.origins)
        by = f" (by its {text(row.by)})" if row.by not in ("", "name") else ""
        rows.append((text(row.name), places, f"{code(row.dataset)}{by}" if row.dataset else "not resolved"))
    yield from table(("Name as given", "Where", "Dataset"), rows)
    if report.asked.files:
        yield from table(("File", "SHA-256"), ((text(one.name), code(one.sha256)) for one in report.asked.files))
    for remark in report.asked.remarks:
        yield text(remark)
        yield ""


def _unresolved(report: Report) -> _Lines:
    if not report.unresolved:
        return
    yield "## Names that were not resolved"
    yield ""
    yield (
        "A near name is never judged in place of the one that was given. Each of these counts as **unverifiable** for "
        "every purpose, until somebody says which dataset is meant."
    )
    for row in report.unresolved:
        yield ""
        yield f"### {text(row.name)}"
        yield ""
        yield "; ".join(text(f"{one.source}, {one.place}") for one in row.origins)
        yield ""
        yield row.sentence + ("" if row.candidates else " No name is near.")
        yield ""
        yield from (f"- {code(one.id)} {text(one.name)} ({text(one.why)})" for one in row.candidates)
    yield ""


def _reading(report: Report) -> _Lines:
    yield "## How to read this report, and its limits"
    yield ""
    yield from _words("Values, best to worst", report.reading.values)
    yield from _words("Purposes", report.reading.purposes)
    yield from _words("Words", report.reading.words)
    yield "### Limits"
    yield ""
    yield from (f"- {limit}" for limit in report.reading.limits)


def _words(head: str, rows: tuple[Word, ...]) -> _Lines:
    yield f"### {head}"
    yield ""
    yield from (f"- **{column_words(row.word)}**: {row.meaning}" for row in rows)
    yield ""
