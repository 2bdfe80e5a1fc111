"""The catalogue counted: what it holds, what may be done with it, what that rests on. From the index alone."""

from collections.abc import Callable, Iterator

import msgspec

from mdexa.agents.cleaning import clean
from mdexa.catalogue import Catalogue
from mdexa.census import grounds, origins, standing, subjects
from mdexa.census.shapes import Census, Figure, Section
from mdexa.census.stock import Stock
from mdexa.version import __version__

__all__ = ["census"]

#: The sections in the order of the report.
_SECTIONS: tuple[Callable[[Stock], Section], ...] = (
    standing.statuses,
    grounds.unanswered,
    standing.verdicts,
    standing.access,
    origins.depth,
    subjects.modalities,
    subjects.licences,
    standing.lowered,
    origins.hubs,
    grounds.ages,
    grounds.freshness,
    grounds.speakers,
    grounds.instruments,
    grounds.scopes,
    standing.flags,
    grounds.copies,
    grounds.readings,
    standing.repository_only,
    standing.availability,
    standing.conflicts,
    subjects.years,
    standing.handling,
)


def census(catalogue: Catalogue) -> Census:
    """All counts of a catalogue. The same index gives the same census."""
    stock = Stock(catalogue)
    made = Census(
        format=1,
        title=f"{catalogue.stamp.name} {catalogue.stamp.version}: what the catalogue holds",
        catalogue=catalogue.stamp,
        digest=catalogue.digest,
        program=__version__,
        figures=tuple(_figures(stock)),
        sections=tuple(section(stock) for section in _SECTIONS),
    )
    # Names and labels of an index of another origin may hold what hides or steers.
    return msgspec.convert(clean(msgspec.to_builtins(made)), Census)


def _figures(stock: Stock) -> Iterator[Figure]:
    """The numbers at the head."""
    total, statements = len(stock.entries), stock.statements
    statuses = [entry.judged.licence_status for entry in stock.entries]
    sources = {statement.source.url for _, statement, _ in statements}
    unknown = statuses.count("undeclared") + statuses.count("unverifiable")
    copied = sum(1 for _, statement, _ in statements if statement.source.read_from != "live")
    yield Figure(key="datasets", n=total, of=None, label="datasets")
    yield Figure(key="commercial_ok", n=statuses.count("commercial_ok"), of=total, label="may go into a product")
    yield Figure(key="unanswered", n=unknown, of=total, label="undeclared or unverifiable")
    yield Figure(key="statements", n=len(statements), of=None, label="statements on terms")
    yield Figure(key="sources", n=len(sources), of=None, label="places that they were read at")
    yield Figure(key="copies", n=copied, of=len(statements), label="read in a copy")
    yield Figure(
        key="readings",
        n=sum(len(entry.card.readings) for entry in stock.entries),
        of=None,
        label="places read in vain",
    )
    yield Figure(
        key="made_from",
        n=sum(1 for sources in origins.sources(stock).values() if sources),
        of=total,
        label="made from other datasets",
    )
