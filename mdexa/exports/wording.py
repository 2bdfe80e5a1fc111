"""Verdicts in words, for formats that have no field for them: what was read, by whom, as of when, and what is open."""

from collections.abc import Iterable, Mapping

from mdexa.card import Access, Availability, Card
from mdexa.exports.stated import Stated, asked_of_user, counting_parts
from mdexa.purposes import COLUMNS
from mdexa.results import CatalogueStamp
from mdexa.verdict import Condition, Judged, JudgedPart

NO_GRANT = "A reading of public statements, not legal advice, and no grant of rights by anybody."

STATUS = {
    "commercial_ok": "use in commercial products is permitted by the publisher's own words, under their conditions",
    "mixed": "parts of it have terms that permit commercial products, the whole has not",
    "restricted": "its terms do not permit commercial products, or somebody must first say yes",
    "undeclared": "the publisher says nothing about terms of the data; that is no permission",
    "unverifiable": "what the publisher says about terms of the data could not be established; that is no permission",
    "conflicting": "statements about its terms contradict each other; that is no permission",
}
AVAILABILITY = {
    "available": "It can be had.",
    "withdrawn": "It was withdrawn.",
    "never_released": "It was never released.",
    "private": "It is private.",
    "host_down": "Its host did not answer.",
    "superseded": "A later set takes its place.",
}
ACCESS = {
    "open": "open",
    "registration": "after registration",
    "agreement": "after accepting an agreement",
    "credentialed": "to credentialed users",
    "application": "on application",
    "email": "on request by e-mail",
    "fee": "for a fee",
    "none": "no route",
}


def whole(stamp: CatalogueStamp, judged: Judged, stated: Stated) -> str:
    """The verdict on a whole dataset, in sentences."""
    status = STATUS.get(judged.licence_status, "that is no permission")
    head = f"{_reader(stamp)} Licence status: {judged.licence_status}: {status}."
    return f"{head} {_values(judged.whole)}{_missing(stated)}{_conditions(counting_parts(judged))}"


def part(stamp: CatalogueStamp, row: JudgedPart, stated: Stated) -> str:
    """The verdict on a part, in sentences."""
    values = {column: row.ruling(column).value for column in COLUMNS}
    return f"{_reader(stamp)} {_values(values)}{_missing(stated)}{_conditions([row])}"


def access(card: Card) -> str:
    """How the data are handed out, and whether they can be had."""
    kinds = "; ".join(map(_route, card.access))
    return f"{_state(card.availability)} Access: {kinds}. The publisher decides and hands out the data."


def _reader(stamp: CatalogueStamp) -> str:
    return f"{stamp.name} {stamp.version}, as of {stamp.as_of}. {NO_GRANT}"


def _values(values: Mapping[str, str]) -> str:
    """Each value with its columns, in the order of the columns."""
    columns: dict[str, list[str]] = {}
    for column in COLUMNS:
        columns.setdefault(values[column], []).append(column)
    return "Verdicts: " + "; ".join(f"{value}: {', '.join(names)}" for value, names in columns.items()) + "."


def _missing(stated: Stated) -> str:
    return f" No licence is given here: {stated.why_none}." if not stated.licences else ""


def _conditions(parts: Iterable[JudgedPart]) -> str:
    """What is asked of a user, with the dataset from which it was inherited; each sentence once."""
    told = dict.fromkeys(map(_asked, asked_of_user(parts)))
    return f" Asked of the user, in some or all of the uses that are permitted: {' | '.join(told)}" if told else ""


def _asked(condition: Condition) -> str:
    upstream = condition.origin.partition(":")[0] if ":" in condition.origin else ""
    return f"{condition.what} (inherited from {upstream})" if upstream else condition.what


def _route(row: Access) -> str:
    told = [ACCESS.get(row.kind, row.kind)]
    told += [f"parts {', '.join(row.parts)}"] if row.parts else []
    told += [f"decided by {row.decided_by}"] if row.decided_by else []
    told += [f"not in {', '.join(row.regions_blocked)}"] if row.regions_blocked else []
    return _joined(told)


def _state(row: Availability) -> str:
    told = [AVAILABILITY.get(row.state, row.state).rstrip(".")]
    told += [f"since {row.since}"] if row.since != "unknown" else []
    told += [f"its successor is {row.successor}"] if row.successor else []
    return f"{_joined(told)}."


def _joined(told: Iterable[str]) -> str:
    return ", ".join(told)
