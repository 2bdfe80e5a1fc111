"""Names: exact after folding and of one card only, or not at all; what is near goes back as a candidate."""

import msgspec
import pytest

from mdexa.catalogue import open_catalogue
from mdexa.compiler import judged
from mdexa.compiler.freezing import freeze
from mdexa.errors import NoSuchDataset


def ask(catalogue, name):
    """The ids that a name was resolved to, and what was left unresolved."""
    result = catalogue.access(name)
    return [row.id for row in result.datasets], result.unresolved


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("aurora-ct", "aurora-ct"),
        ("AURORA_CT", "aurora-ct"),
        ("Aurora Kidney CT", "aurora-ct"),
        ("aurora renal  challenge", "aurora-ct"),
        ("沙丘胸片", "dune-xray"),
        ("dune xray", "dune-xray"),
        ("DuneX-Ray", "dune-xray"),
        ("qtz 19", "quartz-eeg"),
        ("Ｑtz20", "quartz-emg"),
        ("harbourecg2", "harbour-ecg-2"),
    ],
)
def test_names_are_compared_folded(miniature, typed, card):
    """Id, name and alias count alike, whatever their case, spaces, hyphens, width and script."""
    assert ask(miniature, typed) == ([card], ())


@pytest.mark.parametrize(
    ("typed", "candidates"),
    [
        ("quartz", {"quartz-eeg", "quartz-emg"}),
        ("quartz-egg", {"quartz-eeg", "quartz-emg"}),
        ("QTZ-21", {"quartz-eeg", "quartz-emg"}),
        ("harbour-ecg-3", {"harbour-ecg", "harbour-ecg-2"}),
        ("harbor ecg", {"harbour-ecg", "harbour-ecg-2"}),
        ("aurora", {"aurora-ct"}),
        ("quite another thing", set()),
        ("---", set()),
        ("x", set()),
    ],
)
def test_near_names_are_offered_and_never_taken(miniature, typed, candidates):
    """A name that is near to one or several cards resolves to none of them, and names them."""
    found, unresolved = ask(miniature, typed)
    assert found == []
    assert [row.name for row in unresolved] == [typed]
    assert unresolved[0].why == "unknown"
    assert {near.id for near in unresolved[0].candidates} >= candidates
    assert bool(unresolved[0].candidates) is bool(candidates)


def test_an_alias_near_to_two_cards_names_both(miniature):
    """`QTZ-2` is as near to QTZ-19 as to QTZ-20: both are offered, none is judged."""
    result = miniature.check("QTZ-2", purposes=["academic_research"])
    assert result.results == ()
    assert {near.id for near in result.unresolved[0].candidates} == {"quartz-eeg", "quartz-emg"}
    assert result.combined == {"academic_research": "unverifiable"}


def test_candidates_are_few_and_say_what_was_typed(catalogue):
    """At most five candidates, each with id, name and the words that it was offered for."""
    result = catalogue.check("mimic")
    candidates = result.unresolved[0].candidates
    assert 1 < len(candidates) <= 5
    assert {near.typed for near in candidates} == {"mimic"}
    assert len({near.id for near in candidates}) == len(candidates)


@pytest.mark.parametrize(("typed", "beginning"), [("KiTS", "kits"), ("BraTS", "brats"), ("chexper", "chexpert")])
def test_what_begins_with_a_name_is_nearer_than_what_is_spelt_like_it(catalogue, typed, beginning):
    """`KiTS` is the beginning of kits19, and only by a slip of typing lits."""
    candidates = [near.id for near in catalogue.check(typed).unresolved[0].candidates]
    alike = [name.startswith(beginning) for name in candidates]
    assert sum(alike) >= 2
    assert alike == sorted(alike, reverse=True)


def test_the_head_of_a_family_is_offered_for_a_member_that_is_not_there(catalogue):
    """TCGA-RCC is no card and like no name; the card of TCGA, which may tell what it is, comes first."""
    assert catalogue.check("TCGA-RCC").unresolved[0].candidates[0].id == "tcga"
    assert catalogue.check("quite-rcc").unresolved[0].candidates == ()


@pytest.mark.parametrize("described", ["COVID chest X-ray", "covid ct", "Pancreas  CT images", "ecg arrhythmia"])
def test_a_description_is_no_name(catalogue, described):
    """Words of the vocabulary that fold to an id ask for a kind of data: nobody is judged, the id is offered."""
    result = catalogue.check(described, purposes=["commercial_product"])
    assert result.results == ()
    assert result.combined == {"commercial_product": "unverifiable"}


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("covid-chestxray", "covid-chestxray"),
        ("COVID_CT", "covid-ct"),
        ("human protein  atlas", "human-protein-atlas"),
        ("snomed ct", "snomed-ct"),
        ("儿童CT器官分割", "pediatric-ct-seg"),
    ],
)
def test_a_name_of_ordinary_words_is_one_as_it_is_written(catalogue, typed, card):
    """An id without a space, and a name as the card writes it, belong to their dataset whatever the words mean."""
    assert [row.id for row in catalogue.check(typed).results] == [card]


def test_the_id_is_offered_for_its_description(catalogue):
    """Who describes a dataset by the words of its id is told of it."""
    assert catalogue.check("COVID chest X-ray").unresolved[0].candidates[0].id == "covid-chestxray"


def test_a_sibling_is_offered(catalogue):
    """kits20 does not exist; its siblings, the same name with another number, are named."""
    result = catalogue.check("kits20")
    assert result.results == ()
    assert {"kits19", "kits23"} <= {near.id for near in result.unresolved[0].candidates}


@pytest.fixture(scope="module")
def shared(miniature_survey, tmp_path_factory):
    """A catalogue in which two cards carry one alias: the compiler refuses it, so it is frozen past the rules."""
    cards = dict(miniature_survey.cards)
    for card_id in ("aurora-ct", "dune-xray"):
        cards[card_id] = msgspec.structs.replace(cards[card_id], aliases=("Shared Name",))
    survey = msgspec.structs.replace(miniature_survey, cards=cards)
    target = tmp_path_factory.mktemp("shared") / "catalogue.mdexa"
    freeze(survey, judged(survey), target)
    return open_catalogue(target)


def test_a_shared_name_belongs_to_nobody(shared):
    """A name of two cards is ambiguous: never judged, both named, unverifiable in what is combined."""
    result = shared.check("shared-name", "dune-xray", purposes=["commercial_product"])
    assert [row.id for row in result.results] == ["dune-xray"]
    assert result.unresolved[0].why == "ambiguous"
    assert {near.id for near in result.unresolved[0].candidates} == {"aurora-ct", "dune-xray"}
    assert result.combined == {"commercial_product": "unverifiable"}
    with pytest.raises(NoSuchDataset, match="aurora-ct, dune-xray"):
        shared.similar("Shared Name")


def test_search_by_a_shared_name_finds_both(shared):
    """Search may use a name that several cards carry: both come, and neither is known to be absent."""
    assert {row.id for row in shared.search("Shared Name").rows[:2]} == {"aurora-ct", "dune-xray"}


def test_one_dataset_called_twice_is_one(miniature):
    """Two names of one card are one dataset, under the name that came first; an unknown name stands once."""
    result = miniature.check("Dune CXR", "dune-xray", "沙丘胸片", "nobody", "nobody")
    assert [(row.id, row.asked) for row in result.results] == [("dune-xray", "Dune CXR")]
    assert [row.name for row in result.unresolved] == ["nobody"]


def test_an_unknown_name_raises_where_one_dataset_is_needed(miniature):
    """similar, like and explain need one dataset: the error carries the name and the nearest ids."""
    for call in (
        lambda: miniature.similar("quartz"),
        lambda: miniature.search("kidney", like="quartz"),
        lambda: miniature.explain("quartz"),
    ):
        with pytest.raises(NoSuchDataset) as caught:
            call()
        assert caught.value.name == "quartz"
        assert set(caught.value.near) == {"quartz-eeg", "quartz-emg"}


def test_bytes_that_are_no_text_are_no_name(miniature):
    """Half of a character, as a shell may hand it over, is an unknown name and not a crash."""
    found, unresolved = ask(miniature, "aurora\udcff")
    assert found == []
    assert unresolved[0].name == "aurora?"
    with pytest.raises(NoSuchDataset):
        miniature.explain("\udcff")
