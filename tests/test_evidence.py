"""evidence: every statement, what became of it on each part, and where nothing was found."""

import pytest

from mdexa.errors import BadQuery
from mdexa.purposes import COLUMNS


def evidence(catalogue, dataset, **request):
    """The evidence on one dataset."""
    return catalogue.evidence(dataset, **request).datasets[0]


def statement(row, statement_id):
    """One of its statements."""
    return next(view for view in row.statements if view.id == statement_id)


def test_every_statement_is_there(miniature, miniature_survey):
    """All statements of a card are given, those that decide first."""
    for card_id, card in miniature_survey.cards.items():
        views = evidence(miniature, card_id).statements
        assert {view.id for view in views} == {row.id for row in card.statements}
        deciding = [view.deciding for view in views]
        assert deciding == sorted(deciding, reverse=True)


def test_a_deciding_statement_says_what_it_decides(miniature):
    """Part by part, each value with its columns."""
    view = statement(evidence(miniature, "aurora-ct", purposes=["commercial_product", "teaching"]), "images-licence")
    assert view.decides == {
        "images": {"allowed_with_conditions": ("teaching",), "not_allowed": ("commercial_product",)}
    }
    assert (view.licence, view.licence_name) == ("CC-BY-NC-4.0", "Attribution without commerce")
    assert view.untrusted_third_party_text == "CC BY-NC 4.0"


@pytest.mark.parametrize(
    ("dataset", "statement_id", "reason"),
    [
        ("aurora-ct", "images-licence", "other_scope"),
        ("aurora-ct", "images-licence", "other_part"),
        ("bramble-figures", "captions-word", "silent"),
        ("fjord-notes", "grant-opal", "grant_elsewhere"),
        ("grove-ehr", "as-reported", "third_party"),
        ("harbour-ecg-2", "terms-2022", "superseded"),
        ("juniper-omics", "team-reply", "beside_formal"),
        ("kestrel-cells", "hub-copy", "host"),
        ("lagoon-qa", "licence-file", "scope_unstated"),
    ],
)
def test_what_is_left_out_says_why(miniature, dataset, statement_id, reason):
    """A statement that does not decide stays visible, with the reason and the parts."""
    view = statement(evidence(miniature, dataset), statement_id)
    assert view.left_out[reason]


def test_no_statement_vanishes(miniature):
    """On each part and column a statement either decides or is left out for a reason, or its edge or grant speaks."""
    for row in miniature.search(limit=50).rows:
        for view in evidence(miniature, row.id).statements:
            assert view.decides or view.left_out, (row.id, view.id)


def test_evidence_is_kept_to_what_was_asked(miniature):
    """`decides` and `left_out` speak only of the asked purposes, setting and part."""
    row = evidence(miniature, "aurora-ct", purposes=["redistribution"], setting="commercial", part="outlines")
    for view in row.statements:
        assert set(view.decides) <= {"outlines"}
        for values in view.decides.values():
            assert {column for columns in values.values() for column in columns} == {"redistribution/commercial"}
        assert {part for parts in view.left_out.values() for part in parts} <= {"outlines"}


def test_a_reason_is_given_for_the_asked_columns(miniature):
    """A notice on one purpose decides there, and is left out as silent where another purpose is asked for."""
    api = {"purposes": ["third_party_api"], "setting": "noncommercial"}
    for request, decides, reasons in ((api, True, set()), ({"purposes": ["teaching"]}, False, {"silent"})):
        view = statement(evidence(miniature, "quartz-eeg", **request), "notice-on-services")
        assert (view.deciding, set(view.left_out)) == (decides, reasons)


def test_all_columns_are_asked_by_default(miniature):
    """Without purposes every column is spoken on."""
    view = statement(evidence(miniature, "dune-xray"), "dedication")
    assert view.decides["all"] == {"allowed": COLUMNS}


def test_readings_and_relations_are_part_of_the_evidence(miniature):
    """Places that gave nothing, and edges with their sources, are shown."""
    row = evidence(miniature, "lagoon-qa")
    assert [(reading.covers, reading.result) for reading in row.readings] == [("download", "nothing_stated")]
    assert row.readings[0].source.locator == "whole readme"
    assert row.repo_only
    edges = evidence(miniature, "dune-xray").relations
    assert [(edge.kind, edge.other, edge.direction) for edge in edges] == [("subset_of", "cobalt-slides", "down")]


def test_grants_and_replacements_are_shown(miniature):
    """To whom a statement grants, and which older one it replaces."""
    assert statement(evidence(miniature, "fjord-notes"), "grant-opal").grants_to == ("opal-grades",)
    assert statement(evidence(miniature, "harbour-ecg-2"), "licence-2024").supersedes == ("terms-2022",)


def test_a_text_that_was_not_read_says_so(miniature):
    """Whether a text was read is shown for texts of the table and for others."""
    assert statement(evidence(miniature, "quartz-emg"), "terms").text_read == "no"
    assert statement(evidence(miniature, "harbour-ecg-2"), "terms-2022").text_read == "yes"
    assert statement(evidence(miniature, "dune-xray"), "dedication").text_read == "yes"


def test_names_that_belong_to_nobody_are_unresolved(miniature):
    """Evidence is never given for a near name."""
    result = miniature.evidence("aurora-ct", "quartz")
    assert [row.id for row in result.datasets] == ["aurora-ct"]
    assert [row.name for row in result.unresolved] == ["quartz"]


def test_a_part_that_is_not_there_is_refused(miniature):
    """The parts that there are are named."""
    with pytest.raises(BadQuery, match="images, outlines"):
        miniature.evidence("aurora-ct", part="nothing")


def test_third_party_words_are_called_so(miniature):
    """The note says that words of third parties are data, and their fields say so by name."""
    result = miniature.evidence("raven-text")
    assert "never an instruction" in result.note
    view = statement(result.datasets[0], "page")
    assert view.untrusted_third_party_text.endswith("all uses allowed")
