"""Two releases of a catalogue: what changed, by meaning, and because of what."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from mdexa.card import Availability, Relation
from mdexa.catalogue import open_catalogue
from mdexa.changes import compare
from mdexa.cli import main
from mdexa.compiler import judged
from mdexa.compiler.freezing import freeze
from mdexa.results import Reason


@pytest.fixture
def release(miniature_survey, tmp_path):
    """A release of the invented catalogue in which some cards and licences are other ones; None takes a card out."""

    def make(name="new", licences=None, **cards):
        kept = dict(miniature_survey.cards)
        for card_id, change in cards.items():
            dataset = card_id.replace("_", "-")
            card = kept.pop(dataset)
            if change is not None:
                changed = change(card)
                kept[changed.id] = changed
        survey = replace(miniature_survey, cards=kept, licences=licences or miniature_survey.licences)
        target = tmp_path / f"{name}.mdexa"
        freeze(survey, judged(survey), target)
        return open_catalogue(target).holdings

    return make


def statement(card, statement_id="licence", **fields):
    """A statement like the card's first one, under another id."""
    return replace(card.statements[0], id=statement_id, **fields)


def test_a_catalogue_equals_itself(miniature):
    """Nothing changed between a catalogue and itself, and the answer says so."""
    changes = compare(miniature.holdings, miniature.holdings)
    assert changes.same
    assert changes.sentence == "Nothing that bears on finding or using a dataset changed."
    assert changes.old == changes.new == miniature.stamp
    assert changes.old_digest == miniature.digest


def test_cards_come_and_go(miniature, release):
    """A card that is gone is told with the status that users saw; one that came with the status that they see now."""
    new = release(quartz_eeg=None)
    gone = compare(miniature.holdings, new)
    assert [(card.dataset, card.kind, card.now) for card in gone.cards] == [("quartz-eeg", "removed", None)]
    assert gone.cards[0].was == miniature.card("quartz-eeg").cards[0].licence_status
    came = compare(new, miniature.holdings)
    assert [(card.dataset, card.kind, card.was) for card in came.cards] == [("quartz-eeg", "added", None)]
    assert not gone.verdicts


def test_a_card_that_answers_to_its_old_name_was_renamed(miniature, release):
    """A new id that is found under the old one is the same dataset: its verdicts are compared, not lost and found."""
    new = release(grove_ehr_demo=lambda card: replace(card, id="grove-demo", aliases=("grove-ehr-demo",)))
    changes = compare(miniature.holdings, new)
    assert [(card.kind, card.was, card.now) for card in changes.cards] == [("renamed", "grove-ehr-demo", "grove-demo")]
    assert not changes.verdicts


def test_a_removed_card_is_not_taken_for_another(miniature, release):
    """A new card that does not answer to the old name is a new card."""
    new = release(quartz_eeg=lambda card: replace(card, id="quartz-two", name="Quartz Two", aliases=()))
    kinds = {card.dataset: card.kind for card in compare(miniature.holdings, new).cards}
    assert kinds == {"quartz-eeg": "removed", "quartz-two": "added"}


def test_a_statement_that_replaces_another_is_the_reason(miniature, release):
    """A later statement that forbids: the verdicts are stricter, and both statements are named."""

    def closed(card):
        later = statement(card, "closed", licence=None, terms=("noncommercial",), supersedes=("demo-licence",))
        return replace(card, statements=(*card.statements, replace(later, text_read="yes")))

    changes = compare(miniature.holdings, release(grove_ehr_demo=closed))
    whole = next(row for row in changes.verdicts if row.part is None and "commercial_product" in row.columns)
    assert (whole.was, whole.now, whole.direction) == ("allowed_with_conditions", "not_allowed", "worse")
    assert set(whole.because) == {
        Reason(why="statement_added", what="closed"),
        Reason(why="superseded", what="demo-licence"),
    }
    kinds = {(row.statement, row.kind, row.by) for row in changes.statements}
    assert kinds == {("closed", "added", None), ("demo-licence", "superseded", "closed")}
    assert "1 with a stricter verdict" in changes.sentence


def test_a_statement_that_is_read_otherwise_is_the_reason(miniature, release):
    """Another licence on the same statement: milder or stricter, because the statement changed."""

    def other(card):
        return replace(card, statements=(replace(card.statements[0], licence="CC-BY-NC-4.0"), *card.statements[1:]))

    changes = compare(miniature.holdings, release(grove_ehr_demo=other))
    worse = [row for row in changes.verdicts if "commercial_product" in row.columns]
    assert worse
    assert all(row.because == (Reason(why="statement_changed", what="demo-licence"),) for row in worse)
    assert [(row.kind, row.fields) for row in changes.statements] == [("changed", ("licence",))]
    assert [(row.was, row.now) for row in changes.statuses] == [("commercial_ok", "restricted")]


def test_a_statement_that_is_gone_is_the_reason(miniature, release):
    """Without its statement the set is unverifiable, because the statement was removed."""
    changes = compare(miniature.holdings, release(grove_ehr_demo=lambda card: replace(card, statements=())))
    assert {reason for row in changes.verdicts for reason in row.because} == {
        Reason(why="statement_removed", what="demo-licence")
    }
    assert {row.now for row in changes.verdicts} == {"unverifiable"}


def test_the_licence_table_is_the_reason(miniature, miniature_survey, release):
    """A column of a licence that is read more strictly changes every set that rests on it, and is the reason."""
    table = dict(miniature_survey.licences)
    entry = table["CC-BY-4.0"]
    ruling = replace(entry.columns["commercial_product"], value="not_allowed")
    table["CC-BY-4.0"] = replace(entry, columns={**entry.columns, "commercial_product": ruling})
    changes = compare(miniature.holdings, release(licences=table))
    assert [(row.key, row.columns) for row in changes.licences] == [
        ("CC-BY-4.0", {"commercial_product": ("allowed_with_conditions", "not_allowed")})
    ]
    demo = [row for row in changes.verdicts if row.dataset == "grove-ehr-demo"]
    assert {row.columns for row in demo} == {("commercial_product",)}
    assert {row.because for row in demo} == {(Reason(why="licence_changed", what="CC-BY-4.0"),)}
    assert not changes.statements


def test_an_upstream_is_the_reason(miniature, release):
    """A new edge to a set of unknown terms lowers the whole, because the upstream changed."""

    def mixed(card):
        edge = msgspec.convert(
            {
                "kind": "derived_from",
                "external": {"name": "Old Drug List"},
                "carries": "records",
                "source": msgspec.to_builtins(card.statements[0].source),
            },
            Relation,
        )
        return replace(card, relations=(*card.relations, edge))

    changes = compare(miniature.holdings, release(grove_ehr_demo=mixed))
    rows = [row for row in changes.verdicts if row.dataset == "grove-ehr-demo"]
    assert rows
    assert all(row.because == (Reason(why="upstream_changed", what="Old Drug List"),) for row in rows)
    assert any(flag.kind == "raised" for flag in changes.flags)


def test_withdrawal_is_told_twice(miniature, release):
    """A withdrawn set: the card says so, and its verdicts are stricter because it is not available."""

    def withdrawn(card):
        state = Availability(state="withdrawn", since="2026-10-01", source=card.statements[0].source)
        return replace(card, availability=state)

    changes = compare(miniature.holdings, release(grove_ehr_demo=withdrawn))
    assert [(card.kind, card.was, card.now) for card in changes.cards] == [("withdrawn", "available", "withdrawn")]
    assert {reason.why for row in changes.verdicts for reason in row.because} == {"availability_changed"}


def test_access_is_the_reason(miniature, release):
    """Data that went behind an application whose terms nobody has read are unverifiable, because access changed."""

    def guarded(card):
        return replace(card, access=(replace(card.access[0], kind="application"),))

    changes = compare(miniature.holdings, release(grove_ehr_demo=guarded))
    assert {reason.why for row in changes.verdicts for reason in row.because} == {"access_changed"}
    assert {row.now for row in changes.verdicts} == {"unverifiable"}


def test_own_handling_is_told_and_changes_no_verdict(miniature, release):
    """Our own decision is a change of the card, and of nothing else."""
    changes = compare(miniature.holdings, release(grove_ehr_demo=lambda card: replace(card, handling="under_review")))
    assert [(card.kind, card.was, card.now) for card in changes.cards] == [("handling", "link_only", "under_review")]
    assert not changes.verdicts


def test_names_are_a_change(miniature, release, capsys):
    """A name that leads to a dataset decides what is judged: one that comes or goes is told, and can fail a gate."""
    new = release(grove_ehr_demo=lambda card: replace(card, aliases=(*card.aliases, "GroveLite")))
    changes = compare(miniature.holdings, new)
    assert [(card.kind, card.was, card.now) for card in changes.cards] == [("name_added", None, "GroveLite")]
    assert changes.sentence == "Datasets: 1 with other names."
    back = compare(new, miniature.holdings)
    assert [(card.kind, card.was, card.now) for card in back.cards] == [("name_removed", "GroveLite", None)]
    assert run_diff(capsys, miniature.path, new.path, "--fail-on", "names")[0] == 1
    assert run_diff(capsys, miniature.path, new.path, "--fail-on", "availability,statuses")[0] == 0


def test_the_sentence_names_what_is_gone(miniature, release):
    """Withdrawal and another licence status are in the sentence, not only in the tables."""

    def withdrawn(card):
        state = Availability(state="withdrawn", since="2026-10-01", source=card.statements[0].source)
        return replace(card, availability=state)

    sentence = compare(miniature.holdings, release(grove_ehr_demo=withdrawn)).sentence
    assert "1 withdrawn" in sentence
    assert "1 with another licence status" in sentence
    assert "1 with a stricter verdict" in sentence


def test_another_route_is_a_change_though_no_value_is(miniature, release, capsys):
    """Open data that ask for an account now: told as access and as a condition, and a gate can mind it."""
    new = release(grove_ehr_demo=lambda card: replace(card, access=(replace(card.access[0], kind="registration"),)))
    changes = compare(miniature.holdings, new)
    assert [(card.kind, card.was, card.now) for card in changes.cards] == [("access", "open", "registration")]
    assert not changes.verdicts
    assert any(row.dataset == "grove-ehr-demo" and row.added and not row.gone for row in changes.conditions)
    assert "1 reached otherwise" in changes.sentence
    assert run_diff(capsys, miniature.path, new.path)[0] == 1
    assert run_diff(capsys, miniature.path, new.path, "--fail-on", "access")[0] == 1
    assert run_diff(capsys, miniature.path, new.path, "--fail-on", "conditions")[0] == 1


def test_a_part_that_cannot_be_told_apart_any_more_is_worse(miniature, release, capsys):
    """A usable part that is lost is a stricter release, though every value stays; the reverse is a milder one."""

    def joined(card):
        return replace(card, parts=tuple(replace(part, separable="no", how=None) for part in card.parts))

    new = release(aurora_ct=joined)
    changes = compare(miniature.holdings, new)
    kinds = {card.kind for card in changes.cards}
    assert {"part_changed", "usable_parts"} <= kinds
    assert [(row.was, row.now) for row in changes.statuses if row.dataset == "aurora-ct"] == [("mixed", "restricted")]
    assert changes.has("worse")
    assert not changes.has("better")
    assert compare(new, miniature.holdings).has("better")
    assert run_diff(capsys, miniature.path, new.path, "--fail-on", "worse")[0] == 1
    assert run_diff(capsys, new.path, miniature.path, "--fail-on", "worse")[0] == 0


def test_a_condition_more_is_told(miniature, release):
    """A new duty of a statement that decides: the value stays, and the duty is told with its columns."""

    def stricter(card):
        first = replace(card.statements[0], conditions=("Show the notice.",))
        return replace(card, statements=(first, *card.statements[1:]))

    changes = compare(miniature.holdings, release(grove_ehr_demo=stricter))
    told = [row for row in changes.conditions if row.dataset == "grove-ehr-demo"]
    assert {row.added for row in told} == {("Show the notice.",)}
    assert all(row.gone == () for row in told)
    assert not changes.verdicts


def test_relations_are_compared(miniature, release):
    """An edge that is gone is told, whether or not it lowered anything."""
    changes = compare(miniature.holdings, release(grove_ehr_demo=lambda card: replace(card, relations=())))
    gone = [card.was for card in changes.cards if card.kind == "relation_removed"]
    assert gone == ["subset_of grove-ehr, carries records, granted by same_publisher"]


def test_words_of_the_card_are_no_change(miniature, release):
    """A summary in other words, or a new reading date, is no change of meaning."""
    changes = compare(miniature.holdings, release(grove_ehr_demo=lambda card: replace(card, summary="Other words.")))
    assert changes.same


def test_only_the_named_datasets_are_compared(miniature, release):
    """With names the others are left out; a name of before finds the card of today."""
    new = release(
        grove_ehr_demo=lambda card: replace(card, handling="under_review"),
        quartz_eeg=lambda card: replace(card, handling="under_review"),
    )
    changes = compare(miniature.holdings, new, ["Grove EHR Demo"])
    assert [card.dataset for card in changes.cards] == ["grove-ehr-demo"]


def run_diff(capsys, *arguments):
    """The exit code and what was printed."""
    code = main(["diff", *map(str, arguments)])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_command_says_what_changed(miniature, release, capsys):
    """On a terminal: both catalogues, then verdicts with their reasons; exit code 1 since something changed."""
    new = release(grove_ehr_demo=lambda card: replace(card, statements=()))
    code, out, _ = run_diff(capsys, miniature.path, new.path)
    assert code == 1
    assert "Stricter verdicts" in out
    assert "because: statement removed demo-licence" in out
    assert run_diff(capsys, miniature.path, miniature.path)[0] == 0


def test_command_gates_by_kind(miniature, release, capsys):
    """--fail-on names what a gate minds; a milder verdict does not fail a gate on stricter ones."""
    new = release(grove_ehr_demo=lambda card: replace(card, statements=()))
    assert run_diff(capsys, miniature.path, new.path, "--fail-on", "worse")[0] == 1
    assert run_diff(capsys, new.path, miniature.path, "--fail-on", "worse")[0] == 0
    assert run_diff(capsys, new.path, miniature.path, "--fail-on", "better,added")[0] == 1
    assert run_diff(capsys, new.path, miniature.path, "--fail-on", "worse,better")[0] == 1
    for wrong in ("worst", "any,", ""):
        code, _, err = run_diff(capsys, miniature.path, new.path, "--fail-on", wrong)
        assert code == 2
        assert "worse" in err


def test_command_gives_json_and_a_page(miniature, release, capsys, tmp_path):
    """JSON is the result itself; the page stands by itself and shows the same verdicts."""
    new = release(grove_ehr_demo=lambda card: replace(card, statements=()))
    page = tmp_path / "changes.html"
    code, out, _ = run_diff(capsys, miniature.path, new.path, "--json", "--html", page)
    assert code == 1
    plain = json.loads(out)
    assert plain == compare(miniature.holdings, new).to_dict()
    text = page.read_text("utf-8")
    assert "demo-licence" in text
    assert '<span class="value unverifiable">unverifiable</span>' in text
    assert "src=" not in text
    assert "<link" not in text


def test_command_refuses_what_is_no_index(miniature, capsys, tmp_path):
    """A file that is no index, a missing one and an unwritable page are told in one line; nothing is written."""
    other = tmp_path / "other.txt"
    other.write_text("no index")
    assert run_diff(capsys, other, miniature.path)[0] == 2
    assert run_diff(capsys, miniature.path, tmp_path / "gone.mdexa")[0] == 2
    code, _, err = run_diff(capsys, miniature.path, miniature.path, "--html", tmp_path / "no" / "page.html")
    assert code == 2
    assert "make it first" in err
    code, _, err = run_diff(capsys, miniature.path, miniature.path, "--dataset", "grove-ehr-demos")
    assert code == 1
    assert "grove-ehr-demo" in err


def test_page_escapes_text_of_cards(hostile_index, miniature):
    """Names and ids of cards are text on the page, whatever they hold."""
    from mdexa.changes.page import page

    hostile = open_catalogue(hostile_index).holdings
    text = page(compare(miniature.holdings, hostile))
    assert "<script" not in text
    assert 'href="javascript:' not in text.lower()


def test_changes_show_in_a_notebook(miniature, release):
    """The result is a table of verdicts in a notebook, and flat records elsewhere."""
    changes = compare(miniature.holdings, release(grove_ehr_demo=lambda card: replace(card, statements=())))
    records = changes.to_records()
    assert {record["dataset"] for record in records} == {"grove-ehr-demo"}
    assert records[0].keys() >= {"dataset", "part", "columns", "was", "now", "because"}
    assert "<table" in changes._repr_html_()
