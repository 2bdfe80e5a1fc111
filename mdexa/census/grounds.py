"""What the verdicts rest on: speakers, scopes, instruments, how old it is, where it was read, what was read in vain."""

import re
from collections.abc import Callable, Iterable
from typing import get_args

from mdexa.card import Instrument, ReadFrom, Scope, Source, Speaker, Statement
from mdexa.census.shapes import Column, Line, Section
from mdexa.census.stock import Entry, Stock, column, crossed, spaced
from mdexa.drawing.plots import share

_DECIDING = (column("deciding", "decides"), column("beside", "does not decide"))
_READINGS = (column("readings"),)
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
#: Months at most -> how such an age is called.
AGES = ((6, "up to ½ year"), (12, "½ to 1 year"), (24, "1 to 2"), (60, "2 to 5"), (120, "5 to 10"))
OLDER, UNDATED = "over 10", "unknown"
AGE_KEYS = (*(label for _, label in AGES), OLDER, UNDATED)


def _each(stock: Stock, of: Callable[[Statement], Iterable[str]]) -> list[tuple[str, str]]:
    """Pairs (value, decides or not) of all statements."""
    return [
        (value, "deciding" if decides else "beside")
        for _, statement, decides in stock.statements
        for value in of(statement)
    ]


def speakers(stock: Stock) -> Section:
    """Who speaks in the statements, and who decides."""
    lines = crossed(_each(stock, lambda row: (row.source.speaker,)), _DECIDING, get_args(Speaker))
    publisher = next((line for line in lines if line.key == "publisher"), None)
    total, own = len(stock.statements), publisher.total if publisher else 0
    return Section(
        id="speakers",
        title="Who speaks",
        sees=(
            f"{own} of {total} statements ({share(own, total)}) are words of the publisher. Hosts and third parties "
            "are heard, and can only warn: they never permit."
        ),
        first="speaker",
        of="statements",
        columns=_DECIDING,
        lines=lines,
        drawing="bars",
    )


def scopes(stock: Stock) -> Section:
    """What the statements say that they cover."""
    pairs = _each(stock, lambda row: row.scope)
    unstated = sum(1 for key, _ in pairs if key == "unstated")
    return Section(
        id="scopes",
        title="What a statement covers",
        sees=f"{unstated} statements do not say what they cover. One statement may cover several things.",
        first="scope",
        of="statements",
        columns=_DECIDING,
        lines=crossed(pairs, _DECIDING, get_args(Scope)),
        drawing="bars",
    )


def instruments(stock: Stock) -> Section:
    """The kinds of text that speak."""
    lines = crossed(_each(stock, lambda row: (row.instrument,)), _DECIDING, get_args(Instrument))
    top = max(lines, key=lambda line: line.total, default=None)
    return Section(
        id="instruments",
        title="Licence, agreement, policy, reply",
        sees=f"Most often it is {_article(top)}: {top.total} statements." if top else "There is no statement.",
        first="instrument",
        of="statements",
        columns=_DECIDING,
        lines=lines,
        drawing="bars",
    )


def _article(line: Line) -> str:
    return f"{'an' if line.label[0] in 'aeiou' else 'a'} {line.label}"


def ages(stock: Stock) -> Section:
    """How long ago the statements that decide were made."""
    as_of = stock.catalogue.stamp.as_of
    pairs = _each(stock, lambda row: (_age(row.source.dated, as_of),))
    dated = sum(1 for key, _ in pairs if key != UNDATED)
    old = sum(1 for key, kind in pairs if key in (OLDER, AGES[-1][1]) and kind == "deciding")
    return Section(
        id="ages",
        title="How old the words are",
        sees=(
            f"{dated} of {len(pairs)} statements carry a date. {old} of those that decide were written more than five "
            "years before this catalogue."
        ),
        first="years before the day of the catalogue",
        of="statements",
        columns=_DECIDING,
        lines=_in_order(pairs, AGE_KEYS),
        drawing="columns",
    )


def freshness(stock: Stock) -> Section:
    """How long ago the statements were last seen to say so."""
    as_of = stock.catalogue.stamp.as_of
    pairs = _each(stock, lambda row: (_age(_seen(row.source), as_of),))
    stale = sum(1 for entry in stock.entries if any(flag.id == "evidence_stale" for flag in entry.judged.flags))
    return Section(
        id="freshness",
        title="When we last saw it",
        sees=(
            f"A text that was read in a stored copy was seen on the day of the copy. {stale} datasets rest on a text "
            "seen more than 18 months ago, or in a copy of unknown date."
        ),
        first="years since it was seen",
        of="statements",
        columns=_DECIDING,
        lines=_in_order(pairs, AGE_KEYS),
        drawing="columns",
    )


def copies(stock: Stock) -> Section:
    """Where the statements were read: live, or in a copy."""
    lines = crossed(_each(stock, lambda row: (row.source.read_from,)), _DECIDING, get_args(ReadFrom))
    stored = sum(line.total for line in lines if line.key != "live")
    total = len(stock.statements)
    return Section(
        id="copies",
        title="Read live, or in a copy",
        sees=f"{stored} of {total} statements ({share(stored, total)}) were read in a copy of the page.",
        first="read from",
        of="statements",
        columns=_DECIDING,
        lines=lines,
        drawing="bars",
    )


def readings(stock: Stock) -> Section:
    """Places that were read and gave no statement, by what came of it."""
    rows = [(spaced(reading.covers), reading.result) for entry in stock.entries for reading in entry.card.readings]
    columns: tuple[Column, ...] = tuple(
        column(result, unsure=result != "nothing_stated")
        for result in ("nothing_stated", "licence_part_not_seen", "unreadable")
    )
    having = sum(1 for entry in stock.entries if entry.card.readings)
    return Section(
        id="readings",
        title="Read in vain",
        sees=(
            f"{len(rows)} places were read that say nothing on terms, or not to us, for {having} datasets. They are "
            "noted all the same, so that nobody has to look there again."
        ),
        first="what was read",
        of="readings",
        columns=columns,
        lines=crossed(rows, columns),
        drawing="bars",
    )


def unanswered(stock: Stock) -> Section:
    """Of the datasets without an answer: how many name the places that were read, and what would settle it."""
    columns = (column("undeclared", unsure=True), column("unverifiable", unsure=True))
    rows = [entry for entry in stock.entries if entry.judged.licence_status in ("undeclared", "unverifiable")]
    tests: dict[str, tuple[str, Callable[[Entry], bool]]] = {
        "all": ("all of them", lambda _: True),
        "asks": ("say what would settle it", _asks),
        "readings": ("name a place that was read in vain", lambda entry: bool(entry.card.readings)),
        "statements": ("have a statement of somebody", lambda entry: bool(entry.card.statements)),
        "publisher": ("have a statement of the publisher", _publisher_speaks),
    }
    pairs = [(key, entry.judged.licence_status) for key, (_, holds) in tests.items() for entry in rows if holds(entry)]
    total = len(stock.entries)
    return Section(
        id="unanswered",
        title="Questions without an answer",
        sees=(
            f"{len(rows)} of {total} datasets ({share(len(rows), total)}) are undeclared or unverifiable: no answer is "
            "known, and none is guessed."
        ),
        first="datasets without an answer",
        of="datasets",
        columns=columns,
        lines=crossed(pairs, columns, tests, lambda key: tests[key][0]),
        drawing="bars",
    )


def _asks(entry: Entry) -> bool:
    return any(ruling.ask for part in entry.judged.parts for ruling in part.rulings)


def _publisher_speaks(entry: Entry) -> bool:
    return any(statement.source.speaker == "publisher" for statement in entry.card.statements)


def _in_order(pairs: list[tuple[str, str]], keys: tuple[str, ...]) -> tuple[Line, ...]:
    """A line for each key, those with nothing too, so that a gap is seen as one."""
    return tuple(
        Line(key=key, label=key, counts=tuple(pairs.count((key, one.key)) for one in _DECIDING)) for key in keys
    )


def _seen(source: Source) -> str:
    return source.read_on if source.read_from == "live" else source.copy_dated


def _age(date: str, as_of: str) -> str:
    """The bin of an age."""
    found, today = _DATE.fullmatch(date), _DATE.fullmatch(as_of)
    if not found or not today:
        return UNDATED
    (year, month, day), (to_year, to_month, to_day) = (tuple(map(int, one.groups())) for one in (found, today))
    months = (to_year - year) * 12 + to_month - month + (1 if to_day > day else 0)
    return next((label for most, label in AGES if months <= most), OLDER)
