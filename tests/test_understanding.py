"""What a query is read as: names, families, publishers, slips of typing, negation, and what is left alone."""

import pytest


def ids(result):
    """The ids of the rows, in their order."""
    return [row.id for row in result.rows]


def readings(result):
    """What was typed -> the labels that it was read as."""
    found = {}
    for one in result.understood:
        found.setdefault(one.typed, []).append(one.as_)
    return found


def test_the_head_of_a_family_comes_before_its_members(catalogue):
    """`MIMIC` is nobody's name: the databases come before their demos and modules, and before one that is replaced."""
    assert set(ids(catalogue.search("MIMIC"))[:2]) == {"mimic-iii", "mimic-iv"}
    assert "mimic-ii" in ids(catalogue.search("MIMIC"))
    assert {"kits19", "kits21", "kits23"} <= set(ids(catalogue.search("KiTS")))
    assert {near.id for near in catalogue.search("kits20").nearest} >= {"kits19", "kits21", "kits23"}


def test_a_named_dataset_comes_first_whatever_else_is_asked(catalogue):
    """A name is worth more than any number of concepts that others carry."""
    assert ids(catalogue.search("HAM10000 brain MRI segmentation of children"))[0] == "ham10000"
    assert set(ids(catalogue.search("LUNA16 or LIDC-IDRI for breast ultrasound"))[:2]) == {"luna16", "lidc-idri"}


def test_a_name_that_is_a_word_is_no_more_than_a_word_in_a_sentence(catalogue):
    """`drive` alone is the dataset; `a google drive folder of chest x-rays` asks for radiographs."""
    assert ids(catalogue.search("drive"))[0] == "drive"
    assert ids(catalogue.search("DRIVE vessel masks"))[0] == "drive"
    rows = catalogue.search("chest x-rays with radiology reports on a drive").rows
    assert "chest-radiograph" in rows[0].tags["modality"]


def test_a_publisher_is_found_by_its_name(catalogue):
    """Who is called by name counts as one thing asked for, and the row says that it matched there."""
    rows = catalogue.search("Simula endoscopy").rows
    own = ids(catalogue.search("endoscopy", filters={"publisher": ["Simula"]}, limit=50))
    assert {"hyperkvasir", "gastrovision"} <= set(own) < set(ids(catalogue.search("endoscopy", limit=50)))
    assert {row.id for row in rows[: len(own)]} == set(own)
    assert "publisher" in {match.field for match in rows[0].matched if match.typed == "Simula"}


def test_a_dataset_that_publishes_others_brings_them(catalogue):
    """PhysioNet is a card and a publisher: after the archive come the sets that it hands out, whatever their names."""
    found = ids(catalogue.search("my application at PhysioNet", limit=50))
    assert found[0] == "physionet"
    assert {"mimic-iv", "mednli", "eicu-crd", "ptbdb"} <= set(found[:30])


def test_siblings_of_a_short_first_word_are_found(catalogue):
    """`UK` alone is no family, `UK Biobank` is: its imaging and its sequences come with it."""
    assert ids(catalogue.search("UK Biobank"))[0] == "uk-biobank"
    assert set(ids(catalogue.search("UK Biobank"))) >= {"uk-biobank", "uk-biobank-imaging", "uk-biobank-wes"}


def test_a_family_that_is_a_word_of_every_day_is_a_word(catalogue):
    """`biomedical` and `real` begin ids as well: in small letters they are words, and decide only among equals."""
    assert catalogue.search("real patients").sentence.startswith("No known subject or name was asked for")
    assert ids(catalogue.search("biomedical skin photographs"))[0] != "biomedical-translation-corpora"
    assert {"kits19", "kits23"} <= set(ids(catalogue.search("kits")))


def test_no_name_is_cut_out_of_a_longer_form(catalogue):
    """`covid x-ray` asks for radiographs, and not for the dataset COVIDx and a ray."""
    assert set(readings(catalogue.search("covid x-ray"))) == {"covid", "x-ray"}
    assert ids(catalogue.search("COVIDx ray"))[0] == "covidx"


def test_words_of_use_are_words_where_nothing_else_is_asked(catalogue):
    """`CITI` is a hint; in a question without a subject it also tells the cards that speak of it from others."""
    with_it, without = catalogue.search("course, CITI"), catalogue.search("course")
    assert "access_kind=credentialed" in {hint.means for hint in with_it.hints}
    assert set(ids(with_it)) - set(ids(without))
    assert ids(catalogue.search("EEG, CITI")) == ids(catalogue.search("EEG"))


def test_papers_are_no_subject(catalogue):
    """`paper` and `article` say where somebody read of it, and rank nothing."""
    assert ids(catalogue.search("the EEG dataset in the paper")) == ids(catalogue.search("EEG"))
    assert catalogue.search("article, papers").sentence.startswith("No subject was asked for")


def test_what_people_report_of_access_is_found(catalogue):
    """A report on the way to the data is read like its steps."""
    assert ids(catalogue.search("Mainland China, Hong Kong and Macau can't get the data now"))[0] == "mimic-iv"


@pytest.mark.parametrize(
    ("query", "typed", "label"),
    [
        ("protien structures", "protien structures", "protein structure"),
        ("chset xary", "chset xary", "chest radiograph"),
        ("fundas imges", "fundas imges", "fundus photograph"),
        ("mimc iv", "mimc iv", "MIMIC-IV"),
        ("chexprt plus", "chexprt plus", "CheXpert Plus"),
        ("totalsegmenter", "totalsegmenter", "TotalSegmentator CT"),
        ("elektrocardiogram", "elektrocardiogram", "electrocardiogram"),
    ],
)
def test_slips_of_typing_are_read_and_said(catalogue, query, typed, label):
    """Wrong letters are mended before the longest form is looked for, in names as well; the answer says as what."""
    assert label in readings(catalogue.search(query))[typed]


@pytest.mark.parametrize(
    "word", ["cause", "very", "horse", "gait", "potato", "breach", "quick", "brown", "sick", "wastewater", "blockchain"]
)
def test_good_words_of_other_subjects_are_left_alone(catalogue, word):
    """A word that the catalogue does not know is no misspelt word of it."""
    assert readings(catalogue.search(f"{word} of lungs")).keys() <= {"lungs"}


def test_what_looks_like_a_name_is_not_read_as_a_word(catalogue):
    """`DischargeQA` is a dataset that is not here, and not the word discharge."""
    assert catalogue.search("DischargeQA").unknown_words == ("DischargeQA",)


def test_negation_excludes_nothing_and_looks_for_nothing(catalogue):
    """After a `not` a word is left out of the question, and the answer says so."""
    result = catalogue.search("ECG but not PTB-XL")
    assert ids(result) == ids(catalogue.search("ECG"))
    assert "Neither looked for nor excluded" in result.sentence
    assert "PTB-XL" in result.sentence


def test_no_form_reaches_over_a_comma(catalogue):
    """`skin cancer, cell lines` asks for two things and not for cancer cell lines."""
    assert set(readings(catalogue.search("skin cancer, cell lines"))) == {"skin cancer", "cell lines"}
    assert "cancer cell lines" in readings(catalogue.search("skin, cancer cell lines"))


def test_plain_words_decide_only_among_equals(catalogue):
    """A dataset with the concept comes before one that has all the other words."""
    rows = catalogue.search("sleep recordings of one night in two studies scored by hand").rows
    assert "sleep" in rows[0].tags["topic"]


@pytest.mark.parametrize("query", ["what data do you have?", "数据集", "可商用", "no registration", "", "CC BY"])
def test_a_question_without_a_subject_says_so(catalogue, query):
    """Fillers, licences and signs ask for no subject: the whole list by id, and the sentence tells why."""
    result = catalogue.search(query)
    assert result.total == len(catalogue)
    assert result.sentence.startswith("No subject was asked for")


@pytest.mark.parametrize("query", ["😀", "...", "?", "%", "\ud800"])
def test_a_text_without_a_word_is_no_question_for_everything(catalogue, query):
    """Signs, or letters lost on the way, find nothing and are shown back; the list of all is no answer to them."""
    result = catalogue.search(query)
    assert (result.status, result.total, len(result.unknown_words)) == ("no_match", 0, 1)


def test_words_without_a_subject_are_told_apart(catalogue):
    """Where only plain words match, the answer does not pretend to have understood."""
    assert catalogue.search("python package").sentence.startswith("No known subject or name was asked for")


def test_what_nobody_has_is_said_with_the_next_wider(catalogue):
    """A known thing that no dataset has is named, with how many have what is wider."""
    sentence = catalogue.search("fluorescein angiography").sentence
    assert "No dataset has fluorescein angiography" in sentence
    assert "have ophthalmic imaging, which is wider" in sentence
    assert "No dataset has" not in catalogue.search("fetal ultrasound").sentence


def test_what_was_typed_comes_back_as_typed(catalogue):
    """Hyphens and capitals stand in `matched` and `understood` as in the question."""
    result = catalogue.search("Chest X-Ray")
    assert list(readings(result)) == ["Chest X-Ray"]
    assert result.rows[0].matched[0].typed == "Chest X-Ray"


@pytest.mark.parametrize(
    "query",
    ["'; DROP TABLE datasets; --", "<script>alert(1)</script>", '{"query": "lung"}', "lung AND (cancer)", "a" * 300],
)
def test_markup_and_code_are_words_like_others(catalogue, query):
    """Nothing in a question is a command."""
    assert catalogue.search(query).status in {"match", "no_match"}


@pytest.mark.parametrize(
    ("query", "first", "language"),
    [
        ("French clinical entities", "quaero", "French"),
        ("Spanish chest x-ray reports", "padchest", "Spanish"),
        ("Portuguese clinical notes", "semclinbr", "Portuguese"),
    ],
)
def test_a_language_is_that_language(catalogue, query, first, language):
    """A text in one language is no match for another; the set in the language that was asked for comes first."""
    found = catalogue.search(query, limit=5)
    assert found.rows[0].id == first
    assert any(match.concept == f"{language} medical language" for match in found.rows[0].matched)


def test_a_language_that_nobody_has_is_lacked(catalogue):
    """No set has German reports: sets of reports in other languages lack German, and none has both."""
    found = catalogue.search("German radiology reports", limit=50)
    reports = [row for row in found.rows if "radiology reports" not in row.lacks]
    assert reports
    assert all("German" in row.lacks for row in reports)
