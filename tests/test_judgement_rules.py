"""Each rule of `docs/judgement.md` by the smallest card that shows it."""

import pytest

from mdexa.card import Access
from mdexa.judgement.terms import TERM_CONDITIONS, TERM_VALUES
from mdexa.purposes import COLUMNS, TABLE_VALUES, is_commercial
from tests.judged import (
    card,
    edge,
    external,
    flags,
    items,
    judge_all,
    part,
    reading,
    ruling,
    says,
)

NC = "noncommercial"


def test_a_licence_gives_its_value():
    """Rule 1: a licence of the table gives its value in the column."""
    assert ruling(card("a", says("s", "CC-BY-NC-4.0"))).value == "not_allowed"
    assert ruling(card("a", says("s", "CC-BY-NC-4.0")), column="teaching").value == "allowed_with_conditions"


def test_said_comes_before_the_licence():
    """Rule 1: what a statement says for a column replaces its licence there, and only there."""
    one = card("a", says("s", "CC-BY-NC-4.0", says={"commercial_product": "needs_permission"}))
    assert ruling(one).value == "needs_permission"
    assert ruling(one, column="commercial_research").value == "not_allowed"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("CC-BY-4.0 OR CC-BY-NC-4.0", "allowed_with_conditions"),
        ("CC-BY-4.0 AND CC-BY-NC-4.0", "not_allowed"),
        ("LicenseRef-Open-Word OR CC-BY-4.0", "allowed_with_conditions"),
        ("LicenseRef-Open-Word AND CC-BY-4.0", "needs_permission"),
        ("LicenseRef-Open-Word AND LicenseRef-Closed", "not_allowed"),
        ("LicenseRef-Open-Word OR LicenseRef-Open-Word", "needs_permission"),
        ("CC-BY-4.0 OR LicenseRef-Nobody-Knows", "unverifiable"),
        ("LicenseRef-Nobody-Knows", "unverifiable"),
        ("CC-BY-4.0 OR", "unverifiable"),
        ("cc-by-4.0", "unverifiable"),
    ],
)
def test_expressions(key, value):
    """Rule 1: OR is the user's choice, AND binds to both, a silent side permits nothing, an unknown key neither."""
    assert ruling(card("a", says("s", key))).value == value


def test_a_term_only_lowers():
    """Rule 1: a term replaces a better or an unstated value and never a worse one."""
    assert ruling(card("a", says("s", "CC-BY-4.0", terms=("noncommercial",)))).value == "not_allowed"
    limited = says("s", "LicenseRef-Closed", terms=("no_competing_models",))
    assert ruling(card("a", limited)).value == "not_allowed"


def test_models_same_terms_needs_redistribution():
    """Rule 1: models under the terms of the data need a permission where the data may not be passed on."""
    column = "model_release/noncommercial"
    free = card("a", says("s", "CC-BY-4.0", terms=("models_same_terms",)))
    assert ruling(free, column=column).value == "allowed_with_conditions"
    closed = card("a", says("s", "CC-BY-4.0", terms=("models_same_terms", "no_redistribution")))
    assert ruling(closed, column=column).value == "needs_permission"


@pytest.mark.parametrize("fields", [{"text_read": "no"}, {"other_limits": "only on Tuesdays"}])
def test_an_unread_text_permits_nothing(fields):
    """Rule 1: an unread text, or limits that no term expresses, cap permissions and silence, and leave a refusal."""
    assert ruling(card("a", says("s", "CC-BY-4.0", **fields))).value == "unverifiable"
    assert ruling(card("a", says("s", "LicenseRef-Open-Word", **fields))).value == "unverifiable"
    assert ruling(card("a", says("s", "CC-BY-NC-4.0", **fields))).value == "not_allowed"


def test_a_text_without_entry_must_say_that_it_was_read():
    """Rule 1: words that nobody says were read permit nothing."""
    allowed = {"commercial_product": "allowed"}
    assert ruling(card("a", says("s", says=allowed))).value == "allowed"
    assert ruling(card("a", says("s", says=allowed, text_read=None))).value == "unverifiable"


def test_an_unread_entry_permits_nothing():
    """Rule 1: a licence whose text was not read is unverifiable, silent columns too."""
    assert ruling(card("a", says("s", "LicenseRef-Unread"))).value == "unverifiable"


@pytest.mark.parametrize("scope", [("unstated",), ("code",), ("paper",), ("website",), ("models",), ("annotations",)])
def test_only_a_scope_of_the_layer_covers(scope):
    """Rule 2: a licence on something else, or on nobody knows what, is none on the data."""
    assert ruling(card("a", says("s", "CC0-1.0", scope=scope))).value == "unverifiable"


def test_a_grant_to_others_covers_nothing_here():
    """Rule 2: `for` names other sets."""
    assert ruling(card("a", says("s", "CC0-1.0", for_=("b",)))).value == "unverifiable"


def test_a_statement_on_another_part_does_not_cover():
    """Rule 2: `parts` keeps a statement to those parts."""
    one = card("a", says("s", "CC0-1.0", parts=("x",)), parts=(part("x"), part("y")))
    assert ruling(one, piece="x").value == "allowed"
    assert ruling(one, piece="y").value == "unverifiable"


def test_superseded_statements_do_not_decide():
    """Rule 2: the newer one alone decides, the older one stays visible."""
    old, new = says("old", "CC-BY-NC-4.0"), says("new", "CC-BY-4.0", supersedes=("old",))
    found = ruling(card("a", old, new))
    assert found.value == "allowed_with_conditions"
    assert [(row.statement, row.reason) for row in found.left_out] == [("old", "superseded")]


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("https://example.org/readme#licence", "https://example.org/readme"),
        ("https://github.com/o/r/blob/abc/README.md", "https://github.com/o/r/blob/def/README.md"),
        ("https://raw.githubusercontent.com/o/r/abc/README.md", "https://github.com/o/r/blob/def/README.md#x"),
        (
            "https://huggingface.co/datasets/o/r/blob/main/README.md",
            "https://huggingface.co/datasets/o/r/raw/1/README.md",
        ),
    ],
)
def test_the_narrow_replaces_the_wide_of_one_source(wide, narrow):
    """Rule 3: of one page or file, what is said of the part replaces what is said of all."""
    statements = says("wide", "CC-BY-NC-4.0", url=wide), says("narrow", "CC-BY-4.0", parts=("x",), url=narrow)
    one = card("a", *statements, parts=(part("x"), part("y")))
    assert ruling(one, piece="x").value == "allowed_with_conditions"
    assert ruling(one, piece="y").value == "not_allowed"


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "https://example.org/other"},
        {"instrument": "agreement"},
        {"url": "https://github.com/o/other/blob/abc/README.md"},
    ],
)
def test_the_narrow_of_another_source_replaces_nothing(fields):
    """Rule 3: between two sources or two instruments both count."""
    place = {"url": "https://github.com/o/r/blob/abc/README.md"}
    narrow = says("narrow", "CC-BY-4.0", parts=("x",), **{**place, **fields})
    one = card("a", says("wide", "CC-BY-NC-4.0", **place), narrow, parts=(part("x"),))
    assert ruling(one, piece="x").value in ("conflicting", "not_allowed")


def test_a_narrow_text_that_is_silent_speaks_only_if_silence_does():
    """Rule 3: a narrow policy that is silent on the column leaves the wide one; a narrow licence replaces it."""
    place = {"url": "https://example.org/one"}
    wide = says("wide", instrument="policy", says={"commercial_product": "allowed"}, **place)
    narrow = says("narrow", instrument="policy", says={"teaching": "allowed"}, parts=("x",), **place)
    assert ruling(card("a", wide, narrow, parts=(part("x"),)), piece="x").value == "allowed"
    wide = says("wide", "CC0-1.0", **place)
    narrow = says("narrow", "LicenseRef-Open-Word", parts=("x",), **place)
    assert ruling(card("a", wide, narrow, parts=(part("x"),)), piece="x").value == "needs_permission"


@pytest.mark.parametrize("speaker", ["host", "third_party"])
def test_nobody_else_speaks_for_the_publisher(speaker):
    """Rule 4: a copy, a register or a third party never decides; what it says is reported."""
    found = ruling(card("a", says("s", "CC0-1.0", speaker=speaker)))
    assert (found.value, found.branch, found.reported.value) == ("unverifiable", "unknown", "allowed")


def test_the_worst_report_is_shown():
    """Rule 4: of several reports the worst is shown."""
    reports = says("m", "CC0-1.0", speaker="host"), says("t", "CC-BY-NC-4.0", speaker="third_party")
    found = ruling(card("a", *reports))
    assert (found.reported.value, found.reported.statements) == ("not_allowed", ("t",))


def test_a_reply_alone_permits_nothing():
    """Rule 4b: a reply is capped at needs_permission, and a refusal in it stays."""
    yes = says("s", instrument="reply", says={"commercial_product": "allowed"})
    no = says("s", instrument="reply", says={"commercial_product": "not_allowed"})
    assert ruling(card("a", yes)).value == "needs_permission"
    assert ruling(card("a", no)).value == "not_allowed"


def test_a_third_partys_copy_alone_permits_nothing():
    """Rule 4b: the publisher's words in somebody else's hands are capped at unverifiable."""
    assert ruling(card("a", says("s", "CC0-1.0", read_from="third_party_copy"))).value == "unverifiable"


def test_a_silent_policy_does_not_keep_a_reading_from_counting():
    """Rule 4: the silence of a policy does not speak."""
    policy = says("s", instrument="policy", says={"teaching": "allowed"})
    assert ruling(card("a", policy, readings=(reading(),))).value == "undeclared"


@pytest.mark.parametrize(
    ("readings", "value"),
    [
        ((reading(),), "undeclared"),
        ((reading(read_from="third_party_copy"),), "unverifiable"),
        ((reading("unreadable"),), "unverifiable"),
        ((reading("licence_part_not_seen"),), "unverifiable"),
        ((reading(covers="paper"),), "unverifiable"),
        ((reading(), reading("unreadable", url="https://example.org/other")), "unverifiable"),
        ((reading("unreadable", read_on="2026-01-01"), reading(read_on="2026-02-01")), "undeclared"),
        ((reading(read_on="2026-01-01"), reading("unreadable", read_on="2026-02-01")), "unverifiable"),
    ],
)
def test_undeclared_only_where_every_place_was_read(readings, value):
    """Rule 4c: all places that give the data away state nothing in their newest reading, one of them read by us."""
    assert ruling(card("a", readings=readings)).value == value


def test_a_set_that_is_not_open_needs_its_access_page_read():
    """Rule 4c: behind a registration the access page must have been read too."""
    assert ruling(card("a", access="registration", readings=(reading(),))).value == "unverifiable"
    both = (reading(), reading(covers="access_page", url="https://example.org/login"))
    assert ruling(card("a", access="registration", readings=both)).value == "undeclared"


def test_silence_of_all_is_no_permission():
    """Rule 5: where all that decide are silent, a permission is needed."""
    found = ruling(card("a", says("s", "LicenseRef-Open-Word")))
    assert (found.value, found.notes) == ("needs_permission", ("silent",))


def test_silence_beside_others_lowers_nothing():
    """Rule 5: an unstated value joins nothing."""
    assert ruling(card("a", says("s", "LicenseRef-Open-Word"), says("t", "CC0-1.0"))).value == "allowed"


def test_two_licences_that_contradict_are_a_conflict():
    """Rule 5: within one instrument a permission beside a refusal is conflicting, both shown."""
    found = ruling(card("a", says("s", "CC-BY-4.0"), says("t", "CC-BY-NC-4.0")))
    assert found.value == "conflicting"
    assert {taken.statement for taken in found.taken} == {"s", "t"}


def test_across_instruments_the_stricter_holds():
    """Rule 5: an agreement beside a licence: the worse, and the flag."""
    one = card("a", says("s", "CC-BY-4.0"), says("t", "LicenseRef-Closed", instrument="agreement"))
    assert ruling(one).value == "not_allowed"
    assert "layers_differ" in flags(one)


def test_a_reply_restricts_and_never_permits_beside_formal_text():
    """Rule 6: a reply that refuses counts; one that permits is shown as a disagreement."""
    no = says("r", instrument="reply", says={"commercial_product": "not_allowed"})
    assert ruling(card("a", says("s", "CC0-1.0"), no)).value == "not_allowed"
    yes = says("r", instrument="reply", says={"commercial_product": "allowed"})
    one = card("a", says("s", "CC-BY-NC-4.0"), yes)
    assert ruling(one).value == "not_allowed"
    assert "reply_disagrees" in flags(one)


@pytest.mark.parametrize("kind", ["agreement", "credentialed", "application"])
def test_an_open_label_on_a_guarded_set_is_no_grant(kind):
    """Rule 7: without the agreement read, nothing better than unverifiable."""
    one = card("a", says("s", "CC0-1.0"), access=kind)
    assert ruling(one).value == "unverifiable"
    assert "agreement_unread" in flags(one)


@pytest.mark.parametrize(
    "agreement",
    [
        says("t", "LicenseRef-Unread", instrument="agreement"),
        says("t", "CC0-1.0", instrument="agreement", scope=("unstated",)),
        says("t", "CC0-1.0", instrument="agreement", speaker="third_party"),
        says("t", "CC0-1.0", instrument="agreement", read_from="third_party_copy"),
        says("t", "CC0-1.0", instrument="policy"),
    ],
)
def test_only_the_publishers_own_agreement_that_was_read_opens_the_guard(agreement):
    """Rule 7: an unread, uncovering or foreign agreement opens nothing."""
    assert ruling(card("a", says("s", "CC0-1.0"), agreement, access="agreement")).value == "unverifiable"


def test_a_read_agreement_opens_the_guard():
    """Rule 7: with the agreement read its value counts, with a condition."""
    agreement = says("t", "CC0-1.0", instrument="agreement")
    found = ruling(card("a", agreement, access="agreement"))
    assert found.value == "allowed_with_conditions"
    assert [row.origin for row in found.conditions] == ["access"]


@pytest.mark.parametrize("kind", ["application", "email"])
def test_where_somebody_must_say_yes_nothing_is_permitted(kind):
    """Rule 7: an application or an e-mail caps at needs_permission."""
    assert ruling(card("a", says("t", "CC0-1.0", instrument="agreement"), access=kind)).value == "needs_permission"


@pytest.mark.parametrize("kind", ["registration", "fee"])
def test_a_registration_is_a_condition(kind):
    """Rule 7: what the user can do alone is a condition."""
    assert ruling(card("a", says("s", "CC0-1.0"), access=kind)).value == "allowed_with_conditions"


def test_the_guard_looks_at_the_rows_of_the_part():
    """Rule 7: a guarded copy does not guard the open original."""
    rows = (Access(kind="open", parts=("x",)), Access(kind="agreement", parts=("y",)))
    one = card("a", says("s", "CC0-1.0"), access=rows, parts=(part("x"), part("y")))
    assert ruling(one, piece="x").value == "allowed"
    assert ruling(one, piece="y").value == "unverifiable"


@pytest.mark.parametrize(
    ("own", "upstream", "value", "flag"),
    [
        ("CC-BY-4.0", "CC0-1.0", "allowed_with_conditions", None),
        ("CC-BY-4.0", "CC-BY-NC-4.0", "conflicting", "upstream_restricted"),
        ("CC-BY-4.0", "LicenseRef-Open-Word", "conflicting", "upstream_restricted"),
        ("CC-BY-4.0", "LicenseRef-Unread", "unverifiable", "upstream_unclear"),
        ("CC-BY-4.0", None, "unverifiable", "upstream_unclear"),
        ("LicenseRef-Open-Word", "CC-BY-NC-4.0", "not_allowed", "upstream_restricted"),
        ("LicenseRef-Open-Word", "LicenseRef-Unread", "needs_permission", None),
        ("LicenseRef-Unread", "CC0-1.0", "unverifiable", None),
        ("LicenseRef-Unread", "LicenseRef-Open-Word", "unverifiable", None),
        ("LicenseRef-Unread", "LicenseRef-Closed", "not_allowed", "upstream_restricted"),
    ],
)
def test_an_edge_against_own(own, upstream, value, flag):
    """Rule 8: the table of own against edge."""
    above = card("up", *([says("s", upstream)] if upstream else []))
    one = card("a", says("s", own), relations=(edge("up"),))
    assert ruling(one, above).value == value
    raised = flags(one, above) & {"upstream_restricted", "upstream_unclear"}
    assert raised == ({flag} if flag else set())


@pytest.mark.parametrize(
    ("carries", "column", "value"),
    [
        ("records", "commercial_product", "conflicting"),
        ("derived_values", "commercial_product", "allowed_with_conditions"),
        ("derived_values", "redistribution/commercial", "conflicting"),
        ("derived_values", "derived_data_release/commercial", "conflicting"),
        ("derived_values", "redistribution/noncommercial", "allowed_with_conditions"),
        ("trained_on", "commercial_product", "conflicting"),
        ("trained_on", "teaching", "allowed_with_conditions"),
        ("identifiers", "commercial_product", "allowed_with_conditions"),
    ],
)
def test_what_an_edge_carries(carries, column, value):
    """Rule 8: records in the same column, derived values on release, models by model release, identifiers nowhere."""
    above = card("up", says("s", "CC-BY-NC-4.0"))
    one = card("a", says("s", "CC-BY-4.0"), relations=(edge("up", carries=carries),))
    assert ruling(one, above, column=column).value == value


@pytest.mark.parametrize("kind", ["same_as", "overlaps", "independent_of"])
def test_other_relations_carry_nothing(kind):
    """Rule 8: overlap is shown, and lowers nothing."""
    above = card("up", says("s", "CC-BY-NC-4.0"))
    one = card("a", says("s", "CC-BY-4.0"), relations=(edge("up", kind=kind, carries=None),))
    assert ruling(one, above).value == "allowed_with_conditions"


def test_externals():
    """Rule 8: an external without statements is unverifiable; with statements it is judged as one part."""
    own = says("s", "CC-BY-4.0")
    assert ruling(card("a", own, relations=(edge(external="somewhere"),))).value == "unverifiable"
    known = external("somewhere", says("u", "CC0-1.0"))
    assert ruling(card("a", own, relations=(edge(external=known),))).value == "allowed_with_conditions"
    named = external("somewhere", says("u", "CC-BY-NC-4.0"))
    assert ruling(card("a", own, relations=(edge(external=named),))).value == "conflicting"


def test_an_edge_without_part_holds_for_data_only():
    """Rule 8: outlines drawn by people are the annotators' own."""
    parts = (part("x"), part("y", layer="annotations"))
    one = card("a", says("s", "CC-BY-4.0", scope=("data", "annotations")), parts=parts, relations=(edge("up"),))
    above = card("up", says("s", "CC-BY-NC-4.0"))
    assert ruling(one, above, piece="x").value == "conflicting"
    assert ruling(one, above, piece="y").value == "allowed_with_conditions"


def test_an_edge_may_meet_one_part_of_the_upstream():
    """Rule 8: `upstream_part` keeps an edge to that part."""
    statements = says("s", "CC0-1.0", parts=("x",)), says("t", "CC-BY-NC-4.0", parts=("y",))
    above = card("up", *statements, parts=(part("x"), part("y")))
    one = card("a", says("s", "CC-BY-4.0"), relations=(edge("up", upstream_part="x"),))
    assert ruling(one, above).value == "allowed_with_conditions"


def test_edges_reach_through():
    """Rule 8: what is lowered stays lowered further down."""
    top = card("top", says("s", "CC-BY-NC-4.0"))
    middle = card("middle", says("s", "CC-BY-4.0"), relations=(edge("top"),))
    low = card("low", says("s", "CC0-1.0"), relations=(edge("middle"),))
    assert ruling(low, middle, top).value == "conflicting"


def test_conditions_of_statements_travel_and_those_of_access_do_not():
    """Rule 8: credit is owed down the line, a registration is not."""
    above = card("up", says("s", "CC-BY-4.0"), access="registration")
    found = ruling(card("a", says("s", "CC0-1.0"), relations=(edge("up"),)), above)
    assert found.value == "allowed_with_conditions"
    assert [row.origin for row in found.conditions] == ["up:s"]
    bare = card("up", says("s", "CC0-1.0"), access="registration")
    assert ruling(card("a", says("s", "CC0-1.0"), relations=(edge("up"),)), bare).value == "allowed"


def test_a_grant_of_the_same_publisher():
    """Rule 8: the same publisher may release under other terms; another one may not."""
    above = card("up", says("s", "CC-BY-NC-4.0"), publisher="Institute")
    granted = edge("up", upstream_grant="same_publisher")
    mine = card("a", says("s", "CC-BY-4.0"), relations=(granted,), publisher="Institute")
    assert ruling(mine, above).value == "allowed_with_conditions"
    theirs = card("a", says("s", "CC-BY-4.0"), relations=(granted,), publisher="Others")
    assert ruling(theirs, above).value == "conflicting"
    nobodys = card("a", says("s", "CC-BY-4.0"), relations=(granted,))
    assert ruling(nobodys, card("up", says("s", "CC-BY-NC-4.0"))).value == "conflicting"


def test_conditions_of_the_same_publisher_stay_behind():
    """Rule 8: what a publisher asks for the whole is not asked for what it released apart; what others ask is."""
    granted = edge("up", upstream_grant="same_publisher")
    mine = card("a", says("s", "CC0-1.0"), relations=(granted,), publisher="Institute")
    above = card("up", says("s", "CC-BY-4.0"), publisher="Institute")
    assert ruling(mine, above).value == "allowed"
    assert ruling(mine, above).conditions == ()
    far = card("far", says("s", "CC-BY-4.0"))
    above = card("up", says("s", "CC-BY-4.0"), relations=(edge("far"),), publisher="Institute")
    found = ruling(mine, above, far)
    assert found.value == "allowed_with_conditions"
    assert {condition.origin for condition in found.conditions} == {"far:s"}


def test_conditions_stay_where_the_source_is_referred_to():
    """Rule 8: a set that says "terms as at the source" has the duties of the source, its own publisher's too."""
    granted = edge("up", upstream_grant="same_publisher")
    mine = card("a", says("s", "as_upstream"), relations=(granted,), publisher="Institute")
    above = card("up", says("s", "CC-BY-4.0"), publisher="Institute")
    found = ruling(mine, above)
    assert found.value == "allowed_with_conditions"
    assert {condition.origin for condition in found.conditions} == {"up:s"}


def test_a_grant_on_the_upstreams_card():
    """Rule 8: a formal statement there `for` this set grants the columns that it permits, and no others."""
    granted = edge("up", upstream_grant="up:g")
    grant = says("g", for_=("a",), says={"commercial_product": "allowed"})
    one = card("a", says("s", "CC-BY-4.0"), relations=(granted,))
    above = card("up", says("s", "CC-BY-NC-4.0"), grant)
    assert ruling(one, above).value == "allowed_with_conditions"
    assert ruling(one, above, column="commercial_research").value == "conflicting"
    other = card("up", says("s", "CC-BY-NC-4.0"), says("g", for_=("b",), says={"commercial_product": "allowed"}))
    assert ruling(one, other).value == "conflicting"
    reply = says("g", for_=("a",), instrument="reply", says={"commercial_product": "allowed"})
    assert ruling(one, card("up", says("s", "CC-BY-NC-4.0"), reply)).value == "conflicting"


def test_as_upstream():
    """Rule 7: 'rights stay with the sources' has the value of the edge; without an edge it is unverifiable."""
    handed = says("s", "as_upstream")
    assert ruling(card("a", handed)).value == "unverifiable"
    free, closed = card("up", says("s", "CC0-1.0")), card("up", says("s", "CC-BY-NC-4.0"))
    one = card("a", handed, relations=(edge("up"),))
    assert ruling(one, free).value == "allowed"
    assert ruling(one, closed).value == "not_allowed"
    values = card("a", handed, relations=(edge("up", carries="derived_values"),))
    assert ruling(values, free).value == "unverifiable"


@pytest.mark.parametrize("setting", ["commercial", "noncommercial"])
def test_two_share_alike_families_clash(setting):
    """Rule 8: what is made from both cannot be released under either."""
    above = card("up", says("s", "CC-BY-NC-SA-4.0"))
    one = card("a", says("s", "CC-BY-SA-4.0"), relations=(edge("up"),))
    assert ruling(one, above, column=f"derived_data_release/{setting}").value == "conflicting"
    assert ruling(one, above, column=f"redistribution/{setting}").value == "conflicting"
    assert "share_alike_clash" in flags(one, above)


def test_one_share_alike_family_does_not_clash():
    """Rule 8: versions of one licence, a choice that avoids the clash, and a granted edge are no clash."""
    column = "derived_data_release/noncommercial"
    same = card("up", says("s", "CC-BY-SA-4.0"))
    one = card("a", says("s", "CC-BY-SA-4.0"), relations=(edge("up"),))
    assert ruling(one, same, column=column).value == "allowed_with_conditions"
    choice = card("a", says("s", "CC-BY-SA-4.0 OR CC0-1.0"), relations=(edge("up"),))
    assert ruling(choice, card("up", says("s", "CC-BY-NC-SA-4.0")), column=column).value == "allowed_with_conditions"
    trained = card("a", says("s", "CC-BY-SA-4.0"), relations=(edge("up", carries="trained_on"),))
    assert ruling(trained, card("up", says("s", "CC-BY-NC-SA-4.0")), column=column).value == "allowed_with_conditions"


def test_a_withdrawn_set_permits_nothing_and_does_not_taint():
    """Rule 9: capped at needs_permission; what was made from it keeps its value."""
    gone = card("up", says("s", "CC0-1.0"), state="withdrawn")
    assert ruling(gone).value == "needs_permission"
    assert ruling(card("a", says("s", "CC0-1.0"), relations=(edge("up"),)), gone).value == "allowed"


def test_the_whole_is_the_worst_current_original():
    """Rule 10: old releases, copies and weights are shown beside it."""
    parts = (
        part("new"),
        part("old", current="no"),
        part("copy", copy_of="new"),
        part("weights", layer="models"),
    )
    statements = (
        says("s", "CC0-1.0", parts=("new",)),
        says("t", "LicenseRef-Closed", parts=("old", "copy", "weights"), scope=("data", "models")),
    )
    judged = judge_all(card("a", *statements, parts=parts))["a"]
    assert judged.whole["commercial_product"] == "allowed"
    assert judged.licence_status == "commercial_ok"


def test_a_card_of_weights_is_judged_by_them():
    """Rule 10: where there is nothing but weights they are the whole."""
    one = card("a", says("s", "CC0-1.0", scope=("models",)), parts=(part("w", layer="models"),))
    assert judge_all(one)["a"].licence_status == "commercial_ok"


def test_old_releases_beside_weights_leave_the_whole_open():
    """Rule 10: a card whose data are all of an old release is no card of nothing but weights."""
    parts = (part("old", current="no"), part("w", layer="models"))
    one = card("a", says("s", "CC0-1.0", scope=("data", "models")), parts=parts)
    assert judge_all(one)["a"].whole["commercial_product"] == "unverifiable"


def test_mixed_needs_a_separable_part():
    """A part that permits makes a set mixed only if its items can be told apart."""
    statements = says("s", "CC0-1.0", parts=("x",)), says("t", "LicenseRef-Closed", parts=("y",))
    apart = card("a", *statements, parts=(part("x", separable="yes", how="folder x"), part("y")))
    assert judge_all(apart)["a"].licence_status == "mixed"
    assert judge_all(apart)["a"].ok_parts == ("x",)
    together = card("a", *statements, parts=(part("x"), part("y")))
    assert judge_all(together)["a"].licence_status == "restricted"
    assert "not_separable" in flags(together)


def test_items_divide_their_part():
    """A part whose items have their own licences is judged piece by piece."""
    known = items(("CC-BY-4.0", 6), ("CC-BY-NC-4.0", 3), ("none", 1), exhaustive="no")
    judged = judge_all(card("a", says("i", items=known)))["a"]
    values = {piece.id: piece.ruling("commercial_product").value for piece in judged.parts}
    assert values == {
        "all#CC-BY-4.0": "allowed_with_conditions",
        "all#CC-BY-NC-4.0": "not_allowed",
        "all#none": "undeclared",
        "all#rest": "unverifiable",
    }
    assert judged.licence_status == "mixed"
    assert judged.whole["commercial_product"] == "not_allowed"


def test_items_without_a_place_are_not_separable():
    """Nobody can pick the free items where no list says which they are."""
    known = items(("CC-BY-4.0", 6), ("CC-BY-NC-4.0", 3), where=None)
    assert judge_all(card("a", says("i", items=known)))["a"].licence_status == "restricted"


@pytest.mark.parametrize("speaker", ["host", "third_party"])
def test_items_of_somebody_else_divide_nothing(speaker):
    """Only a formal statement of the publisher divides a part."""
    known = items(("CC-BY-4.0", 6), ("CC-BY-NC-4.0", 3))
    judged = judge_all(card("a", says("i", items=known, speaker=speaker)))["a"]
    assert [piece.id for piece in judged.parts] == ["all"]
    assert judged.licence_status == "unverifiable"


def test_a_statement_on_the_divided_part_means_its_pieces():
    """What is said of the part is said of each of its pieces."""
    known = items(("CC-BY-4.0", 6), ("none", 3))
    restricting = says("t", "LicenseRef-Closed", instrument="agreement", parts=("x",))
    one = card("a", says("i", items=known, parts=("x",)), restricting, parts=(part("x", n=9),))
    assert ruling(one, piece="x#CC-BY-4.0").value == "not_allowed"
    assert ruling(one, piece="x#none").value == "not_allowed"


def test_repo_only():
    """A licence of unknown scope, and not a word on the data."""
    badge = says("b", "CC0-1.0", scope=("unstated",))
    assert judge_all(card("a", badge))["a"].repo_only is True
    assert (
        judge_all(card("a", badge, says("r", instrument="reply", says={"teaching": "allowed"})))["a"].repo_only is False
    )
    assert judge_all(card("a", badge, says("m", "CC0-1.0", speaker="host")))["a"].repo_only is True
    assert judge_all(card("a", says("m", "CC0-1.0", speaker="host", scope=("unstated",))))["a"].repo_only is False


def test_a_mirror_that_disagrees():
    """A copy that names another licence and permits more, or less, is flagged; one that agrees is not."""
    own = says("s", "CC-BY-NC-4.0")
    assert "mirror_disagrees" in flags(card("a", own, says("m", "CC0-1.0", speaker="host")))
    assert "mirror_disagrees" not in flags(card("a", own, says("m", "CC-BY-NC-4.0", speaker="host")))
    assert "mirror_disagrees" in flags(card("a", says("s", "CC0-1.0"), says("m", "CC-BY-NC-4.0", speaker="host")))
    assert "mirror_disagrees" not in flags(card("a", says("m", "CC0-1.0", speaker="host")))


def test_a_licence_that_changed():
    """A superseded statement that said otherwise is flagged, one that said the same is not."""
    old = says("old", "CC-BY-NC-4.0")
    assert "licence_changed" in flags(card("a", old, says("new", "CC-BY-4.0", supersedes=("old",))))
    assert "licence_changed" not in flags(card("a", old, says("new", "CC-BY-NC-4.0", supersedes=("old",))))


@pytest.mark.parametrize(
    ("copy_dated", "stale"),
    [("2025-05-30", False), ("2025-05-29", True), ("2026-11-30", False), ("unknown", True)],
)
def test_stale_evidence(copy_dated, stale):
    """A copy made more than 18 months before the catalogue's day, or nobody knows when, is stale."""
    found = flags(card("a", says("s", "CC0-1.0", copy_dated=copy_dated)))
    assert ("evidence_stale" in found) is stale


def test_what_does_not_permit_says_what_would_settle_it():
    """Each value that does not permit names a question and the publisher's page."""
    page = "https://example.org/contact"
    for one in (
        card("a", contact=page),
        card("a", says("s", "CC-BY-NC-4.0"), contact=page),
        card("a", readings=(reading(),), contact=page),
        card("a", says("s", "CC-BY-4.0"), relations=(edge(external="elsewhere"),), contact=page),
    ):
        asked = ruling(one).ask
        assert asked.what
        assert asked.where == page
    assert ruling(card("a", says("s", "CC0-1.0"))).ask is None


@pytest.mark.parametrize("term", sorted({*TERM_VALUES, *TERM_CONDITIONS}))
def test_no_term_raises_a_value(term):
    """A term never makes any column better than it was."""
    for column in COLUMNS:
        bare = ruling(card("a", says("s", "CC-BY-4.0")), column=column)
        limited = ruling(card("a", says("s", "CC-BY-4.0", terms=(term,))), column=column)
        assert limited.value == bare.value or limited.value in ("needs_permission", "not_allowed")


def test_the_tables_of_terms_are_sound():
    """Every value of a term is a legal one in a legal column, and noncommercial reaches just the commercial columns."""
    for values in TERM_VALUES.values():
        assert set(values) <= set(COLUMNS)
        assert set(values.values()) <= set(TABLE_VALUES) - {"unstated", "allowed", "allowed_with_conditions"}
    assert set(TERM_VALUES["noncommercial"]) == {column for column in COLUMNS if is_commercial(column)}
    assert len(TERM_VALUES["noncommercial"]) == 7
