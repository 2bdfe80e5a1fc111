"""Results as data frames of pandas and polars: the records, with types, and columns where there is no row."""

import subprocess
import sys
from pathlib import Path

import pytest

from mdexa import results
from mdexa.frames import COLUMNS
from tests.test_library import REQUESTS
from tests.test_notebook import every_change, every_result

ROOT = Path(__file__).parents[1]

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")

#: For each kind of answer with columns of its own, one that has no row.
EMPTY = {
    "search": lambda catalogue: catalogue.search("zzqxw"),
    "passages": lambda catalogue: catalogue.passages("zzqxw"),
    "check": lambda catalogue: _without(catalogue.check("aurora-ct", purposes=["teaching"]), results=()),
    "card": lambda catalogue: catalogue.card("zzqxw"),
    "evidence": lambda catalogue: catalogue.evidence("zzqxw"),
    "access": lambda catalogue: catalogue.access("zzqxw"),
    "facets": lambda catalogue: catalogue.facets("access_kind", query="zzqxw"),
    "similar": lambda catalogue: _without(catalogue.similar("aurora-ct"), rows=()),
    "lineage": lambda catalogue: catalogue.lineage("aurora-ct", up=0, down=0),
    "compare": lambda catalogue: catalogue.compare("zzqxw", "zzqxy"),
}


def _without(answer, **fields):
    import msgspec

    return msgspec.structs.replace(answer, **fields)


def answers(miniature):
    """An answer with rows of every kind that has columns of its own."""
    return [
        *(miniature.run(name, REQUESTS[name]) for name in REQUESTS),
        miniature.lineage("fjord-notes", purposes=["teaching"]),
        miniature.compare("aurora-ct", "dune-xray", purposes=["teaching"]),
        every_change(),
    ]


def test_both_frames_hold_the_records(miniature):
    """A row a record, a column a key, and the same cells: in pandas and in polars."""
    for answer in answers(miniature):
        records = answer.to_records()
        assert records
        polars, pandas = answer.to_polars(), answer.to_pandas()
        assert isinstance(pandas, pd.DataFrame)
        assert polars.to_dicts() == records
        assert list(pandas.columns) == list(records[0])
        assert [{key: None if cell is pd.NA else cell for key, cell in row.items()} for row in _rows(pandas)] == records


def _rows(frame):
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


def test_types_are_those_of_the_cells(miniature):
    """Counts are numbers, truth values are truth values, all else is text; what is not known is null, not NaN."""
    card = miniature.card("aurora-ct", "raven-text")
    kinds = card.to_polars().schema
    assert (kinds["released"], kinds["repo_only"], kinds["doi"]) == (pl.Int64, pl.Boolean, pl.String)
    dtypes = card.to_pandas().dtypes
    assert (str(dtypes["released"]), str(dtypes["repo_only"])) == ("Int64", "boolean")
    assert miniature.facets("access_kind").to_polars().schema["n"] == pl.Int64
    assert miniature.lineage("fjord-notes").to_polars().schema["steps"] == pl.Int64
    assert miniature.evidence("aurora-ct").to_polars().schema["deciding"] == pl.Boolean


def test_a_year_that_is_not_known_is_null(miniature):
    """Unknown years stay unknown, and leave the known ones whole numbers."""
    from mdexa.card import Availability

    view = miniature.card("aurora-ct").cards[0]
    no_year = _without(view, released=None, availability=Availability(state="available"))
    answer = _without(miniature.card("aurora-ct"), cards=(view, no_year))
    assert answer.to_polars()["released"].to_list() == [view.released, None]
    assert answer.to_pandas()["released"].isna().tolist() == [view.released is None, True]


@pytest.mark.parametrize("name", EMPTY)
def test_frames_of_nothing_keep_their_columns(miniature, name):
    """An answer without rows gives a frame without rows, with the columns and types that it has otherwise."""
    answer = EMPTY[name](miniature)
    assert answer.to_records() == []
    for frame in (answer.to_polars(), answer.to_pandas()):
        assert len(frame) == 0
        assert [*frame.columns][: len(COLUMNS[type(answer)].split())] == COLUMNS[type(answer)].split()


def test_columns_of_nothing_are_those_of_something(miniature):
    """The columns that an empty frame has are those of the records; only columns of purposes may come besides."""
    seen = set()
    for answer in answers(miniature):
        promised = COLUMNS[type(answer)].split()
        assert [key for key in answer.to_records()[0] if key in promised] == promised
        asked = set(answer.to_records()[0]) - set(promised)
        assert all(key.partition("/")[0] in ("teaching", "academic_research") for key in asked), asked
        seen.add(type(answer))
    parts = {results.Checked, results.EvidenceOf, results.CardView, results.AccessOf}
    assert seen | parts == set(COLUMNS)


def test_every_result_is_a_frame(miniature):
    """Each class of results, those inside of others too, turns into both frames."""
    for result in every_result(miniature).values():
        assert len(result.to_polars()) == len(result.to_pandas()) == len(result.to_records())


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_without_the_package_the_way_out_is_named(miniature_index, package):
    """Where pandas or polars is not installed, the error says how to get it; everything else works."""
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import mdexa\n"
        f"answer = mdexa.open({str(miniature_index)!r}).search('kidney')\n"
        "assert answer.to_records() and answer._repr_html_()\n"
        f"try: answer.to_{package}()\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"to_{package} needs {package}, which is not installed: pip install {package}\n"
