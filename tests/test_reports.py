"""The use report: four formats that say the same, whole, safe and the same every time."""

import csv
import doctest
import json
import os
import re
from io import StringIO
from itertools import pairwise

import jsonschema
import msgspec
import pytest

from mdexa.catalogue import open_catalogue
from mdexa.errors import BadQuery
from mdexa.purposes import COLUMNS, PURPOSES, VALUES, permits
from mdexa.reports.document import document, schema
from mdexa.reports.grouping import grouped
from mdexa.reports.inputs import KINDS
from mdexa.reports.keeping import keeping
from mdexa.reports.making import Question, answer, failing, report
from mdexa.reports.markdown import markdown
from mdexa.reports.marking import code, link, text
from mdexa.reports.names import Given
from mdexa.reports.overview import overview
from mdexa.reports.page import page
from mdexa.reports.shapes import Origin
from mdexa.reports.sheet import HEADER, sheet
from mdexa.reports.wording import ACCESS, HANDLING, columns_words
from mdexa.reports.wording import PURPOSES as PURPOSE_WORDS
from mdexa.reports.wording import VALUES as VALUE_WORDS
from tests.conftest import ROOT
from tests.reported import given, parsed, rendered, said_by_csv, said_by_html, said_by_json, said_by_markdown

FORMATS = {"json": document, "csv": sheet, "html": page, "markdown": markdown}


def made(catalogue, *names, **question):
    """A report on names."""
    return report(catalogue, answer(catalogue, given(*names), Question(**question)))


@pytest.fixture(scope="module")
def everything(miniature):
    """A report on all datasets of the miniature for all purposes, with names that are none."""
    names = [row.id for row in miniature.search(limit=50).rows]
    return made(miniature, *names, "quartz", "No Such Set", "hub/raven-text")


# The four formats


def test_all_formats_say_the_same(everything):
    """Every verdict of every part and dataset, every unresolved name and the digest stand in each format alike."""
    expected = said_by_json(document(everything))
    assert len(expected[0]) > 40
    assert expected[2] == {"quartz", "No Such Set", "hub/raven-text"}
    spoken = [
        (dataset.id, part.id, columns_words(group.columns), group.value, group.columns)
        for dataset in everything.datasets
        for group in dataset.parts
        for part in group.parts
    ]
    assert said_by_csv(sheet(everything), spoken) == expected
    assert said_by_html(page(everything)) == expected
    assert said_by_markdown(markdown(everything)) == expected


def test_all_formats_have_every_sentence(everything):
    """Reasons, conditions, questions, sources, flags and candidates of the struct stand in the page and in Markdown."""
    shown = {
        "html": " ".join(part for kind, part, _ in parsed(page(everything)).events if kind == "text"),
        "markdown": " ".join(part for kind, part, _ in parsed(rendered(markdown(everything))).events if kind == "text"),
    }
    for words in shown.values():
        flat = " ".join(words.split())
        for sentence in _sentences(everything):
            assert " ".join(sentence.split()) in flat, sentence


def _sentences(made):
    yield made.summary.sentence
    for dataset in made.datasets:
        for group in dataset.parts:
            yield from (row.text for row in (*group.because, *group.conditions, *group.questions))
        yield from (f"{flag.what} {flag.do}" for flag in dataset.flags)
        yield from (row.locator for row in dataset.evidence)
        yield from (step for route in dataset.access for step in route.steps)
        yield from (row.text for row in (*dataset.problems, *dataset.related))
        yield from (row.credit for row in dataset.keeping.licences)
    for name in made.unresolved:
        yield from (one.id for one in name.candidates)


def test_a_report_agrees_with_check(miniature, everything):
    """The verdicts are those of check, and the combined ones count unresolved names as unverifiable."""
    names = [row.name for row in everything.asked.names]
    checked = miniature.check(names)
    assert {row.column: row.combined for row in everything.summary.columns} == checked.combined
    for dataset, one in zip(everything.datasets, checked.results, strict=True):
        assert {row.column: row.value for row in dataset.verdicts} == {c: v.value for c, v in one.whole.items()}
        cells = {(part.id, column): g.value for g in dataset.parts for part in g.parts for column in g.columns}
        assert cells == {(row.part, column): row.value for row in one.parts for column in row.columns}


def test_json_keeps_its_schema(everything):
    """The JSON validates against the schema made from the structs, and a field of no name does not."""
    plain = json.loads(document(everything))
    validator = jsonschema.Draft202012Validator(schema())
    validator.validate(plain)
    plain["summary"]["columns"][0]["combined"] = "fine"
    assert not validator.is_valid(plain)


def test_the_same_question_gives_the_same_bytes(miniature, miniature_index):
    """Two reports on one question are equal in every format, also from another opening of the index."""
    names = ("raven-text", "aurora-ct", "quartz")
    again = open_catalogue(miniature_index)
    for write in FORMATS.values():
        assert write(made(miniature, *names)) == write(made(again, *names))


# What a report holds


def test_title_catalogue_and_digest(miniature):
    """A report says what it is about and on which catalogue it rests."""
    one = made(miniature, "aurora-ct", purposes=("teaching",))
    assert one.title == "Use report: 1 name, teaching"
    assert (one.catalogue, one.digest) == (miniature.stamp, miniature.digest)


def test_every_name_is_kept_with_its_place(miniature):
    """Names as they were given stand there, repeated ones once with all places, and two names of one dataset both."""
    one = made(miniature, "aurora-ct", "Aurora Kidney CT", "aurora-ct", "nothing")
    assert [(row.name, row.dataset, len(row.origins)) for row in one.asked.names] == [
        ("aurora-ct", "aurora-ct", 2),
        ("Aurora Kidney CT", "aurora-ct", 1),
        ("nothing", None, 1),
    ]
    assert [dataset.asked_as for dataset in one.datasets] == [("aurora-ct", "Aurora Kidney CT")]


def test_strictest_and_what_dropping_frees(miniature):
    """The summary names who sets the combined verdict, and what it would be without them."""
    one = made(miniature, "aurora-ct", "dune-xray", "nothing", purposes=("commercial_product",))
    row = one.summary.columns[0]
    assert (row.combined, row.strictest, row.without_strictest) == ("not_allowed", ("aurora-ct",), "unverifiable")
    assert row.counts == {"allowed": 1, "unverifiable": 1, "not_allowed": 1}
    assert (row.in_the_way, row.permitting) == (("aurora-ct", "nothing"), 1)


def test_a_name_that_is_spelt_like_a_dataset_hides_nothing(miniature):
    """An unresolved name that is spelt like the id of a judged dataset does not take its verdict away."""
    contradicting = given("aurora-ct")[0]
    contradicting = type(contradicting)(
        name="aurora-ct",
        origin=contradicting.origin,
        fields=(("name", "aurora-ct"), ("alternateName", "dune-xray")),
    )
    names = [*given("aurora-ct"), contradicting]
    one = report(miniature, answer(miniature, names, Question(purposes=("commercial_product",))))
    assert one.summary.columns[0].combined == "not_allowed"
    assert [row.why for row in one.unresolved] == ["ambiguous"]


def test_flags_of_a_part_say_that_they_are_of_the_whole(run, miniature):
    """With one part asked for, the risks are marked as those of the whole dataset, in every face."""
    one = made(miniature, "aurora-ct", part="outlines", purposes=("commercial_product",))
    assert any(flag.severity != "info" for flag in one.datasets[0].flags)
    for content in (page(one), markdown(one)):
        assert b"of the whole dataset, not of this part alone" in content
    assert ", whole dataset: " in run("check aurora-ct --part outlines").out


def test_handling_stands_apart(everything):
    """What Mdexa does with a card is never in the table of verdicts, and is called our own."""
    for content in (page(everything), markdown(everything)):
        assert content.count(b"Our own handling") == len(everything.datasets)


def test_words_of_every_value_and_purpose(everything):
    """Each value and purpose has a meaning at the end; only the two that permit begin with a yes."""
    assert tuple(VALUE_WORDS) == VALUES
    assert tuple(PURPOSE_WORDS) == PURPOSES
    assert [word for word, meaning in VALUE_WORDS.items() if meaning.startswith("A yes")] == list(
        filter(permits, VALUES)
    )
    assert any("no legal advice" in limit for limit in everything.reading.limits)


def test_access_and_handling_have_words():
    """No route and no handling of a card is without a sentence."""
    from mdexa.card import AccessKind, Handling

    assert set(ACCESS) == set(AccessKind.__args__)
    assert set(HANDLING) == set(Handling.__args__)


def test_nothing_but_a_permission_looks_like_one(everything):
    """In the page only the two values that permit, and the status that follows from them, have the good colour."""
    style = page(everything).decode()
    good = re.search(r"([^}]*)\{ color: var\(--good\)", style)[1]
    assert set(re.findall(r"\.([a-z_]+)", good)) == {"allowed", "allowed_with_conditions", "commercial_ok"}


def test_licences_to_carry_are_those_that_permit(miniature):
    """A credit line is given for a licence that permits something that was asked, and for no other."""
    one = made(miniature, "aurora-ct", purposes=("commercial_product",)).datasets[0]
    assert [row.key for row in one.keeping.licences] == ["CC-BY-4.0"]
    assert one.keeping.licences[0].parts == ("outlines",)
    assert one.keeping.licences[0].credit.startswith("Aurora Kidney CT")


def test_every_deciding_statement_has_its_source(everything):
    """Evidence names place, speaker and dates; what does not decide says why, unless it is silent on all parts."""
    for dataset in everything.datasets:
        for row in dataset.evidence:
            assert row.url
            assert row.read_on
            assert row.deciding is bool(row.decides)


def test_rows_of_the_table_have_what_decides_there(everything):
    """A row names the statements that decide on its part in its column, and its own conditions; no others."""
    rows = list(csv.DictReader(StringIO(sheet(everything).decode(), newline="")))
    differing = set()
    for dataset in everything.datasets:
        groups = {
            (part.id, column): group for group in dataset.parts for part in group.parts for column in group.columns
        }
        deciding = {}
        for row in (row for row in rows if row["dataset"] == dataset.id):
            part, column = row["part"], row["column"]
            names = [one.id for one in dataset.evidence if column in one.decides_on.get(part, ())]
            assert row["decided_by"] == "; ".join(names)
            held = [one for one in groups[part, column].conditions if part in one.parts and column in one.columns]
            assert row["conditions"] == "; ".join(one.text for one in held)
            deciding.setdefault(part, set()).add(row["decided_by"])
        differing |= {dataset.id for decided in deciding.values() if len(decided) > 1}
    assert differing


def test_conditions_hold_where_the_check_has_them(miniature, everything):
    """A condition of a group names exactly the parts and columns whose verdict has it."""
    checked = miniature.check([dataset.id for dataset in everything.datasets]).results
    narrower = 0
    for dataset, one in zip(everything.datasets, checked, strict=True):
        wanted = {
            (row.part, column, condition.what, condition.origin)
            for row in one.parts
            for column in row.columns
            for condition in row.conditions
        }
        told = {
            (part, column, condition.text, origin)
            for group in dataset.parts
            for condition in group.conditions
            for part in condition.parts
            for column in condition.columns
            for origin in condition.origins
        }
        assert told == wanted
        narrower += sum(c.columns != group.columns for group in dataset.parts for c in group.conditions)
    assert narrower


def test_nothing_is_kept_to_for_what_may_not_be_used(miniature):
    """Licences are carried for parts that are permitted only, and agreements are those that decide."""
    card = miniature.holdings.card(miniature.holdings.datasets.doc("aurora-ct"))
    opened = made(miniature, "aurora-ct", purposes=("commercial_product",)).datasets[0]
    views = {row.id: row for row in miniature.evidence("aurora-ct").datasets[0].statements}
    view = views["outlines-licence"]
    open_ = msgspec.structs.replace(view, decides={part: {"allowed": ("x",)} for part in ("images", "outlines")})
    signed = msgspec.structs.replace(view, id="signed", instrument="agreement", licence_name="Our terms", licence=None)
    idle = msgspec.structs.replace(signed, id="idle", deciding=False, decides={}, licence_name="Their terms")
    statements = {one.id: one for one in (open_, signed, idle)}
    kept = keeping(miniature.holdings, card, statements, opened.parts, {"images", "outlines"})
    assert [row.parts for row in kept.licences] == [("outlines",)]
    told = " ".join(row.text for row in kept.agreements)
    assert "Our terms (signed)" in told
    assert "Their terms" not in told


def test_an_unresolved_name_is_unverifiable_in_the_overview(everything):
    """The line of a name that belongs to nothing has no other value in any column, and every name has a line."""
    lines = {line.name: line for line in overview(everything).lines if line.dataset is None}
    assert set(lines) == {"quartz", "No Such Set", "hub/raven-text"}
    for line in lines.values():
        assert line.verdicts == dict.fromkeys(COLUMNS, "unverifiable")
        assert line.by_value == {"unverifiable": COLUMNS}
        assert line.attention == ("not resolved",)


def test_two_files_may_call_two_datasets_by_one_name(miniature):
    """Each row says where its own dataset was found, also where another one goes by the same name."""
    names = [
        Given(name="data", origin=Origin(source=f"{one}.json", place="name"), fields=(("alternateName", one),))
        for one in ("aurora-ct", "dune-xray", "nothing")
    ]
    one = report(miniature, answer(miniature, names, Question(purposes=("teaching",))))
    rows = csv.DictReader(StringIO(sheet(one).decode(), newline=""))
    assert {(row["dataset"], row["found_in"]) for row in rows} == {
        ("aurora-ct", "aurora-ct.json, name"),
        ("dune-xray", "dune-xray.json, name"),
        ("", "nothing.json, name"),
    }


# Groups


def test_items_without_a_licence_stand_apart_from_those_of_which_nobody_says_one(miniature):
    """The two kinds of items have sentences of their own, and so never share a group."""
    row = miniature.check("dune-xray").results[0].parts[0]
    rows = [msgspec.structs.replace(row, part=f"all#{end}", name=end) for end in ("none", "rest", "CC-BY-4.0", "MIT")]
    groups = [set(group.parts) for group in grouped(rows)]
    assert sorted(groups, key=len) == [{"all#none"}, {"all#rest"}, {"all#CC-BY-4.0", "all#MIT"}]


def test_groups_hold_every_cell_once_and_permit_first(miniature):
    """Grouping loses no part or column, and the best value comes first."""
    for checked in miniature.check([row.id for row in miniature.search(limit=50).rows]).results:
        groups = grouped(checked.parts)
        cells = [(part, column, g.value) for g in groups for part in g.parts for column in g.columns]
        assert len(cells) == len({(part, column) for part, column, _ in cells})
        assert set(cells) == {(row.part, column, row.value) for row in checked.parts for column in row.columns}
        ranks = [VALUES.index(group.value) for group in groups]
        assert ranks == sorted(ranks)


def test_equal_parts_are_one_group(miniature):
    """Parts that share value and statements stand together; a condition of one of them names it."""
    results = miniature.check([row.id for row in miniature.search(limit=50).rows]).results
    groups = [group for checked in results for group in grouped(checked.parts)]
    assert len(groups) < sum(len(checked.parts) for checked in results)
    for group in groups:
        for row in (*group.notes, *group.conditions, *group.edges, *group.asks, *group.reported):
            assert set(row.parts) <= set(group.parts)
            assert set(row.columns) <= set(group.columns)


def test_columns_are_said_shortly():
    """All columns of a setting have one word, a purpose in both settings is named once."""
    assert columns_words(COLUMNS) == "every purpose"
    assert columns_words(["teaching", "model_release/commercial", "model_release/noncommercial"]) == (
        "teaching; model release, both settings"
    )
    assert columns_words(["third_party_api/commercial"]) == "third-party API, commercial"


# Safety


@pytest.fixture(scope="module")
def hostile(hostile_index):
    """A report on cards whose every text holds instructions, markup and hidden characters, and on such names."""
    catalogue = open_catalogue(hostile_index)
    names = [row.id for row in catalogue.search(limit=50).rows]
    return made(catalogue, *names, "=1+1<b>|`x`\u202e", "a\x1b[31m](javascript:alert(1))", "@someone www.evil.example")


def test_the_page_runs_and_loads_nothing(hostile):
    """No script, no handler, no address but links to sources and places in the page, whatever cards say."""
    content = parsed(page(hostile))
    assert {tag for tag, _ in content.tags}.isdisjoint({"script", "img", "iframe", "object", "link", "form", "base"})
    assert not [name for _, attrs in content.tags for name in attrs if name.startswith("on")]
    assert all(url.startswith(("https://", "http://", "#")) for url in content.links)
    assert b"default-src 'none'" in page(hostile)


def test_links_in_the_page_lead_somewhere(everything):
    """Each link within the page has its place, and no place stands there twice."""
    content = parsed(page(everything))
    places = [attrs["id"] for _, attrs in content.tags if "id" in attrs]
    assert len(places) == len(set(places))
    assert {url[1:] for url in content.links if url.startswith("#")} <= set(places)


def test_the_page_has_an_outline(everything):
    """One first heading, none skipped, tables with headers, a language, and a way past the contents."""
    content = parsed(page(everything))
    levels = [int(tag[1]) for tag, _ in content.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))
    assert all("scope" in attrs for tag, attrs in content.tags if tag == "th")
    assert ("html", {"lang": "en"}) in content.tags
    assert "#summary" in content.links


def test_hidden_characters_are_gone(hostile):
    """No format holds a character that hides or turns the writing around, raw or as an escape."""
    for name, write in FORMATS.items():
        content = write(hostile).decode()
        assert not re.search(
            "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2060-\u206f\u200b\ufeff\U000e0041]", content
        )
        assert name != "json" or "\\u00" not in content


def test_markdown_stays_text(hostile):
    """Cards and names make no markup, link, mention or table cell of their own in Markdown."""
    content = parsed(rendered(markdown(hostile)))
    tags = {tag for tag, _ in content.tags}
    assert tags <= {*"h1 h2 h3 h4 p ul ol li table thead tbody tr th td strong code a br".split()}  # noqa: SIM905
    assert all(url.startswith(("https://", "http://")) for url in content.links)
    assert not re.search(r"(?<![\w&;])@someone|www\.evil", markdown(hostile).decode())
    rows = re.findall(r"^\|.*\|$", markdown(hostile).decode(), re.MULTILINE)
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) <= 5


@pytest.mark.parametrize(
    "words",
    [
        "*a* _b_ `c`",
        "# x",
        "- y",
        "1. z",
        "<b>&amp;",
        "[a](b)",
        "a|b",
        "~~c~~",
        "\\*",
        "http://x.y",
        "a_b_c",
        "= ",
        "+ x",
    ],
)
def test_text_comes_back_as_it_was(words):
    """What is escaped is read as the same words."""
    content = parsed(rendered(text(words).encode()))
    assert {tag for tag, _ in content.tags} == {"p"}
    assert "".join(part for kind, part, _ in content.events if kind == "text").strip() == words.strip()


def test_code_and_links_hold_anything():
    """A fence is longer than the backquotes in it, and an address keeps its brackets to itself."""
    assert code("a``b") == "``` a``b ```"
    assert link("https://x.y/a b>|c") == "<https://x.y/a%20b%3E%7Cc>"
    assert link("javascript:alert(1)") == "javascript:alert(1)"


def test_cells_are_no_formulas(hostile, everything):
    """No cell of the CSV begins as a formula does; rows end with CR LF and all have the same cells."""
    for content in (sheet(hostile), sheet(everything)):
        rows = list(csv.reader(StringIO(content.decode(), newline=""), strict=True))
        assert rows[0] == list(HEADER)
        assert {len(row) for row in rows} == {len(HEADER)}
        assert not [cell for row in rows for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))]
        assert content.count(b"\r\n") == content.count(b"\n") == len(rows)


@pytest.mark.parametrize("name", ["=1", "  =1", " +1", "\uff1d1", "'=1", "'"])
def test_a_formula_of_a_name_stays_a_name(miniature, name):
    """Behind spaces and in its wide form, too; an apostrophe of its own is doubled, so that one taken off is right."""
    rows = csv.DictReader(StringIO(sheet(made(miniature, name)).decode(), newline=""))
    assert {row["asked"] for row in rows} == {f"'{name}"}


def test_no_cell_is_split_at_semicolons(miniature):
    """Every cell stands in quotes, so that a spreadsheet that splits at semicolons finds no formula within one."""
    content = sheet(made(miniature, "foo;=cmd|' /C calc'!A0", purposes=("teaching",))).decode()
    for row in csv.reader(StringIO(content, newline=""), delimiter=";"):
        assert not [cell for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))]
    for row in content.splitlines():
        assert re.fullmatch(r'"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*', row)


# The gate


@pytest.mark.parametrize(
    ("names", "words", "fails"),
    [
        (("aurora-ct", "dune-xray"), ("not_allowed",), True),
        (("dune-xray",), ("not_allowed", "unresolved"), False),
        (("dune-xray", "nothing"), ("not_allowed",), False),
        (("dune-xray", "nothing"), ("unresolved",), True),
        (("dune-xray", "nothing"), ("unverifiable",), True),
        (("dune-xray",), ("allowed",), True),
        (("aurora-ct", "dune-xray"), ("conflicting", "needs_permission"), False),
    ],
)
def test_what_fails(miniature, names, words, fails):
    """A gate fails on a value of any name, hidden behind a worse one or not; unresolved names are unverifiable."""
    answered = answer(miniature, given(*names), Question(purposes=("commercial_product",)))
    assert failing(answered, words) is fails


@pytest.mark.parametrize(
    ("names", "question", "words"),
    [
        ((), {}, "there is no name in the arguments and files"),
        ([f"n{at}" for at in range(501)], {}, "501 different names were given, and a report holds at most 500"),
        (("aurora-ct",), {"purposes": ("product",)}, "purposes: 'product' is not accepted"),
        (("aurora-ct",), {"setting": "any"}, "setting: 'any' is not accepted"),
        (("aurora-ct",), {"part": "x"}, "aurora-ct has no such part"),
    ],
)
def test_an_illegal_question_is_refused(miniature, names, question, words):
    """No name, too many names, and words that are no purpose, setting or part, are told."""
    with pytest.raises(BadQuery, match=re.escape(words)):
        made(miniature, *names, **question)


# The page of docs


def test_the_schema_of_the_docs_is_that_of_the_structs():
    """docs/report.schema.json is made from the structs; MDEXA_BLESS=1 writes it anew."""
    now = json.dumps(schema(), indent=2, sort_keys=True) + "\n"
    path = ROOT / "docs" / "report.schema.json"
    if os.environ.get("MDEXA_BLESS"):
        path.write_text(now, "utf-8", newline="\n")
    assert path.read_text("utf-8") == now, "run MDEXA_BLESS=1 python -m pytest tests/test_reports.py"


def test_the_page_of_docs_is_right(miniature, monkeypatch):
    """docs/report.md names every kind of input, ending and exit code, and its example of Python runs."""
    page_of_docs = (ROOT / "docs" / "report.md").read_text("utf-8")
    assert all(f"| `{kind}` |" in page_of_docs for kind in KINDS)
    assert all(f"| `{ending}` |" in page_of_docs for ending in (".html", ".md", ".csv", ".json"))
    shown = page_of_docs.replace("kits19", "aurora-ct").replace("kits20", "quartz")
    monkeypatch.setenv("MDEXA_INDEX", str(miniature.path))
    example = doctest.DocTestParser().get_doctest(shown, {}, "report.md", "docs/report.md", 0)
    assert len(example.examples) > 8
    runner, told = doctest.DocTestRunner(), []
    runner.run(example, out=told.append)
    assert runner.failures == 0, "".join(told)
