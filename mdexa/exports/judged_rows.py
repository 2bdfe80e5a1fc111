"""Rows of the flat tables that hold what was derived: verdicts with their reasons, parts, flags."""

from collections.abc import Iterator
from typing import Any

from mdexa.exports import stated
from mdexa.holdings import Holdings
from mdexa.purposes import COLUMNS, permits, purpose_of, rank, setting_of
from mdexa.verdict import Judged, Ruling

Row = dict[str, Any]


def parts(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The parts of a dataset, with the licence that may be named for each."""
    card, judged = holdings.card(doc), holdings.judged(doc)
    fields = ("name", "layer", "current", "counts", "separable", "how", "copy_of", "n", "unit")
    for part in judged.parts:
        given = stated.of_part(holdings.licences, card, part)
        yield {
            "dataset": card.id,
            "part": part.id,
            **{field: getattr(part, field) for field in fields},
            "licences": tuple(licence.key for licence in given.licences),
            "why_no_licence": given.why_none or None,
        }


def wholes(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The verdicts on the whole."""
    judged, whole = holdings.judged(doc), holdings.whole(doc)
    for column in COLUMNS:
        value, own = whole[column]
        usable = () if permits(value) else _usable_parts(judged, column)
        yield {"dataset": judged.id, **_verdict(column, value, own), "usable_parts": usable}


def _usable_parts(judged: Judged, column: str) -> tuple[str, ...]:
    return tuple(
        part.id
        for part in judged.parts
        if part.counts and part.separable == "yes" and permits(part.ruling(column).value)
    )


def verdicts(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The verdicts on each part, with their reasons."""
    judged = holdings.judged(doc)
    for part in judged.parts:
        for column in COLUMNS:
            ruling = part.ruling(column)
            yield {
                "dataset": judged.id,
                "part": part.id,
                **_verdict(column, ruling.value, ruling.own),
                "counts": part.counts,
                "separable": part.separable,
                **_reasons(ruling),
            }


def _reasons(ruling: Ruling) -> Row:
    lowering = (edge.upstream for edge in ruling.edges if edge.gives is not None and edge.gives != ruling.own)
    return {
        "branch": ruling.branch,
        "decided_by": tuple(taken.statement for taken in ruling.taken),
        "lowered_by": tuple(dict.fromkeys(lowering)),
        "conditions": tuple(condition.what for condition in ruling.conditions),
        "notes": ruling.notes,
        "reported": ruling.reported.value if ruling.reported else None,
        "ask": ruling.ask.what if ruling.ask else None,
        "ask_where": ruling.ask.where if ruling.ask else None,
    }


def flags(holdings: Holdings, doc: int) -> Iterator[Row]:
    """The risk flags."""
    judged = holdings.judged(doc)
    for flag in judged.flags:
        yield {
            "dataset": judged.id,
            "flag": flag.id,
            "severity": flag.severity,
            "what": flag.what,
            "remedy": flag.do,
            "because": flag.because,
        }


def _verdict(column: str, value: str, own: str) -> Row:
    return {
        "use": column,
        "purpose": purpose_of(column),
        "setting": setting_of(column),
        "value": value,
        "rank": rank(value),
        "permits": permits(value),
        "own": own,
    }
