"""passages: the sentences of cards that answer a phrase, each with field, source, date and trust."""

import pytest

from mdexa.errors import BadQuery


def texts(result):
    """The texts of the page."""
    return [passage.text for passage in result.passages]


def test_a_phrase_comes_before_its_words(miniature):
    """The passage with the words in their order is first, then those with some of them."""
    result = miniature.passages("outlines of tumours")
    assert result.passages[0].dataset == "aurora-ct"
    assert result.passages[0].field == "summary"
    assert result.total > 1


@pytest.mark.parametrize(
    ("phrase", "dataset", "field", "trust", "source", "date"),
    [
        ("field of view", "aurora-ct", "facts", "sourced", "https://aurora.example.org/data", None),
        ("two invented readers", "aurora-ct", "facts", "unsourced", None, None),
        ("300 patients", "aurora-ct", "counts", "sourced", "https://aurora.example.org/data", None),
        (
            "takes the place of the terms",
            "harbour-ecg-2",
            "statements",
            "publisher",
            "https://harbour.example.org/licence",
            "2024-03-01",
        ),
        (
            "Companies are welcome",
            "juniper-omics",
            "statements",
            "publisher",
            "https://juniper.example.org/issues/7",
            "2024-01-01",
        ),
        ("Prove who you are", "grove-ehr", "access", "sourced", "https://grove.example.org/apply", None),
        ("cut into passages", "ember-notes", "relations", "publisher", "https://ember.example.org", "2026-11-01"),
        ("took the data back", "harbour-ecg", "history", "sourced", "https://harbour.example.org/gone", "2021-07-01"),
        ("scans occur twice", "aurora-ct", "problems", "sourced", "https://aurora.example.org/errata", None),
    ],
)
def test_every_kind_of_passage_is_found(miniature, phrase, dataset, field, trust, source, date):
    """Whatever field it stands in, a passage has its source, its date and whose word it rests on."""
    passage = miniature.passages(phrase).passages[0]
    assert (passage.dataset, passage.field, passage.trust) == (dataset, field, trust)
    assert (passage.source, passage.date) == (source, date)
    assert phrase.split()[-1].casefold() in passage.text.casefold()


def test_datasets_narrow_the_question(miniature):
    """Only in the cards that are named; a name that belongs to nobody is told and finds nothing."""
    assert {row.dataset for row in miniature.passages("licence", datasets=["fjord-notes"]).passages} == {"fjord-notes"}
    result = miniature.passages("licence", datasets=["quartz"])
    assert (result.total, [row.name for row in result.unresolved]) == (0, ["quartz"])


def test_nothing_is_an_answer(miniature):
    """Words that no card holds are named as they were typed, and the answer is final."""
    result = miniature.passages("zzqxw-vvkk invented")
    assert result.unknown_words == ("zzqxw-vvkk",)
    none = miniature.passages("zzqxw")
    assert (none.total, none.complete, none.unknown_words) == (0, True, ("zzqxw",))
    assert "This is final" in none.sentence
    assert miniature.passages("...").total == 0


def test_a_hyphenated_word_that_is_there_is_not_unknown(miniature):
    """`X-Ray` is looked up whole and in parts; one form that is there is enough."""
    assert miniature.passages("x-ray").unknown_words == ()


def test_pages_go_on_where_they_were_cut(miniature):
    """All pages together are the whole list, without overlap."""
    whole = miniature.passages("invented", limit=50)
    found, cursor = [], None
    while True:
        page = miniature.passages("invented", limit=3, **({"cursor": cursor} if cursor else {}))
        found += texts(page)
        assert page.total == whole.total
        cursor = page.cursor
        if cursor is None:
            break
        assert not page.complete
    assert found == texts(whole)
    assert len(found) == whole.total


def test_a_cursor_belongs_to_its_question(miniature):
    """Another phrase or other datasets refuse the cursor."""
    cursor = miniature.passages("invented", limit=1).cursor
    for request in ({"phrase": "licence"}, {"phrase": "invented", "datasets": ["aurora-ct"]}):
        with pytest.raises(BadQuery, match="another question"):
            miniature.passages(**request, cursor=cursor)


def test_numbers_agree_with_the_words(miniature):
    """One passage holds, two passages hold."""
    assert miniature.passages("two invented readers", datasets=["aurora-ct"]).sentence.startswith("2 passages hold")
    assert miniature.passages("objected").sentence == (
        "1 passage holds at least one of the words; the list is complete."
    )
