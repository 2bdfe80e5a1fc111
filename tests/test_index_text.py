"""How text is folded and split: one table a law."""

import pytest

from mdexa.text import LONGEST_TOKEN, fold, fold_name, singular, tokens


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("MRI", "mri"),
        ("état", "etat"),
        ("Straße", "strasse"),
        ("ＣＴ", "ct"),
        ("ﬁbrosis", "fibrosis"),
        ("Ærø Łódź", "aero lodz"),
        ("İstanbul", "istanbul"),
        ("TNF-α", "tnf-alpha"),
        ("Aβ42", "abeta42"),
        ("5 µm", "5 um"),
        ("λ", "lambda"),
        ("µ", "mu"),
        ("Λόγος", "λογοσ"),
        ("がん", "がん"),
        ("심전도", "심전도"),
        ("肺癌", "肺癌"),
    ],
)
def test_case_accents_and_forms_are_folded(text, folded):
    """Case, accents and compatibility forms go; a lone Greek letter is spelt out; letters of other scripts stay."""
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("name", "key"),
    [("KiTS 19", "kits19"), ("MIMIC-IV", "mimiciv"), ("UK Bio_bank!", "ukbiobank"), ("...", ""), ("हिन्दी", "हिन्दी")],
)
def test_names_lose_spaces_and_punctuation(name, key):
    """A name is compared by its letters, digits and their marks alone."""
    assert fold_name(name) == key


@pytest.mark.parametrize(
    ("plural", "word"),
    [
        ("images", "image"),
        ("rnas", "rna"),
        ("ecgs", "ecg"),
        ("mris", "mri"),
        ("cts", "ct"),
        ("studies", "study"),
        ("biopsies", "biopsy"),
        ("boxes", "box"),
        ("patches", "patch"),
        ("headaches", "headache"),
        ("rashes", "rash"),
        ("classes", "class"),
        ("viruses", "virus"),
        ("causes", "cause"),
        ("cases", "case"),
        ("sizes", "size"),
        ("doses", "dose"),
        ("analyses", "analysis"),
        ("metastases", "metastasis"),
        ("diagnoses", "diagnosis"),
        ("mice", "mouse"),
        ("vertebrae", "vertebra"),
        ("records", "record"),
    ],
)
def test_plurals_meet_their_word(plural, word):
    """A plural becomes its word, and the word stays: plurals of acronyms as well."""
    assert singular(plural) == word
    assert singular(word) == word


@pytest.mark.parametrize(
    "word", ["aids", "sars", "gwas", "series", "species", "virus", "analysis", "mass", "gas", "il6s", "心s", "diabetes"]
)
def test_words_that_only_look_like_plurals_stay(word):
    """What ends in s without being a plural, has a digit or is of another script is left alone."""
    assert singular(word) == word


@pytest.mark.parametrize(
    "forms",
    [
        ("x ray", "x-ray", "xray", "X rays", "X-rays", "X‑Ray"),
        ("COVID-19", "covid19", "Covid 19"),
        ("KiTS19", "kits 19", "KiTS-19"),
        ("TNF-α", "TNF alpha", "tnf-alpha"),
        ("MIMIC-IV", "mimic iv", "MIMICIV"),
        ("T cell", "T-cells", "tcell"),
        ("Alzheimer's", "alzheimers", "Alzheimer"),
    ],
)
def test_spellings_of_one_word_meet(forms):
    """However a word is hyphenated, spaced or pluralised, any two ways of writing share a token."""
    for left in forms:
        for right in forms:
            # MIMICIV shares its only token with the hyphenated form; a space there parts two words for good.
            if {left, right} != {"mimic iv", "MIMICIV"}:
                assert set(tokens(left)) & set(tokens(right)), (left, right)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        (" -- ... ''' ", []),
        ("Kidney tumour CT", ["kidney", "tumour", "ct"]),
        ("x-ray", ["xray", "x", "ray"]),
        ("covid19", ["covid19", "covid", "19"]),
        ("10mm 3D p53", ["10mm", "10", "mm", "3d", "p53"]),
        ("v2.0.1, at 1.5T. End.", ["v2.0.1", "at", "1.5t", "end"]),
        ("o'brien's don't", ["obrien", "dont"]),
        ("a study", ["a", "study"]),
        ("肺癌CT图像", ["肺癌", "ct", "图像"]),
        ("肺", ["肺"]),
        ("胸部X光", ["胸部", "x", "光"]),
        ("CT-图像", ["ct", "图像"]),
    ],
)
def test_texts_become_tokens(text, found):
    """Words in order, joined and parted where hyphens and numbers stand; pairs where there are no spaces."""
    assert tokens(text) == found


def test_long_words_are_cut():
    """A run of letters without end becomes one token of bounded length."""
    assert tokens("x" * 5000) == ["x" * LONGEST_TOKEN]


def test_text_needs_nothing_dear(run_cold):
    """Folding and splitting imports nothing but unicodedata."""
    loaded = run_cold("from mdexa.text import tokens; tokens('Ünïcode x-ray 肺癌')")
    assert not loaded & {"re", "json", "typing", "dataclasses", "enum", "pathlib", "collections"}


@pytest.fixture
def run_cold():
    """Runs a statement in a bare interpreter and gives the names of the modules that are loaded then."""
    from tests.index_cases import loaded_after

    return loaded_after
