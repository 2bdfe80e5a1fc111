"""The risks of a dataset as a report names them: what each flag is because of, and what a source does to the answer."""

from collections.abc import Iterable, Iterator

from mdexa.card import WHOLE_PART
from mdexa.holdings import Holdings
from mdexa.names import exact
from mdexa.purposes import COLUMNS, permits, purpose_of
from mdexa.reports.shapes import Ground, Risk
from mdexa.reports.wording import STALE, columns_words
from mdexa.results import Checked, PartVerdict, RelationView, StatementView
from mdexa.verdict import Flag

_OF_SOURCES = ("upstream_restricted", "upstream_unclear")
_PASSED_ON = ("redistribution", "derived_data_release")


def risks(
    holdings: Holdings,
    checked: Checked,
    statements: dict[str, StatementView],
    links: tuple[RelationView, ...],
    problems: int,
) -> tuple[Risk, ...]:
    """The flags, each with its grounds in words; those of a source say whether it lowers anything that is asked."""
    return tuple(
        Risk(
            id=flag.id,
            severity=flag.severity,
            what=flag.what,
            do=flag.do,
            because=flag.because,
            grounds=tuple(_grounds(holdings, flag, checked, statements, problems)),
            here=tuple(_here(holdings, flag, checked, links)),
        )
        for flag in checked.flags
    )


def stale(flags: Iterable[Flag]) -> frozenset[str]:
    """The ids of the deciding statements whose evidence is old."""
    return frozenset(name for flag in flags if flag.id == STALE for name in flag.because)


def _grounds(
    holdings: Holdings, flag: Flag, checked: Checked, statements: dict[str, StatementView], problems: int
) -> Iterator[Ground]:
    """What a flag rests on: statements, parts, purposes, sources. A bare number counts the problems of the card."""
    parts = {row.part for row in checked.parts}
    columns = tuple(column for column in COLUMNS if column in flag.because)
    if columns:
        yield Ground(text=columns_words(columns))
    if flag.id == "known_problems":
        yield Ground(text="1 problem, listed below" if problems == 1 else f"{problems} problems, listed below")
        return
    for word in flag.because:
        if word in statements:
            yield Ground(text=word, statement=word)
        elif word == WHOLE_PART:
            yield Ground(text="the whole dataset")
        elif word == "access":
            yield Ground(text="the way of access")
        elif word in parts:
            yield Ground(text=f"part {word}")
        elif flag.id in _OF_SOURCES:
            name, dataset = _source(holdings, word)
            yield Ground(text=name, dataset=dataset)
        elif word not in columns and word != "handling":
            yield Ground(text=word)


def _source(holdings: Holdings, word: str) -> tuple[str, str | None]:
    """A source by its name, and its id if it has a card."""
    found = exact(holdings, word)
    row = holdings.row(found[0]) if len(found) == 1 else None
    return (row.name, row.id) if row and row.id == word else (word, None)


def _here(holdings: Holdings, flag: Flag, checked: Checked, links: tuple[RelationView, ...]) -> Iterator[str]:
    """What the sources do to the purposes that are asked; sources that do the same are told together."""
    if flag.id not in _OF_SOURCES:
        return
    effects: dict[str, list[str]] = {}
    for word in flag.because:
        lowered = _lowered(checked.parts, f"{flag.id}:{word}")
        if lowered:
            effects.setdefault(f"here: {columns_words(lowered)}", []).append(word)
        elif any(permits(row.value) for row in checked.parts):
            effects.setdefault(f"nothing that is asked here: {_why(word, checked, links)}", []).append(word)
    for effect, words in effects.items():
        named = ", ".join(_source(holdings, word)[0] for word in words)
        who = named if len(effects) > 1 else "It" if len(words) == 1 else "Each of them"
        yield f"{who} {'lower' if len(effects) > 1 and len(words) > 1 else 'lowers'} {effect}."


def _lowered(parts: tuple[PartVerdict, ...], note: str) -> tuple[str, ...]:
    named = {column for row in parts if note in row.notes for column in row.columns}
    return tuple(column for column in COLUMNS if column in named)


def _why(word: str, checked: Checked, links: tuple[RelationView, ...]) -> str:
    """Why a source whose terms are not settled leaves a permission as it is (rule 8)."""
    carried = {link.carries for link in links if link.other == word and link.direction == "up" and link.carries}
    asked = {purpose_of(column) for column in checked.whole}
    if carried == {"derived_values"} and not asked & set(_PASSED_ON):
        return "only values computed from it are inside, and its terms then hold for passing data on alone (rule 8)"
    return "it does so for other purposes or parts (rule 8)"
