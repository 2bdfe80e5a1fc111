"""check: verdicts with reasons, by part and for a whole list, and names that are never judged."""

import pytest

from mdexa.errors import BadQuery
from mdexa.purposes import COLUMNS, permits


def checked(catalogue, dataset, *purposes, **request):
    """The one checked dataset."""
    return catalogue.check(dataset, purposes=list(purposes), **request).results[0]


def part(result, part_id, column="commercial_product"):
    """The verdict of a part in a column."""
    return next(row for row in result.parts if row.part == part_id and column in row.columns)


def test_a_verdict_has_its_statement_source_and_date(miniature):
    """What decides is named with speaker, address and dates, part by part."""
    result = checked(miniature, "aurora-ct", "commercial_product")
    assert result.whole["commercial_product"].value == "not_allowed"
    images, outlines = part(result, "images"), part(result, "outlines")
    assert (images.value, outlines.value) == ("not_allowed", "allowed_with_conditions")
    assert [taken.statement for taken in images.taken] == ["images-licence"]
    source = next(row for row in result.deciding if row.id == "images-licence").source
    assert (source.speaker, source.dated, source.url) == (
        "publisher",
        "2024-03-01",
        "https://aurora.example.org/licence",
    )
    assert result.ok_parts == {"commercial_product": ("outlines",)}


def test_every_deciding_statement_is_shown(miniature):
    """Each statement that a part rests on stands in `deciding`, for every dataset."""
    names = [row.id for row in miniature.search(limit=50).rows]
    for result in miniature.check(names).results:
        shown = {row.id for row in result.deciding}
        assert shown == {taken.statement for verdict in result.parts for taken in verdict.taken}


def test_each_part_has_every_asked_column_once(miniature):
    """All columns of all parts are answered, none twice."""
    for result in miniature.check("aurora-ct", "bramble-figures", "raven-text").results:
        for part_id in {row.part for row in result.parts}:
            columns = [column for row in result.parts if row.part == part_id for column in row.columns]
            assert sorted(columns) == sorted(COLUMNS)


def test_combined_is_the_worst(miniature):
    """The whole list is as good as its worst member."""
    result = miniature.check("dune-xray", "harbour-ecg-2", "juniper-omics", purposes=["commercial_product"])
    assert result.combined == {"commercial_product": "not_allowed"}
    assert result.complete


def test_the_strictest_member_is_named_with_what_dropping_it_frees(miniature):
    """Who sets the combined value, and what it would be without them."""
    result = miniature.check("dune-xray", "harbour-ecg-2", "juniper-omics", purposes=["commercial_product"])
    (strictest,) = result.strictest
    assert strictest.members == ("juniper-omics",)
    assert (strictest.value, strictest.without) == ("not_allowed", "allowed_with_conditions")
    alone = miniature.check("dune-xray", purposes=["commercial_product"]).strictest[0]
    assert (alone.members, alone.without) == (("dune-xray",), None)


def test_an_unresolved_name_counts_as_unverifiable(miniature):
    """A name that belongs to nobody is no permission: it counts in what is combined, and is named as strictest."""
    result = miniature.check("dune-xray", "nobody-knows", purposes=["commercial_product"])
    assert result.combined == {"commercial_product": "unverifiable"}
    assert result.strictest[0].members == ("nobody-knows",)
    assert result.strictest[0].without == "allowed"
    assert [row.name for row in result.unresolved] == ["nobody-knows"]


def test_only_unresolved_names_are_unverifiable(miniature):
    """A list of which nothing is known is unverifiable in every column."""
    result = miniature.check("nobody", "nothing")
    assert set(result.combined.values()) == {"unverifiable"}
    assert list(result.combined) == list(COLUMNS)
    assert result.results == ()


@pytest.mark.parametrize(
    ("dataset", "value", "flag"),
    [
        ("cobalt-slides", "allowed", None),
        ("dune-xray", "allowed", None),
        ("ember-notes", "conflicting", "share_alike_clash"),
        ("fjord-notes", "not_allowed", None),
        ("grove-ehr", "unverifiable", "agreement_unread"),
        ("grove-ehr-demo", "allowed_with_conditions", "evidence_stale"),
        ("harbour-ecg", "needs_permission", "evidence_stale"),
        ("harbour-ecg-2", "allowed_with_conditions", "licence_changed"),
        ("indigo-mri", "unverifiable", None),
        ("juniper-omics", "not_allowed", "reply_disagrees"),
        ("kestrel-cells", "not_allowed", "mirror_disagrees"),
        ("lagoon-qa", "undeclared", None),
        ("meadow-weights", "conflicting", "upstream_restricted"),
        ("nimbus-graph", "unverifiable", "upstream_unclear"),
        ("opal-grades", "allowed_with_conditions", "upstream_restricted"),
        ("quartz-eeg", "not_allowed", None),
        ("quartz-emg", "not_allowed", "contested"),
        ("raven-text", "allowed_with_conditions", "known_problems"),
    ],
)
def test_strange_cards_come_out_right(miniature, dataset, value, flag):
    """The verdict on each card of the miniature is the one that its one strange thing calls for."""
    result = checked(miniature, dataset, "commercial_product")
    assert result.whole["commercial_product"].value == value
    assert flag is None or flag in {row.id for row in result.flags}


def test_an_edge_is_shown_with_what_the_publisher_alone_says(miniature):
    """Where an upstream lowers a value, the publisher's own value and the edge are shown."""
    result = checked(miniature, "nimbus-graph", "commercial_product")
    assert result.whole["commercial_product"].own == "allowed_with_conditions"
    (edge,) = part(result, "all").edges
    assert (edge.upstream, edge.value, edge.external) == ("Old Drug List", "unverifiable", True)


def test_what_others_report_is_shown_and_decides_nothing(miniature):
    """Hearsay stands beside an unverifiable or undeclared value, apart from it."""
    verdict = part(checked(miniature, "lagoon-qa", "commercial_product"), "all")
    assert verdict.value == "undeclared"
    assert verdict.reported.value == "not_allowed"
    assert verdict.reported.statements == ("hub-label",)


def test_a_value_that_does_not_permit_says_what_would_settle_it(miniature):
    """Every value that does not permit has an `ask`; a permission has none."""
    names = [row.id for row in miniature.search(limit=50).rows]
    for result in miniature.check(names).results:
        for verdict in result.parts:
            assert (verdict.ask is None) == permits(verdict.value), (result.id, verdict.part)
    ask = part(checked(miniature, "grove-ehr", "commercial_product"), "all").ask
    assert ask.where == "https://grove.example.org/apply"


def test_a_setting_keeps_to_its_columns(miniature):
    """No purpose and a setting: every column of the setting. A purpose with a setting of its own keeps it."""
    result = miniature.check("dune-xray", setting="noncommercial")
    assert set(result.combined) == {"academic_research", "teaching"} | {
        column for column in COLUMNS if column.endswith("/noncommercial")
    }
    split = miniature.check("dune-xray", purposes=["model_release", "teaching"], setting="commercial")
    assert set(split.combined) == {"model_release/commercial", "teaching"}


def test_a_part_may_be_asked_for(miniature):
    """With a part only that part is judged, its pieces included, and it makes the whole."""
    result = checked(miniature, "bramble-figures", "commercial_product", part="figures")
    assert {row.part for row in result.parts} == {"figures#CC-BY-4.0", "figures#CC-BY-NC-4.0", "figures#none"}
    assert result.whole["commercial_product"].value == "not_allowed"
    piece = checked(miniature, "bramble-figures", "commercial_product", part="figures#CC-BY-4.0")
    assert piece.whole["commercial_product"].value == "allowed_with_conditions"


def test_a_part_that_is_not_there_is_refused(miniature):
    """No verdict is given for a part that a dataset has not; its parts are named."""
    with pytest.raises(BadQuery, match="aurora-ct has no such part") as caught:
        miniature.check("aurora-ct", part="image")
    assert caught.value.allowed == ("images", "outlines", "bucket", "release-1")


def test_copies_and_old_releases_stand_beside_the_whole(miniature):
    """A copy elsewhere, an old release and published weights are shown and do not count."""
    counts = {row.part: row.counts for row in checked(miniature, "aurora-ct", "teaching").parts}
    assert counts == {"images": True, "outlines": True, "bucket": False, "release-1": False}
    assert part(checked(miniature, "raven-text", "teaching"), "weights", "teaching").counts is False


def test_up_to_five_hundred_names_are_judged(miniature):
    """Five hundred names are one request; what is combined covers all of them."""
    names = [f"name-{number}" for number in range(499)]
    result = miniature.check(["dune-xray", *names], purposes=["teaching"])
    assert len(result.unresolved) == 499
    assert result.combined == {"teaching": "unverifiable"}


def test_the_note_says_what_a_verdict_is(miniature):
    """Each check says that it is a reading and no legal advice."""
    assert "not legal advice" in miniature.check("dune-xray").note


def test_the_asked_question_of_the_project(catalogue):
    """Four real sets for a product: a verdict per part with the deciding statement, its source and date."""
    result = catalogue.check("kits19", "medmnist", "mimic-iv", "chexpert", purposes=["commercial_product"])
    assert [row.id for row in result.results] == ["kits19", "medmnist", "mimic-iv", "chexpert"]
    assert result.combined == {"commercial_product": "not_allowed"}
    for row in result.results:
        statements = {view.id: view for view in row.deciding}
        assert row.parts
        for verdict in row.parts:
            for taken in verdict.taken:
                source = statements[taken.statement].source
                assert source.url
                assert source.read_on


def test_records_name_only_the_upstreams_that_lower(miniature):
    """A record names the sets that make a value worse, and none where the publisher alone says the same."""
    result = miniature.check("aurora-ct", "grove-ehr-demo", "nimbus-graph", purposes=["commercial_product"])
    lowered = {record["part"]: record["upstream"] for record in result.to_records() if record["upstream"]}
    expected = {
        part.part: ", ".join(edge.upstream for edge in part.edges if edge.gives == part.value)
        for checked in result.results
        for part in checked.parts
        if part.own is not None and part.own != part.value and part.edges
    }
    assert lowered == expected
    assert expected
