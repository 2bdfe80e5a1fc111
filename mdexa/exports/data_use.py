"""Codes of the Data Use Ontology (release of 2021-02-23), only where their definition says what the card says.

A code comes from a deciding statement of the publisher: by the licence table, or by a term of the same meaning. It is
given only where the verdict bears it out, and never where nothing is established. Left out, with the reason, in
docs/exports.md: codes that need a value which cards do not hold (a disease, a region, a date, a number of months).
"""

from collections.abc import Iterable
from typing import NamedTuple

from mdexa.card import Card
from mdexa.exports.stated import LicenceTable, counting_parts, deciding_statements
from mdexa.purposes import ALLOWED, COLUMNS, CONDITIONS, NEEDS_PERMISSION, is_commercial, permits
from mdexa.verdict import Judged, JudgedPart

PREFIX = "http://purl.obolibrary.org/obo/DUO_"
#: Values of academic research under which a code may stand: something definite was said, and it is not "no".
DEFINITE = (ALLOWED, CONDITIONS, NEEDS_PERMISSION)
_RESEARCH = ("academic_research", "commercial_research", "model_training/commercial", "model_training/noncommercial")


class Code(NamedTuple):
    """A code with the label of the ontology, and whether it permits (a modifier only narrows)."""

    label: str
    permits: bool = False


CODES = {
    "DUO:0000004": Code("no restriction", permits=True),
    "DUO:0000042": Code("general research use", permits=True),
    "DUO:0000021": Code("ethics approval required"),
    "DUO:0000026": Code("user specific restriction"),
    "DUO:0000027": Code("project specific restriction"),
    "DUO:0000028": Code("institution specific restriction"),
    "DUO:0000046": Code("non-commercial use only"),
}
#: Terms of statements that mean what a code means.
TERMS = {"ethics_approval": "DUO:0000021", "noncommercial": "DUO:0000046"}


def of_part(table: LicenceTable, card: Card, part: JudgedPart) -> tuple[str, ...]:
    """The codes of a part, in their order."""
    if part.ruling("academic_research").value not in DEFINITE:
        return ()
    said = set(_said(table, card, part))
    return tuple(code for code in sorted(said.intersection(CODES)) if _holds(code, part))


def of_whole(table: LicenceTable, card: Card, judged: Judged) -> tuple[str, ...]:
    """The codes that each part by which the whole is judged has, if all have the same; else none."""
    codes = {of_part(table, card, part) for part in counting_parts(judged)}
    return codes.pop() if len(codes) == 1 else ()


def _said(table: LicenceTable, card: Card, part: JudgedPart) -> Iterable[str]:
    formal = tuple(deciding_statements(card, part))
    ids = {row.id for row in formal}
    for row in formal:
        yield from (TERMS[term] for term in row.terms if term in TERMS)
    for ruling in part.rulings:
        for taken in ruling.taken:
            licence = table.get(taken.licence or "")
            if taken.statement in ids and licence is not None:
                yield from licence.duo


def _holds(code: str, part: JudgedPart) -> bool:
    """Whether the verdict on a part bears a code out. A modifier that narrows can claim too little, never too much."""
    values = {column: part.ruling(column).value for column in COLUMNS}
    if code == "DUO:0000004":
        return all(value == ALLOWED for value in values.values())
    if code == "DUO:0000042":  # any research by anybody, the making of algorithms included
        return all(permits(values[column]) for column in _RESEARCH)
    if code == "DUO:0000046":
        return not any(permits(value) for column, value in values.items() if is_commercial(column))
    return True
