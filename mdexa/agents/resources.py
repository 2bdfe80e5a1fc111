"""What can be read without a tool: a card, its evidence, the licence table, the values of a facet, a guide."""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import msgspec

from mdexa.agents.budgets import ANSWER, size
from mdexa.agents.cleaning import clean
from mdexa.agents.guide import VERDICTS
from mdexa.agents.tools import ACTIONS, call
from mdexa.errors import BadQuery, NoSuchDataset
from mdexa.holdings import Holdings
from mdexa.operations import run

MARKDOWN, JSON = "text/markdown", "application/json"
SECTIONS = ["summary", "facts", "counts", "parts", "access", "availability", "history", "relations", "problems"]


class Resource(msgspec.Struct, frozen=True, kw_only=True):
    """Something to read. A template has a `{variable}` in its address."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str
    read: Callable[[Holdings, str], str]


def read_resource(holdings: Holdings, uri: str) -> tuple[str, str] | None:
    """MIME type and text of an address; None if there is nothing there."""
    for resource in RESOURCES:
        if uri == resource.uri:
            return resource.mime_type, resource.read(holdings, "")
    for template in TEMPLATES:
        variable = _variable(template.uri, uri)
        if variable:
            try:
                return template.mime_type, template.read(holdings, variable)
            except (BadQuery, NoSuchDataset, KeyError):
                return None
    return None


def _variable(template: str, uri: str) -> str | None:
    """What stands for the variable, None if the address is not of this form."""
    start, _, rest = template.partition("{")
    end = rest.partition("}")[2]
    inside = uri.removeprefix(start).removesuffix(end)
    fits = uri.startswith(start) and uri.endswith(end) and len(uri) > len(start) + len(end) and "/" not in inside
    return unquote(inside) if fits else None


def _answered(name: str, request: dict[str, Any]) -> Callable[[Holdings, str], str]:
    """The answer of a tool on one dataset, which must exist."""
    tool = next(tool for tool in ACTIONS if tool.name == name)

    def text(holdings: Holdings, dataset: str) -> str:
        if holdings.datasets.doc(dataset) is None:
            raise NoSuchDataset(dataset)
        return call(holdings, tool, {"datasets": [dataset], **request}).decode()

    return text


def _json(value: Any) -> str:
    return msgspec.json.encode(clean(msgspec.to_builtins(value))).decode()


def _licences(holdings: Holdings, _variable: str) -> str:
    """Each entry in one row, as many as an answer may hold."""
    rows = [
        {
            "key": licence.key,
            "name": licence.name,
            "kind": licence.kind,
            "commercial_product": licence.columns["commercial_product"].value,
            "academic_research": licence.columns["academic_research"].value,
            "share_alike": licence.share_alike,
            "text_read": licence.text_read,
        }
        for licence in holdings.licences.values()
    ]
    note = "What a text says by itself; whether it covers a dataset is another question: check_use."
    whole = {"note": note, "entry": "mdexa://licences/{key}", "total": len(rows), "licences": rows}
    while size(whole) > ANSWER:
        rows.pop()
        whole["cut"] = f"{len(rows)} of {whole['total']} shown; the others are read by their key"
    return _json(whole)


def _licence(holdings: Holdings, key: str) -> str:
    return _json(holdings.licences[key])


def _facet(holdings: Holdings, facet: str) -> str:
    return _json(run(holdings, "facets", {"facets": [facet]}))


RESOURCES = (
    Resource(
        uri="mdexa://guide/verdicts",
        name="how-to-read-a-verdict",
        title="How to read a verdict",
        description="Columns, values and what stands beside them, on one page.",
        mime_type=MARKDOWN,
        read=lambda _holdings, _variable: VERDICTS,
    ),
    Resource(
        uri="mdexa://licences",
        name="licence-table",
        title="Licence table",
        description="The licences and agreements that the catalogue knows, with what they say on two uses.",
        mime_type=JSON,
        read=_licences,
    ),
)
TEMPLATES = (
    Resource(
        uri="mdexa://cards/{id}",
        name="card",
        title="Card of a dataset",
        description="All sections of a card.",
        mime_type=JSON,
        read=_answered("get_dataset", {"sections": SECTIONS}),
    ),
    Resource(
        uri="mdexa://cards/{id}/evidence",
        name="evidence",
        title="Evidence on a dataset",
        description="Verdicts and every statement behind them, with what was left out and why.",
        mime_type=JSON,
        read=_answered("check_use", {"evidence": "all"}),
    ),
    Resource(
        uri="mdexa://licences/{key}",
        name="licence",
        title="Entry of the licence table",
        description="What one text says in each column, with clause and basis.",
        mime_type=JSON,
        read=_licence,
    ),
    Resource(
        uri="mdexa://facets/{facet}",
        name="facet",
        title="Values of a facet",
        description="The values of a facet with the number of datasets that have each.",
        mime_type=JSON,
        read=_facet,
    ),
)
