"""explain: the derivation of a verdict, rule by rule, from which a reader could recompute it."""

import re
from pathlib import Path

import pytest

from mdexa.errors import BadQuery
from mdexa.explanation import BRANCHES, LEFT_OUT, NOTES
from mdexa.purposes import COLUMNS
from mdexa.verdict import Branch, LeftOutReason

ROOT = Path(__file__).parents[1]


def lines(catalogue, dataset, **request):
    """The derivation without its indentation."""
    return [line.strip() for line in catalogue.explain(dataset, **request).split("\n")]


def test_the_derivation_of_a_part_is_complete(miniature):
    """Deciding statement with its clause and source, what is left out and why, the branch, the own value."""
    text = miniature.explain("aurora-ct", purpose="commercial_product", part="images")
    source = "publisher, dated 2024-03-01, read 2026-11-01: https://aurora.example.org/licence"
    assert text.split("\n") == [
        "aurora-ct: Aurora Kidney CT",
        "licence status: mixed",
        "",
        "part images (CT images; layer data, current, counts towards the whole, separable)",
        "",
        "  commercial_product: not_allowed",
        f"    1. images-licence [licence] gives not_allowed by CC-BY-NC-4.0, section 2 (text); {source}",
        "    -  left out outlines-licence (it would say allowed_with_conditions): it speaks of another layer (rule 2); "
        + source,
        "    4a. Formal statements of the publisher cover the part: they decide.",
        "    7. own value: not_allowed",
        "       to settle it: a separate licence, if the publisher gives one at all (https://aurora.example.org/contact)",
    ]


@pytest.mark.parametrize(
    ("dataset", "words"),
    [
        ("bramble-figures", "These items carry no licence: undeclared."),
        ("quartz-eeg", "5. All that decide are silent on this use"),
        ("cobalt-slides", "made from dune-xray (records), whose value here is allowed"),
        ("ember-notes", "8. Two share-alike licences that exclude each other meet here."),
        ("ember-notes", "against allowed_with_conditions that gives conflicting"),
        ("fjord-notes", "left out grant-opal"),
        ("grove-ehr", "7. The data stand behind an agreement whose text was not read: unverifiable."),
        ("grove-ehr-demo", "a grant lets it lower nothing"),
        ("harbour-ecg", "9. The dataset is withdrawn: capped at needs_permission."),
        ("harbour-ecg-2", "a later statement of the publisher replaces it"),
        ("indigo-mri", "4d. No statement of the publisher covers the part"),
        ("juniper-omics", "6. The reply team-reply would permit it"),
        ("kestrel-cells", "7. Access is by email: somebody must say yes first."),
        ("lagoon-qa", "4c. The publisher's place was read, and states nothing: undeclared."),
        ("lagoon-qa", "read: publisher, undated, read 2026-11-01: https://git.example.org/lagoon: nothing stated"),
        ("lagoon-qa", "reported, never a verdict: not_allowed (hub-label)"),
        ("nimbus-graph", "made from Old Drug List (records), whose value here is unverifiable"),
        ("quartz-eeg", "terms no_reidentification"),
    ],
)
def test_strange_cards_are_explained(miniature, dataset, words):
    """The one strange thing of each card stands in its derivation, by the rule that handles it."""
    assert words in miniature.explain(dataset)


def test_a_real_verdict_is_explained(catalogue):
    """Every dataset of the real catalogue can be explained; the value of each part is told for all columns."""
    for row in catalogue.search(limit=50).rows:
        shown = catalogue.explain(row.id)
        result = catalogue.check(row.id).results[0]
        for verdict in result.parts:
            assert f"  {', '.join(verdict.columns)}: {verdict.value}\n" in shown
        for column in COLUMNS:
            assert f"    {column}: {result.whole[column].value}" in shown


def test_one_purpose_and_setting_are_enough(miniature):
    """Only the asked columns are derived, with and without a purpose."""
    text = miniature.explain("dune-xray", purpose="model_release", setting="commercial")
    assert "model_release/commercial: allowed" in text
    assert "noncommercial" not in text
    setting = miniature.explain("dune-xray", setting="noncommercial")
    assert "teaching" in setting
    assert "commercial_product" not in setting


def test_a_part_leaves_the_whole_out(miniature):
    """Rule 10 speaks of the whole and is not shown for a part."""
    assert "10. The whole is the worst" in miniature.explain("aurora-ct")
    assert "10." not in miniature.explain("aurora-ct", part="outlines")


def test_clauses_that_differ_are_told_apart(miniature):
    """Columns that share a derivation but not a clause of the licence each get theirs."""
    text = miniature.explain("grove-ehr-demo")
    assert (
        "section 2 (text) for academic_research, teaching; section 2 and section 3 (text) for commercial_research"
        in text
    )


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"purpose": "comercial"}, "purpose"),
        ({"setting": "neither"}, "setting"),
        ({"part": "image"}, "part"),
        ({"porpose": "teaching"}, "porpose"),
    ],
)
def test_wrong_requests_are_lessons(miniature, request_, field):
    """An unknown purpose, setting or part is refused with the legal values, and never explained as nothing."""
    with pytest.raises(BadQuery) as caught:
        miniature.explain("aurora-ct", **request_)
    assert caught.value.field == field
    assert caught.value.allowed


def test_every_reason_and_branch_has_its_sentence():
    """Words of the judgement are never shown bare: each reason, branch and note has a sentence."""
    assert set(LEFT_OUT) == set(LeftOutReason.__args__)
    assert set(BRANCHES) == set(Branch.__args__)
    judgement = "".join(path.read_text("utf-8") for path in sorted((ROOT / "mdexa" / "judgement").glob("*.py")))
    used = {note for note in NOTES if re.search(rf'"{note}[:"]', judgement)}
    assert used == set(NOTES)


def test_every_note_of_the_real_catalogue_has_its_sentence(verdicts, miniature_survey):
    """What was noted on the way to any verdict can be put into words."""
    from mdexa.compiler import judged

    for one in (*verdicts.values(), *judged(miniature_survey).values()):
        for part in one.parts:
            for ruling in part.rulings:
                assert {note.partition(":")[0] for note in ruling.notes} <= set(NOTES)
