"""Where a licence may be named: by one text alone that holds, no column worse, and nothing asked beside it."""

import pytest
from msgspec.structs import replace

from mdexa.exports import opensearch, schema_org, stated
from mdexa.exports.tables import rows_of
from mdexa.purposes import permits, rank
from mdexa.verdict import Condition, Taken


@pytest.fixture
def dune(miniature):
    """A set in the public domain by the word of its publisher: table, card, verdicts."""
    holdings = miniature.holdings
    doc = holdings.datasets.doc("dune-xray")
    return holdings.licences, holdings.card(doc), holdings.judged(doc)


def changed(part, **fields):
    """The part with every ruling changed."""
    return replace(part, rulings=tuple(replace(ruling, **fields) for ruling in part.rulings))


def test_a_verdict_that_is_worse_than_the_table_keeps_the_licence_out(dune):
    """Permitted under conditions, where the licence permits without any: in one column alone that is enough."""
    table, card, judged = dune
    part = judged.parts[0]
    assert stated.of_part(table, card, part).licences
    first, *rest = part.rulings
    lowered = replace(part, rulings=(replace(first, value="allowed_with_conditions"), *rest))
    given = stated.of_part(table, card, lowered)
    assert not given.licences
    assert "more is asked of the user" in given.why_none
    assert [row.key for row in given.says_more] == ["CC0-1.0"]
    refused = stated.of_part(table, card, replace(part, rulings=(replace(first, value="not_allowed"), *rest)))
    assert "not all that it permits" in refused.why_none


@pytest.mark.parametrize("origin", ["access", "other-statement", "fjord-notes:licence"])
def test_a_condition_from_elsewhere_keeps_the_licence_out(dune, origin):
    """Where the value is as good, but a route, a second text or an upstream asks, the licence says too much."""
    table, card, judged = dune
    asked = (Condition(what="Do not try to identify a person.", origin=origin),)
    statements = (*card.statements, replace(card.statements[0], id="other-statement", licence=None))
    given = stated.of_part(table, replace(card, statements=statements), changed(judged.parts[0], conditions=asked))
    assert not given.licences
    assert "more is asked of the user" in given.why_none


def test_what_the_licence_itself_asks_keeps_nothing_out(miniature):
    """Its own conditions are those that a reader of the licence finds: from its statement they do no harm."""
    holdings = miniature.holdings
    seen = 0
    for doc in range(len(miniature)):
        card = holdings.card(doc)
        for part in holdings.judged(doc).parts:
            if stated.of_part(holdings.licences, card, part).licences:
                seen += any(ruling.conditions for ruling in part.rulings)
    assert seen


def test_inherited_conditions_keep_it_out_in_the_same_words(miniature):
    """Credit that is owed to somebody else is not asked by the licence here, whatever its words."""
    holdings = miniature.holdings
    for doc in range(len(miniature)):
        card = holdings.card(doc)
        for part in holdings.judged(doc).parts:
            own = [condition for ruling in part.rulings for condition in ruling.conditions]
            if own and stated.of_part(holdings.licences, card, part).licences:
                inherited = tuple(replace(row, origin=f"fjord-notes:{row.origin}") for row in own)
                assert not stated.of_part(holdings.licences, card, changed(part, conditions=inherited)).licences
                return
    pytest.fail("no part with a licence that asks anything")


def test_several_licences_that_hold_together_are_no_choice(dune):
    """A second text of the publisher that decides takes both away; one that says nothing in the columns does not."""
    table, card, judged = dune
    key = next(row.key for row in table.values() if row.key != "CC0-1.0" and row.kind == "licence")
    # A second licence that is as generous, so that nothing but their number speaks against them.
    table = {**table, key: replace(table["CC0-1.0"], key=key, name="Second")}
    statements = (*card.statements, replace(card.statements[0], id="second", licence=key))
    card = replace(card, statements=statements)

    def under(value, licence=key):
        part = judged.parts[0]
        rulings = tuple(
            replace(row, taken=(*row.taken, Taken(statement="second", value=value, licence=licence)))
            for row in part.rulings
        )
        return stated.of_part(table, card, replace(part, rulings=rulings))

    both = under("allowed")
    assert not both.licences
    assert "together" in both.why_none
    assert not under("allowed", licence="CC0-1.0 AND MIT").licences
    assert [row.key for row in under("unstated").licences] == ["CC0-1.0"]
    assert [row.key for row in under("allowed", licence="CC0-1.0").licences] == ["CC0-1.0"]


def test_no_licence_of_the_real_catalogue_hides_a_condition(catalogue):
    """One licence at most, no column worse than its table, nothing inherited: in each part and whole that names one."""
    holdings, seen = catalogue.holdings, 0
    for doc in range(len(catalogue)):
        card, judged = holdings.card(doc), holdings.judged(doc)
        for part in judged.parts:
            for licence in (given := stated.of_part(holdings.licences, card, part).licences):
                seen += 1
                assert len(given) == 1
                for ruling in part.rulings:
                    assert not [row for row in ruling.conditions if ":" in row.origin], (card.id, part.id)
                    for column in ruling.columns:
                        own = licence.columns[column].value
                        assert own == "unstated" or rank(ruling.value) <= rank(own), (card.id, part.id)
        for licence in stated.of_whole(holdings.licences, card, judged).licences:
            assert all(permits(judged.whole[name]) for name, row in licence.columns.items() if permits(row.value))
    assert seen > 20


def test_a_whole_that_is_worse_than_its_parts_names_no_licence(dune):
    """The licence of all parts is not that of a whole which is judged worse."""
    table, card, judged = dune
    assert stated.of_whole(table, card, judged).licences
    whole = {**judged.whole, "teaching": "needs_permission"}
    assert not stated.of_whole(table, card, replace(judged, whole=whole)).licences


def test_old_weights_do_not_count(dune):
    """Where all parts are weights the whole is judged by the current ones; an old one changes nothing."""
    table, card, judged = dune
    weights = replace(judged.parts[0], layer="models", counts=False)
    old = changed(replace(weights, id="old", current=False), value="undeclared")
    both = replace(judged, parts=(weights, old))
    assert stated.counting_parts(both) == (weights,)
    assert stated.of_whole(table, card, both).licences
    assert stated.counting_parts(replace(judged, parts=(old,))) == ()
    assert stated.of_whole(table, card, replace(judged, parts=(old,))).why_none == "no part of it is current"


def test_conditions_stand_in_words_beside_the_verdict(catalogue):
    """What is asked of the user stands in usageInfo, of parts and wholes, with the dataset that it is owed to."""
    holdings, inherited = catalogue.holdings, 0
    for doc in range(len(catalogue)):
        judged = holdings.judged(doc)
        counting = stated.counting_parts(judged)
        text = schema_org.describe(holdings, doc)["usageInfo"][-1]["text"]
        assert ("Asked of the user" in text) == bool(stated.asked_of_user(counting))
        for condition in stated.asked_of_user(counting):
            assert condition.what in text
            upstream, found, _ = condition.origin.partition(":")
            if found:
                inherited += 1
                assert f"{condition.what} (inherited from {upstream})" in text
    assert inherited > 50


def test_conditions_of_what_is_not_permitted_are_none(dune):
    """Nothing is asked where nothing is permitted."""
    _, _, judged = dune
    asked = (Condition(what="Ask.", origin="licence"),)
    part = changed(judged.parts[0], conditions=asked)
    assert stated.asked_of_user([part]) == asked
    assert stated.asked_of_user([changed(part, value="not_allowed")]) == ()


def test_labels_of_others_stand_in_columns_of_their_own(catalogue):
    """`licence`, its name, address and items are filled for the publisher's statements only, elsewhere and here."""
    holdings, seen = catalogue.holdings, {True: 0, False: 0}
    fields = ("licence", "licence_name", "licence_url", "items")
    for doc in range(len(catalogue)):
        said = {row.id: row for row in holdings.card(doc).statements}
        for row in rows_of(holdings, "statements", [doc]):
            own = row["source_speaker"] == "publisher"
            empty = [row[f"reported_{field}" if own else field] for field in fields]
            assert not any(empty), (row["dataset"], row["statement"])
            assert row["licence" if own else "reported_licence"] == said[row["statement"]].licence
            seen[own] += bool(said[row["statement"]].licence)
        for row in opensearch.described(holdings, doc).get("statements", ()):
            own = row["speaker"] == "publisher"
            assert row.get("licence" if own else "reported_licence") == said[row["id"]].licence
            assert ("reported_licence" if own else "licence") not in row
    assert min(seen.values()) > 50
