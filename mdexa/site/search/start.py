"""The part that every question needs: names, concepts, verdicts, how questions are read; and what rows show."""

from collections.abc import Iterator
from typing import get_args

from mdexa.card import AccessKind, AvailabilityState, Handling
from mdexa.fillers import LIKENESS, NEGATIONS, fillers
from mdexa.holdings import Holdings
from mdexa.operations.searching import GONE
from mdexa.params import FlagId, LicenceStatus
from mdexa.purposes import COLUMNS, SPLIT_PURPOSES, VALUES
from mdexa.results import Row
from mdexa.site.search.packing import BASE, Packed, digit, digits, number, words
from mdexa.text import IRREGULAR_PLURALS, NO_PLURALS, PLURAL_ENDINGS

_FLAGS: tuple[str, ...] = get_args(FlagId)
#: The values that a filter of a fixed list may ask for, whether a dataset has them or not.
LEGAL = {
    "licence_status": get_args(LicenceStatus),
    "commercial_product": VALUES,
    "academic_research": VALUES,
    "access_kind": get_args(AccessKind),
    "availability": get_args(AvailabilityState),
    "handling": get_args(Handling),
    "risk_flag": _FLAGS,
}


def packed(holdings: Holdings) -> Packed:
    """All but the facets, and but how the rest is divided."""
    known = [holdings.row(doc) for doc in range(len(holdings.datasets))]
    stamp = holdings.stamp
    return {
        "stamp": {"name": stamp.name, "version": stamp.version, "as_of": stamp.as_of, "datasets": stamp.datasets},
        "ids": [row.id for row in known],
        "names": [row.name for row in known],
        "flags": _FLAGS,
        "successors": dict(_successors(holdings)),
        **_concepts(holdings),
        "legal": LEGAL,
        **_verdicts(holdings),
        "fillers": words(sorted(fillers())),
        "likeness": words(sorted(LIKENESS)),
        "negations": words(sorted(NEGATIONS)),
        "plurals": {"endings": PLURAL_ENDINGS, "irregular": IRREGULAR_PLURALS, "none": " ".join(sorted(NO_PLURALS))},
    }


def _successors(holdings: Holdings) -> Iterator[tuple[int, str]]:
    """The successors of datasets that cannot be had."""
    for doc in range(len(holdings.datasets)):
        availability = holdings.card(doc).availability
        if availability.state in GONE and availability.successor:
            yield doc, availability.successor


# Concepts


def concept_names(holdings: Holdings) -> list[str]:
    """All concepts as `facet/value`. A concept is told by its place here."""
    return [holdings.concepts.id(doc) for doc in range(len(holdings.concepts))]


def _concepts(holdings: Holdings) -> Packed:
    """Their names, labels and wider ones, what those of use mean, and how many datasets carry each."""
    names = concept_names(holdings)
    place = {name: at for at, name in enumerate(names)}
    known = [holdings.concept(name) for name in names]
    facets = dict.fromkeys(name.partition("/")[0] for name in names)
    return {
        "concepts": [[facet, [_value(name) for name in names if name.startswith(f"{facet}/")]] for facet in facets],
        # A label that is the id with spaces is not told.
        "labels": [
            "" if concept.label == concept.id.replace("-", " ") else concept.label for concept in known if concept
        ],
        "broader": {
            place[name]: [place[f"{name.partition('/')[0]}/{wider}"] for wider in concept.broader]
            for name, concept in zip(names, known, strict=True)
            if concept and concept.broader
        },
        "means": {place[name]: c.means for name, c in zip(names, known, strict=True) if c and c.means},
        "carriers": "".join(number(holdings.datasets.term(name)) for name in names),
    }


def chinese(holdings: Holdings) -> Packed:
    """The Chinese names of all concepts."""
    known = [holdings.concept(name) for name in concept_names(holdings)]
    return {"labels": [concept.label_zh or "" for concept in known if concept]}


def _value(name: str) -> str:
    return name.partition("/")[2]


# Rows


def rows(holdings: Holdings, size: int) -> Iterator[Packed]:
    """What rows say besides, so many in a part: a line, risks (a character a flag, one more for how many were cut)."""
    for begin in range(0, len(holdings.datasets), size):
        known = [holdings.row(doc) for doc in range(begin, min(begin + size, len(holdings.datasets)))]
        yield {
            "lines": [row.line for row in known],
            "risks": ["".join(map(_risk, row.risk_flags)) for row in known],
            "parts": _parts(known),
        }


def _parts(known: list[Row]) -> dict[int, list[str]]:
    return {at: list(row.ok_parts) for at, row in enumerate(known) if row.ok_parts}


def _risk(flag: str) -> str:
    """A flag as its place, and `+2` as a number behind all places."""
    return digit(_FLAGS.index(flag) if flag in _FLAGS else len(_FLAGS) + int(flag))


# Verdicts


def _verdicts(holdings: Holdings) -> Packed:
    """The values of all columns, final and own: the different rows of values, and which one a dataset has."""
    judged = ["".join(_row_of(holdings.whole(doc), basis) for basis in (0, 1)) for doc in range(len(holdings.datasets))]
    different = sorted(set(judged))
    if len(different) > BASE * BASE:
        raise ValueError("more rows of verdicts than two digits can number")
    place = {row: at for at, row in enumerate(different)}
    return {
        "columns": COLUMNS,
        "split": SPLIT_PURPOSES,
        "values": VALUES,
        "verdicts": different,
        "judged": "".join(digits(place[row], 2) for row in judged),
    }


def _row_of(whole: dict[str, tuple[str, str]], basis: int) -> str:
    return "".join(digit(VALUES.index(whole[column][basis])) for column in COLUMNS)
