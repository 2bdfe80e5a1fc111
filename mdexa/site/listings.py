"""The pages that list datasets: by name, by facet, by licence, by value of the vocabulary; and the start page."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec

from mdexa.card import AccessKind, AvailabilityState, Handling, Licence
from mdexa.params import TAG_FACETS, FlagId, LicenceStatus
from mdexa.purposes import COLUMNS, UNSTATED, VALUES
from mdexa.site import places
from mdexa.site.links import Linker
from mdexa.site.stock import LISTED, Entry, Stock, Uses

#: How many values of a facet the start page and the page of all facets show.
SHOWN = 12
#: facet -> its values in the order in which they are shown, and which words name them
_FIXED: dict[str, tuple[tuple[str, ...], str]] = {
    "licence_status": (get_args(LicenceStatus), "status"),
    "commercial_product": (VALUES, "value"),
    "academic_research": (VALUES, "value"),
    "access_kind": (get_args(AccessKind), "access_kind"),
    "availability": (get_args(AvailabilityState), "availability"),
    "repo_only": (("true", "false"), "repo_only"),
    "risk_flag": (get_args(FlagId), "flag"),
    "handling": (get_args(Handling), "handling"),
}
_KINDS = ("licence", "agreement", "policy", "word")


class Value(msgspec.Struct, frozen=True):
    """A value of a facet with the datasets that have it."""

    name: str
    anchor: str
    entries: tuple[Entry, ...]
    meaning: str = ""
    colour: str = ""
    to: str = ""

    @property
    def n(self) -> int:
        """How many datasets have it."""
        return len(self.entries)


class Shown(msgspec.Struct, frozen=True):
    """A facet on the page of all facets."""

    id: str
    name: str
    definition: str
    to: str
    n: int
    values: tuple[Value, ...]


class Node(msgspec.Struct, frozen=True):
    """A value of the vocabulary in its tree."""

    label: str
    to: str
    n: int
    below: tuple["Node", ...]


class Line(msgspec.Struct, frozen=True):
    """An entry of the licence table with its use."""

    entry: Licence
    uses: Uses


def values(stock: Stock, facet: str, link: Linker) -> tuple[Value, ...]:
    """The values of a facet that is no tag: fixed lists in their order, names by letter, years newest first."""
    found = stock.values(facet)
    order, kind = _FIXED.get(facet, ((), ""))
    ordered = [word for word in order if word in found]
    ordered += sorted((word for word in found if word not in order), key=str.casefold, reverse=facet == "year")
    page = link.to(places.facet(facet))
    return tuple(_value(word, kind, found[word], page, link) for word in ordered)


def _value(word: str, kind: str, entries: tuple[Entry, ...], page: str, link: Linker) -> Value:
    anchor = f"v-{places.slug(word)}"
    return Value(
        name=link.say.name(kind, word) if kind else word,
        anchor=anchor,
        entries=entries,
        meaning=link.say.meaning(kind, word) if kind else "",
        colour=word if kind in ("status", "value") else "",
        to=f"{page}#{anchor}",
    )


def start(stock: Stock, link: Linker) -> dict[str, Any]:
    """The lists of the start page: statuses, access, and the subjects that most datasets have."""
    return {
        "statuses": _counted(stock, "licence_status", link),
        "accesses": _counted(stock, "access_kind", link),
        "subjects": [
            (stock.facet(facet, link.say.language), facet, list(_most(stock, facet, link)))
            for facet in ("modality", "topic")
        ],
    }


def _counted(stock: Stock, facet: str, link: Linker) -> list[tuple[str, int, str]]:
    found, order = stock.values(facet), _FIXED[facet][0]
    page = link.to(places.facet(facet))
    return [(word, len(found[word]), f"{page}#v-{places.slug(word)}") for word in order if word in found]


def _most(stock: Stock, facet: str, link: Linker) -> Iterator[tuple[str, int, str]]:
    rows = [(one, entries) for one, entries in stock.tagged.items() if one.startswith(f"{facet}/")]
    for concept_id, entries in sorted(rows, key=lambda row: (-len(row[1]), row[0]))[: SHOWN - 4]:
        to = link.to(places.concept(*concept_id.split("/", 1)))
        yield stock.label(concept_id, link.say.language), len(entries), to


def browse(stock: Stock, link: Linker) -> dict[str, Any]:
    """All facets with their values, or with a link where they have too many."""
    return {"facets": [*(_tag(stock, name, link) for name in TAG_FACETS), *(_list(stock, n, link) for n in LISTED)]}


def _tag(stock: Stock, name: str, link: Linker) -> Shown:
    rows = [(one, entries) for one, entries in stock.tagged.items() if one.startswith(f"{name}/")]
    rows.sort(key=lambda row: (-len(row[1]), row[0]))
    shown = tuple(
        Value(stock.label(one, link.say.language), "", entries, to=link.to(places.concept(name, one.partition("/")[2])))
        for one, entries in rows[:SHOWN]
    )
    to = f"{link.to(places.VOCABULARY)}#{name}"
    return _shown(stock, name, link, to, len(rows), shown)


def _list(stock: Stock, name: str, link: Linker) -> Shown:
    every = values(stock, name, link)
    few = every if name in _FIXED else ()
    return _shown(stock, name, link, link.to(places.facet(name)), len(every), few)


def _shown(stock: Stock, name: str, link: Linker, to: str, n: int, few: tuple[Value, ...]) -> Shown:
    definition = stock.holdings.facets[name].definition
    return Shown(name, stock.facet(name, link.say.language), definition, to, n, few)


def letters(stock: Stock) -> list[tuple[str, list[Entry]]]:
    """All datasets by the first letter of their names; what begins with no letter of A to Z comes under `0`."""
    found: dict[str, list[Entry]] = {}
    for entry in stock.entries:
        first = entry.card.name[:1].upper()
        found.setdefault(first if "A" <= first <= "Z" else "0", []).append(entry)
    return sorted(found.items())


def licences(stock: Stock) -> list[tuple[str, list[Line]]]:
    """The licence table by kind; those that decide for most datasets first."""
    lines = [Line(entry, stock.uses[key]) for key, entry in stock.licences.items()]
    lines.sort(key=lambda line: (-len(line.uses.deciding), -len(line.uses.named), line.entry.key))
    grouped = [(kind, [line for line in lines if line.entry.kind == kind]) for kind in _KINDS]
    return [(kind, rows) for kind, rows in grouped if rows]


def licence(stock: Stock, entry: Licence) -> dict[str, Any]:
    """One entry of the licence table."""
    rulings = [(column, entry.columns[column]) for column in COLUMNS]  # type: ignore[index]
    unstated = any(ruling.value == UNSTATED for _, ruling in rulings)
    return {"entry": entry, "rulings": rulings, "has_unstated": unstated, "uses": stock.uses[entry.key]}


def vocabulary(stock: Stock, link: Linker) -> dict[str, Any]:
    """The trees of all tag facets, and the words of use and access."""
    language = link.say.language
    facets = [
        {
            "id": name,
            "name": stock.facet(name, language),
            "definition": stock.holdings.facets[name].definition,
            "roots": _nodes(stock, _roots(stock, name), link),
        }
        for name in TAG_FACETS
    ]
    terms = [(stock.label(one, language), c) for one, c in stock.concepts.items() if one.startswith("use_term/")]
    return {"facets": facets, "use_terms": sorted(terms, key=lambda row: (row[0].casefold(), row[1].id))}


def _roots(stock: Stock, facet: str) -> list[str]:
    rows = [one for one, concept in stock.concepts.items() if one.startswith(f"{facet}/") and not concept.broader]
    return sorted(rows, key=lambda one: (stock.concepts[one].label.casefold(), one))


def _nodes(stock: Stock, ids: Sequence[str], link: Linker, above: tuple[str, ...] = ()) -> tuple[Node, ...]:
    """The tree below some values. A value with two wider ones stands below both; never below itself."""
    return tuple(
        Node(
            stock.label(one, link.say.language),
            link.to(places.concept(*one.split("/", 1))),
            len(stock.tagged.get(one, ())),
            _nodes(stock, stock.narrower.get(one, ()), link, (*above, one)),
        )
        for one in ids
        if one not in above
    )


def concept(stock: Stock, concept_id: str, link: Linker) -> dict[str, Any]:
    """One value of the vocabulary."""
    facet, _, _ = concept_id.partition("/")
    found = stock.concepts[concept_id]

    def linked(ids: Sequence[str]) -> list[tuple[str, str]]:
        return [(stock.label(i, link.say.language), link.to(places.concept(*i.split("/", 1)))) for i in ids]

    return {
        "concept": found,
        "facet": facet,
        "facet_name": stock.facet(facet, link.say.language),
        "broader": linked([f"{facet}/{wider}" for wider in found.broader]),
        "narrower": linked(stock.narrower.get(concept_id, ())),
        "synonyms": sorted(found.synonyms.items()),
        "entries": stock.tagged.get(concept_id, ()),
    }
