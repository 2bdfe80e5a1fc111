"""The census: its numbers are those of the index, and it says the same as a page, as Markdown and as JSON."""

import doctest
import json
import re
import shlex
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from mdexa.catalogue import open_catalogue
from mdexa.census import census
from mdexa.census.markdown import markdown
from mdexa.census.page import page
from mdexa.census.shapes import Census
from mdexa.census.standing import lowered
from mdexa.census.stock import Stock
from mdexa.cli import main
from mdexa.purposes import COLUMNS, VALUES, permits
from mdexa.version import __version__

ROOT = Path(__file__).parents[1]
#: section -> the facet that counts the same, where the lines are the facet's values
BY_FACET = {
    "licence-status": "licence_status",
    "availability": "availability",
    "handling": "handling",
    "access": "access_kind",
    "flags": "risk_flag",
    "repository-only": "repo_only",
    "modalities": "modality",
}


@pytest.fixture(scope="module", params=["miniature", "catalogue"])
def asked(request):
    """A catalogue: the invented one, and the real one."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def made(asked):
    """Its census."""
    return census(asked)


def section(made, name):
    """A section by its id."""
    (found,) = (one for one in made.sections if one.id == name)
    return found


def lines(made, name):
    """Key -> numbers of a section."""
    return {line.key: line.counts for line in section(made, name).lines}


def cards(asked):
    """Every card of a catalogue."""
    return [asked.holdings.card(doc) for doc in range(len(asked))]


@pytest.mark.parametrize("name", BY_FACET)
def test_totals_are_those_of_the_facets(asked, made, name):
    """What a facet counts, too, has the same number there; only what nobody has may be left out or be nothing."""
    facet = BY_FACET[name]
    counted = {row.value: row.n for row in asked.facets(facet).counts[facet]}
    told = {line.key: line.total for line in section(made, name).lines if line.total}
    if name == "modalities":  # values that no card uses itself are left to the facet
        used = {value for card in cards(asked) for value in card.tags.modality}
        counted = {value: n for value, n in counted.items() if value in used}
    assert told == counted


@pytest.mark.parametrize("name", ["access", "repository-only", "modalities"])
def test_crossed_counts_are_those_of_a_filtered_facet(asked, made, name):
    """A cell is the count of the licence status under a filter by the line."""
    found = section(made, name)
    for line in found.lines[:12]:
        value = line.key == "true" if name == "repository-only" else [line.key]
        counts = asked.facets("licence_status", filters={BY_FACET[name]: value}).counts["licence_status"]
        told = {column.key: n for column, n in zip(found.columns, line.counts, strict=True) if n}
        assert told == {row.value: row.n for row in counts}


def test_verdicts_are_those_of_the_check(asked, made):
    """Each row of the matrix adds up to all datasets; two of its columns are facets; one row is counted by hand."""
    matrix = lines(made, "verdicts")
    assert list(matrix) == list(COLUMNS)
    assert all(sum(counts) == len(asked) for counts in matrix.values())
    for facet in ("commercial_product", "academic_research"):
        counted = {row.value: row.n for row in asked.facets(facet).counts[facet]}
        assert {value: n for value, n in zip(VALUES, matrix[facet], strict=True) if n} == counted
    names = [asked.holdings.datasets.id(doc) for doc in range(len(asked))][:500]
    checked = Counter(row.whole["third_party_api/commercial"].value for row in asked.check(names).results)
    if len(asked) <= 500:
        assert dict(zip(VALUES, matrix["third_party_api/commercial"], strict=True)) == {
            value: checked[value] for value in VALUES
        }


def test_what_sources_take_back_is_what_searches_leave_out(asked, made):
    """The datasets that a source lowers are the difference between the publisher alone and all terms.

    Less those of which the terms of no source are the reason.
    """
    told = {key: sum(counts) for key, counts in lines(made, "lowered").items()}
    assert told == Counter(column for column, by_source in taken_back(asked) if by_source)
    without = Counter(column for column, by_source in taken_back(asked) if not by_source)
    for purpose in ("commercial_product", "academic_research"):
        by = {
            basis: asked.search(usable_for={"purpose": purpose, "basis": basis}, limit=1).total
            for basis in ("own", "final")
        }
        assert by["own"] - by["final"] == told.get(purpose, 0) + without[purpose]


def taken_back(asked):
    """(column, whether a note on a source is there) for what publishers permit and the final verdict does not."""
    for doc in range(len(asked)):
        judged = asked.holdings.judged(doc)
        for column, (final, own, *_) in asked.holdings.whole(doc).items():
            if permits(own) and not permits(final):
                rulings = [part.ruling(column) for part in judged.parts]
                heads = {note.partition(":")[0] for row in rulings if not permits(row.value) for note in row.notes}
                yield column, bool(heads & {"upstream_restricted", "upstream_unclear"})


def test_what_a_publisher_takes_back_is_no_source(miniature):
    """A verdict that falls without a note on a source, as of withdrawn data, is not counted as lowered by one."""
    stock = Stock(miniature)
    entry, column = next(
        (entry, column)
        for entry in stock.entries
        for column in COLUMNS
        if permits(entry.whole[column][1]) and not permits(entry.whole[column][0])
    )
    before = {line.key: line.total for line in lowered(stock).lines}
    parts = tuple(
        msgspec.structs.replace(
            part, rulings=tuple(msgspec.structs.replace(row, notes=("withdrawn",)) for row in part.rulings)
        )
        for part in entry.judged.parts
    )
    other = msgspec.structs.replace(entry, judged=msgspec.structs.replace(entry.judged, parts=parts))
    stock.entries = tuple(other if one is entry else one for one in stock.entries)
    after = {line.key: line.total for line in lowered(stock).lines}
    assert after.get(column, 0) == before[column] - 1


def test_the_sentence_on_products_has_the_numbers_of_the_facet(asked, made):
    """How many may go into a product whole, how many in a part, and for how many no answer is known."""
    n = Counter({row.value: row.n for row in asked.facets("licence_status").counts["licence_status"]})
    sees = section(made, "licence-status").sees
    assert sees.startswith(f"{n['commercial_ok']} of {len(asked)} datasets may go into")
    assert f", {n['mixed']} in a part that can be taken alone. " in sees
    assert n["unverifiable"]
    assert f" For {n['undeclared'] + n['unverifiable']} (" in sees


def test_statements_are_those_of_the_evidence(asked, made):
    """Speakers, instruments and copies add up to all statements; those that decide are those of the evidence."""
    statements = [statement for card in cards(asked) for statement in card.statements]
    for name in ("speakers", "instruments", "copies", "ages", "freshness"):
        assert sum(line.total for line in section(made, name).lines) == len(statements)
    deciding = sum(1 for card in cards(asked) for row in asked.evidence(card.id).datasets[0].statements if row.deciding)
    assert sum(counts[0] for counts in lines(made, "speakers").values()) == deciding
    scopes = Counter(scope for statement in statements for scope in statement.scope)
    assert {key: sum(counts) for key, counts in lines(made, "scopes").items()} == dict(scopes)
    assert lines(made, "speakers").get("third_party", (0, 0))[0] == 0


def test_stale_evidence_is_what_the_flag_says(asked, made):
    """The sentence on freshness has the number of datasets with the flag of old evidence."""
    flagged = {row.value: row.n for row in asked.facets("risk_flag").counts["risk_flag"]}
    assert f" {flagged.get('evidence_stale', 0)} datasets" in section(made, "freshness").sees


def test_readings_and_unanswered_are_counted_from_the_cards(asked, made):
    """Places read in vain, and the datasets without an answer."""
    readings = sum(len(card.readings) for card in cards(asked))
    assert sum(line.total for line in section(made, "readings").lines) == readings
    statuses = {row.value: row.n for row in asked.facets("licence_status").counts["licence_status"]}
    want = (statuses.get("undeclared", 0), statuses.get("unverifiable", 0))
    assert lines(made, "unanswered")["all"] == want
    assert all(counts[0] <= want[0] and counts[1] <= want[1] for counts in lines(made, "unanswered").values())


def test_conflicts_are_the_datasets_with_a_conflicting_verdict(asked, made):
    """Every dataset with a conflicting verdict is named, with how many purposes and which."""
    want = {}
    for doc in range(len(asked)):
        n = sum(1 for values in asked.holdings.whole(doc).values() if values[0] == "conflicting")
        if n or asked.holdings.judged(doc).licence_status == "conflicting":
            want[asked.holdings.datasets.id(doc)] = (n,)
    assert lines(made, "conflicts") == want
    assert section(made, "conflicts").details.keys() == want.keys()


def longest(name, edges):
    """The steps of the longest way up from a dataset, by trying all."""
    above = {edge.upstream for edge in edges if edge.downstream == name and edge.upstream != name}
    return max((1 + longest(one, edges) for one in above), default=0)


def test_depth_and_hubs_are_those_of_the_lineages(asked, made):
    """Depth is the longest way up a lineage; a hub counts those that are made from it, directly and in the end."""
    depths = Counter()
    for doc in range(len(asked)):
        name = asked.holdings.datasets.id(doc)
        depths[longest(name, asked.lineage(name, up=9, down=0).edges)] += 1
    assert {int(key): counts[0] for key, counts in lines(made, "depth").items()} == dict(depths)
    for line in section(made, "hubs").lines[:3]:
        if not line.key.startswith("external:"):
            below = asked.lineage(line.key, up=0, down=9).nodes
            assert line.counts[0] == sum(1 for node in below if node.steps == 1)
            assert line.total == sum(1 for node in below if node.steps > 0)


def test_modalities_cover_the_narrower_ones(miniature):
    """A wider value that a card uses counts the datasets with a narrower one as well."""
    told = {line.key: line.total for line in section(census(miniature), "modalities").lines}
    facet = {row.value: row.n for row in miniature.facets("modality").counts["modality"]}
    assert all(facet[value] == n for value, n in told.items())


def test_licences_are_those_that_decide(asked, made):
    """The first licence decides on as many datasets as evidence names it for."""
    first = section(made, "licences").lines[0]
    found = 0
    for doc in range(len(asked)):
        expressions = [
            taken.licence or ""
            for part in asked.holdings.judged(doc).parts
            for ruling in part.rulings
            for taken in ruling.taken
        ]
        found += any(first.key in re.split(r"[\s()]+", expression) for expression in expressions)
    assert first.counts == (found,)


def test_figures_at_the_head_are_those_of_the_sections(asked, made):
    """The large numbers say what the sections say."""
    figures = {figure.key: figure.n for figure in made.figures}
    assert figures["datasets"] == len(asked) == asked.stamp.datasets
    assert figures["commercial_ok"] == lines(made, "licence-status")["commercial_ok"][0]
    assert figures["unanswered"] == sum(lines(made, "unanswered")["all"])
    assert figures["readings"] == sum(line.total for line in section(made, "readings").lines)
    assert figures["made_from"] == len(asked) - lines(made, "depth")["0"][0]


def test_only_yes_values_count_as_permitting(made):
    """The sentence on the matrix takes its best purpose from the two values that permit, and from no other."""
    matrix = section(made, "verdicts")
    permitting = {
        line.label: sum(n for value, n in zip(VALUES, line.counts, strict=True) if permits(value))
        for line in matrix.lines
    }
    best = max(permitting.values())
    assert any(f"Most open is {label}: {n} datasets" in matrix.sees for label, n in permitting.items() if n == best)


class Reader(HTMLParser):
    """Ids, references and text of a page."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.ids, self.references, self.text = [], [], [], ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        """Notes what a tag is called, and where it leads."""
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "aria-labelledby"):
                self.references += value.split()

    def handle_data(self, data):
        """Notes what is shown."""
        self.text += data


def test_the_page_stands_by_itself(made):
    """Nothing is loaded from anywhere, no script runs, and every reference leads to a place on the page."""
    html = page(made)
    shown = Reader(html)
    assert "script" not in shown.tags
    assert not re.search(r"(?:src|href)=.(?!#)|@import|url\((?!#)", html)
    assert len(shown.ids) == len(set(shown.ids))
    assert {name.removeprefix("#") for name in shown.references} <= set(shown.ids)
    assert "default-src 'none'" in html


def test_every_picture_has_words_and_a_table(made):
    """Each picture has a title and a description, a sentence that says what to see, and its numbers as a table."""
    shown = Reader(page(made))
    drawn = [one for one in made.sections if one.drawing != "none" and any(line.total for line in one.lines)]
    assert shown.tags.count("svg") == shown.tags.count("desc") == len(drawn)
    assert shown.tags.count("svg") >= 12
    assert shown.tags.count("table") == sum(1 for one in made.sections if one.lines)
    assert all(one.sees in shown.text and one.title in shown.text for one in made.sections)


def test_every_number_of_a_bar_is_written(made):
    """The table of a section has each of its numbers, on the page and in Markdown."""
    text, told = Reader(page(made)).text, markdown(made)
    for one in made.sections:
        for line in one.lines:
            assert all(f"{n:,}" in text for n in line.counts)
            assert all(f" {n:,} |" in told for n in line.counts)


def test_markdown_has_the_same_tables(made):
    """A heading for each section, and a table whose rows have as many cells as its head."""
    told = markdown(made)
    headings = re.findall(r"^## (.*)$", told, re.MULTILINE)
    assert len(headings) == len(made.sections)
    for table in re.findall(r"(?:^\|.*\n)+", told, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(widths) == 1


def test_json_reads_back(made):
    """The JSON is the census: read with its types, it is the same."""
    encoded = msgspec.json.encode(made)
    assert msgspec.json.decode(encoded, type=Census) == made
    plain = json.loads(encoded)
    assert plain["format"] == 1
    assert plain["program"] == __version__


def test_the_same_index_gives_the_same_bytes(miniature, miniature_index):
    """Two runs give one page, one text and one document."""
    one, other = census(miniature), census(open_catalogue(miniature_index))
    assert page(one) == page(other)
    assert markdown(one) == markdown(other)
    assert msgspec.json.encode(one) == msgspec.json.encode(other)


def test_hostile_words_stay_words(hostile_index):
    """Instructions, markup and hidden characters of an index reach no page as markup, nor as hidden characters."""
    made = census(open_catalogue(hostile_index))
    html, told = page(made), markdown(made)
    assert "script" not in Reader(html).tags
    assert not re.search("[\u200b\u202e\u2066]", html + told)
    assert not re.search(r"(?<!\\)<(?!svg)", told)


def test_the_command_writes_reports(run, tmp_path, miniature):
    """`mdexa info --report` writes each format by its ending and still says which catalogue this is."""
    names = [tmp_path / f"out.{ending}" for ending in ("html", "md", "json")]
    done = run(["info", *(word for name in names for word in ("--report", name))])
    assert (done.code, done.err) == (0, "")
    assert "Miniature 3.1" in done.out
    made = census(miniature)
    assert names[0].read_text("utf-8") == page(made)
    assert names[1].read_text("utf-8") == markdown(made)
    assert msgspec.json.decode(names[2].read_bytes(), type=Census) == made
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("name", "why"),
    [("out.pdf", "ends in .html, .md or .json"), ("out", "ends in"), ("missing/out.md", "there is no folder")],
)
def test_a_report_that_cannot_be_written_is_refused(run, tmp_path, name, why):
    """A wrong ending or a folder that is not there is wrong use, and nothing is written."""
    done = run(["info", "--report", tmp_path / name])
    assert done.code == 2
    assert why in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_report_given_twice_is_refused(run, tmp_path):
    """The same file cannot be written twice."""
    done = run(["info", "--report", tmp_path / "a.md", "--report", tmp_path / "." / "a.md"])
    assert done.code == 2
    assert "given twice" in done.err


def test_without_the_extra_the_page_says_what_is_missing(run, tmp_path, monkeypatch):
    """Where the page's package is not installed the error names the extra, and Markdown still works."""
    monkeypatch.setattr("mdexa.census.files.find_spec", lambda _: None)
    refused = run(["info", "--report", tmp_path / "a.html"])
    assert refused.code == 2
    assert "mdexa[pages]" in refused.err
    assert run(["info", "--report", tmp_path / "a.md"]).code == 0


def test_the_page_on_the_census_is_true(catalogue, monkeypatch, tmp_path):
    """Examples of docs/census.md run, its command writes what it says, and every section has its row."""
    text = (ROOT / "docs" / "census.md").read_text("utf-8")
    monkeypatch.setenv("MDEXA_INDEX", str(catalogue.path))
    example = doctest.DocTestParser().get_doctest(text, {}, "census.md", "docs/census.md", 0)
    assert doctest.DocTestRunner().run(example) == (0, len(example.examples))
    listed = {
        name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)
    }
    assert {one.id for one in census(catalogue).sections} <= listed
    (command,) = re.findall(r"^\$ mdexa (.*)$", text, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    assert {path.suffix for path in tmp_path.iterdir()} == {".html", ".md", ".json"}
