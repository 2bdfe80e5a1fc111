"""Rows as they are shown: with the verdict that was asked for, why they matched and what they lack."""

from collections.abc import Callable

import msgspec

from mdexa.columns import asked_columns, verdict
from mdexa.holdings import Holdings
from mdexa.lexicon import MENTION_MARK, NAME_MARK, PUBLISHER_MARK
from mdexa.params import UsableFor
from mdexa.results import Match, Row, Verdict
from mdexa.understanding import Query, Unit

MATCHED = 4
LACKS = 4
TYPED_LENGTH = 40
#: Where a match is looked for first.
FIELDS = ("tags", "name", "publisher", "summary", "facts")
#: Characters of JSON that a row may take.
LONGEST_ROW = 800


def dressed(holdings: Holdings, doc: int, query: Query, usable_for: UsableFor | None) -> Row:
    """The row of a dataset for one question."""
    row = holdings.row(doc)
    asked = verdicts(holdings, doc, usable_for) if usable_for else None
    if not query.units:
        return fitted(msgspec.structs.replace(row, verdict=asked))
    hit = dict(holdings.datasets.match(query.terms()).units_of(doc))
    # Words that stand for several units, as a name and its family, are told once, and lack only if none is hit.
    why = {query.units[at].typed: (query.units[at], terms) for at, terms in sorted(hit.items(), reverse=True)}
    told = [why[typed] for typed in dict.fromkeys(unit.typed for unit in query.units) if typed in why]
    matched = tuple(_match(holdings, doc, unit, terms) for unit, terms in told[:MATCHED])
    lacks = tuple(dict.fromkeys(unit.typed[:TYPED_LENGTH] for unit in query.units if unit.typed not in why))
    return fitted(msgspec.structs.replace(row, verdict=asked, matched=matched, lacks=fewer(lacks, LACKS)))


def fitted(row: Row) -> Row:
    """The row in at most LONGEST_ROW characters of JSON: where it is longer, what says least goes first."""
    for squeeze in _SQUEEZES:
        if len(msgspec.json.encode(row).decode()) <= LONGEST_ROW:
            break
        row = squeeze(row)
    return row


def fewer(values: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The first values, and as `+n` how many there are besides; the `+n` of an earlier cut counts on."""
    hidden = int(values[-1]) if values and values[-1][:1] == "+" and values[-1][1:].isdecimal() else 0
    kept = values[:-1] if hidden else values
    left_out = hidden + max(len(kept) - most, 0)
    return (*kept[:most], f"+{left_out}") if left_out else kept


def _lists(most: int) -> Callable[[Row], Row]:
    def squeeze(row: Row) -> Row:
        return msgspec.structs.replace(
            row,
            tags={facet: fewer(values, most) for facet, values in row.tags.items()},
            ok_parts=fewer(row.ok_parts, most),
            lacks=fewer(row.lacks, most),
            matched=row.matched[: most + 1],
        )

    return squeeze


def _texts(length: int) -> Callable[[Row], Row]:
    def squeeze(row: Row) -> Row:
        matched = tuple(Match(typed=_cut(one.typed, length), field=one.field) for one in row.matched)
        return msgspec.structs.replace(row, name=_cut(row.name, length), line=_cut(row.line, length), matched=matched)

    return squeeze


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _without_reasons(row: Row) -> Row:
    return msgspec.structs.replace(row, matched=())


#: In this order, until the row fits. Verdict, status, access and flags are never touched.
_SQUEEZES: tuple[Callable[[Row], Row], ...] = (
    _lists(2),
    _lists(1),
    _texts(60),
    _texts(30),
    _lists(0),
    _without_reasons,
)


def verdicts(holdings: Holdings, doc: int, usable_for: UsableFor) -> dict[str, Verdict]:
    """The whole's value in each asked column, with the publisher's own where that differs."""
    whole = holdings.whole(doc)
    return {column: verdict(*whole[column]) for column in asked_columns(usable_for.purpose, usable_for.setting)}


def _match(holdings: Holdings, doc: int, unit: Unit, terms: tuple[str, ...]) -> Match:
    concept = next((term for term in terms if "/" in term), None)
    label = None
    if concept:
        facet, _, value = concept.removeprefix(MENTION_MARK).partition("/")
        label = holdings.label(facet, value)
    typed = unit.typed[:TYPED_LENGTH]
    return Match(
        typed=typed, concept=label if label and label != typed else None, field=_field(holdings.terms(doc), terms)
    )


def _field(said: dict[str, set[str]], terms: tuple[str, ...]) -> str:
    """The first field of the card, in the order of what it says of the set, that holds one of the terms."""
    if any(term.startswith(NAME_MARK) and not term.startswith(PUBLISHER_MARK) for term in terms):
        return "name"
    return next((field for field in FIELDS if not said[field].isdisjoint(terms)), "card")
