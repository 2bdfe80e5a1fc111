"""What several results show alike."""

from collections.abc import Iterator
from typing import TypeAlias

from mdexa.card import Source
from mdexa.cli.paper import Paper
from mdexa.results import Relaxation, Unresolved
from mdexa.results.shared import read_when

Lines: TypeAlias = Iterator[str]


def source(place: Source) -> str:
    """Who says it, when, where, and when we read it: at its place, or in a copy of which day."""
    dated = "undated" if place.dated == "unknown" else f"dated {place.dated}"
    return f"{place.speaker.replace('_', ' ')}, {dated}, {read_when(place)}, {place.url}"


def at(url: str | None) -> str:
    """An address behind what it is the source of."""
    return f" ({url})" if url else ""


def unresolved(rows: tuple[Unresolved, ...], paper: Paper) -> Lines:
    """The names that belong to no dataset, each with its candidates."""
    for row in rows:
        why = "belongs to several datasets" if row.why == "ambiguous" else "is no dataset of the catalogue"
        names = ", ".join(near.id for near in row.candidates)
        near = f"; near: {names}" if names else "; no name is near"
        yield from paper.wrap(f"not judged: “{row.name}” {why}{near}", 0, 2)


def relaxations(rows: tuple[Relaxation, ...], paper: Paper) -> Lines:
    """What each filter keeps out."""
    for row in rows:
        yield from paper.wrap(f"without the filter {row.filter}: {row.more} more", 2, 4)


def unknown_words(words: tuple[str, ...], where: str, paper: Paper) -> Lines:
    """The words that are in nothing that was looked at."""
    if words:
        yield from paper.wrap(f"in no {where}: {', '.join(words)}", 2, 4)


def cursor(place: str | None) -> Lines:
    """How to go on."""
    if place:
        yield f"  --cursor {place}"
