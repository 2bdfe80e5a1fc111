"""diff on a terminal: what matters to a user of a verdict first."""

from collections.abc import Iterable

from mdexa.cli.paper import Paper
from mdexa.cli.views.shared import Lines
from mdexa.results import ChangesResult, Reason, VerdictChange


def diff(result: ChangesResult, paper: Paper) -> Lines:
    """The two catalogues, then what changed by kind; a kind without a change takes no room."""
    for word, stamp, digest in (("old", result.old, result.old_digest), ("new", result.new, result.new_digest)):
        told = f"{stamp.name} {stamp.version}, as of {stamp.as_of}: {stamp.datasets} datasets, digest {digest[:16]}"
        yield from paper.led(f"{word}  ", told, 5)
    yield from paper.wrap(result.sentence)
    yield from _titled("Datasets", ((row.dataset, row.kind, _step(row.was, row.now)) for row in result.cards), paper)
    statuses = ((row.dataset, row.was, "->", row.now) for row in result.statuses)
    yield from _titled("Licence status", statuses, paper)
    for direction, title in (("worse", "Stricter verdicts"), ("better", "Milder verdicts")):
        yield from _verdicts(title, [row for row in result.verdicts if row.direction == direction], paper)
    yield from _conditions(result, paper)
    statements = ((row.dataset, row.statement, row.kind, row.by or ", ".join(row.fields)) for row in result.statements)
    yield from _titled("Statements", statements, paper)
    licences = ((row.key, row.kind, ", ".join(row.columns)) for row in result.licences)
    yield from _titled("Licences", licences, paper)
    yield from _titled("Risk flags", ((row.dataset, row.flag, row.kind, row.severity) for row in result.flags), paper)


def _titled(title: str, rows: Iterable[tuple[str, ...]], paper: Paper) -> Lines:
    lines = list(paper.table(rows, 2))
    if lines:
        yield ""
        yield paper.strong(title)
        yield from lines


def _verdicts(title: str, rows: list[VerdictChange], paper: Paper) -> Lines:
    if rows:
        yield ""
        yield paper.strong(title)
    for row in rows:
        part = f", part {row.part}" if row.part else ""
        dressed = f"  {paper.strong(row.dataset)}{part}: {paper.value(row.was)} -> {paper.value(row.now)}: "
        lead = f"  {row.dataset}{part}: {row.was} -> {row.now}: "
        yield from paper.led(lead, ", ".join(row.columns), 4, dressed=dressed)
        yield from paper.wrap(f"because: {'; '.join(map(_reason, row.because))}", 4, 6)


def _conditions(result: ChangesResult, paper: Paper) -> Lines:
    if result.conditions:
        yield ""
        yield paper.strong("Conditions")
    for row in result.conditions:
        yield from paper.wrap(f"{row.dataset}, part {row.part}: {', '.join(row.columns)}", 2, 4)
        for word, texts in (("new", row.added), ("no more", row.gone)):
            for text in texts:
                yield from paper.wrap(f"{word}: {text}", 4, 6)


def _reason(reason: Reason) -> str:
    return f"{reason.why.replace('_', ' ')}{f' {reason.what}' if reason.what else ''}"


def _step(was: str | None, now: str | None) -> str:
    return f"{was} -> {now}" if was and now else was or now or ""
