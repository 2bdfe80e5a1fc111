"""What a use report says of its own ground: how fresh the evidence is, what risks rest on, which files were read."""

import csv
import hashlib
import json
import re
from io import StringIO

import pytest

from mdexa.reports.document import document
from mdexa.reports.making import Question, answer, report
from mdexa.reports.markdown import markdown
from mdexa.reports.page import page
from mdexa.reports.risks import risks
from mdexa.reports.sheet import sheet
from mdexa.reports.wording import DECISION, UNFOLDED, copied, dates, sought
from mdexa.results import RelationView
from tests.reported import given, parsed

FACES = {"html": page, "markdown": markdown}
#: permits on a statement that was read too long ago; has a source without terms behind it
OLD = "grove-ehr-demo"


def made(catalogue, *names, **question):
    """A report on names."""
    return report(catalogue, answer(catalogue, given(*names), Question(**question)))


def rows(one):
    """The CSV as dicts."""
    return list(csv.DictReader(StringIO(sheet(one).decode(), newline="")))


def said(write, one):
    """A face in words, without markup, on one line."""
    text = write(one).decode()
    return " ".join(re.sub(r"<[^>]+>", "", text).replace("`", "").replace("**", "").split())


@pytest.mark.parametrize("face", sorted(FACES))
def test_old_evidence_stands_beside_what_permits(miniature, face):
    """A permission on old evidence says so in summary, overview, verdict and group; one on fresh evidence does not."""
    one = made(miniature, OLD, "dune-xray", purposes=("academic_research",))
    words = said(FACES[face], one)
    assert "evidence is old for 1 of 2 that permit" in words
    assert "evidence is old: academic research" in words
    assert "evidence is old (demo-licence)" in words
    assert "academic research (evidence is old)" in words
    assert one.summary.columns[0].old_evidence == (OLD,)
    fresh = said(FACES[face], made(miniature, "dune-xray", purposes=("academic_research",)))
    assert "(evidence is old)" not in fresh


@pytest.mark.parametrize("face", sorted(FACES))
def test_a_report_on_one_name_says_it_in_its_summary(miniature, face):
    """Where there is nothing to count, the words stand beside the one verdict."""
    words = said(FACES[face], made(miniature, OLD, purposes=("academic_research",)))
    assert "evidence is old" in words.partition("Name as given")[0]


def test_old_evidence_marks_no_refusal(miniature):
    """What does not permit is not called old: nobody is misled by it."""
    one = made(miniature, "harbour-ecg", purposes=("commercial_product",))
    assert any(flag.id == "evidence_stale" for flag in one.datasets[0].flags)
    assert not one.datasets[0].verdicts[0].old_evidence
    assert all(not group.old_evidence for group in one.datasets[0].parts)


def test_a_copy_says_of_which_day_it_is(miniature):
    """A deciding source that was read in a copy says so in its reason and in its evidence."""
    one = made(miniature, "harbour-ecg-2", purposes=("academic_research",))
    view = next(row for row in one.datasets[0].evidence if row.read_from == "stored_copy")
    assert copied(view) == f"copy of 2022-06-01, looked at {view.read_on}"
    for write in FACES.values():
        assert said(write, one).count("copy of 2022-06-01, looked at") >= 1
    assert any("looked at" in note.text for group in one.datasets[0].parts for note in group.because) is view.deciding


def test_a_copy_of_unknown_date_is_called_so(miniature):
    """No day of a look stands there as if the copy were of that day."""
    row = made(miniature, "dune-xray").datasets[0].evidence[0]
    from msgspec.structs import replace

    unknown = replace(row, read_from="stored_copy", copy_dated="unknown")
    assert dates(unknown).endswith(f"copy of unknown date, looked at {row.read_on}")
    theirs = replace(row, read_from="third_party_copy", copy_dated="2020-01-02")
    assert copied(theirs) == f"copy held by a third party, of 2020-01-02, looked at {row.read_on}"
    assert copied(row) == ""


def test_what_could_not_be_read_was_tried(miniature):
    """A place that could not be read is told as tried, with no reading beside it; others have their reading."""
    one = made(miniature, "grove-ehr", "lagoon-qa")
    unread, silent = one.datasets[0].looked[0], one.datasets[1].looked[0]
    assert sought(unread) == f"tried on {unread.read_on}; could not be read"
    assert sought(silent).startswith("nothing stated; ")
    for write in FACES.values():
        assert sought(unread) in said(write, one)
        assert "unreadable; " not in said(write, one)


@pytest.mark.parametrize("face", sorted(FACES))
def test_a_label_is_called_text_of_the_source(miniature, face):
    """A label under the publisher's own statement is not called a third party's."""
    labelled = [
        row.id
        for row in miniature.search(limit=50).rows
        if any(view.untrusted_third_party_text for view in miniature.evidence(row.id).datasets[0].statements)
    ]
    words = said(FACES[face], made(miniature, *labelled))
    assert "Label as it stands there (text of the source): " in words
    assert "Label, third-party text" not in words


def test_the_csv_says_how_a_source_was_read(miniature):
    """`read_from` and `copy_dated` go with the sources one for one; what was left out and looked at has columns."""
    found = rows(made(miniature, "harbour-ecg-2", "grove-ehr", "harbour-ecg"))
    for row in found:
        n = {
            len(row[key].split("; ")) for key in ("sources", "dated", "read_on", "read_from", "copy_dated") if row[key]
        }
        assert len(n) <= 1
    assert any("2019-01-01" in row["copy_dated"] and "stored_copy" in row["read_from"] for row in found)
    assert any("tried on" in row["looked_at"] for row in found if row["dataset"] == "grove-ehr")
    assert any("https://" in row["left_out"] for row in found)


def test_the_csv_names_old_evidence(miniature):
    """The statements behind a permission on old evidence stand in its rows, and in no other."""
    found = rows(made(miniature, OLD, "dune-xray", purposes=("academic_research",)))
    assert {row["dataset"]: row["old_evidence"] for row in found} == {OLD: "demo-licence", "dune-xray": ""}


def test_a_risk_names_what_it_is_because_of(miniature):
    """Statements lead to their evidence, datasets stand by name, and every link has its place in the page."""
    one = made(miniature, OLD, "opal-grades", "fjord-notes")
    words = {face: said(write, one) for face, write in FACES.items()}
    assert all("Because of demo-licence." in text for text in words.values())
    assert all("Because of Fjord" in text for text in words.values()), words["markdown"]
    content = parsed(page(one))
    places = [attrs["id"] for _, attrs in content.tags if "id" in attrs]
    assert len(places) == len(set(places))
    assert f"#s:{OLD}:demo-licence" in content.links
    assert {link[1:] for link in content.links if link.startswith("#")} <= set(places)


def test_every_risk_of_every_dataset_has_its_grounds(miniature):
    """No flag stands there without what it is because of, but for one on our own handling."""
    one = made(miniature, *(row.id for row in miniature.search(limit=50).rows))
    flags = [flag for dataset in one.datasets for flag in dataset.flags]
    assert len(flags) > 10
    assert all(flag.grounds or flag.id == "contested" for flag in flags)


def of_opal(miniature, purpose, carries):
    """The sentences on the source of a dataset that permits beside a source that does not."""
    holdings = miniature.holdings
    checked = miniature.check(["opal-grades"], purposes=[purpose]).results[0]
    link = RelationView(kind="derived_from", other="fjord-notes", direction="up", carries=carries)
    found = risks(holdings, checked, {}, (link,), 0)
    return next(flag.here for flag in found if flag.id == "upstream_restricted")


def test_a_source_that_lowers_nothing_says_so_and_why(miniature):
    """Beside a permission: values computed from a source bring its terms for passing data on alone, by rule 8."""
    (sentence,) = of_opal(miniature, "commercial_product", "derived_values")
    assert sentence.startswith("It lowers nothing that is asked here: only values computed from it")
    assert "(rule 8)" in sentence
    (other,) = of_opal(miniature, "commercial_product", "records")
    assert "computed" not in other


def test_a_source_that_lowers_something_says_what(miniature):
    """Where the note stands in a ruling that was asked for, the purposes are named."""
    one = made(miniature, "meadow-weights")
    (flag,) = (flag for flag in one.datasets[0].flags if flag.id == "upstream_restricted")
    assert flag.here[0].startswith("It lowers here: ")


def test_who_decides_has_a_place_to_sign(miniature):
    """The block to be filled in by hand stands before the summary and says that the report decides nothing."""
    one = made(miniature, "dune-xray")
    for write in FACES.values():
        words = said(write, one)
        assert all(field in words for field in DECISION)
        assert words.index(
            "The report decides nothing" if write is page else "the report decides nothing"
        ) < words.index("The whole list, by purpose")


def test_evidence_is_folded_where_there_are_many(miniature):
    """Of few datasets the evidence is open; of many it is folded, and still in the page."""
    names = [row.id for row in miniature.search(limit=50).rows]
    few, many = page(made(miniature, *names[:UNFOLDED])).decode(), page(made(miniature, *names)).decode()
    assert few.count('<details class="evidence" open>') == UNFOLDED
    assert '<details class="evidence" open>' not in many
    assert many.count('<details class="evidence">') == len(names)
    assert "details.evidence::details-content" in many.partition("@media print")[2]


def test_each_file_of_names_has_its_digest(run, tmp_path):
    """The SHA-256 of a file stands beside its name in every format, and is that of its bytes, mark and all."""
    names = tmp_path / "names.txt"
    names.write_bytes(b"\xef\xbb\xbfdune-xray\r\naurora-ct\r\n")
    targets = [tmp_path / f"use.{ending}" for ending in ("json", "csv", "md", "html")]
    run(f"check --from {names} " + " ".join(f"--report {target}" for target in targets))
    digest = hashlib.sha256(names.read_bytes()).hexdigest()
    assert json.loads(targets[0].read_text("utf-8"))["asked"]["files"] == [{"name": str(names), "sha256": digest}]
    assert all(digest in target.read_text("utf-8") for target in targets)


def test_names_from_arguments_need_no_file(miniature):
    """Without files there is no table of them."""
    one = made(miniature, "dune-xray")
    assert json.loads(document(one))["asked"]["files"] == []
    assert b"SHA-256" not in page(one)
