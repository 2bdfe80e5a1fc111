"""JSON Lines: everything that the catalogue holds of a dataset, an object a line, and the schema of the lines."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from mdexa.card import Card
from mdexa.columns import chosen_parts
from mdexa.exports.documents import document, line
from mdexa.exports.folder import File
from mdexa.exports.origin import Origin, origin_of
from mdexa.holdings import Holdings
from mdexa.operations.evidence import statement_views
from mdexa.purposes import COLUMNS
from mdexa.results import RelationView, Result, StatementView, Verdict
from mdexa.verdict import Judged

FILE, SCHEMA = "datasets.jsonl", "datasets.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class DatasetRecord(Result, frozen=True, kw_only=True):
    """A dataset with all that the catalogue holds of it: what was written, what was derived, and why."""

    catalogue: Origin
    #: the card as it was written: facts, access, statements, readings, relations
    card: Card
    #: the verdict on the whole, by column
    verdict: dict[str, Verdict]
    #: the verdicts on each part with their reasons, the flags, the licence status
    judged: Judged
    #: each statement with what became of it: the columns that it decides, or why it decides none
    statements: tuple[StatementView, ...]
    #: edges to other datasets as seen from here, those that lead to what is made of this one included
    relations: tuple[RelationView, ...]


def record(holdings: Holdings, doc: int) -> DatasetRecord:
    """The record of a dataset."""
    card, judged, whole = holdings.card(doc), holdings.judged(doc), holdings.whole(doc)
    return DatasetRecord(
        catalogue=origin_of(holdings),
        card=card,
        # Both values, even where they agree: a line must be understood without a rule on what is left out.
        verdict={column: Verdict(value=whole[column][0], own=whole[column][1]) for column in COLUMNS},
        judged=judged,
        statements=statement_views(holdings, card, chosen_parts(judged, None)),
        relations=holdings.links(doc),
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of a line, made from the structs that make the line."""
    return {"$schema": DIALECT, "title": "A dataset of the catalogue", **msgspec.json.schema(DatasetRecord)}


def files(holdings: Holdings, docs: Sequence[int]) -> tuple[File, ...]:
    """The lines, and their schema."""
    return File(FILE, partial(_lines, holdings, docs)), File(SCHEMA, lambda: [document(schema())])


def _lines(holdings: Holdings, docs: Sequence[int]) -> Iterator[bytes]:
    return (line(record(holdings, doc)) for doc in docs)
