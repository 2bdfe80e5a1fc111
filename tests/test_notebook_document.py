"""The example notebook: it runs on the real catalogue without a word on stderr, and shows what its text promises."""

import asyncio
import json
import os
import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
SECONDS = 120


@pytest.fixture(scope="module")
def cells(catalogue, tmp_path_factory):
    """Source of each code cell -> what it put out, executed by a kernel of this interpreter."""
    folder = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MDEXA_INDEX", str(catalogue.path))
        patch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", ""))))
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(name, str(folder / name.lower()))
        # No colours and no questions about a debugger in what a cell prints.
        patch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
        ran = nbformat.read(NOTEBOOK, as_version=4)
        asyncio.run(_run(ran))
    return {cell.source: cell.outputs for cell in ran.cells if cell.cell_type == "code"}


async def _run(notebook):
    client = nbclient.NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(ROOT)}},
    )
    await client.async_execute()


def shown(cells, start):
    """HTML, or else text, of the one cell that begins or ends so."""
    (outputs,) = (outputs for source, outputs in cells.items() if start in source)
    data = outputs[0].get("data", {})
    return data.get("text/html") or data.get("text/plain") or outputs[0]["text"]


def words(html):
    """Text without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_notebook_is_committed_without_outputs():
    """No output, no count and no trace of a machine is in git; the cells have ids, and the format is valid."""
    document = json.loads(NOTEBOOK.read_text("utf-8"))
    code = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert set(document["metadata"]) == {"kernelspec", "language_info"}
    assert document["metadata"]["language_info"] == {"name": "python"}
    nbformat.validate(nbformat.from_dict(document))
    assert all(cell["metadata"] == {} for cell in document["cells"])


def test_every_cell_shows_something_and_nothing_goes_wrong(cells):
    """Each code cell gives an output, none an error, and none writes to stderr."""
    assert len(cells) >= 18
    for source, outputs in cells.items():
        assert outputs, source
        assert not [row for row in outputs if row.output_type == "error" or row.get("name") == "stderr"], source


def test_the_catalogue_and_the_search_are_tables(cells, catalogue):
    """The first cells show the catalogue with its size, and a table of datasets."""
    assert f"{len(catalogue)} datasets" in words(shown(cells, "import mdexa\n"))
    english = shown(cells, 'search("kidney tumour CT segmentation"')
    assert "<table" in english
    assert "kits19" in english
    assert "kits19" in shown(cells, "肾肿瘤")


def test_facets_add_up(cells, catalogue):
    """The counts that are shown are those of the catalogue."""
    text = words(shown(cells, "catalogue.facets("))
    counts = catalogue.facets("licence_status", filters={"modality": ["computed-tomography"]})
    assert f"{counts.total} datasets are counted" in text
    assert all(f"{row.value} {row.n}" in text for row in counts.counts["licence_status"])


def test_verdicts_are_words(cells):
    """The check says in words that a product is not allowed, and in code that it is not permitted."""
    assert "not_allowed" in words(shown(cells, "verdict = catalogue.check("))
    assert "True" not in shown(cells, "permits(value)")


def test_evidence_and_derivation_name_who_decides(cells):
    """Evidence has speakers and sources; the derivation names the same statement and its rule."""
    evidence = shown(cells, 'catalogue.evidence("KiTS19"')
    assert "data-licence" in evidence
    assert "publisher" in evidence
    assert 'href="https://' in evidence
    derivation = shown(cells, "catalogue.explain(")
    assert "commercial_product: not_allowed" in derivation
    assert "data-licence" in derivation


def test_lineage_is_a_picture_and_a_frame(cells):
    """The lineage is drawn as SVG, and its frame has a row for each edge with a value."""
    picture = shown(cells, "lineage = catalogue.lineage(")
    assert "<svg" in picture
    assert "HAM10000" in picture
    frame = shown(cells, "lineage.to_pandas()")
    assert "ham10000" in frame
    assert "not_allowed" in frame


def test_five_candidates_stand_side_by_side(cells):
    """All five have a column with a verdict."""
    table = words(shown(cells, "catalogue.compare(five"))
    for name in ("KiTS19", "LiTS", "Medical Segmentation Decathlon", "TotalSegmentator CT", "AMOS"):
        assert name in table
    assert "academic research" in table
    assert "All together:" in words(shown(cells, "together = catalogue.check("))


def test_frames_of_both_kinds_are_shown(cells):
    """The matrix has the fourteen columns and five datasets; polars counts speakers."""
    matrix = shown(cells, ".pivot(")
    assert "model_release/noncommercial" in matrix
    assert "totalsegmentator" in matrix
    speakers = words(shown(cells, "group_by("))
    assert "publisher" in speakers
    assert "third_party" in speakers


def test_access_similar_and_no_match(cells):
    """Steps are listed, substitutes permit, and a no-match is told as a final answer with an empty frame."""
    access = shown(cells, "catalogue.access(")
    assert access.count("<li>") > 2
    assert "credentialed" in access
    assert "allowed" in words(shown(cells, "catalogue.similar("))
    assert "No dataset of the catalogue matches" in words(shown(cells, "nothing = catalogue.search("))
    assert shown(cells, "nothing.to_polars().shape").startswith("(0, ")
    assert "Not judged: “KiTS20” is unknown" in words(shown(cells, 'check("KiTS20"'))
