"""card and access: what the cards say, by sections, and the publisher's route."""

import pytest

from mdexa.params import CardParams
from mdexa.purposes import COLUMNS

#: section -> the fields of a view that it fills, for a card that has something in each
FIELDS = {
    "summary": {
        "aliases",
        "summary",
        "homepage",
        "publisher",
        "contact",
        "released",
        "version",
        "doi",
        "reviewed",
        "tags",
    },
    "facts": {"facts"},
    "counts": {"counts"},
    "parts": {"parts"},
    "access": {"access"},
    "availability": {"availability"},
    "history": {"history"},
    "relations": {"relations"},
    "problems": {"problems"},
    "verdict": {"verdict", "flags"},
    "statements": {"statements"},
}
ALWAYS = {"id", "name", "licence_status", "repo_only", "handling"}


def view(catalogue, dataset, *sections):
    """One card, with some of its sections."""
    return catalogue.card(dataset, **({"sections": sections} if sections else {})).cards[0]


def test_every_section_is_known():
    """The sections that may be asked for are those that are tested."""
    section = CardParams.__annotations__["sections"].__args__[0]
    assert set(FIELDS) == set(section.__args__)


@pytest.mark.parametrize("section", FIELDS)
def test_a_section_fills_its_fields_and_no_others(miniature, section):
    """A section that was not asked for is absent."""
    for card_id in ("aurora-ct", "raven-text"):
        assert set(view(miniature, card_id, section).to_dict()) == ALWAYS | FIELDS[section]


def test_the_usual_sections_are_few(miniature):
    """Without sections: summary, access and availability."""
    expected = ALWAYS | FIELDS["summary"] | FIELDS["access"] | FIELDS["availability"]
    assert set(view(miniature, "aurora-ct").to_dict()) == expected


def test_a_card_is_given_as_written(miniature, miniature_survey):
    """Facts, counts, access, history and problems are those of the card."""
    card = miniature_survey.cards["raven-text"]
    shown = view(miniature, "raven-text", *FIELDS)
    for field in ("facts", "counts", "access", "availability", "history", "problems", "summary", "doi", "version"):
        assert getattr(shown, field) == getattr(card, field)


def test_parts_carry_their_verdicts(miniature):
    """Each part, and each piece of a divided part, has a value in all 14 columns."""
    parts = {part.id: part for part in view(miniature, "bramble-figures", "parts").parts}
    assert set(parts) == {"figures#CC-BY-4.0", "figures#CC-BY-NC-4.0", "figures#none", "captions"}
    assert all(list(part.verdicts) == list(COLUMNS) for part in parts.values())
    assert (parts["figures#CC-BY-4.0"].n, parts["figures#CC-BY-4.0"].unit) == (60, "figures")
    assert parts["figures#none"].verdicts["teaching"] == "undeclared"


def test_the_verdict_section_is_that_of_check(miniature):
    """The verdicts on the whole are those that a check gives, with the publisher's own where it differs."""
    for row in miniature.search(limit=50).rows:
        assert view(miniature, row.id, "verdict").verdict == miniature.check(row.id).results[0].whole


def test_relations_are_seen_from_both_ends(miniature):
    """A card names what it is made from, and what is made from it."""
    made = view(miniature, "meadow-weights", "relations").relations[0]
    assert (made.other, made.direction, made.carries, made.upstream_part) == ("aurora-ct", "up", "trained_on", "images")
    source = view(miniature, "aurora-ct", "relations").relations[0]
    assert (source.other, source.direction) == ("meadow-weights", "down")
    both = view(miniature, "lagoon-qa", "relations").relations[0]
    assert (both.kind, both.other, both.direction) == ("overlaps", "nimbus-graph", "both")
    assert view(miniature, "nimbus-graph", "relations").relations[0].external


def test_pairs_say_what_is_known_and_what_is_not(miniature):
    """With several names each pair is told, `unknown` included; the direction is that of the making."""
    result = miniature.card("dune-xray", "cobalt-slides", "aurora-ct", sections=["relations"])
    assert [(pair.a, pair.relation, pair.b) for pair in result.pairs] == [
        ("cobalt-slides", "subset_of", "dune-xray"),
        ("dune-xray", "unknown", "aurora-ct"),
        ("cobalt-slides", "unknown", "aurora-ct"),
    ]
    assert miniature.card("dune-xray", "cobalt-slides").pairs == ()
    assert miniature.card("dune-xray", sections=["relations"]).pairs == ()


def test_no_statement_is_shown_by_card(miniature):
    """A card tells how many statements there are and points to the evidence and the check."""
    result = miniature.card("aurora-ct", sections=["statements"])
    assert result.cards[0].statements == 2
    assert "evidence" in result.note
    assert "check" in result.note


def test_unknown_names_are_unresolved(miniature):
    """A name that belongs to nobody gives no card."""
    result = miniature.card("quartz", "aurora-ct")
    assert [card.id for card in result.cards] == ["aurora-ct"]
    assert [row.name for row in result.unresolved] == ["quartz"]


def test_access_gives_the_steps_in_order(miniature):
    """The publisher's route with its steps, who decides, what was reported, and where to ask."""
    row = miniature.access("Grove EHR").datasets[0]
    (route,) = row.routes
    assert route.kind == "credentialed"
    assert route.steps == ("Make an account.", "Prove who you are.", "Sign the agreement.")
    assert route.decided_by == "Data office of Grove"
    assert route.reports[0].date == "2025-06-01"
    assert (row.contact, row.availability.state) == ("https://grove.example.org/office", "available")


def test_access_to_what_is_gone_names_the_successor(miniature):
    """No route, why, and what takes its place."""
    row = miniature.access("harbour-ecg").datasets[0]
    assert [route.kind for route in row.routes] == ["none"]
    assert (row.availability.state, row.availability.successor) == ("withdrawn", "harbour-ecg-2")


def test_access_never_offers_files(miniature):
    """The note says that the publisher hands out the data, and that no command is to be made up."""
    assert "must not be written from memory" in miniature.access("dune-xray").note
