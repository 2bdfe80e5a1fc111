"""Reading words as concepts: the longest known form, in any script, however it is spelt."""

from mdexa import fillers
from mdexa.lexicon import LONGEST, WORD, form_key, joined, key_of, spot, words

FORMS = {
    "chest x-ray": "cxr",
    "x-ray": "xr",
    "胸部X光": "cxr",
    "胸部": "chest",
    "electronic health record": "ehr",
}
KEYS = {key_of(form): (concept,) for form, concept in FORMS.items()}


def read(text):
    """(what was typed, concept or None) for each group."""
    found = spot(words(text), lambda key: KEYS.get(key, ()))
    return [(joined(group), concepts[0] if concepts else None) for group, concepts in found]


def test_the_longest_form_wins():
    """`chest x-ray` is one concept and not the shorter one inside it."""
    assert read("chest x-ray of adults") == [("chest x ray", "cxr"), ("of", None), ("adults", None)]


def test_spelling_does_not_matter():
    """Case, hyphens, spaces, accents and the plural's s are folded."""
    for text in ("Chest X-Rays", "chest xray", "CHEST X RAY", "chest X–ray"):
        assert read(text)[0][1] == "cxr", text


def test_scripts_without_spaces_are_read_by_character():
    """A form is found inside a run of ideographs, with letters of other scripts in it."""
    assert read("成人胸部X光数据") == [
        ("成", None),
        ("人", None),
        ("胸部X光", "cxr"),
        ("数", None),
        ("据", None),
    ]
    assert read("胸部检查")[0] == ("胸部", "chest")


def test_words_keep_what_was_typed():
    """The words of a text are its runs of letters and digits, as typed."""
    assert words("KiTS19: CT, (Nieren)") == ["KiTS19", "CT", "Nieren"]
    assert words("") == words(" -- ") == []


def test_a_form_longer_than_the_reach_is_not_looked_for():
    """The reach bounds the work of one position, in words and in ideographs."""
    asked = []
    list(spot(["a"] * 30, lambda key: asked.append(key) or ()))
    assert max(map(len, asked)) == -(-LONGEST // WORD)
    asked.clear()
    list(spot(list("胸" * 30), lambda key: asked.append(key) or ()))
    assert max(map(len, asked)) == LONGEST


def test_the_key_of_words_is_the_key_of_the_form():
    """A query and the vocabulary make their keys alike."""
    assert form_key(["Electronic", "Health", "Records"]) == key_of("electronic health record")


def test_the_short_way_to_the_keys_of_fillers_is_right():
    """Fillers have the keys that any form has, in whichever way they are made."""
    lists = [text for name, text in vars(fillers).items() if name[1:2].isupper() and isinstance(text, str)]
    forms = "".join(lists).replace("\n", "|").split("|")
    assert {"kind of", "für", "数据集", "を", "데이터"} <= set(forms)
    assert [(form, fillers._key(form)) for form in forms] == [(form, key_of(form)) for form in forms]
    assert [form for form in forms if form and not fillers.is_filler(key_of(form))] == []
    assert not fillers.is_filler(key_of("kidney"))
    assert not fillers.is_filler(key_of("肾"))
