"""Small cases on which readings of the judgement page parted, and the points where its laws end.

The first list is what the page says; the second shows, for each law of `test_judgement_invariants`, the smallest
case that the law leaves out, so that nobody takes a law for wider than it is.
"""

import msgspec
import pytest

from mdexa.card import (
    Access,
    Availability,
    Card,
    External,
    Items,
    KnownItems,
    Part,
    Relation,
    Statement,
    Tags,
)
from tests.oracle import judgement as oracle
from tests.oracle.words import permits
from tests.property import adapter
from tests.property.licences import LICENCES
from tests.property.statements import EVERYTHING, SOURCES
from tests.property.strategies import AS_OF

JUDGES = pytest.mark.parametrize(
    "judge", [pytest.param(oracle.judge, id="oracle"), pytest.param(adapter.judge, id="mdexa")]
)


def said(name, licence=None, *, speaker="publisher", read_from="live", place=None, **rest):
    """A statement with a source of its own, on everything, read, by the publisher's licence."""
    source = msgspec.structs.replace(
        SOURCES[0],
        url=f"https://data.example/{place or name}",
        speaker=speaker,
        read_from=read_from,
        copy_dated=AS_OF if read_from != "live" else "unknown",
    )
    fields = {"scope": EVERYTHING, "instrument": "licence", "text_read": None if licence else "yes"}
    return Statement(id=name, source=source, licence=licence, **{**fields, **rest})


def card(name, *statements, **rest):
    """A card that is available and has these statements."""
    return Card(
        id=name,
        name=name,
        summary="",
        tags=Tags(),
        reviewed=AS_OF,
        availability=Availability(state="available"),
        statements=statements,
        **{"access": (), **rest},
    )


def part(name, layer="data", current="yes"):
    """A separable part."""
    return Part(id=name, name=name, layer=layer, current=current, separable="yes")


def edge(dataset=None, carries="records", **rest):
    """An edge to a card, or to something without one."""
    external = None if dataset else External(name="old archive")
    return Relation(kind="derived_from", source=SOURCES[0], dataset=dataset, external=external, carries=carries, **rest)


def guard(kind, *names, blocked=()):
    """One access row."""
    return Access(kind=kind, parts=names, regions_blocked=blocked)


def judged(judge, *cards):
    """The verdicts on the last of the cards."""
    return judge({each.id: each for each in cards}, LICENCES, AS_OF)[cards[-1].id]


# What the page says


@JUDGES
def test_a_reply_that_points_upstream_still_restricts(judge):
    """Rule 6: a term in a reply counts, also if the reply hands the rest of the question on to the source."""
    reply = said("reply", "as_upstream", instrument="reply", terms=("research_only",))
    assert judged(judge, card("a", said("s", "FREE-1"), reply)).own["all"]["teaching"] == "needs_permission"


@JUDGES
def test_says_does_not_waive_the_conditions_of_the_licence(judge):
    """Rule 1: `says` replaces the licence's value in a column, and its conditions are added all the same."""
    verdicts = judged(judge, card("a", said("s", "BY-1", says={"teaching": "allowed"})))
    assert verdicts.own["all"]["teaching"] == "allowed_with_conditions"


@JUDGES
def test_reported_values_carry_their_conditions(judge):
    """Section 2: any condition turns allowed into allowed_with_conditions, in what a host says too."""
    heard = said("s", "FREE-1", speaker="host", terms=("attribution",))
    assert judged(judge, card("a", heard)).reported["all"]["teaching"] == "allowed_with_conditions"


@JUDGES
def test_one_unread_side_caps_the_whole_statement(judge):
    """Rule 1: with an unread text among the licences that it names, a statement permits nothing."""
    for licence in ("FREE-1 OR UNREAD-1", "FREE-1 OR MISSING-1", "FREE-1 AND UNREAD-1"):
        assert judged(judge, card("a", said("s", licence))).own["all"]["teaching"] == "unverifiable"


@JUDGES
def test_items_without_a_licence_are_undeclared_beside_a_copy(judge):
    """Rule 6: the items statement is formal text, so that a copy beside it changes nothing by permitting."""
    known = Items(by="item", known=(KnownItems(licence="none"),), exhaustive="yes")
    statements = said("s", items=known), said("copy", "FREE-1", read_from="third_party_copy")
    assert judged(judge, card("a", *statements)).own["all#none"]["teaching"] == "undeclared"


@JUDGES
def test_as_upstream_does_not_hide_a_contradiction(judge):
    """Rule 5: the terms beside as_upstream are the publisher's own words, and contradict his licence."""
    upstream = said("up", "as_upstream", terms=("noncommercial",))
    verdicts = judged(judge, card("a", said("s", "FREE-1"), upstream))
    assert verdicts.own["all"]["commercial_product"] == "conflicting"


@JUDGES
def test_a_choice_between_share_alike_licences_avoids_the_clash(judge):
    """Rule 8: of an OR the user takes the family that fits; without a choice two families clash."""
    chosen = judged(judge, card("a", said("s", "SA-1 OR ODB-1"), said("t", "ODB-1", instrument="policy")))
    clashing = judged(judge, card("a", said("s", "SA-1"), said("t", "ODB-1", instrument="policy")))
    assert "share_alike_clash" not in chosen.flags
    assert "share_alike_clash" in clashing.flags
    assert clashing.final["all"]["redistribution/noncommercial"] == "conflicting"


@JUDGES
def test_weights_do_not_stand_in_for_data_that_are_not_current(judge):
    """Rule 10: only a card of nothing but weights is judged by them."""
    parts = part("data", current="no"), part("weights", layer="models")
    mixed = card("a", said("s", "FREE-1"), parts=parts)
    assert judged(judge, mixed).whole["teaching"] == "unverifiable"
    assert judged(judge, card("a", said("s", "FREE-1"), parts=parts[1:])).whole["teaching"] == "allowed"


@JUDGES
def test_an_unread_text_that_was_replaced_tells_of_no_change(judge):
    """Section 4: licence_changed needs two values that somebody established."""
    unread = judged(judge, card("a", said("old", "UNREAD-1"), said("new", "FREE-1", supersedes=("old",))))
    read = judged(judge, card("a", said("old", "NC-1"), said("new", "FREE-1", supersedes=("old",))))
    assert "licence_changed" not in unread.flags
    assert "licence_changed" in read.flags


@JUDGES
def test_regions_blocked_for_an_old_part_limit_nobody(judge):
    """Section 4: flags are raised over the current parts."""
    parts = part("now"), part("old", current="no")
    old = card("a", parts=parts, access=(guard("open", "old", blocked=("XX",)),))
    now = card("a", parts=parts, access=(guard("open", "now", blocked=("XX",)),))
    assert "jurisdiction_limited" not in judged(judge, old).flags
    assert "jurisdiction_limited" in judged(judge, now).flags


@JUDGES
def test_conditions_of_access_do_not_travel(judge):
    """Section 2: what one must do to get the upstream is no condition on what was made from it."""
    upstream = card("a", said("s", "FREE-1"), access=(guard("registration"),))
    made = card("b", said("s", "FREE-1"), relations=(edge("a"),))
    assert judged(judge, upstream).final["all"]["teaching"] == "allowed_with_conditions"
    assert judged(judge, upstream, made).final["all"]["teaching"] == "allowed"


@JUDGES
def test_only_formal_text_about_this_dataset_permits(judge):
    """Rules 2 and 4: replies, copies, other scopes, grants to others, hosts and third parties permit nothing."""
    heard = (
        said("s", "FREE-1", instrument="reply"),
        said("s", "FREE-1", read_from="third_party_copy"),
        said("s", "FREE-1", scope=("unstated", "models", "code")),
        said("s", "FREE-1", for_=("b",)),
        said("s", "FREE-1", speaker="host"),
        said("s", "FREE-1", speaker="third_party"),
        said("s", "WORD-1"),
        said("s", "MISSING-1"),
    )
    for statement in heard:
        assert not permits(judged(judge, card("a", statement)).final["all"]["teaching"]), statement


ODD_STATEMENTS = [
    said("s", "FREE-1", instrument="license"),
    said("s", "FREE-1", read_from="lively"),
    said("s", "FREE-1", speaker="Publisher"),
    said("s", "FREE-1", scope=("dataset",)),
    said("s", "FREE-1", text_read="perhaps"),
    said("s", "FREE-1", terms=("non_commercial",)),
    said("s", "FREE-1", says={"commercial": "not_allowed"}),
    said("s", "FREE-1 OR"),
    said("s", says={"teaching": "Allowed"}),
]
ODD_EDGES = [
    edge("up", carries="record"),
    edge("up", carries=None),
    edge("up", part="nowhere"),
    edge("up", upstream_part="nowhere"),
    edge("up", upstream_grant="up:nothing"),
    edge("nowhere"),
    msgspec.structs.replace(edge("up"), kind="made_of"),
]


@JUDGES
@pytest.mark.parametrize("statement", ODD_STATEMENTS)
def test_an_unknown_word_in_a_statement_never_permits(judge, statement):
    """A misspelt or new word makes the statement say less, never more."""
    assert not permits(judged(judge, card("a", statement)).final["all"]["teaching"])


@JUDGES
@pytest.mark.parametrize("odd", ODD_EDGES)
def test_an_unknown_word_in_an_edge_never_permits(judge, odd):
    """An edge with a missing, misspelt or new word still brings an upstream of which nothing is known."""
    made = card("a", said("s", "FREE-1"), relations=(odd,))
    assert not permits(judged(judge, card("up"), made).final["all"]["teaching"])


@JUDGES
def test_an_unknown_word_of_access_or_availability_never_permits(judge):
    """A route or a state that nobody knows is taken for the closed one."""
    guarded = card("a", said("s", "FREE-1"), access=(guard("sesame"),))
    gone = msgspec.structs.replace(card("a", said("s", "FREE-1")), availability=Availability(state="lost"))
    assert not permits(judged(judge, guarded).final["all"]["teaching"])
    assert not permits(judged(judge, gone).final["all"]["teaching"])


@JUDGES
@pytest.mark.parametrize("date", ["", "2025-11", "soon"])
def test_an_unknown_date_is_stale(judge, date):
    """Section 4: an age that cannot be told is too old."""
    statement = said("s", "FREE-1")
    source = msgspec.structs.replace(statement.source, read_on=date)
    assert "evidence_stale" in judged(judge, card("a", msgspec.structs.replace(statement, source=source))).flags


# Where the laws end: case, column, value before, value after


def no(column, value, name="more", **rest):
    """A formal statement that restricts one column."""
    return said(name, says={column: value}, **rest)


NARROW = said("narrow", "WORD-1", parts=("p",), place="same")
WIDE = said("wide", "FREE-1", place="same")
PERMISSION = said("yes", says={"teaching": "allowed"})
REFUSAL = no("teaching", "needs_permission", "no")
FREE = said("free", "FREE-1")
SIGNED = no("commercial_product", "not_allowed", instrument="agreement")
HALF = card(
    "a",
    no("teaching", "needs_permission", "half", parts=("p",), instrument="policy"),
    FREE,
    parts=(part("p"), part("q")),
)
CAUTIOUS = card("a", FREE, no("teaching", "needs_permission", "house", instrument="policy"), publisher="Lab A")
MADE = card(
    "b",
    FREE,
    said("reply", "as_upstream", instrument="reply"),
    publisher="Lab A",
    relations=(edge("a", upstream_grant="same_publisher"),),
)


def more(before, *statements):
    """The card with further statements."""
    return msgspec.structs.replace(before, statements=(*before.statements, *statements))


ENDS = [
    pytest.param(
        (card("a"),), (card("a", no("teaching", "needs_permission")),), "unverifiable", "needs_permission",
        id="a restriction tells what was unknown",
    ),
    pytest.param(
        (card("a"),), (card("a", no("commercial_product", "not_allowed")),), "unverifiable", "needs_permission",
        id="a licence speaks by silence in the columns that it does not name",
    ),
    pytest.param(
        (card("a", FREE, access=(guard("agreement"),)),),
        (card("a", FREE, SIGNED, access=(guard("agreement"),)),),
        "unverifiable", "allowed_with_conditions",
        id="an agreement that was read lifts the guard",
    ),
    pytest.param(
        (card("u", REFUSAL), card("a", FREE, relations=(edge("u"),))),
        (
            card("u", REFUSAL),
            card("a", FREE, no("teaching", "needs_permission", instrument="policy"), relations=(edge("u"),)),
        ),
        "conflicting", "needs_permission",
        id="publisher and upstream agree to ask",
    ),
    pytest.param(
        (HALF, card("b", FREE, relations=(edge("a"),))),
        (
            msgspec.structs.replace(HALF, relations=(edge(part="q"),)),
            card("b", FREE, relations=(edge("a"),)),
        ),
        "conflicting", "unverifiable",
        id="an upstream that gets worse conflicts no longer",
    ),
    pytest.param(
        (CAUTIOUS, MADE), (more(CAUTIOUS, REFUSAL), MADE), "needs_permission", "allowed",
        id="a reply that points upstream counts no longer when the upstream conflicts",
    ),
    pytest.param(
        (card("a", PERMISSION, REFUSAL),), (card("a", REFUSAL),), "conflicting", "needs_permission",
        id="the permitting side of a conflict leaves",
    ),
    pytest.param(
        (card("a", WIDE, NARROW, parts=(part("p"),)),), (card("a", WIDE, parts=(part("p"),)),),
        "needs_permission", "allowed",
        id="a silent narrow licence leaves, and the wide one holds again",
    ),
]  # fmt: skip


@JUDGES
@pytest.mark.parametrize(("before", "after", "was", "is_now"), ENDS)
def test_where_the_laws_end(judge, before, after, was, is_now):
    """The rules as they stand better the verdict on teaching here; the laws leave these cases out by name."""
    assert judged(judge, *before).whole["teaching"] == was
    assert judged(judge, *after).whole["teaching"] == is_now
