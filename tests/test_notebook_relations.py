"""The lineage of a dataset and several datasets side by side: what they say, and that it is what the check says."""

import pytest

import mdexa
from mdexa.purposes import COLUMNS, VALUES, permits
from tests.test_notebook import OURS, Tags


def test_a_lineage_has_what_the_card_says(miniature):
    """Every source of a card is an edge with what it carries, and every edge has both its ends among the nodes."""
    for doc in range(len(miniature)):
        name = miniature.holdings.datasets.id(doc)
        result = miniature.lineage(name, up=1, down=1)
        ups = {(link.other, link.carries) for link in miniature.holdings.links(doc) if link.direction == "up"}
        downs = {link.other for link in miniature.holdings.links(doc) if link.direction == "down"}
        assert {(edge.upstream, edge.carries) for edge in result.edges if edge.downstream == name} == ups
        assert {edge.downstream for edge in result.edges if edge.upstream == name} - {name} == downs - {name}
        nodes = {(node.id, node.external) for node in result.nodes}
        assert all((edge.upstream, edge.external) in nodes for edge in result.edges)
        assert all((edge.downstream, False) in nodes for edge in result.edges)


def test_nodes_have_the_verdicts_of_the_check(miniature):
    """A node's values are those that a check gives for it."""
    result = miniature.lineage("fjord-notes", purposes=["teaching", "model_training"])
    assert result.columns == ("teaching", "model_training/commercial", "model_training/noncommercial")
    judged = [node for node in result.nodes if not node.external]
    assert judged
    for node in judged:
        whole = miniature.check(node.id).results[0].whole
        assert node.verdict == {column: whole[column].value for column in result.columns}


def test_what_an_edge_hands_down_is_what_the_judgement_used(catalogue):
    """The values of an edge are those that the check of what is made from it names."""
    result = catalogue.lineage("medmnist", purposes=["commercial_product"])
    used = {
        edge.upstream: edge.gives
        for part in catalogue.check("medmnist", purposes=["commercial_product"]).results[0].parts
        for edge in part.edges
    }
    assert len(used) > 5
    given = {edge.upstream: edge.gives.get("commercial_product") for edge in result.edges}
    assert {name: given[name] for name in used} == used
    assert all(word in VALUES for edge in result.edges for word in (*edge.values.values(), *edge.gives.values()))


def test_steps_count_from_the_dataset(catalogue):
    """Sources have negative steps, what is made from it positive ones, and more steps are followed on request."""
    near, far = (catalogue.lineage("lits", up=1, down=steps) for steps in (1, 9))
    assert {node.steps for node in near.nodes} <= {-1, 0, 1}
    assert max(node.steps for node in far.nodes) > 1
    assert {(node.id, node.external) for node in near.nodes} < {(node.id, node.external) for node in far.nodes}
    assert [node.id for node in far.nodes if node.steps == 0] == ["lits"]
    assert not near.complete
    assert far.complete


def test_a_lineage_draws_itself(miniature):
    """In a notebook it is a picture with the names of its neighbours, and a table that says the same in words."""
    result = miniature.lineage("fjord-notes")
    shown = Tags(result._repr_html_())
    assert "svg" in shown.tags
    assert set(shown.tags) <= OURS
    assert result.sentence in shown.text
    assert all(node.name in shown.text for node in result.nodes if abs(node.steps) <= 1)
    assert [row["upstream"] for row in result.to_records()] == [edge.upstream for edge in result.edges]


def test_a_dataset_without_relations_says_so(miniature):
    """Where nothing is known there is no picture, but a sentence."""
    lonely = next(
        name for name in map(miniature.holdings.datasets.id, range(len(miniature))) if not miniature.lineage(name).edges
    )
    shown = Tags(miniature.lineage(lonely)._repr_html_())
    assert "svg" not in shown.tags
    assert "is made from nothing that the catalogue knows of" in shown.text


def test_lineage_refuses_what_is_no_dataset(miniature):
    """An unknown name, an unknown purpose and too many steps are errors that teach."""
    with pytest.raises(mdexa.NoSuchDataset):
        miniature.lineage("quartz")
    with pytest.raises(mdexa.BadQuery, match="purposes"):
        miniature.lineage("aurora-ct", purposes=["sale"])
    with pytest.raises(mdexa.BadQuery, match="up"):
        miniature.lineage("aurora-ct", up=10)


def test_side_by_side_says_what_check_says(miniature):
    """Each dataset has the verdicts, status and usable parts of a check, in the order in which it was asked."""
    names = ["dune-xray", "aurora-ct", "raven-text"]
    result = miniature.compare(names)
    assert [row.id for row in result.datasets] == names
    for row, checked in zip(result.datasets, miniature.check(names).results, strict=True):
        assert row.verdict == checked.whole
        assert (row.licence_status, row.ok_parts) == (checked.licence_status, checked.ok_parts)
    assert result.columns == COLUMNS


def test_only_what_permits_everything_is_called_permitting(miniature):
    """A candidate is named only if each asked purpose is permitted for the whole of it."""
    ids = [miniature.holdings.datasets.id(doc) for doc in range(len(miniature))]
    named = 0
    for at in range(0, 20, 5):
        result = miniature.compare(ids[at : at + 5], purposes=["academic_research"])
        want = [row.id for row in result.datasets if permits(row.verdict["academic_research"].value)]
        assert list(result.permitting) == want
        assert all(name in result.sentence for name in want) or len(want) == 5
        named += len(want)
    assert 0 < named < 20


def test_names_that_are_none_are_listed(miniature):
    """A name that belongs to no dataset is not compared and not dropped."""
    result = miniature.compare("aurora-ct", "quartz")
    assert [row.id for row in result.datasets] == ["aurora-ct"]
    assert [row.name for row in result.unresolved] == ["quartz"]
    assert "Not judged: “quartz”" in Tags(result._repr_html_()).text
    assert miniature.compare("quartz", "zzqxw").sentence == "None of the names belongs to a dataset."


@pytest.mark.parametrize("names", [["aurora-ct"], ["aurora-ct"] * 6])
def test_two_to_five_are_compared(miniature, names):
    """One name, or more than five, is wrong use."""
    with pytest.raises(mdexa.BadQuery, match="datasets"):
        miniature.compare(names)


def test_the_table_has_a_column_a_dataset(miniature):
    """What differs stands above what does not, and a column is headed by the name of its dataset."""
    result = miniature.compare("aurora-ct", "dune-xray", purposes=["teaching"])
    html = result._repr_html_()
    text = Tags(html).text
    assert html.count("<th ") >= 3
    assert all(row.name in text for row in result.datasets)
    assert "licence_status" in result.differ or len({row.licence_status for row in result.datasets}) == 1
    assert all(row.verdict["teaching"].value in text for row in result.datasets)


def test_a_lost_name_is_never_part_of_all(miniature):
    """Beside a name that belongs to no dataset nothing is called "all": the name permits nothing."""
    alone = miniature.compare(["dune-xray", "grove-ehr-demo"], purposes=["teaching"])
    beside = miniature.compare(["dune-xray", "typo-set"], purposes=["teaching"])
    assert alone.sentence.startswith("All 2 permit")
    assert beside.sentence.startswith("1 of 2 permit")
    assert beside.sentence.endswith("belongs to no dataset.")
    assert [name.name for name in beside.unresolved] == ["typo-set"]


def test_only_those_that_permit_all_columns_permit(miniature):
    """One purpose that is excluded keeps a set out of those that permit what was asked."""
    result = miniature.compare(["aurora-ct", "dune-xray"], purposes=["teaching", "commercial_product"])
    for row in result.datasets:
        assert (row.id in result.permitting) is all(
            verdict.value in ("allowed", "allowed_with_conditions") for verdict in row.verdict.values()
        )
    some = [
        row
        for row in result.datasets
        if {v.value for v in row.verdict.values()} & {"allowed", "allowed_with_conditions"}
    ]
    assert set(result.permitting) < {row.id for row in some}
