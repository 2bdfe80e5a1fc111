"""What the pages of the site say: whole, in two languages, marked, and never a yes where there is none."""

import json
import re
import tomllib
from itertools import pairwise

import msgspec
import pytest

from mdexa.agents.cleaning import HIDDEN
from mdexa.catalogue import open_catalogue
from mdexa.drawing.lineage import Lineage, Neighbour, draw
from mdexa.pages import Markup, fill, style
from mdexa.purposes import COLUMNS, VALUES, permits
from mdexa.site import build, places, slim
from mdexa.site.links import Linker
from mdexa.site.news import news
from mdexa.site.pages import MEANT, Pages
from mdexa.site.reasons import Reasons
from mdexa.site.stock import Stock, licence_keys
from mdexa.site.verdicts import table as verdict_table
from mdexa.site.words import Words, table
from tests.conftest import ROOT
from tests.site_pages import pages_of

#: Bytes of a page with its style sheet, at most.
HEAVIEST = 150_000
#: Classes that look like a yes.
GREEN = {"allowed", "allowed_with_conditions", "commercial_ok"}


@pytest.fixture(scope="module")
def pages(miniature, tmp_path_factory):
    """The pages of the invented catalogue's site."""
    target = tmp_path_factory.mktemp("site")
    build(miniature, target)
    return pages_of(target)


@pytest.fixture(scope="module")
def stock(miniature):
    """What the site reads of the invented catalogue."""
    return Stock(miniature)


def datasets(pages, language="en"):
    """The pages of datasets by id."""
    start = "" if language == "en" else f"{language}/"
    found = {re.fullmatch(rf"{start}datasets/([^/]+)/index.html", name): page for name, page in pages.items()}
    return {match[1]: page for match, page in found.items() if match}


def test_tables_of_words_have_the_same_keys_and_gaps():
    """A word that one language has not, or a gap that a translation lost, would break a page."""
    first = table(places.LANGUAGES[0])
    assert len(first) > 400
    for language in places.LANGUAGES[1:]:
        other = table(language)
        assert other.keys() == first.keys()
        for key, words in first.items():
            assert sorted(re.findall(r"\{(\w+)\}", words)) == sorted(re.findall(r"\{(\w+)\}", other[key])), key
            assert other[key].strip() or not words.strip(), key


@pytest.mark.parametrize("language", places.LANGUAGES)
@pytest.mark.parametrize("kind", sorted(MEANT))
def test_every_word_of_a_fixed_list_is_named_and_explained(language, kind):
    """No value, flag or term reaches a page without words for it, and each has a place where it is defined."""
    known = table(language)
    for word in MEANT[kind]:
        assert known[f"{kind}.{word}"]
        assert kind == "left_out" or known[f"{kind}_means.{word}"]


def test_the_words_of_results_are_named_in_every_language():
    """What the judgement notes, and how it branches, has a sentence."""
    from typing import get_args

    from mdexa import card, verdict
    from mdexa.explanation import NOTES
    from mdexa.results import changing

    wanted = [f"branch.{word}" for word in get_args(verdict.Branch)]
    wanted += [f"left_out.{word}" for word in get_args(verdict.LeftOutReason)]
    wanted += [f"note.{word}" for word in NOTES]
    wanted += [f"because.{word}" for word in get_args(changing.Because)]
    wanted += [f"relation{side}.{word}" for word in get_args(card.RelationKind) for side in ("", "_down")]
    wanted += [f"covers.{word}" for word in get_args(card.Covers)]
    kinds = (changing.CardKind, changing.StatementKind, changing.LicenceKind, changing.FlagKind)
    wanted += [f"change.{word}" for kind in kinds for word in get_args(kind)]
    for language in places.LANGUAGES:
        assert not [key for key in wanted if key not in table(language)]


def test_every_word_of_the_tables_is_used():
    """A sentence that nobody shows any more is taken out of the tables, or kept for the lists of words."""
    sources = [*(ROOT / "mdexa" / "site").glob("*.py"), *(ROOT / "mdexa" / "site" / "templates").glob("*.html")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    lists = {key.partition(".")[0] for key in tomllib.loads((ROOT / "mdexa/site/languages/en.toml").read_text("utf-8"))}
    prose = {
        "site",
        "list",
        "start",
        "browse",
        "dataset",
        "verdict",
        "reason",
        "flags",
        "duties",
        "evidence",
        "lineage",
    }
    prose |= {"access", "history", "problems", "contest", "vocabulary", "licence"}
    assert prose <= lists
    unused = [
        key
        for key in table("en")
        if key.partition(".")[0] in prose
        and key not in text
        and not re.match(r"vocabulary\.language_|list\.(yes|no)$|reason\.all_", key)
    ]
    assert not unused


def test_pages_are_built_for_those_who_do_not_see_them(pages):
    """One main heading, no level left out, landmarks, a way past the navigation, a language, no id twice."""
    for name, page in pages.items():
        levels = [int(one.tag[1]) for one in page.elements if re.fullmatch(r"h[1-6]", one.tag)]
        assert levels.count(1) == 1, name
        assert all(after <= before + 1 for before, after in pairwise(levels)), (name, levels)
        assert len(page.ids) == len(set(page.ids)), name
        assert page.all("html")[0]["lang"] == ("zh-Hans" if name.startswith("zh/") else "en"), name
        assert [len(page.all(tag)) for tag in ("main", "header", "footer")] == [1, 1, 1], name
        first = page.all("a")[0]
        assert first["class"] == "skip"
        assert first["href"] == "#content"
        assert all("aria-label" in one or "aria-labelledby" in one for one in page.all("nav")), name
        for one in page.elements:
            for reference in ("aria-labelledby", "aria-describedby", "for"):
                assert set(one.attributes.get(reference, "").split()) <= set(page.ids), (name, one)
            if one.attributes.get("role") == "region":
                assert one.attributes["tabindex"] == "0", (name, "what scrolls is reached by keys")
        assert all("scope" in one for one in page.all("th")), name


def test_a_page_in_chinese_marks_what_is_in_english(pages, stock):
    """A screen reader changes its voice for the words of a card; the frame around them is Chinese."""
    for dataset, page in datasets(pages, "zh").items():
        card = stock.by_id[dataset].card
        for text in (card.name, card.summary, *(fact.what for fact in card.facts)):
            around = [one for said, one in page.said if said.strip() == text]
            assert around, (dataset, text)
            assert any(one.lang == "en" for one in around), (dataset, text)
        assert "判定" in page.words


def test_every_page_exists_in_each_language_and_leads_to_the_other(pages):
    """The switch of languages keeps the page that one is on."""
    english = {name for name in pages if not name.startswith("zh/")}
    assert {name.removeprefix("zh/") for name in pages if name.startswith("zh/")} == english


def test_a_verdict_on_a_page_is_the_verdict_of_the_index(pages, stock):
    """Each row of the table has the value of the whole, and a link to its reasons."""
    for dataset, page in datasets(pages).items():
        entry = stock.by_id[dataset]
        rows = re.findall(
            r"<tr(?: class=\"first\")?>\n(.*?)</tr>",
            page.text.partition('<table class="verdicts">')[2].partition("</table>")[0],
            re.DOTALL,
        )
        rows = [row for row in rows if "<td>" in row]
        assert len(rows) == len(COLUMNS)
        for column, row in zip(COLUMNS, rows, strict=True):
            value, anchor = re.search(r'<td><a class="value (\w+)" href="#(\w+)"', row).groups()
            assert value == entry.whole[column][0]
            reason = page.text.partition(f'id="{anchor}"')[0].rpartition("<details")[2]
            assert f'class="value {value}"' in reason


def test_cells_of_parts_have_the_final_verdict(stock):
    """A cell of a part has its final value and, where it differs, its own; parts with both alike share one."""
    entry = stock.by_id["aurora-ct"]
    pairs = (("not_allowed", "allowed"), ("not_allowed", "undeclared"), ("allowed", "allowed"))
    parts = tuple(
        msgspec.structs.replace(
            entry.judged.parts[0],
            id=f"p{at}",
            counts=True,
            rulings=tuple(msgspec.structs.replace(row, value=value, own=own) for row in entry.judged.parts[0].rulings),
        )
        for at, (value, own) in enumerate((*pairs, pairs[0]))
    )
    entry = msgspec.structs.replace(entry, judged=msgspec.structs.replace(entry.judged, parts=parts))
    link = Linker(stock, Words("en"), places.dataset("aurora-ct"))
    link.anchors = {part.id: part.id for part in parts}
    reasons = Reasons(entry.card, [(part.id, part.name, part.rulings) for part in parts], link)
    made = verdict_table(entry, reasons, link)
    assert [[part.id for part in group.parts] for group in made.groups] == [["p0", "p3"], ["p1"], ["p2"]]
    for line in made.lines:
        assert [(cell.value, cell.own) for cell in line.cells[1:]] == [
            ("not_allowed", "allowed"),
            ("not_allowed", "undeclared"),
            ("allowed", None),
        ]


def test_every_condition_of_a_derivation_is_told(stock):
    """The steps of a derivation have the number of each of its conditions, not of the first alone."""
    most = 0
    for entry in stock.entries:
        parts = [(part.id, part.name, part.rulings) for part in entry.judged.parts]
        reasons = Reasons(entry.card, parts, Linker(stock, Words("en"), ""))
        number = {duty.what: duty.anchor for duty in reasons.duties}
        by_anchor = {reason.anchor: " ".join(reason.steps) for reason in reasons.reasons}
        for part, _, rulings in parts:
            for ruling in rulings:
                wanted = {number[condition.what] for condition in ruling.conditions}
                told = by_anchor[reasons.anchor(part, ruling.columns[0])]
                assert wanted <= set(re.findall(r'href="#(c\d+)"', told))
                most = max(most, len(wanted))
    assert most > 1


def test_only_what_permits_looks_like_a_yes(pages):
    """The green classes stand on permitting values alone, and the sheet gives green to no other."""
    words = set(VALUES) | {"unstated", "gone"} | set(MEANT["status"])
    for name, page in pages.items():
        for one in page.elements:
            classes = one.attributes.get("class", "").split()
            if "value" in classes:
                (word,) = [word for word in classes if word != "value"]
                assert word in words, (name, one)
    assert {word for word in VALUES if permits(word)} | {"commercial_ok"} == GREEN
    green = re.findall(r"([^{}]+)\{[^{}]*var\(--good\)[^{}]*\}", slim(style()))
    named = {word for rule in green for word in re.findall(r"\.([a-z_]+)", rule)} - {"lineage", "stripe"}
    assert named == GREEN


def test_colours_are_readable_in_light_and_dark():
    """Every text colour stands out from its ground by 4.5 to 1, as the accessibility guidelines ask."""
    light, dark = style().split("@media (prefers-color-scheme: dark)")
    for sheet in (light, dark):
        tokens = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", sheet.split("}")[0]))
        pairs = [(ink, ground) for ink in ("ink", "quiet", "accent") for ground in ("ground", "raised")]
        pairs += [(word, f"{word}-ground") for word in ("good", "unsure", "bad", "accent")]
        for ink, ground in pairs:
            assert contrast(tokens[ink], tokens[ground]) >= 4.5, (ink, ground)


def contrast(one, other):
    """The contrast of two colours by the formula of WCAG 2."""
    bright = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright[0] + 0.05) / (bright[1] + 0.05)


def luminance(colour):
    """The relative luminance of a colour such as #14683a."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_handling_stands_apart_from_the_licence(pages):
    """Our own decision has a box of its own, which says that it is ours and no term of the publisher."""
    for dataset, page in datasets(pages).items():
        box = page.text.partition('<div class="panel ours">')[2].partition("</div>")[0]
        assert "Our own decision. It says nothing about the licence." in box, dataset
        assert "value" not in re.findall(r'class="([^"]*)"', box)


def test_what_is_gone_says_so_first(pages, stock):
    """The page of a set that cannot be had begins with that, before any verdict."""
    gone = {entry.id for entry in stock.entries if entry.card.availability.state != "available"}
    assert gone
    for dataset, page in datasets(pages).items():
        assert ('class="tombstone"' in page.text) == (dataset in gone)
        if dataset in gone:
            assert page.text.index('class="tombstone"') < page.text.index('class="verdicts"')


def test_every_statement_and_reading_is_on_the_page_with_its_source(pages, stock):
    """Nobody has to trust a verdict: each statement stands there with its link, its dates, and what became of it."""
    for dataset, page in datasets(pages).items():
        card = stock.by_id[dataset].card
        for statement in card.statements:
            assert f"s-{places.slug(statement.id)}" in page.ids
            assert statement.source.url in page.links
            source = statement.source
            copy = "unknown date" if source.copy_dated == "unknown" else source.copy_dated
            seen = f"copy of {copy}, looked at {source.read_on}"
            assert (f"read {source.read_on}" if source.read_from == "live" else seen) in page.words
        assert all(reading.source.url in page.links for reading in card.readings)
        assert all(problem.what in page.words for problem in card.problems)
        assert all(event.what in page.words for event in card.history)


def test_each_flag_condition_and_step_of_access_is_told(pages, stock):
    """What a user must do stands on the page in full: conditions, flags, and the publisher's steps."""
    for dataset, page in datasets(pages).items():
        entry = stock.by_id[dataset]
        rulings = [ruling for part in entry.judged.parts for ruling in part.rulings]
        assert all(condition.what in page.words for ruling in rulings for condition in ruling.conditions)
        assert all(flag.do in page.words for flag in entry.judged.flags)
        assert all(step in page.words for row in entry.card.access for step in row.steps)
        assert f"catalogue/cards/{dataset}.yaml" in page.words


def test_structured_data_of_many_parts_are_told_without_them(stock, monkeypatch):
    """What would make a page heavy is left to the export; all else is told, in the same words."""
    from mdexa.exports.schema_org import describe

    monkeypatch.setattr("mdexa.site.pages.LINKED", 100)
    told = dict(Pages(stock, Words("en"), news(stock, None), "").datasets())
    parted = 0
    for dataset, entry in stock.by_id.items():
        page = told[places.dataset(dataset)]
        text = page.partition('<script type="application/ld+json">')[2].partition("</script>")[0]
        whole = json.loads(json.dumps(describe(stock.holdings, entry.doc)))
        parted += "hasPart" in whole
        assert json.loads(text) == {key: value for key, value in whole.items() if key != "hasPart"}
    assert parted


def test_structured_data_say_nothing_else_than_the_export(pages, miniature):
    """The JSON-LD of a page is that of `mdexa export schema-org`, and no text can leave its element."""
    from mdexa.exports.schema_org import describe

    for dataset, page in datasets(pages).items():
        told = next(text for text, around in page.said if around.attributes.get("type") == "application/ld+json")
        doc = miniature.holdings.datasets.doc(dataset)
        assert json.loads(told) == json.loads(json.dumps(describe(miniature.holdings, doc)))
        assert "<" not in told


def test_text_of_others_is_escaped_and_marked(hostile_index, tmp_path):
    """Markup and instructions in cards stay text, hidden characters are gone, labels stand in a marked quotation."""
    build(open_catalogue(hostile_index), tmp_path)
    for name, page in pages_of(tmp_path).items():
        assert not [one for one in page.elements if one.tag == "img"], name
        assert not [one for one in page.elements if any(key.startswith("on") for key in one.attributes)], name
        assert not HIDDEN.search(page.text), name
        for text, around in page.said:
            if "LABEL-OF-A-THIRD-PARTY" in text and around.tag != "script":
                assert around.tag == "q", name
                assert around.attributes["class"] == "untrusted"
                assert around.attributes["title"]
    for path in tmp_path.rglob("*.xml"):
        assert not HIDDEN.search(path.read_text("utf-8"))
    for path in (tmp_path / "api").rglob("*.json"):
        assert not HIDDEN.search(path.read_text("utf-8"))


def test_no_page_of_the_real_catalogue_is_heavy(catalogue):
    """Page and style sheet of each dataset together are at most 150 kB, uncompressed, in each language."""
    real = Stock(catalogue)
    sheet = len(slim(style() + (ROOT / "mdexa/site/style.css").read_text("utf-8")).encode())
    told = news(real, None)
    for language in places.LANGUAGES:
        for path, page in Pages(real, Words(language), told, "").datasets():
            assert len(page.encode()) + sheet <= HEAVIEST, path


def test_a_licence_page_tells_every_column_and_who_rests_on_it(pages, stock):
    """The table of licences is on the site, with source, conditions and the datasets that it decides for."""
    for key, entry in stock.licences.items():
        page = pages[places.licence(key)]
        assert all(entry.columns[column].clause in page.words for column in COLUMNS)
        assert entry.url is None or entry.url in page.links
        assert all(condition.what in page.words for condition in entry.conditions)
        for used in stock.uses[key].deciding + stock.uses[key].named:
            assert used.card.name in page.words


def test_a_value_of_the_vocabulary_has_its_definition_and_its_datasets(pages, stock):
    """A wider value lists the datasets of the narrower ones too, as the search finds them."""
    for concept_id, concept in stock.concepts.items():
        facet, _, value = concept_id.partition("/")
        if facet == "use_term":
            continue
        page = pages[places.concept(facet, value)]
        assert concept.definition in page.words
        assert all(form in page.words for forms in concept.synonyms.values() for form in forms)
        found = stock.catalogue.search(filters={facet: [value]}, limit=50)
        assert found.total == len(stock.tagged.get(concept_id, ()))
        assert all(row.name in page.words for row in found.rows)


def test_counts_on_lists_are_those_of_the_library(stock):
    """A number on the site is the number that `mdexa facets` gives."""
    counts = stock.catalogue.facets().counts
    for facet in ("licence_status", "access_kind", "risk_flag", "availability", "repo_only", "publisher", "year"):
        assert {value: len(rows) for value, rows in stock.values(facet).items()} == {
            row.value: row.n for row in counts[facet]
        }


def test_how_to_read_a_verdict_defines_every_word(pages):
    """Each value, status and flag has a place with an id that pages link to."""
    ids = pages[places.READING].ids
    for kind, words in MEANT.items():
        assert all(f"{kind}-{word}" in ids for word in words), kind


def test_licence_expressions_are_read_into_their_keys():
    """Joints and brackets are no licences; a key is named once."""
    assert licence_keys("(MIT OR Apache-2.0) AND CC-BY-4.0 AND MIT") == ("MIT", "Apache-2.0", "CC-BY-4.0")
    assert licence_keys(None) == ()


def test_names_become_paths_that_are_safe_and_differ():
    """A name that is no path is changed and marked, so that no two names share a page."""
    assert places.slug("CC-BY-4.0") == "CC-BY-4.0"
    changed = [places.slug(name) for name in ("a/b", "a b", "../b", "é", "", "x" * 300)]
    assert len(set(changed)) == len(changed)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,110}", name) for name in changed)


def test_sentences_escape_what_is_put_into_them():
    """Only what is markup already stays markup; a gap that nobody fills is an error."""
    assert fill("{a} & {b}", a="<b>", b=Markup("<i>")) == "&lt;b&gt; &amp; <i>"
    with pytest.raises(KeyError):
        fill("{a}")


def lineage(up=0, down=0, name="Middle"):
    """A picture with some neighbours."""
    made = [
        tuple(Neighbour(name=f"{side} {n} <&>", carries="records", href=f"{n}.html") for n in range(many))
        for side, many in (("up", up), ("down", down))
    ]
    return draw(Lineage(name=name, up=made[0], down=made[1], title="Lineage", description="Told in the table."))


def test_a_picture_of_lineage_is_bounded_readable_and_told_in_words():
    """Title and description, every box as text, long sides ended with how many more, and no more than fits."""
    from xml.etree import ElementTree as ET

    small, large, huge = lineage(2, 1), lineage(12, 12), lineage(500, 500, name="名" * 100)
    for drawn in (small, large, huge, lineage(0, 3), lineage(3, 0)):
        root = ET.fromstring(drawn)  # noqa: S314  (our own drawing)
        assert root.attrib["aria-labelledby"] == "lineage-title lineage-text"
        assert [one.tag.rpartition("}")[2] for one in root[:2]] == ["title", "desc"]
    assert large.count('class="node') == huge.count('class="node') == 25
    assert "+489 more" in huge
    assert "more" not in large
    assert len(huge) < 20_000
    assert "up 1 &lt;&amp;&gt;" in small
    width = [int(re.search(r'width="(\d+)"', one)[1]) for one in (lineage(1, 0), small)]
    assert width[0] < width[1]
