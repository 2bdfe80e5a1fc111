"""A census as Markdown: the same sentences and tables, without pictures."""

import re
from collections.abc import Iterator

from mdexa.census.shapes import Census, Section
from mdexa.drawing.plots import share

_MARKS = re.compile(r"([\\`*_{}\[\]<>|#&~])")


def markdown(made: Census) -> str:
    """Headings, sentences and tables."""
    return "\n".join(_lines(made)) + "\n"


def _lines(made: Census) -> Iterator[str]:
    stamp = made.catalogue
    yield f"# {_safe(made.title)}"
    yield ""
    yield f"As of {_safe(stamp.as_of)}. Digest `{made.digest}`. Made with mdexa {_safe(made.program)}."
    yield ""
    yield from _table(
        ("", "number", "share"), ((row.label, f"{row.n:,}", _share(row.n, row.of)) for row in made.figures)
    )
    for section in made.sections:
        yield ""
        yield f"## {_safe(section.title)}"
        yield ""
        yield _safe(section.sees)
        if section.lines:
            yield ""
            yield from _table(*_content(section))
        if section.note:
            yield ""
            yield _safe(section.note)


def _share(n: int, of: int | None) -> str:
    return share(n, of) if of else ""


def _content(section: Section) -> tuple[tuple[str, ...], Iterator[tuple[str, ...]]]:
    """The head and the rows of a section's table; with several columns there is a total."""
    several = len(section.columns) > 1
    head = (section.first, *(column.label for column in section.columns), *(("all",) if several else ()))
    if section.details:
        head = (*head, "which")
    return head, (
        (
            line.label,
            *(f"{n:,}" for n in line.counts),
            *((f"{line.total:,}",) if several else ()),
            *((section.details.get(line.key, ""),) if section.details else ()),
        )
        for line in section.lines
    )


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(map(_safe, head))} |"
    yield f"| --- |{' ---: |' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(_safe, row))} |"


def _safe(text: str) -> str:
    """Text that no Markdown reads as markup."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
