"""What may be done: licence status, verdicts, conflicts, access, availability, handling, flags."""

from collections import Counter
from collections.abc import Iterator

from mdexa.census.shapes import Column, Line, Section
from mdexa.census.stock import Entry, Stock, column, crossed, spaced
from mdexa.drawing.plots import share
from mdexa.purposes import COLUMNS, VALUES, permits

#: Best to worst. What follows `restricted` is no answer yet.
STATUSES = ("commercial_ok", "mixed", "restricted", "undeclared", "unverifiable", "conflicting")
OPEN = ("undeclared", "unverifiable", "conflicting")
ROUTES = ("open", "registration", "agreement", "credentialed", "application", "email", "fee", "none")
STATUS_COLUMNS = tuple(column(status, unsure=status in OPEN) for status in STATUSES)
_DATASETS = (column("datasets"),)


def statuses(stock: Stock) -> Section:
    """Datasets by licence status."""
    counted = Counter(entry.judged.licence_status for entry in stock.entries)
    total = len(stock.entries)
    unknown = counted["undeclared"] + counted["unverifiable"]
    return Section(
        id="licence-status",
        title="May it go into a product?",
        sees=(
            f"{counted['commercial_ok']} of {total} datasets may go into a commercial product as a whole, "
            f"{counted['mixed']} in a part that can be taken alone. For {unknown} ({share(unknown, total)}) no "
            "answer is known: the publisher says nothing, or what it says was not seen."
        ),
        first="licence status",
        of="datasets",
        columns=_DATASETS,
        lines=_lines(counted, STATUSES),
        drawing="whole",
    )


def _lines(counted: Counter[str], keys: tuple[str, ...]) -> tuple[Line, ...]:
    """A line for each key, those with nothing too: that there is none is a number."""
    return tuple(Line(key=key, label=spaced(key), counts=(counted[key],)) for key in keys)


def verdicts(stock: Stock) -> Section:
    """Purposes and settings against values: the whole of each dataset."""
    columns = tuple(column(value, unsure=value in OPEN) for value in VALUES)
    pairs = ((one, entry.whole[one][0]) for entry in stock.entries for one in COLUMNS)
    lines = crossed(pairs, columns, COLUMNS, _purpose)
    by_permits = {
        line.key: sum(n for one, n in zip(VALUES, line.counts, strict=True) if permits(one)) for line in lines
    }
    best, least = (pick(by_permits, key=lambda key: by_permits[key], default="") for pick in (max, min))
    return Section(
        id="verdicts",
        title="Fourteen purposes, seven answers",
        sees=(
            f"Most open is {_purpose(best)}: {by_permits[best]} datasets permit it. Least open is "
            f"{_purpose(least)}: {by_permits[least]}. Grey is what nobody can answer yet."
            if lines
            else "There is no dataset."
        ),
        first="purpose",
        of="datasets",
        columns=columns,
        lines=lines,
        drawing="heat",
        note=(
            "The verdict on the whole of each dataset, after the terms of everything that it is made from. A cell is "
            "the fuller the larger its share of the row."
        ),
    )


def _permitting(line: Line) -> Iterator[int]:
    return (n for value, n in zip(VALUES, line.counts, strict=True) if permits(value))


def _purpose(key: str) -> str:
    purpose, _, setting = key.partition("/")
    return spaced(purpose).replace("third party api", "third-party API") + (f", {setting}" if setting else "")


def lowered(stock: Stock) -> Section:
    """Where the terms of a source change what the publisher alone would permit."""
    columns = (column("lowered", "lowered by a source"),)
    pairs = [
        (one, "lowered")
        for entry in stock.entries
        for one in COLUMNS
        if permits(entry.whole[one][1]) and not permits(entry.whole[one][0]) and _by_a_source(entry, one)
    ]
    lines = crossed(pairs, columns, COLUMNS, _purpose)
    most = max((line.total for line in lines), default=0)
    return Section(
        id="lowered",
        title="Where a source takes back what the publisher gives",
        sees=(
            f"In up to {most} datasets the publisher permits a purpose, and the terms of what the data were made from "
            "do not, or are not known."
        ),
        first="purpose",
        of="datasets",
        columns=columns,
        lines=lines,
        drawing="bars",
    )


def _by_a_source(entry: Entry, one: str) -> bool:
    """Whether a part does not permit because of a source, and not because its publisher took the data back."""
    rulings = (part.ruling(one) for part in entry.judged.parts)
    return any(note.startswith("upstream_") for row in rulings if not permits(row.value) for note in row.notes)


def conflicts(stock: Stock) -> Section:
    """Which datasets have statements that contradict each other, and where."""
    columns = (column("columns", "purposes in conflict"),)
    found = {
        entry.id: [one for one in COLUMNS if entry.whole[one][0] == "conflicting"]
        for entry in stock.entries
        if any(entry.whole[one][0] == "conflicting" for one in COLUMNS) or entry.judged.licence_status == "conflicting"
    }
    lines = (
        Line(key=name, label=stock.by_id[name].card.name, counts=(len(found[name]),))
        for name in sorted(found, key=lambda name: (-len(found[name]), name))
    )
    return Section(
        id="conflicts",
        title="Where words contradict each other",
        sees=(
            f"{len(found)} datasets have a purpose on which publishers, their own or that of a source, say things that "
            "cannot both hold. It is not permitted until the publisher says which one counts."
        ),
        first="dataset",
        of="purposes",
        columns=columns,
        lines=tuple(lines),
        details={name: "; ".join(map(_purpose, ones)) for name, ones in found.items()},
    )


def access(stock: Stock) -> Section:
    """Routes against licence status: easy to get is not free to use."""
    pairs = [(entry.access, entry.judged.licence_status) for entry in stock.entries]
    open_ = [status for kind, status in pairs if kind == "open"]
    fine = open_.count("commercial_ok")
    return Section(
        id="access",
        title="Easy to get is not free to use",
        sees=(
            f"{len(open_)} datasets can be downloaded by anybody; {fine} of them ({share(fine, len(open_))}) may go "
            "into a commercial product as a whole."
        ),
        first="access",
        of="datasets",
        columns=STATUS_COLUMNS,
        lines=crossed(pairs, STATUS_COLUMNS, ROUTES),
        drawing="shares",
        note="The most guarded of the publisher's routes to a dataset.",
    )


def availability(stock: Stock) -> Section:
    """Whether the data can be had at all."""
    counted = Counter(entry.card.availability.state for entry in stock.entries)
    gone = len(stock.entries) - counted["available"]
    return Section(
        id="availability",
        title="Can it be had at all?",
        sees=f"{gone} datasets cannot be had any more, or never could; their cards stay, so that nobody looks in vain.",
        first="availability",
        of="datasets",
        columns=_DATASETS,
        lines=crossed(((entry.card.availability.state, "datasets") for entry in stock.entries), _DATASETS),
    )


def handling(stock: Stock) -> Section:
    """What Mdexa itself does with the datasets: our own decision."""
    review = sum(1 for entry in stock.entries if entry.card.handling == "under_review")
    return Section(
        id="handling",
        title="Our own decision",
        sees=(
            f"What Mdexa does with a dataset is no word of its publisher: it links to all, and {review or 'none'} "
            f"{'is' if review in (0, 1) else 'are'} under review because somebody contests the card."
        ),
        first="handling by Mdexa",
        of="datasets",
        columns=_DATASETS,
        lines=crossed(((entry.card.handling, "datasets") for entry in stock.entries), _DATASETS),
    )


def repository_only(stock: Stock) -> Section:
    """Licences that do not say that they cover the data."""
    pairs = [("true" if entry.judged.repo_only else "false", entry.judged.licence_status) for entry in stock.entries]
    only = sum(1 for key, _ in pairs if key == "true")
    names = {"true": "repository only", "false": "all others"}
    return Section(
        id="repository-only",
        title="A licence beside the data",
        sees=(
            f"{only} datasets have one licence file, in the repository of their code, and nothing that says that it "
            "covers the data too. It is not taken for a licence of the data."
        ),
        first="licence of the repository only",
        of="datasets",
        columns=STATUS_COLUMNS,
        lines=crossed(pairs, STATUS_COLUMNS, ("true", "false"), names.__getitem__),
        drawing="shares",
    )


def flags(stock: Stock) -> Section:
    """What to look at before relying on a verdict, by how grave it is."""
    columns: tuple[Column, ...] = (column("blocker"), column("caution"), column("info", "remark"))
    pairs = ((flag.id, flag.severity) for entry in stock.entries for flag in entry.judged.flags)
    lines = crossed(pairs, columns)
    clear = sum(1 for entry in stock.entries if not entry.judged.flags)
    return Section(
        id="flags",
        title="What to look at twice",
        sees=f"{clear} datasets have no flag at all. A dataset may have several; remarks do not change a verdict.",
        first="flag",
        of="datasets",
        columns=columns,
        lines=lines,
        drawing="bars",
    )
