"""Results in a notebook: tables that show well on any ground, and no word of a card that could act."""

import json
from html.parser import HTMLParser

import pytest

from mdexa import results
from mdexa.purposes import VALUES, permits
from mdexa.results import Result
from tests.test_library import REQUESTS

#: What our tables and pictures are made of.
OURS = {"a", "b", "br", "div", "p", "q", "small", "table", "tbody", "td", "th", "thead", "tr"}
OURS |= {"details", "li", "ol", "summary"}
OURS |= {"style", "svg", "title", "desc", "g", "path", "rect", "text"}
ATTRIBUTES = {"class", "href", "rel", "style"}
ATTRIBUTES |= {"aria-labelledby", "d", "height", "id", "role", "rx", "text-anchor", "viewbox", "width", "x", "xmlns"}
ATTRIBUTES |= {"y"}
#: Tags that have no end.
VOID = {"br"}

#: For each operation a request that shows the card full of hostile words.
HOSTILE = {
    "search": {"query": "raven"},
    "card": {
        "datasets": ["raven-text"],
        "sections": ["summary", "facts", "counts", "parts", "access", "history", "relations", "problems", "verdict"],
    },
    "evidence": {"datasets": ["raven-text"]},
    "facets": {"facets": ["publisher"]},
    "access": {"datasets": ["raven-text", "<script>alert(9)</script>"]},
    "similar": {"dataset": "lagoon-qa"},
    "check": {"datasets": ["raven-text", "<script>alert(9)</script>"]},
    "passages": {"phrase": "script alert"},
}


class Tags(HTMLParser):
    """The tags, attributes and text of a piece of HTML."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.text, self.open = [], [], "", []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Notes a tag and what it carries."""
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        """Every tag closes the one that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Notes what is shown."""
        self.text += data


@pytest.mark.parametrize("operation", HOSTILE)
def test_hostile_words_stay_words(miniature, operation):
    """Markup, scripts and handlers in a card or a name are shown as text: no tag and no attribute comes from them."""
    html = miniature.run(operation, HOSTILE[operation])._repr_html_()
    shown = Tags(html)
    assert set(shown.tags) <= OURS
    assert {name for name, _ in shown.attributes} <= ATTRIBUTES
    assert all(value.startswith(("https://", "http://")) for name, value in shown.attributes if name == "href")
    assert shown.open == []
    assert "<script" in shown.text or "<b>" in shown.text


def test_third_party_labels_are_quoted(miniature):
    """The untrusted label stands in quotation marks of its own."""
    assert "<q>CC BY-NC 4.0</q>" in miniature.evidence("aurora-ct")._repr_html_()


def test_formulas_are_not_read_into_text(miniature):
    """The classes that keep a notebook from typesetting what a card says are set."""
    assert 'class="mdexa tex2jax_ignore mathjax_ignore"' in miniature.search("raven")._repr_html_()


@pytest.mark.parametrize("operation", REQUESTS)
def test_tables_show_on_light_and_dark(miniature, operation):
    """No background and neither black nor white is set; colours have a contrast of 3 to 1 on both grounds."""
    html = miniature.run(operation, REQUESTS[operation])._repr_html_()
    styles = {part for name, value in Tags(html).attributes if name == "style" for part in value.split(";")}
    assert not [style for style in styles if "background" in style]
    for style in styles:
        if style.startswith("color:#"):
            light = luminance(style.removeprefix("color:#"))
            assert (1.05) / (light + 0.05) >= 3
            assert (light + 0.05) / (luminance("111111") + 0.05) >= 3


def luminance(colour):
    """The relative luminance of a colour of six hexadecimal digits, by the formula of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("operation", REQUESTS)
def test_what_the_answer_says_of_itself_is_shown(miniature, operation):
    """The origin of the answer, and its sentence or combined verdict, stand above the table."""
    text = Tags(miniature.run(operation, REQUESTS[operation])._repr_html_()).text
    assert "Miniature 3.1, as of 2026-11-30" in text


def test_a_check_shows_what_is_combined_and_what_was_not_judged(miniature):
    """The verdict on all at once stands first, the names that were not judged last."""
    text = Tags(miniature.check("dune-xray", "quartz", purposes=["teaching"])._repr_html_()).text
    assert text.startswith("All together: ? unverifiable (teaching).")
    assert "Not judged: “quartz” is unknown; near: quartz-eeg, quartz-emg." in text


def test_an_empty_answer_shows_its_sentence(miniature):
    """A no-match shows no table, but why, and what would help."""
    html = miniature.search("ECG commercial", filters={"access_kind": ["open"]})._repr_html_()
    assert "<table" not in html
    text = Tags(html).text
    assert "No dataset of the catalogue matches" in text
    assert "Without the filter access_kind: 2 more." in text
    assert "“commercial” can be a filter: usable_for=commercial_product." in text


SCRIPT = "<script>alert(1)</script>"


def every_change():
    """Changes of every kind, with hostile words in all of them."""
    stamp = results.CatalogueStamp(name=SCRIPT, version="1", as_of="2026-01-01", datasets=1)
    reason = results.Reason(why="statement_added", what=SCRIPT)
    verdict = {"columns": ("teaching",), "was": "allowed", "now": "not_allowed", "because": (reason,)}
    return results.ChangesResult(
        old=stamp,
        new=stamp,
        old_digest="a",
        new_digest="b",
        sentence=SCRIPT,
        cards=(results.CardChange(dataset=SCRIPT, name=SCRIPT, kind="renamed", was=SCRIPT, now=SCRIPT),),
        statuses=(results.StatusChange(dataset=SCRIPT, was="mixed", now="conflicting"),),
        verdicts=(
            results.VerdictChange(dataset=SCRIPT, direction="worse", part=SCRIPT, **verdict),
            results.VerdictChange(dataset=SCRIPT, direction="better", **verdict),
        ),
        conditions=(
            results.ConditionChange(
                dataset=SCRIPT, part=SCRIPT, columns=("teaching",), added=(SCRIPT,), gone=(SCRIPT,)
            ),
        ),
        statements=(results.StatementChange(dataset=SCRIPT, statement=SCRIPT, kind="added", url=SCRIPT),),
        licences=(results.LicenceChange(key=SCRIPT, kind="changed", columns={"teaching": ("allowed", SCRIPT)}),),
        flags=(results.FlagChange(dataset=SCRIPT, flag=SCRIPT, severity="info", kind="raised"),),
    )


def every_result(miniature):
    """One object of every result class, taken from answers."""
    found, waiting = {}, [miniature.run(name, REQUESTS[name]) for name in REQUESTS]
    waiting += [miniature.run(name, HOSTILE[name]) for name in HOSTILE]
    waiting += [
        miniature.search("commercial", filters={"access_kind": ["open"]}),
        miniature.card("aurora-ct", "dune-xray", sections=["relations", "parts"]),
        miniature.evidence("lagoon-qa"),
        miniature.search("QTZ-2"),
        miniature.lineage("raven-text"),
        miniature.compare("raven-text", "aurora-ct", "<script>"),
        every_change(),
    ]
    while waiting:
        at = waiting.pop()
        if isinstance(at, Result):
            found[type(at).__name__] = at
            waiting += [getattr(at, name) for name in at.__struct_fields__]
        elif isinstance(at, dict):
            waiting += at.values()
        elif isinstance(at, list | tuple):
            waiting += at
    return found


def test_every_result_shows_itself(miniature):
    """Each class of results has its HTML, its plain values and its records, all without hostile markup."""
    found = every_result(miniature)
    assert set(results.__all__) - {"Result"} <= set(found)
    for result in found.values():
        shown = Tags(result._repr_html_())
        assert set(shown.tags) <= OURS
        assert {name for name, _ in shown.attributes} <= ATTRIBUTES
        assert shown.text.strip()
        assert shown.open == []
        assert json.loads(json.dumps(result.to_dict())) == result.to_dict()
        assert isinstance(result.to_records(), list)


@pytest.mark.parametrize("operation", REQUESTS)
def test_records_have_the_same_keys_and_flat_cells(miniature, operation):
    """The rows of one answer have the same keys in the same order, and cells of text, numbers and truth values."""
    for request in (REQUESTS[operation], HOSTILE[operation]):
        records = miniature.run(operation, request).to_records()
        assert records
        assert len({tuple(record) for record in records}) == 1
        cells = [cell for record in records for cell in record.values()]
        assert all(isinstance(cell, str | int | float | bool | None) for cell in cells)


def test_records_of_a_check_are_a_row_a_part_and_column(miniature):
    """A check gives one row for each dataset, part and column, and one for each name that was not judged."""
    records = miniature.check("aurora-ct", "quartz", purposes=["commercial_product", "teaching"]).to_records()
    judged = [row for row in records if row["part"]]
    assert len(judged) == 4 * 2
    images = next(row for row in judged if row["part"] == "images" and row["column"] == "commercial_product")
    assert (images["value"], images["decided_by"], images["dated"]) == ("not_allowed", "images-licence", "2024-03-01")
    assert records[-1]["asked"] == "quartz"
    assert records[-1]["value"] == "unverifiable"


def test_a_catalogue_introduces_itself(miniature):
    """The catalogue shows its name, day, size and statuses, and what can be asked of it."""
    shown = Tags(miniature._repr_html_())
    assert "Miniature 3.1, as of 2026-11-30: 20 datasets" in shown.text
    counts = miniature.facets("licence_status").counts["licence_status"]
    assert all(f"{row.value} {row.n}" in shown.text for row in counts)
    assert all(name in shown.text for name in ("search", "check", "compare", "lineage", "access"))
    assert set(shown.tags) <= OURS


def test_a_value_has_its_sign(miniature):
    """Colour never speaks alone: only what permits has the sign of a yes, and every other value has another one."""
    for word in VALUES:
        sign = Tags(results.Verdict(value=word)._repr_html_()).text.replace("value", "").split()[0]
        assert (sign == "✓") == permits(word)
        assert sign in "✓?✗"
    assert "✓ commercial_ok" in Tags(miniature.facets("licence_status")._repr_html_()).text


def test_long_tables_are_cut_and_say_so():
    """A table of many rows shows the first, and says how many are left and how to have them."""
    rows = tuple(
        results.Passage(dataset=f"set-{at:03}", name="n", field="summary", text="t", trust="sourced")
        for at in range(60)
    )
    stamp = results.CatalogueStamp(name="M", version="1", as_of="2026-01-01", datasets=60)
    answer = results.PassagesResult(passages=rows, total=60, complete=True, sentence="60 passages.", catalogue=stamp)
    text = Tags(answer._repr_html_()).text
    assert "set-049" in text
    assert "set-050" not in text
    assert "and 10 more rows; to_records()" in text


def test_long_cells_are_cut():
    """A cell of many letters ends in an ellipsis; the sentence of a whole answer does not."""
    row = results.Near(id="a", name="n" * 500)
    assert "n…" in Tags(row._repr_html_()).text


def test_wide_tables_scroll(miniature):
    """Every table lies in a box that scrolls, so that it never widens the notebook."""
    for operation in REQUESTS:
        html = miniature.run(operation, REQUESTS[operation])._repr_html_()
        assert html.count("<table") == html.count('<div style="overflow-x:auto"><table')


def test_hidden_characters_are_left_out():
    """What turns the direction of writing or hides does not reach the notebook."""
    shown = results.Near(id="a", name="ab\u202ecd\u200b")._repr_html_()
    assert "abcd" in shown


def test_evidence_shows_who_decides_first(miniature):
    """The statements that decide stand above those that are left out, which are folded away with their reasons."""
    text = Tags(miniature.evidence("grove-ehr")._repr_html_()).text
    decides = next(row.id for row in miniature.evidence("grove-ehr").datasets[0].statements if row.deciding)
    beside = next(row.id for row in miniature.evidence("grove-ehr").datasets[0].statements if not row.deciding)
    assert text.index(decides) < text.index("beside") < text.rindex(beside)


def test_access_is_a_numbered_list(miniature):
    """Steps are steps: one item of a list each, in their order."""
    answer = miniature.access("grove-ehr")
    html = answer._repr_html_()
    steps = [step for route in answer.datasets[0].routes for step in route.steps]
    assert steps
    assert html.count("<li>") == len(steps)
