"""The licence table: what an entry, or an expression, gives in a column, and its share-alike families."""

from dataclasses import dataclass
from functools import cache

from license_expression import AND, OR, ExpressionError, Licensing

from tests.oracle.words import (
    ALLOWED,
    SAID,
    UNSTATED,
    UNVERIFIABLE,
    WITH_CONDITIONS,
    best_of,
    permits,
    worse_of,
)


@dataclass(frozen=True)
class Side:
    """What one licence, or an expression of several, gives in one column."""

    value: str
    read: bool
    conditions: frozenset[str]


@cache
def parsed(licence):
    """The expression of a `licence`, or None where it cannot be read."""
    try:
        return Licensing().parse(licence)
    except ExpressionError:
        return None


def licence_side(court, licence, column) -> Side:
    """A key of the table, or an expression of keys."""
    key = (licence, column)
    if key not in court.sides:
        known = licence in court.licences
        court.sides[key] = leaf(court, *key) if known else side(court, parsed(licence), column)
    return court.sides[key]


def side(court, node, column) -> Side:
    """OR: best of, unstated sides left out. AND: worse of; a permission beside an unstated side is unstated.

    Read only if all sides are: the cap of rule 1 is on the whole statement. Of an OR the conditions of the first
    of the best sides hold, for that is what the user can choose.
    """
    if not isinstance(node, AND | OR):
        return leaf(court, str(node), column)
    sides = [side(court, each, column) for each in node.args]
    stated = [each for each in sides if each.value != UNSTATED]
    if isinstance(node, OR):
        value = best_of(*(each.value for each in stated)) if stated else UNSTATED
        chosen = [each for each in sides if each.value == value][:1]
    else:
        value = worse_of(*(each.value for each in stated)) if stated else UNSTATED
        if permits(value) and len(stated) < len(sides):
            value = UNSTATED
        chosen = sides
    return Side(value, all(each.read for each in sides), frozenset().union(*(each.conditions for each in chosen)))


def leaf(court, key, column) -> Side:
    """One entry. Unknown, or with a missing or odd value: unverifiable."""
    entry = court.licences.get(key)
    if entry is None:
        return Side(UNVERIFIABLE, read=False, conditions=frozenset())
    ruling = entry.columns.get(column)
    value = ruling.value if ruling is not None and ruling.value in (*SAID, UNSTATED) else UNVERIFIABLE
    conditions = {each.what for each in entry.conditions if not each.columns or column in each.columns}
    if value == ALLOWED and conditions:
        value = WITH_CONDITIONS
    return Side(value, entry.text_read == "yes", frozenset(conditions))


def node_choices(court, node):
    """OR: the choices of every side. AND: one of each side, all together."""
    if isinstance(node, OR):
        return set().union(*(node_choices(court, each) for each in node.args))
    if isinstance(node, AND):
        combined = {frozenset()}
        for each in node.args:
            combined = {old | new for old in combined for new in node_choices(court, each)}
        return combined
    return leaf_choices(court, str(node))


def leaf_choices(court, key):
    """The family of one entry, if it is share-alike."""
    entry = court.licences.get(key)
    return {frozenset() if entry is None or entry.share_alike == "no" else frozenset({entry.family})}
