"""How each result looks on a terminal: one function a result, each giving lines."""

from collections.abc import Callable
from typing import Any

from mdexa.cli.paper import Paper
from mdexa.cli.views.finding import facets, passages, search, similar
from mdexa.cli.views.judging import check
from mdexa.cli.views.reading import access, card, evidence
from mdexa.cli.views.shared import Lines

__all__ = ["VIEWS"]

VIEWS: dict[str, Callable[[Any, Paper], Lines]] = {
    "search": search,
    "card": card,
    "evidence": evidence,
    "facets": facets,
    "access": access,
    "similar": similar,
    "check": check,
    "passages": passages,
}
