"""Rule 1: the value of a statement in a column, and its conditions.

`as_upstream` is a decider of its own, beside what `says`, terms and cap make of the rest of its statement, where
`rule_1` leaves it unstated.
"""

from tests.oracle.edges import as_upstream
from tests.oracle.table import licence_side
from tests.oracle.words import (
    ALLOWED,
    COLUMNS,
    NEEDS_PERMISSION,
    PURPOSES,
    SAID,
    TERM_CONDITIONS,
    TERM_VALUES,
    TERMS,
    UNSTATED,
    UNVERIFIABLE,
    WITH_CONDITIONS,
    capped,
    permits,
    purpose,
    setting,
    worse_of,
)


def said(statement, column):
    """What `says` has for a column: by its own name, else by its purpose, which stands for both settings."""
    for key in (column, purpose(column)):
        if key in statement.says:
            return statement.says[key] if statement.says[key] in SAID else UNVERIFIABLE
    return None


def is_read(court, statement):
    """Whether the text was read: the table knows it of a licence, `text_read` tells it of all else."""
    if statement.text_read not in (None, "yes"):
        return False
    if statement.licence is None:
        return statement.text_read == "yes"
    return statement.licence == "as_upstream" or licence_side(court, statement.licence, COLUMNS[0]).read


def rule_1(court, sheet, piece, statement, column):
    """Value of a statement: `says`, else the licence's, else unstated; then the terms; then the cap."""
    value = said(statement, column)
    if value is None:
        named = statement.licence not in (None, "as_upstream")
        value = licence_side(court, statement.licence, column).value if named else UNSTATED
    for term in statement.terms:
        given = term_value(court, sheet, piece, term, column)
        if given is not None:
            value = given if value == UNSTATED else worse_of(value, given)
    if is_limited(court, statement):
        value = capped(value, UNVERIFIABLE)
    if value == ALLOWED and conditions_of(court, statement, column):
        value = WITH_CONDITIONS
    return value


def is_limited(court, statement):
    """Whether the text is unread or has limits that no term expresses, such as words that nobody knows."""
    odd = set(statement.terms) - TERMS or set(statement.says) - PURPOSES - set(COLUMNS)
    return not is_read(court, statement) or statement.other_limits is not None or bool(odd)


def upstream_value(court, sheet, piece, statement, column):
    """The value of a statement's `as_upstream`: that of the edge and nothing else. None: it has none here."""
    if statement.licence != "as_upstream" or said(statement, column) is not None:
        return None
    return as_upstream(court, sheet, piece, column)


def term_value(court, sheet, piece, term, column):
    """What a term gives in a column, or None. models_same_terms asks for own redistribution, same setting."""
    if term == "models_same_terms" and purpose(column) == "model_release":
        redistribution = court.own(sheet, piece, f"redistribution/{setting(column)}")
        return None if permits(redistribution.value) else NEEDS_PERMISSION
    return TERM_VALUES.get(term, {}).get(column)


def conditions_of(court, statement, column):
    """Own words hold for the columns in `says`, else for all; and those of the terms and of the licence."""
    found = {term for term in statement.terms if column in TERM_CONDITIONS.get(term, ())}
    if not statement.says or said(statement, column) is not None:
        found.update(statement.conditions)
    if statement.licence not in (None, "as_upstream"):
        found |= licence_side(court, statement.licence, column).conditions
    return found
