"""What the datasets are about, against licence status; and the licences that decide most often."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from mdexa.card import AS_UPSTREAM, Licence
from mdexa.census.shapes import Line, Section
from mdexa.census.standing import STATUS_COLUMNS
from mdexa.census.stock import Entry, Stock, column, crossed
from mdexa.drawing.plots import share

DRAWN = 14
LISTED = 25
_JOINTS = frozenset(("AND", "OR", "WITH"))
_BETWEEN = re.compile(r"[\s()]+")


def modalities(stock: Stock) -> Section:
    """Each value of modality that a card uses, with all datasets that have it or a narrower one."""
    used = {value for entry in stock.entries for value in entry.card.tags.modality}
    wider = {value: _wider(stock, value) for value in sorted(used)}
    pairs = [
        (value, entry.judged.licence_status)
        for entry in stock.entries
        for value in sorted({wide for tag in entry.card.tags.modality for wide in wider[tag]} & used)
    ]
    lines = crossed(pairs, STATUS_COLUMNS, label=lambda value: stock.label("modality", value))
    place = {one.key: at for at, one in enumerate(STATUS_COLUMNS)}["commercial_ok"]
    large = [line for line in lines[:DRAWN] if line.total]
    best = max(large, key=lambda line: (line.counts[place] / line.total, line.key), default=None)
    return Section(
        id="modalities",
        title="Which kinds of data are open to use",
        sees=(
            f"Of the {len(large)} most frequent, {best.label} has the largest share that may go into a product: "
            f"{best.counts[place]} of {best.total} ({share(best.counts[place], best.total)})."
            if best
            else "No dataset has a modality."
        ),
        first="modality",
        of="datasets",
        columns=STATUS_COLUMNS,
        lines=lines,
        drawing="shares",
        drawn=DRAWN,
        note="A dataset counts for each of its modalities, and for the wider ones that cards use.",
    )


def _wider(stock: Stock, value: str) -> tuple[str, ...]:
    """A value and all that are wider, without their facet."""
    found = stock.holdings.broad(f"modality/{value}")
    return tuple(one.partition("/")[2] for one in found) or (value,)


def years(stock: Stock) -> Section:
    """Datasets by the year of their first release; years long past are taken together."""
    counted = Counter(entry.card.released for entry in stock.entries)
    known = sorted(year for year in counted if year is not None)
    start = max(known[-1] - 12, known[0]) if known else 0
    lines = (
        [Line(key=str(year), label=str(year), counts=(counted[year],)) for year in range(start, known[-1] + 1)]
        if known
        else []
    )
    before = sum(counted[year] for year in known if year < start)
    if before:
        lines.insert(0, Line(key=f"before {start}", label=f"before {start}", counts=(before,)))
    unknown = counted[None]
    return Section(
        id="years",
        title="When they came out",
        sees=f"{len(stock.entries) - unknown} datasets have a known year of first release, {unknown} have none.",
        first="year",
        of="datasets",
        columns=(column("datasets"),),
        lines=tuple(lines),
        drawing="columns",
    )


def licences(stock: Stock) -> Section:
    """The licences and agreements that decide, by how many datasets they decide on."""
    columns = (column("datasets"),)
    names = stock.holdings.licences
    pairs = [(key, "datasets") for entry in stock.entries for key in sorted(set(_deciding(entry)))]
    lines = crossed(pairs, columns, label=lambda key: _name(names, key))
    return Section(
        id="licences",
        title="The texts that decide",
        sees=f"{len(lines)} licences and agreements decide on at least one dataset; the first is {_first(lines)}.",
        first="licence",
        of="datasets",
        columns=columns,
        lines=lines[:LISTED],
        drawing="bars",
        drawn=14,
        note=f"The {min(LISTED, len(lines))} that decide most often.",
    )


def _name(names: Mapping[str, Licence], key: str) -> str:
    if key == AS_UPSTREAM:
        return "as the source says"
    # Stable keys of the SPDX list are shorter than names, and known.
    return names[key].name if key in names and key.startswith("LicenseRef-") else key


def _first(lines: tuple[Line, ...]) -> str:
    return f"{lines[0].label}, with {lines[0].total}" if lines else "none"


def _deciding(entry: Entry) -> Iterator[str]:
    """The keys of the expressions that decide."""
    for part in entry.judged.parts:
        for ruling in part.rulings:
            for taken in ruling.taken:
                yield from (key for key in _BETWEEN.split(taken.licence or "") if key and key not in _JOINTS)
