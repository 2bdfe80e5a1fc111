"""similar: substitutes under constraints, with what is shared and what differs."""

import pytest

from mdexa.errors import NoSuchDataset


def row_of(result, dataset):
    """The substitute of an id."""
    return next(row for row in result.rows if row.row.id == dataset)


def test_the_nearest_comes_first(miniature):
    """Most tags in common first; the dataset itself is not among them."""
    result = miniature.similar("aurora-ct", limit=50)
    assert result.dataset == "aurora-ct"
    assert [row.row.id for row in result.rows][:2] == ["meadow-weights", "kestrel-cells"]
    assert "aurora-ct" not in [row.row.id for row in result.rows]
    assert (result.total, result.complete) == (len(result.rows), True)


def test_shared_and_different_are_named(miniature):
    """What is shared by label, what is lacking, and where status, access and availability differ."""
    row = row_of(miniature.similar("aurora-ct"), "kestrel-cells")
    assert row.shared == ("human", "segmentation")
    assert row.differs == (
        "lacks computed tomography",
        "lacks kidney tumour",
        "licence_status: mixed in aurora-ct, restricted in kestrel-cells",
        "access: open in aurora-ct, email in kestrel-cells",
    )


def test_everything_is_either_shared_or_lacking(miniature):
    """Each tag of the dataset is told once for every substitute."""
    for row in miniature.similar("dune-xray", limit=50).rows:
        lacking = [text.removeprefix("lacks ") for text in row.differs if text.startswith("lacks ")]
        assert sorted([*row.shared, *lacking]) == ["chest radiograph", "classification", "human", "pneumonia"]


def test_a_relative_is_pointed_out(miniature):
    """A substitute that is made from the dataset is no independent one, and says so."""
    assert row_of(miniature.similar("aurora-ct"), "meadow-weights").related == "derived_from"
    assert row_of(miniature.similar("dune-xray"), "cobalt-slides").related == "subset_of"
    assert row_of(miniature.similar("aurora-ct"), "kestrel-cells").related is None


def test_constraints_hold(miniature):
    """Under `usable_for` every substitute permits, with its verdict; filters hold as in a search."""
    result = miniature.similar("aurora-ct", usable_for={"purpose": "commercial_product"}, limit=50)
    assert {row.row.verdict["commercial_product"].value for row in result.rows} <= {
        "allowed",
        "allowed_with_conditions",
    }
    assert [row.row.access for row in miniature.similar("aurora-ct", filters={"access_kind": ["email"]}).rows] == [
        "email"
    ]


def test_relaxations_are_exact(miniature):
    """Dropping the one filter gives as many more as the answer says, the dataset itself never counted."""
    free = miniature.similar("aurora-ct", limit=50)
    for filters in ({"access_kind": ["email"]}, {"access_kind": ["open"]}, {"licence_status": ["mixed"]}):
        bound = miniature.similar("aurora-ct", filters=filters, limit=50)
        assert [row.more for row in bound.relaxations] == [free.total - bound.total]


def test_a_cut_list_says_how_many_share_less(miniature):
    """The number of all is told, whatever the limit."""
    result = miniature.similar("aurora-ct", limit=3)
    assert len(result.rows) == 3
    assert not result.complete
    assert result.sentence == "14 datasets share at least one tag with aurora-ct; 11 more share less."


def test_nothing_under_the_filters_is_final(miniature):
    """Where no other dataset passes, the answer says that it is final and what each filter keeps out."""
    result = miniature.similar("grove-ehr", filters={"availability": ["private"]})
    assert (result.total, result.rows, result.complete) == (0, (), True)
    assert "This is final." in result.sentence
    assert result.relaxations[0].filter == "availability"


def test_a_dataset_without_tags_has_no_substitutes(miniature):
    """What cannot be compared is said, and nothing is listed."""
    result = miniature.similar("quartz-emg")
    assert (result.total, result.rows) == (0, ())
    assert result.sentence == "quartz-emg has no tags to compare by."


def test_an_unknown_name_raises(miniature):
    """A near name is not compared; it is offered."""
    with pytest.raises(NoSuchDataset, match="aurora-ct"):
        miniature.similar("aurora")
