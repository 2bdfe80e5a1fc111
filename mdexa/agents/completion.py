"""What an argument of a prompt or of a resource's address may become, as somebody types it."""

from collections.abc import Iterable

from mdexa.holdings import Holdings
from mdexa.operations.counting import countable
from mdexa.purposes import PURPOSES, SETTINGS
from mdexa.text import fold_name

#: As many as the protocol lets through.
MOST = 100
DATASETS = ("id", "dataset", "datasets")
TAGS = ("modality", "organism", "topic", "task")


def complete(holdings: Holdings, argument: str, typed: str) -> tuple[list[str], int]:
    """The first values that fit what was typed, and how many fit. Of a list, the last name is completed."""
    if argument in DATASETS:
        return _datasets(holdings, typed if argument == "datasets" else typed.replace(",", " "))
    words: Iterable[str]
    if argument == "purpose":
        words = PURPOSES
    elif argument == "setting":
        words = (*SETTINGS, "both")
    elif argument == "facet":
        words = countable(holdings)
    elif argument == "key":
        words = holdings.licences
    elif argument in TAGS:
        words = holdings.values(argument)
    else:
        return [], 0
    start = typed.casefold()
    fitting = [word for word in words if word.casefold().startswith(start)]
    return fitting[:MOST], len(fitting)


def _datasets(holdings: Holdings, typed: str) -> tuple[list[str], int]:
    """Ids of datasets of which a name begins so; names are compared as everywhere, folded."""
    before, comma, last = typed.rpartition(",")
    docs: dict[int, None] = {}
    for name, _ in holdings.datasets.names_under(fold_name(last), MOST * 5):
        docs.update(dict.fromkeys(holdings.datasets.name(name)))
    ids = [holdings.datasets.id(doc) for doc in sorted(docs)]
    start = f"{before}{comma} " if comma else ""
    return [f"{start}{one}" for one in ids[:MOST]], len(ids)
