"""An invented licence table that has every kind of entry the rules tell apart, and ways to name its entries."""

from hypothesis import strategies as st

from mdexa.card import Licence, LicenceCondition, Ruling
from tests.oracle.words import COLUMNS, COMMERCIAL, of_purpose


def entry(key, family, values, *, share_alike="no", text_read="yes", kind="licence", conditions=()):
    """A licence of the table; `values` gives the value of a column."""
    return Licence(
        key=key,
        name=key,
        family=family,
        kind=kind,
        share_alike=share_alike,
        text_read=text_read,
        columns={column: Ruling(value=values(column), basis="text", clause="1") for column in COLUMNS},
        conditions=tuple(LicenceCondition(what=what, columns=columns) for what, columns in conditions),
    )


def noncommercial_only(column):
    """Commercial columns excluded."""
    return "not_allowed" if column in COMMERCIAL else "allowed_with_conditions"


def sharing(column):
    """A condition on redistribution alone."""
    return "allowed_with_conditions" if column in of_purpose("redistribution") else "allowed"


def striped(*values):
    """The values in turn, column by column."""
    return lambda column: values[COLUMNS.index(column) % len(values)]


CREDIT = (("name the authors", ()),)
SHARE = (("share alike", tuple(of_purpose("redistribution"))),)
FINE = "allowed_with_conditions"
MIXED = striped("allowed", "unstated", "needs_permission", "not_allowed", "unstated")
GUARDED = striped("allowed", "allowed", "not_allowed", "needs_permission")
CLOSED = striped("not_allowed", "unstated", "needs_permission")
ENTRIES = (
    entry("FREE-1", "FREE", lambda _: "allowed"),
    entry("BY-1", "BY", lambda _: FINE, conditions=CREDIT),
    entry("BARE-1", "BARE", lambda _: FINE),
    entry("SA-1", "SA", lambda _: FINE, share_alike="yes", conditions=CREDIT),
    entry("SA-2", "SA", lambda _: FINE, share_alike="yes"),
    entry("ODB-1", "ODB", sharing, share_alike="yes", conditions=SHARE),
    entry("NC-1", "NC", noncommercial_only, conditions=CREDIT),
    entry("NCSA-1", "NCSA", noncommercial_only, share_alike="yes"),
    entry("STRIPE-1", "STRIPE", MIXED),
    entry("STRIPE-2", "STRIPE", striped("unstated", "allowed", FINE)),
    entry("WORD-1", "WORD", lambda _: "unstated", kind="word"),
    entry("DUA-1", "DUA", GUARDED, kind="agreement", conditions=(("no sharing", ()),)),
    entry("UNREAD-1", "UNREAD", lambda _: "allowed", text_read="no"),
    entry("UNREAD-2", "UNREAD", CLOSED, text_read="no", share_alike="yes"),
)
LICENCES = {licence.key: licence for licence in ENTRIES}
#: A key that the table does not have.
MISSING = "MISSING-1"

keys = st.sampled_from(["FREE-1", "BY-1", "SA-1", "ODB-1", "BY-1", "FREE-1", *LICENCES, MISSING])
expressions = st.one_of(
    st.builds("{} OR {}".format, keys, keys),
    st.builds("{} AND {}".format, keys, keys),
    st.builds("({} OR {}) AND {}".format, keys, keys, keys),
    st.builds("{} AND {} OR {}".format, keys, keys, keys),
)


#: What a statement's `licence` can name.
ANY_LICENCE = st.one_of(keys, keys, keys, keys, expressions)
