"""What several answers say of themselves: which catalogue it was, what was not judged, what a filter keeps out."""

from collections.abc import Iterable, Iterator

from mdexa.notebook.marks import names, note, text
from mdexa.results import CatalogueStamp, Relaxation, Unresolved


def origin(stamp: CatalogueStamp) -> str:
    """Which catalogue answered."""
    return note(f"{text(stamp.name)} {text(stamp.version)}, as of {text(stamp.as_of)}")


def unresolved(rows: Iterable[Unresolved]) -> Iterator[str]:
    """The names that were not judged, each with its candidates."""
    for row in rows:
        near = (
            f"; near: {names(candidate.id for candidate in row.candidates)}."
            if row.candidates
            else "; no name is near."
        )
        yield note(f"Not judged: “{text(row.name)}” is {text(row.why)}{near}")


def relaxed(rows: Iterable[Relaxation]) -> Iterator[str]:
    """What each filter keeps out."""
    for row in rows:
        yield note(f"Without the filter {text(row.filter)}: {row.more} more.")
