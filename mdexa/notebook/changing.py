"""What changed from one release to another."""

from collections.abc import Iterable, Iterator

from mdexa.notebook.marks import few, link, names, note, said, spaced, table, text, title, value
from mdexa.results import ChangesResult, ConditionChange, Reason, VerdictChange


def changes(result: ChangesResult) -> Iterator[str]:
    """The sentence, then cards, statuses, verdicts and the rest, each as a table."""
    yield said(text(result.sentence, 600))
    before, after = result.old, result.new
    yield note(
        f"{text(after.name)}: from {text(before.version)}, as of {text(before.as_of)}, "
        f"to {text(after.version)}, as of {text(after.as_of)}"
    )
    cards = ((text(row.dataset), spaced(row.kind), _word(row.was), _word(row.now)) for row in result.cards)
    yield _titled("Datasets", ("dataset", "what", "was", "is"), cards)
    statuses = ((text(row.dataset), value(row.was), value(row.now)) for row in result.statuses)
    yield _titled("Licence status", ("dataset", "was", "is"), statuses)
    for direction, head in (("worse", "Stricter verdicts"), ("better", "Milder verdicts")):
        yield _titled(head, _VERDICT, (_verdict(row) for row in result.verdicts if row.direction == direction))
    yield _titled("Conditions", ("dataset", "part", "for", "new", "no more"), map(_condition, result.conditions))
    said_ = ((text(row.dataset), text(row.statement), text(row.kind), names(row.fields), link(row.url))
             for row in result.statements)  # fmt: skip
    yield _titled("Statements", ("dataset", "statement", "what", "fields", "source"), said_)
    licences = ((text(row.key), text(row.kind), few(_columns(row.columns), "<br>")) for row in result.licences)
    yield _titled("Licences", ("licence", "what", "columns"), licences)
    flags = ((text(row.dataset), spaced(row.flag), text(row.severity), text(row.kind)) for row in result.flags)
    yield _titled("Risk flags", ("dataset", "flag", "severity", "what"), flags)


_VERDICT = ("dataset", "part", "for", "was", "is", "because")


def _titled(head: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    shown = table(columns, rows)
    return title(head) + shown if shown else ""


def verdict(row: VerdictChange) -> Iterator[str]:
    """One verdict that changed."""
    yield table(_VERDICT, (_verdict(row),))


def _verdict(row: VerdictChange) -> tuple[str, ...]:
    return (
        text(row.dataset),
        text(row.part or "the whole"),
        names(row.columns, len(row.columns)),
        value(row.was),
        value(row.now),
        few(map(_reason, row.because), "; ", 5),
    )


def _condition(row: ConditionChange) -> tuple[str, ...]:
    added, gone = (few(map(text, duties), "; ", 5) for duties in (row.added, row.gone))
    return text(row.dataset), text(row.part), names(row.columns, len(row.columns)), added, gone


def _reason(row: Reason) -> str:
    return f"{spaced(row.why)} {text(row.what)}".rstrip()


def _columns(columns: dict[str, tuple[str, str]]) -> Iterator[str]:
    for column, (was, now) in columns.items():
        yield f"{spaced(column)}: {value(was)} → {value(now)}"


def _word(content: str | None) -> str:
    return text((content or "").replace("_", " "))
