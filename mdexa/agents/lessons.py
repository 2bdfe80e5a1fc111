"""Errors as a model reads them: what was wrong, the legal values, the nearest ones, and the next useful call."""

from collections.abc import Iterable

from mdexa.agents.cleaning import HIDDEN, quoted
from mdexa.errors import BadQuery, MdexaError, NoSuchDataset

#: Legal values that are listed; of a longer list the nearest are named and the rest is counted.
LISTED = 40
LONGEST_LESSON = 2_000

INTERNAL = "The server failed on this call; the failure was logged. The same call may be tried once more."
BUSY = "The server is busy. Try the same call again in a second."
REFUSED = "refused, nothing was looked up"

#: tool -> a call that is right.
EXAMPLES = {
    "find_datasets": '{"query": "kidney CT segmentation", "usable_for": {"purpose": "commercial_product"}}',
    "check_use": '{"datasets": ["kits19"], "purposes": ["commercial_product"]}',
    "get_dataset": '{"datasets": ["kits19"], "sections": ["summary", "access"]}',
    "search": '{"query": "kidney CT segmentation"}',
    "card": '{"datasets": ["kits19"], "sections": ["summary"]}',
    "evidence": '{"datasets": ["kits19"]}',
    "facets": '{"facets": ["licence_status"]}',
    "access": '{"datasets": ["mimic-iv"]}',
    "similar": '{"dataset": "kits19"}',
    "check": '{"datasets": ["kits19"], "purposes": ["commercial_product"]}',
    "passages": '{"phrase": "de-identified"}',
}
#: field -> what to do, where the legal values do not say it.
NEXT = {
    "filters.publisher": "Leave the filter out, or name a publisher that a row shows.",
    "cursor": "Repeat the call without cursor to begin again.",
    "evidence": "Call again with evidence deciding, or in groups of five.",
    "the request": "Call again with fewer datasets, purposes or sections.",
    "part": "Call again with one of these parts, or without part.",
}
TAGS = ("filters.modality", "filters.organism", "filters.topic", "filters.task")


def lesson(tool: str, error: MdexaError) -> str:
    """The text of an error result. Safe to show: it holds nothing but the caller's own words and public values."""
    match error:
        case BadQuery():
            sentences = _bad_query(tool, error)
        case NoSuchDataset():
            sentences = _no_such_dataset(tool, error)
        case _:
            sentences = [INTERNAL]
    return HIDDEN.sub("", " ".join(sentences))[:LONGEST_LESSON]


def fault(tool: str, field: str, got: object, what: str) -> str:
    """The text for arguments that break the schema in a way that has no list of legal values."""
    return HIDDEN.sub("", f"{tool}, {REFUSED}: {field}: {quoted(got)}: {what} {_example(tool)}")[:LONGEST_LESSON]


def _bad_query(tool: str, error: BadQuery) -> list[str]:
    got = "is missing" if error.got is None else f"{quoted(error.got)} is not accepted"
    why = f", {error.why}" if error.why else ""
    sentences = [f"{tool}, {REFUSED}: {error.field} {got}{why}".rstrip(".") + "."]
    if error.near:
        sentences.append(f"Nearest: {', '.join(error.near)}.")
    if error.allowed:
        sentences.append(f"Legal: {_listed(error.allowed)}.")
    sentences.append(_next(tool, error))
    return sentences


def _next(tool: str, error: BadQuery) -> str:
    if error.field in NEXT:
        return NEXT[error.field]
    if error.field in TAGS:
        return "Call again with one of these, or leave the filter out and put the word into query."
    if error.near:
        return f"Call again with {error.near[0]} if that is what you mean."
    return _example(tool)


def _no_such_dataset(tool: str, error: NoSuchDataset) -> list[str]:
    sentences = [f"{tool}, {REFUSED}: no dataset of the catalogue is called {quoted(error.name)}."]
    if error.near:
        sentences.append(f"Near names, none of which may stand for it: {', '.join(error.near)}.")
        sentences.append("Call again with one of these ids only if it is the one you mean.")
    else:
        sentences.append("No name is near, and another spelling will not help; search for it by subject.")
    return sentences


def _listed(values: Iterable[object]) -> str:
    words = [str(value) for value in values]
    more = f" and {len(words) - LISTED} more" if len(words) > LISTED else ""
    return ", ".join(words[:LISTED]) + more


def _example(tool: str) -> str:
    return f"A call that works: {tool} {EXAMPLES[tool]}"
