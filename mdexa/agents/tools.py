"""The tools, in two designs: three business actions, or the eight operations one to one."""

from collections.abc import Callable
from typing import Any

import msgspec

from mdexa.agents import sheets
from mdexa.agents.answers import DatasetAnswer, FoundDatasets, UseAnswer
from mdexa.agents.budgets import ANSWER, size
from mdexa.agents.cleaning import to_json
from mdexa.agents.finding import find_datasets
from mdexa.agents.getting import get_dataset
from mdexa.agents.requests import CheckUse, FindDatasets, GetDataset
from mdexa.agents.sheets import Sheet
from mdexa.agents.using import check_use
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.operations import OPERATIONS
from mdexa.operations.reading import read


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool: its contract, and the function that answers."""

    name: str
    title: str
    sheet: Sheet
    request: type[msgspec.Struct]
    answer: type[msgspec.Struct]
    call: Callable[[Holdings, Any], Any]


ACTIONS = (
    Tool(
        name="find_datasets",
        title="Find datasets",
        sheet=sheets.FIND,
        request=FindDatasets,
        answer=FoundDatasets,
        call=find_datasets,
    ),
    Tool(
        name="check_use",
        title="Check a use",
        sheet=sheets.USE,
        request=CheckUse,
        answer=UseAnswer,
        call=check_use,
    ),
    Tool(
        name="get_dataset",
        title="Get datasets",
        sheet=sheets.GET,
        request=GetDataset,
        answer=DatasetAnswer,
        call=get_dataset,
    ),
)


def _endpoint(name: str, title: str) -> Tool:
    """An operation as a tool. Results know no budget, so an answer that is too long is refused, with the way out."""
    operation = OPERATIONS[name]

    def call(holdings: Holdings, request: Any) -> Any:
        result = operation.answer(holdings, request)
        length = size(result)
        if length > ANSWER:
            why = f"the answer would have {length:,} characters, and {ANSWER:,} are the most"
            raise BadQuery("the request", "as a whole", why=why)
        return result

    return Tool(
        name=name,
        title=title,
        sheet=getattr(sheets, name.upper()),
        request=operation.params,
        answer=operation.result,
        call=call,
    )


ENDPOINTS = tuple(
    _endpoint(name, title)
    for name, title in (
        ("search", "Search"),
        ("card", "Cards"),
        ("evidence", "Evidence"),
        ("facets", "Counts by facet"),
        ("access", "Access routes"),
        ("similar", "Substitutes"),
        ("check", "Check uses"),
        ("passages", "Passages"),
    )
)

#: design -> its tools, in a fixed order.
DESIGNS: dict[str, tuple[Tool, ...]] = {"actions": ACTIONS, "endpoints": ENDPOINTS}
INSTRUCTIONS = {"actions": sheets.INSTRUCTIONS, "endpoints": sheets.ENDPOINT_INSTRUCTIONS}


def call(holdings: Holdings, tool: Tool, arguments: dict[str, Any]) -> bytes:
    """The answer of a tool as JSON, free of hidden characters. BadQuery or NoSuchDataset if it has none."""
    return to_json(tool.call(holdings, read(holdings, tool.request, arguments)))
