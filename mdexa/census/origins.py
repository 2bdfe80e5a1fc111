"""What datasets are made from: how deep lineages are, and which sources most of them go back to."""

from collections import Counter

from mdexa.census.shapes import Line, Section
from mdexa.census.stock import Stock, column

#: So many sources are listed, and so many drawn.
LISTED, DRAWN = 25, 12


def sources(stock: Stock) -> dict[str, tuple[str, ...]]:
    """Dataset -> what else it is made from, by id, or by name where there is no card."""
    return {
        entry.id: tuple(
            dict.fromkeys(
                _key(link.other, external=link.external)
                for link in entry.links
                if link.direction == "up" and (link.external or link.other != entry.id)
            )
        )
        for entry in stock.entries
    }


def _key(other: str, *, external: bool) -> str:
    return f"external:{other}" if external else other


def depth(stock: Stock) -> Section:
    """How many steps it is from a dataset to its farthest source."""
    known = sources(stock)
    counted = Counter(_depths(known).values())
    deepest = max(counted, default=0)
    lines = tuple(Line(key=str(n), label=_steps(n), counts=(counted[n],)) for n in range(deepest + 1))
    made = len(stock.entries) - counted[0]
    return Section(
        id="depth",
        title="Made from others",
        sees=(
            f"{made} datasets are made from others; the longest way back has {deepest} "
            f"step{'' if deepest == 1 else 's'}. Each source may bring terms of its own."
        ),
        first="steps to the farthest source",
        of="datasets",
        columns=(column("datasets"),),
        lines=lines,
        drawing="columns",
    )


def _steps(n: int) -> str:
    return "no source known" if n == 0 else f"{n} step{'' if n == 1 else 's'}"


def _depths(known: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Dataset -> the steps of its longest way up; a way that leads back to where it began ends there."""
    found: dict[str, int] = {}

    def visit(at: str) -> int:
        if at not in found:
            found[at] = 0
            found[at] = max((1 + visit(one) for one in known.get(at, ())), default=0)
        return found[at]

    return {name: visit(name) for name in known}


def hubs(stock: Stock) -> Section:
    """The sources that most datasets are made from, directly and by way of others."""
    known = sources(stock)
    columns = (column("direct", "directly"), column("further", "by way of others"))
    direct = Counter(one for ups in known.values() for one in ups)
    reached = Counter(one for name in known for one in _ancestors(known, name))
    order = sorted(reached, key=lambda key: (-reached[key], -direct[key], key))[:LISTED]
    lines = tuple(
        Line(key=key, label=_name(stock, key), counts=(direct[key], reached[key] - direct[key])) for key in order
    )
    first = f" “{lines[0].label}” is behind {lines[0].total} datasets." if lines else ""
    return Section(
        id="hubs",
        title="What much else rests on",
        sees=f"A change of terms at one of these reaches everything that is made from it.{first}",
        first="source",
        of="datasets",
        columns=columns,
        lines=lines,
        drawing="bars",
        drawn=DRAWN,
        note=f"The {len(lines)} sources with the most; {len(reached)} are known." if lines else "",
    )


def _ancestors(known: dict[str, tuple[str, ...]], name: str) -> frozenset[str]:
    """Everything that a dataset goes back to, itself left out."""
    found: set[str] = set()
    waiting = [*known[name]]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += known.get(one, ())
    return frozenset(found - {name})


def _name(stock: Stock, key: str) -> str:
    entry = stock.by_id.get(key)
    return entry.card.name if entry else key.removeprefix("external:")
