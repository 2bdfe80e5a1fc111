"""Sentences that Mdexa itself makes are in the language of the page; how fresh evidence is, and what was only tried."""

import re

import msgspec
import pytest

from mdexa.judgement import asking, terms
from mdexa.judgement.flags import FLAGS
from mdexa.site import build, places
from mdexa.site.evidence import freshness, sought
from mdexa.site.links import Linker
from mdexa.site.stock import Stock
from mdexa.site.words import Words, table
from tests.conftest import ROOT
from tests.site_pages import pages_of

CHINESE = re.compile(r"[\u4e00-\u9fff]")
CONDITIONS = (
    *(what for what, _ in terms.TERM_CONDITIONS.values()),
    *terms.ACCESS_CONDITIONS.values(),
    terms.CONDITIONS_OF_TEXT,
)
ASKS = (*asking._OWN.values(), *asking._BY_NOTE.values())


@pytest.fixture(scope="module")
def pages(miniature, tmp_path_factory):
    """The pages of the invented catalogue's site."""
    target = tmp_path_factory.mktemp("site")
    build(miniature, target)
    return pages_of(target)


@pytest.fixture(scope="module")
def links(miniature):
    """What makes the links of a page, by language."""
    stock = Stock(miniature)
    return {language: Linker(stock, Words(language), "x/index.html") for language in places.LANGUAGES}


def test_every_flag_says_what_to_do_in_both_languages(links):
    """Each id of a flag has its remedy in every language, and the English one is that of the judgement."""
    for flag in FLAGS:
        assert table("en")[f"flag_do.{flag.id}"] == flag.do
        assert links["en"].fixed("flag_do", flag.do) == flag.do
        for language in places.LANGUAGES[1:]:
            assert CHINESE.search(table(language)[f"flag_do.{flag.id}"])
            assert CHINESE.search(links[language].fixed("flag_do", flag.do))
            assert CHINESE.search(table(language)[f"flag_means.{flag.id}"])


@pytest.mark.parametrize(("kind", "sentences"), [("condition", CONDITIONS), ("ask_what", ASKS)])
def test_fixed_sentences_are_translated(links, kind, sentences):
    """Each condition of terms and access, and each question of the judgement, is known, and has no English in it."""
    for sentence in sentences:
        shown = links["zh"].fixed(kind, sentence)
        assert CHINESE.search(shown), sentence
        assert "lang=" not in shown
        assert sentence not in shown


def test_a_question_on_sources_keeps_their_names(links):
    """The names in the gap stay as they are, marked as English and escaped."""
    shown = links["zh"].fixed("ask_what", "whether the terms of fjord, A <b> permit it for what is inside this set")
    assert '<span lang="en">fjord, A &lt;b&gt;</span>' in shown
    assert CHINESE.search(shown)


def test_free_text_stays_english_and_is_marked(links):
    """A sentence of a card is no sentence of ours, even if it begins as one."""
    for text in ("credit the source by its name", "whether the terms of"):
        assert links["zh"].fixed("condition", text) == f'<span lang="en">{text}</span>'


def test_no_remedy_is_english_on_a_chinese_page(pages):
    """The remedies of all flags that the catalogue has are Chinese there."""
    chinese = " ".join(page.words for name, page in pages.items() if name.startswith("zh/datasets/"))
    assert not [flag.id for flag in FLAGS if flag.do in chinese]
    assert table("zh")["flag_do.evidence_stale"] in chinese


def test_the_box_at_the_side_says_how_fresh_the_evidence_is(pages):
    """A copy is told with its day, an old text is called old, and each language has its words."""
    copy = pages[places.dataset("harbour-ecg")].words.partition("May I use it?")[0]
    assert "copy of 2019-01-01, looked at" in copy
    assert "evidence is old" in pages[places.dataset("grove-ehr-demo")].words.partition("May I use it?")[0]
    fresh = pages[places.dataset("dune-xray")].words.partition("May I use it?")[0]
    assert "Deciding sources" in fresh
    assert "evidence is old" not in fresh


def test_a_copy_of_unknown_date_is_called_so(miniature, links):
    """Freshness never shows the day of the look as that of the copy."""
    source = Stock(miniature).by_id["dune-xray"].card.statements[0].source
    unknown = msgspec.structs.replace(source, read_from="stored_copy", copy_dated="unknown")
    assert freshness(unknown, links["en"]) == f"copy of unknown date, looked at {source.read_on}"
    assert "unknown" not in freshness(unknown, links["zh"])
    theirs = msgspec.structs.replace(unknown, read_from="third_party_copy")
    assert "somebody else" in freshness(theirs, links["en"])


def test_what_could_not_be_read_was_tried(miniature, pages, links):
    """A place that could not be read has no reading beside it."""
    (row,) = Stock(miniature).by_id["grove-ehr"].card.readings
    said = f"tried on {row.source.read_on}; could not be read"
    assert sought(row, links["en"]) == said
    words = pages[places.dataset("grove-ehr")].words
    assert said in words
    after = words.partition("Where nothing was found")[2].partition("Where it comes from")[0]
    assert f"read {row.source.read_on}" not in after


def test_the_style_keeps_what_newcomers_missed():
    """No trail ends in a sign, labels keep their distance, our own handling comes after the verdict, paper wraps."""
    style = (ROOT / "mdexa" / "site" / "style.css").read_text("utf-8")
    assert ".crumbs li:not(:last-child)::after" in style
    assert ".crumbs li::after" not in style
    label = re.search(r"\.stack td\[data-head\]::before \{([^}]*)\}", style)[1]
    assert "margin-inline-end" in label
    narrow = style.partition("@media (max-width: 62rem)")[2].partition("@media")[0]
    order = {name: int(re.search(rf"{re.escape(name)} \{{ order: (\d)", narrow)[1]) for name in ("#verdict", ".ours")}
    assert order["#verdict"] < order[".ours"]
    paper = style.partition("@media print")[2]
    assert re.search(r"\.src[^{]*\{ white-space: normal", paper)
    assert "details::details-content" in paper
