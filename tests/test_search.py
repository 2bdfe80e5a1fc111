"""search and facets: what is found, in which order and why; and answers that end the search."""

import msgspec
import pytest

from mdexa.errors import BadQuery
from mdexa.operations.rows import fewer, fitted
from mdexa.results import Match, Row, Verdict


def ids(result):
    """The ids of the rows, in their order."""
    return [row.id for row in result.rows]


def row_of(result, dataset):
    """The row of one dataset."""
    return next(row for row in result.rows if row.id == dataset)


def everything(catalogue, **request):
    """The ids of all pages."""
    found, cursor = [], None
    while True:
        page = catalogue.search(limit=7, **request, **({"cursor": cursor} if cursor else {}))
        found += ids(page)
        cursor = page.cursor
        if cursor is None:
            return found


# What is found


def test_nothing_is_a_condition(miniature):
    """A dataset with one of two things asked for is found, behind those with both."""
    result = miniature.search("chest radiograph pneumonia")
    assert ids(result) == ["dune-xray", "cobalt-slides"]
    assert row_of(result, "cobalt-slides").lacks == ("pneumonia",)
    assert row_of(result, "dune-xray").lacks == ()
    assert result.sentence.startswith("2 datasets match at least one of the 2 things asked for, 1 all of them")


@pytest.mark.parametrize("query", ["CXR", "chest X-rays", "胸片", "chest-radiograph", "Chest  X Ray"])
def test_forms_of_a_concept_are_one(miniature, query):
    """Abbreviation, plural, hyphens, spaces and another language find the same datasets."""
    result = miniature.search(query)
    assert set(ids(result)) == {"dune-xray", "cobalt-slides"}
    assert [(one.as_, one.facet) for one in result.understood] == [("chest radiograph", "modality")]


def test_a_wider_concept_finds_narrower_ones(miniature):
    """A search for radiographs finds chest radiographs, and so does a filter."""
    assert set(ids(miniature.search("Röntgenbilder"))) == {"dune-xray", "cobalt-slides"}
    filtered = miniature.search(filters={"modality": ["medical-imaging"], "topic": ["thorax"]})
    assert set(ids(filtered)) == {"dune-xray", "cobalt-slides"}


def test_a_row_says_why_it_matched(miniature):
    """`matched` gives the words as typed, the concept that they were read as, and the field that has it."""
    result = miniature.search("CXR sleeping aurora")
    assert row_of(result, "dune-xray").matched == (Match(typed="CXR", concept="chest radiograph", field="tags"),)
    assert row_of(result, "quartz-eeg").matched == (Match(typed="sleeping", concept=None, field="summary"),)
    assert row_of(result, "aurora-ct").matched == (Match(typed="aurora", concept=None, field="name"),)
    assert row_of(result, "aurora-ct").lacks == ("CXR", "sleeping")


def test_a_name_comes_first(miniature):
    """The dataset that is named stands before those that share words with it."""
    assert ids(miniature.search("Quartz EMG"))[0] == "quartz-emg"
    assert ids(miniature.search("harbour ecg 2"))[0] == "harbour-ecg-2"
    assert row_of(miniature.search("沙丘胸片"), "dune-xray").matched[0].field == "name"


def test_fillers_ask_for_nothing(miniature):
    """Words of questions change neither what is found nor its order."""
    assert (
        miniature.search("where can I find a dataset with kidney CT for my model?").rows
        == miniature.search("kidney CT").rows
    )
    assert "No subject was asked for" in miniature.search("which datasets are there").sentence
    assert miniature.search("which datasets are there").total == 20


def test_words_of_licences_are_offered_and_never_applied(miniature):
    """`commercial` is given back as the filter that it means; the rows are those without it."""
    result = miniature.search("commercial ECG, no registration, 商用")
    assert {hint.means for hint in result.hints} == {"usable_for=commercial_product", "access_kind=open"}
    assert set(ids(result)) == set(ids(miniature.search("ECG"))) == {"harbour-ecg", "harbour-ecg-2"}
    assert not any("commercial" in row.lacks for row in result.rows)


def test_a_misspelt_word_is_read_and_said(miniature):
    """A typing error is read as the nearest word, and the answer says as which."""
    result = miniature.search("kidny electrocardiogramm")
    assert [(one.typed, one.as_) for one in result.understood] == [
        ("kidny", "kidney"),
        ("electrocardiogramm", "electrocardiogram"),
    ]
    assert set(ids(result)) == {"aurora-ct", "meadow-weights", "harbour-ecg", "harbour-ecg-2"}


def test_near_names_are_offered(miniature):
    """What looks like a name and is none brings the names near to it, whether or not something matches."""
    assert {near.id for near in miniature.search("QTZ-2").nearest} == {"quartz-eeg", "quartz-emg"}
    assert {near.id for near in miniature.search("qtz21").nearest} == {"quartz-eeg", "quartz-emg"}
    assert miniature.search("QTZ-19").nearest == ()


def test_ties_go_by_id(miniature):
    """Without words the rows stand by id, and twice the same question gives the same order."""
    assert everything(miniature) == sorted(everything(miniature))
    assert len(everything(miniature)) == 20


# Answers that end the search


def test_no_match_is_an_answer(miniature):
    """Where nothing matches: how much was looked at, which words are nowhere, and that this is final."""
    result = miniature.search("zzqxw")
    assert (result.status, result.total, result.rows, result.complete) == ("no_match", 0, (), True)
    assert result.unknown_words == ("zzqxw",)
    assert "it holds 20, and all were looked at" in result.sentence
    assert "other words for the same thing will not help" in result.sentence


def test_dropping_a_filter_never_helps_words_that_are_nowhere(miniature):
    """Relaxations are what the search would give: for a word that is nowhere, nothing, whatever the filters."""
    result = miniature.search("zzqxw", filters={"access_kind": ["open"]}, count_by=["year"])
    assert result.relaxations == ()
    assert result.counts == {"year": {}}
    assert "Dropping a filter" not in result.sentence
    assert miniature.facets("year", query="zzqxw", filters={"access_kind": ["open"]}).total == 0


def test_a_filter_that_empties_the_answer_is_named(miniature):
    """A no-match under filters says how many each filter alone keeps out."""
    result = miniature.search("ECG", filters={"access_kind": ["open"], "organism": ["human"]})
    assert result.status == "no_match"
    assert [(row.filter, row.more) for row in result.relaxations] == [("access_kind", 2)]
    assert "Dropping a filter may help" in result.sentence


def test_filters_that_empty_the_answer_together_are_told(miniature):
    """Where no filter alone is the reason the answer says so, and does not send the reader to an empty list."""
    request = {"access_kind": ["fee"], "availability": ["private"]}
    result = miniature.search("ECG", filters=request)
    assert result.relaxations == ()
    assert "several together are" in result.sentence
    never = miniature.search(filters={"year_to": 1950, "repo_only": True, "licence_status": ["mixed"]})
    assert "several together are" in never.sentence


def test_filters_are_not_blamed_for_nothing(miniature):
    """Words that match nothing without the filters are final under them."""
    result = miniature.search("mouse", like="quartz-emg", filters={"organism": ["human"]})
    assert "Dropping a filter may help" in result.sentence
    gone = miniature.search("mouse", filters={"access_kind": ["fee"], "organism": ["human"]})
    assert "several together are" in gone.sentence


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("Harbour ECG", "Harbour ECG cannot be had: withdrawn; its successor is harbour-ecg-2."),
        ("indigo-mri", "Indigo Brain MRI cannot be had: never released."),
    ],
)
def test_a_set_that_is_gone_is_known_to_be(miniature, query, sentence):
    """Asked for by name, a withdrawn or never released set is a final answer, with its successor."""
    result = miniature.search(query)
    assert result.status == "known_absent"
    assert result.sentence.startswith(sentence)
    assert miniature.search(f"{query} brain").status == "match"


def test_a_cut_list_says_what_is_left(miniature):
    """A cut list gives the number left and a cursor; the last page is complete and gives none."""
    first = miniature.search("human", limit=10)
    assert (first.total, first.remaining, first.complete) == (14, 4, False)
    assert "4 more follow; use the cursor." in first.sentence
    last = miniature.search("human", limit=10, cursor=first.cursor)
    assert (len(last.rows), last.remaining, last.complete, last.cursor) == (4, 0, True, None)
    assert last.sentence.endswith("The list is complete; other words will not bring more.")
    assert not set(ids(first)) & set(ids(last))


def test_the_page_size_may_change_under_a_cursor(miniature):
    """A cursor belongs to the question, whatever the size of the page."""
    first = miniature.search("human", limit=10)
    rest = miniature.search("human", limit=2, cursor=first.cursor)
    assert ids(rest) == ids(miniature.search("human", limit=50))[10:12]


@pytest.mark.parametrize(
    "request_",
    [
        {"query": "mouse"},
        {"query": "human", "filters": {"access_kind": ["open"]}},
        {"query": "human", "usable_for": {"purpose": "teaching"}},
    ],
)
def test_a_cursor_of_another_question_is_refused(miniature, request_):
    """A cursor is tied to its words, filters and purpose."""
    cursor = miniature.search("human", limit=1).cursor
    with pytest.raises(BadQuery, match="another question"):
        miniature.search(**request_, cursor=cursor)


@pytest.mark.parametrize("cursor", ["1", "x.y", "-1.00000000", "²." + "0" * 8])
def test_an_invented_cursor_is_refused(miniature, cursor):
    """What is no cursor of an answer is refused with the way to get one."""
    with pytest.raises(BadQuery, match="the cursor of the answer before"):
        miniature.search("human", cursor=cursor)


def test_a_cursor_cannot_be_moved(miniature):
    """The place in a cursor is part of what ties it to its question: nobody skips rows by counting on their own."""
    place, _, seal = miniature.search("human", limit=1).cursor.partition(".")
    for moved in ("0", "2", "999", f"0{place}"):
        with pytest.raises(BadQuery, match="another question"):
            miniature.search("human", cursor=f"{moved}.{seal}")


def test_a_cursor_of_another_release_is_refused(miniature, catalogue):
    """A cursor never goes on in another catalogue, where it would skip or repeat rows."""
    cursor = miniature.search("human", limit=1).cursor
    with pytest.raises(BadQuery, match="another release"):
        catalogue.search("human", cursor=cursor)


# Filters, counts, purposes


def test_values_of_one_facet_are_joined_and_facets_are_crossed(miniature):
    """Any of the values of a facet, and all of the facets."""
    open_or_fee = set(ids(miniature.search(filters={"access_kind": ["open", "fee"]}, limit=50)))
    assert {"nimbus-graph", "dune-xray"} <= open_or_fee
    both = miniature.search(filters={"access_kind": ["open", "fee"], "topic": ["heart"]})
    assert set(ids(both)) == {"fjord-notes", "opal-grades"}


@pytest.mark.parametrize("value", ["chest-radiograph", "chest radiograph", "CXR", "胸片", "Chest X-ray"])
def test_a_tag_may_be_given_by_any_of_its_forms(miniature, value):
    """A filter takes the id, the label or a synonym of a value."""
    assert miniature.search(filters={"modality": [value]}).total == 2


def test_a_publisher_may_be_given_by_a_part_of_its_name(miniature):
    """Nobody knows how a card spells it: a part of the name is enough, whatever its case."""
    assert set(ids(miniature.search(filters={"publisher": ["grove"]}))) == {"grove-ehr", "grove-ehr-demo"}


def test_a_publisher_filter_brings_what_is_counted(catalogue):
    """A publisher has as many datasets as its count says, and those that name it beside another are among them."""
    counts = catalogue.search("", count_by=["publisher"]).counts["publisher"]
    several = {name: count for name, count in counts.items() if count > 1}
    assert {"PhysioNet", "The Cancer Imaging Archive"} <= set(several)
    assert {name: catalogue.search("", filters={"publisher": [name]}).total for name in several} == several
    found = ids(catalogue.search("", filters={"publisher": ["PhysioNet"]}, limit=50))
    assert {"mimic-iv", "ptbdb"} <= set(found)
    assert catalogue.search("", filters={"publisher": ["physio"]}).total >= counts["PhysioNet"]


def test_years_are_a_range(miniature):
    """From and to are included; a dataset without a year is outside, and an empty range matches nothing."""
    assert set(ids(miniature.search(filters={"year_from": 2024, "year_to": 2025}))) == {
        "lagoon-qa",
        "meadow-weights",
        "opal-grades",
        "raven-text",
    }
    assert miniature.search(filters={"year_to": 1950}).status == "no_match"
    assert miniature.search(filters={"year_from": 1900, "year_to": 2100}).total == 18


def test_repo_only_and_flags_are_filters(miniature):
    """repo_only, a flag that must be there, and flags that must not."""
    assert ids(miniature.search(filters={"repo_only": True})) == ["lagoon-qa"]
    assert ids(miniature.search(filters={"risk_flag": ["reply_disagrees"]})) == ["juniper-omics"]
    without = miniature.search(filters={"without_flags": ["terms_differ_by_part", "upstream_restricted"]})
    assert without.total == miniature.search().total - 3 - 3


def test_usable_for_shows_the_verdict(miniature):
    """A row under `usable_for` carries the verdict of each asked column, and only such that were asked for."""
    result = miniature.search(usable_for={"purpose": "commercial_product"}, limit=50)
    assert "dune-xray" in ids(result)
    assert {row.verdict["commercial_product"].value for row in result.rows} <= {"allowed", "allowed_with_conditions"}
    asked = miniature.search(usable_for={"purpose": "model_training", "verdicts": ["not_allowed"]})
    assert {tuple(row.verdict) for row in asked.rows} <= {("model_training/commercial", "model_training/noncommercial")}


def test_both_settings_must_hold(miniature):
    """Without a setting a split purpose must hold in either; with one, in that one."""
    both = miniature.search(usable_for={"purpose": "model_training"}, limit=50)
    alone = miniature.search(usable_for={"purpose": "model_training", "setting": "noncommercial"}, limit=50)
    assert set(ids(both)) < set(ids(alone))
    assert "aurora-ct" in set(ids(alone)) - set(ids(both))


def test_sets_held_back_by_an_unclear_upstream_are_counted(miniature):
    """How many are left out only by an upstream that is unclear is said; basis own lists them."""
    asked = {"purpose": "commercial_product"}
    result = miniature.search(usable_for=asked)
    assert result.upstream_only == 1
    own = set(everything(miniature, usable_for={**asked, "basis": "own"}))
    final = set(everything(miniature, usable_for=asked))
    assert "nimbus-graph" in own - final
    # two of the others are restricted by an upstream, and one is withdrawn: no matter of finding out
    assert own - final == {"nimbus-graph", "ember-notes", "meadow-weights", "harbour-ecg"}
    assert row_of(miniature.search("nimbus", usable_for={**asked, "basis": "own"}), "nimbus-graph").verdict == {
        "commercial_product": Verdict(value="unverifiable", own="allowed_with_conditions")
    }


def test_sets_with_a_usable_part_are_counted(miniature):
    """Sets that are not usable as a whole but have a separable part that is are counted, never listed."""
    result = miniature.search(usable_for={"purpose": "commercial_product"}, limit=50)
    assert result.usable_parts == 2
    assert not {"aurora-ct", "bramble-figures"} & set(ids(result))
    assert miniature.search("kidney", usable_for={"purpose": "commercial_product"}).usable_parts == 1


def test_counts_are_over_all_matches(miniature):
    """count_by counts every match and not the page, and leaves out values that none has."""
    result = miniature.search("heart", count_by=["access_kind", "licence_status"], limit=1)
    assert result.counts == {
        "access_kind": {"none": 1, "open": 2, "registration": 2},
        "licence_status": {"commercial_ok": 2, "conflicting": 1, "restricted": 2},
    }


def test_facets_counts_everything_when_nothing_is_named(miniature):
    """Without names all facets are counted in the order of the table; year by year, the others by frequency."""
    result = miniature.facets()
    assert result.total == 20
    assert list(result.counts)[:3] == ["modality", "organism", "topic"]
    assert "commercial_use" not in result.counts
    years = [row.value for row in result.counts["year"]]
    assert years == sorted(years)
    numbers = [row.n for row in result.counts["access_kind"]]
    assert numbers == sorted(numbers, reverse=True)
    assert result.counts["modality"][0].label == "medical imaging"


def test_facets_takes_words_filters_and_purpose(miniature):
    """Counts are over what the same search would list."""
    request = {"query": "heart", "filters": {"organism": ["human"]}, "usable_for": {"purpose": "academic_research"}}
    counted = miniature.facets("availability", **request)
    assert counted.total == miniature.search(**request).total == 4
    assert [(row.value, row.n) for row in counted.counts["availability"]] == [("available", 4)]


# Likeness


def test_like_leaves_the_dataset_itself_out(miniature):
    """Rows, total, counts and relaxations speak of the others alone."""
    result = miniature.search(like="aurora-ct", count_by=["licence_status"], limit=50)
    assert "aurora-ct" not in ids(result)
    assert result.total == len(result.rows) == sum(result.counts["licence_status"].values())
    assert ids(result)[0] == "meadow-weights"


def test_relaxations_of_like_are_exact(miniature):
    """Dropping the filter that keeps the dataset itself out adds the others and not itself."""
    filtered = miniature.search(like="aurora-ct", filters={"access_kind": ["email"]})
    free = miniature.search(like="aurora-ct")
    assert [(row.filter, row.more) for row in filtered.relaxations] == [("access_kind", free.total - filtered.total)]


def test_pages_of_like_go_on_where_they_were_cut(miniature):
    """The dataset that is left out leaves no hole in the pages."""
    assert everything(miniature, like="aurora-ct") == ids(miniature.search(like="aurora-ct", limit=50))


def test_like_and_words_are_joined(miniature):
    """Words beside `like` are further things asked for, and all of them are counted."""
    result = miniature.search("sleeping", like="indigo-mri", limit=50)
    assert ids(result)[0] == "quartz-eeg"
    assert "0 all of them" in result.sentence


def test_like_without_tags_is_an_answer(miniature):
    """A dataset without tags is like nothing: that is said, and no list of everything is given."""
    result = miniature.search(like="quartz-emg")
    assert (result.status, result.total) == ("no_match", 0)
    assert "has no tags to compare by" in result.sentence


# Rows


def test_rows_are_complete(miniature):
    """A row has what is needed to decide whether to ask on, and empty lists are left out of its JSON."""
    row = row_of(miniature.search("lagoon"), "lagoon-qa")
    assert row.to_dict() == {
        "id": "lagoon-qa",
        "name": "Lagoon QA",
        "line": "Questions of invented exams with answers, in a repository whose licence file does not…",
        "tags": {"modality": ["clinical-text"], "organism": [], "topic": [], "task": ["question-answering"]},
        "licence_status": "undeclared",
        "repo_only": True,
        "access": "open",
        "availability": "available",
        "handling": "link_only",
        "matched": [{"typed": "lagoon", "field": "name"}],
    }


def test_a_mixed_row_names_its_parts(miniature):
    """Only a mixed row names the parts that may be used."""
    rows = miniature.search(limit=50).rows
    assert {row.id: row.ok_parts for row in rows if row.ok_parts} == {
        "aurora-ct": ("outlines",),
        "bramble-figures": ("figures#CC-BY-4.0",),
    }


def test_the_longest_row_fits():
    """However long everything in it is, a row has at most 800 characters of JSON, and keeps verdict and flags."""
    long = Row(
        id="i" * 64,
        name='"' * 80,
        line='"' * 90,
        tags=dict.fromkeys(("modality", "organism", "topic", "task"), (*["v" * 80] * 3, "+9")),
        licence_status="unverifiable",
        repo_only=True,
        access="credentialed",
        availability="never_released",
        handling="under_review",
        ok_parts=("p" * 160,) * 4,
        verdict={
            f"derived_data_release/{setting}": Verdict(value="allowed_with_conditions", own="allowed_with_conditions")
            for setting in ("commercial", "noncommercial")
        },
        risk_flags=("terms_differ_by_part",) * 4 + ("+9",),
        matched=(Match(typed='"' * 40, concept="c" * 160, field="summary"),) * 4,
        lacks=("l" * 40,) * 4 + ("+50",),
    )
    row = fitted(long)
    assert len(msgspec.json.encode(row).decode()) <= 800
    assert (row.id, row.verdict, row.risk_flags, row.licence_status) == (
        long.id,
        long.verdict,
        long.risk_flags,
        long.licence_status,
    )
    assert row.tags["topic"] == ("+12",)
    assert row.lacks == ("+54",)


def test_a_short_row_is_left_as_it_is(miniature):
    """A row that fits is not touched."""
    row = miniature.search("lagoon").rows[0]
    assert fitted(row) is row


@pytest.mark.parametrize(
    ("values", "most", "kept"),
    [
        ((), 2, ()),
        (("a",), 2, ("a",)),
        (("a", "b", "c"), 2, ("a", "b", "+1")),
        (("a", "b", "+3"), 2, ("a", "b", "+3")),
        (("a", "b", "+3"), 1, ("a", "+4")),
        (("a", "b"), 0, ("+2",)),
    ],
)
def test_what_is_left_out_of_a_list_is_counted(values, most, kept):
    """A list that is cut twice counts all that is gone."""
    assert fewer(values, most) == kept


def test_many_lacking_things_are_counted(miniature):
    """At most four things that a row lacks are named, the rest is a number."""
    row = row_of(miniature.search("lagoon brain sepsis kidney mouse MRI EEG"), "lagoon-qa")
    assert row.lacks == ("brain", "sepsis", "kidney", "mouse", "+2")


def test_rows_of_the_real_catalogue_are_short(catalogue):
    """At most 800 characters of JSON each, and 600 on the mean, under requests that fill them."""
    sizes = [
        len(msgspec.json.encode(row).decode())
        for request in ({}, {"query": "chest CT segmentation cancer"}, {"usable_for": {"purpose": "teaching"}})
        for row in catalogue.search(**request, limit=50).rows
    ]
    assert max(sizes) <= 800
    assert sum(sizes) / len(sizes) <= 600
