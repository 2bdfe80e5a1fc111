"""The operations, one table. The library's methods, the command line, tools, routes and the docs are made from it."""

from collections.abc import Callable
from typing import Any

import msgspec

from mdexa import params, results
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.nearest import nearest
from mdexa.operations.cards import access, card
from mdexa.operations.checking import check
from mdexa.operations.counting import facets
from mdexa.operations.evidence import evidence
from mdexa.operations.likeness import similar
from mdexa.operations.passages import passages
from mdexa.operations.reading import read
from mdexa.operations.searching import search

__all__ = ["OPERATIONS", "Operation", "run"]


class Operation(msgspec.Struct, frozen=True):
    """One thing that can be asked of a catalogue."""

    name: str
    summary: str
    params: type[msgspec.Struct]
    result: type[msgspec.Struct]
    answer: Callable[[Holdings, Any], Any]


OPERATIONS: dict[str, Operation] = {
    row.name: row
    for row in (
        Operation(
            "search",
            "Ranked datasets for words, filters or likeness; why each matched; a final answer where none does.",
            params.SearchParams,
            results.SearchResult,
            search,
        ),
        Operation("card", "One to five cards, by sections.", params.CardParams, results.CardResult, card),
        Operation(
            "evidence",
            "Every statement on one to five datasets, which decide, and what was left out and why.",
            params.EvidenceParams,
            results.EvidenceResult,
            evidence,
        ),
        Operation(
            "facets",
            "How many datasets have each value of some facets, under filters.",
            params.FacetsParams,
            results.FacetsResult,
            facets,
        ),
        Operation(
            "access",
            "The publisher's route to one to five datasets, in steps.",
            params.AccessParams,
            results.AccessResult,
            access,
        ),
        Operation(
            "similar",
            "Substitutes for a dataset under constraints, with what is shared and what differs.",
            params.SimilarParams,
            results.SimilarResult,
            similar,
        ),
        Operation(
            "check",
            "Whether 1 to 500 datasets may be used for some purposes, each alone and all together, with reasons.",
            params.CheckParams,
            results.CheckResult,
            check,
        ),
        Operation(
            "passages",
            "The passages of cards that answer a phrase, with field, source, date and trust.",
            params.PassagesParams,
            results.PassagesResult,
            passages,
        ),
    )
}


def run(holdings: Holdings, name: str, request: Any) -> Any:
    """The result of an operation for a plain request. BadQuery for an illegal one or no operation."""
    operation = OPERATIONS.get(name)
    if operation is None:
        near = nearest(str(name), OPERATIONS)
        raise BadQuery("operation", name, OPERATIONS, near=near)
    return operation.answer(holdings, read(holdings, operation.params, request))
