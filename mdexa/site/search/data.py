"""What the browser needs of an index to search like the library: one plain object, written as JSON.

It holds the postings of every term with their impacts, the forms of the vocabulary, the facets, and what a row shows.
`docs/site-search.md` names its keys; `scripts/store.js` reads them.
"""

from collections.abc import Iterator
from typing import Any, get_args

from mdexa.card import AccessKind, AvailabilityState, Handling
from mdexa.fillers import LIKENESS, NEGATIONS, fillers
from mdexa.holdings import Holdings
from mdexa.index.impacts import log2_of_ratio
from mdexa.index.layout import GREATEST_IMPACT
from mdexa.index.near import MOST_ERRORS, TWO_FROM
from mdexa.operations.counting import countable
from mdexa.operations.rows import FIELDS
from mdexa.operations.searching import GONE
from mdexa.params import PARTS_FACET, TAG_FACETS, FlagId, LicenceStatus
from mdexa.purposes import COLUMNS, SPLIT_PURPOSES, VALUES
from mdexa.site.search.impacts import Posting, shares
from mdexa.site.search.packing import BASE, ascending, digit, digits, number, words
from mdexa.text import IRREGULAR_PLURALS, NO_PLURALS, PLURAL_ENDINGS

#: Raised when a key changes its meaning: an engine that was kept by a browser refuses data of another number.
FORMAT = 1
#: A place in the points of a document below this is told together with the document's number.
PLACES = 16
_MOST_TERMS = 1 << 30
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
#: Digits behind the point of a term's height.
_HEIGHT_DIGITS = 3

Packed = dict[str, Any]


def packed(holdings: Holdings) -> Packed:
    """All of it."""
    rows = [holdings.row(doc) for doc in range(len(holdings.datasets))]
    stamp = holdings.stamp
    return {
        "format": FORMAT,
        "stamp": {"name": stamp.name, "version": stamp.version, "as_of": stamp.as_of, "datasets": stamp.datasets},
        "ids": [row.id for row in rows],
        "names": [row.name for row in rows],
        "lines": [row.line for row in rows],
        "flags": _FLAGS,
        "risks": ["".join(map(_risk, row.risk_flags)) for row in rows],
        "parts": {doc: list(row.ok_parts) for doc, row in enumerate(rows) if row.ok_parts},
        "successors": dict(_successors(holdings)),
        **_postings(holdings),
        **_vocabulary(holdings),
        "legal": LEGAL,
        **_verdicts(holdings),
        "facets": _facets(holdings),
        "fillers": words(sorted(fillers())),
        "likeness": words(sorted(LIKENESS)),
        "negations": words(sorted(NEGATIONS)),
        "plurals": {"endings": PLURAL_ENDINGS, "irregular": IRREGULAR_PLURALS, "none": " ".join(sorted(NO_PLURALS))},
    }


def _risk(flag: str) -> str:
    """A flag as its place, and `+2` as a number behind all places."""
    return digit(_FLAGS.index(flag) if flag in _FLAGS else len(_FLAGS) + int(flag))


def _successors(holdings: Holdings) -> Iterator[tuple[int, str]]:
    """The successors of datasets that cannot be had."""
    for doc in range(len(holdings.datasets)):
        availability = holdings.card(doc).availability
        if availability.state in GONE and availability.successor:
            yield doc, availability.successor


# Terms


def _postings(holdings: Holdings) -> Packed:
    """Terms, who holds them, and with what impact."""
    terms = [term for term, _ in holdings.datasets.terms_under("", _MOST_TERMS)]
    count, fields = len(holdings.datasets), [holdings.terms(doc) for doc in range(len(holdings.datasets))]
    by_document: list[list[Posting]] = [[] for _ in range(count)]
    holders: list[list[int]] = []
    heights: dict[int, float] = {}
    for at, term in enumerate(terms):
        hits = sorted((hit.doc, hit.score) for hit in holdings.datasets.match([term]).top(count))
        height = heights.setdefault(len(hits), _height(count, len(hits)))
        holders.append([doc for doc, _ in hits])
        for doc, impact in hits:
            by_document[doc].append(Posting(at, _field(fields[doc], term), height, impact))
    told = shares(by_document, len(FIELDS) + 1)
    return {
        "terms": words(terms),
        "postings": "".join(_of_term(docs, [told.of[doc][at] for doc in docs]) for at, docs in enumerate(holders)),
        "points": [ascending(points) for points in told.points],
        "own": ["".join(digits(point, 2) for point in own) for own in told.own],
        "heights": heights,
    }


def _height(count: int, holders: int) -> float:
    """The limit of the impact of a term with so many documents, cut short: the shares are made for what is told."""
    most = 2 * count + 2
    return round(GREATEST_IMPACT * log2_of_ratio(most, 2 * holders + 1) / log2_of_ratio(most, 3), _HEIGHT_DIGITS)


def _field(said: dict[str, set[str]], term: str) -> int:
    """The place in FIELDS of the first one that has the term, and one place more for all that no row names."""
    return next((place for place, field in enumerate(FIELDS) if term in said[field]), len(FIELDS))


def _of_term(docs: list[int], places: list[int]) -> str:
    """The documents of a term as distances, each with the place of its point and whether it is the last."""
    found, before = "", -1
    for doc, place in zip(docs, places, strict=True):
        told = min(place, PLACES - 1)
        found += number(((doc - before - 1) * PLACES + told) * 2 + (doc == docs[-1]))
        if told == PLACES - 1:
            found += number(place - told)
        before = doc
    return found


# The vocabulary


def _vocabulary(holdings: Holdings) -> Packed:
    """Concepts in the order of the index, and the forms that name them."""
    names = [holdings.concepts.id(doc) for doc in range(len(holdings.concepts))]
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
        **_forms(holdings, other_scripts=False),
    }


def other_scripts(holdings: Holdings) -> Packed:
    """The rest of the vocabulary, which only questions and pages in other than Latin letters need."""
    known = [holdings.concept(holdings.concepts.id(doc)) for doc in range(len(holdings.concepts))]
    labels = {"labels_zh": [concept.label_zh or "" for concept in known if concept]}
    return {"format": FORMAT, **_forms(holdings, other_scripts=True), **labels}


def _forms(holdings: Holdings, *, other_scripts: bool) -> Packed:
    """The keys of forms, and the numbers of the concepts of each."""
    names = [form for form, _ in holdings.concepts.names_under("", _MOST_TERMS)]
    forms = [form for form in names if is_of_another_script(form) == other_scripts]
    return {"forms": words(forms), "named": "".join(_named(holdings.concepts.name(form)) for form in forms)}


def is_of_another_script(form: str) -> bool:
    """Whether no word in plain letters is the form or near to it: two errors from eight letters on, one from four."""
    foreign = sum(not letter.isascii() for letter in form)
    return foreign > MOST_ERRORS or (foreign == MOST_ERRORS and len(form) < TWO_FROM - MOST_ERRORS)


def _value(name: str) -> str:
    return name.partition("/")[2]


def _named(docs: tuple[int, ...]) -> str:
    return "".join(number(doc * 2 + (doc == docs[-1])) for doc in docs)


# Facets and verdicts


def _facets(holdings: Holdings) -> list[Packed]:
    """The facets that can be counted, in their order; the documents of those that are no tags.

    The documents of a tag are those of the term of its name.
    """
    names = [*countable(holdings), PARTS_FACET]
    return [_facet(holdings, name) for name in names]


def _facet(holdings: Holdings, name: str) -> Packed:
    facet = holdings.facets.get(name)
    told: Packed = {"id": name}
    if facet is not None:
        told |= {"label": facet.label, "label_zh": facet.label_zh or "", "definition": facet.definition}
    if name in TAG_FACETS:
        return told
    docs = {value: _carriers(holdings, name, value) for value in sorted(holdings.values(name))}
    return told | {"values": list(docs), "docs": [ascending(own) for own in docs.values()]}


def _carriers(holdings: Holdings, facet: str, value: str) -> list[int]:
    hits = holdings.datasets.match(filters={facet: [value]}).top(len(holdings.datasets))
    return [hit.doc for hit in hits]


def _verdicts(holdings: Holdings) -> Packed:
    """The values of all columns, final and own: the different rows of values, and which one a dataset has."""
    rows = ["".join(_row_of(holdings.whole(doc), basis) for basis in (0, 1)) for doc in range(len(holdings.datasets))]
    different = sorted(set(rows))
    if len(different) > BASE * BASE:
        raise ValueError("more rows of verdicts than two digits can number")
    place = {row: at for at, row in enumerate(different)}
    return {
        "columns": COLUMNS,
        "split": SPLIT_PURPOSES,
        "values": VALUES,
        "verdicts": different,
        "judged": "".join(digits(place[row], 2) for row in rows),
    }


def _row_of(whole: dict[str, tuple[str, str]], basis: int) -> str:
    return "".join(digit(VALUES.index(whole[column][basis])) for column in COLUMNS)
