"""CSV and Parquet: the same tables, documented, equal to the library's answers, and safe where people open them."""

import csv
import io
import os
import re

import duckdb
import pyarrow.parquet as pq
import pytest

from mdexa.exports import export
from mdexa.exports.columns import DATASETS
from mdexa.exports.comma_separated import cell
from mdexa.exports.tables import CATALOGUE, TABLES, columns_of, rows_of
from mdexa.purposes import COLUMNS, VALUES, permits, worse_of
from tests.terminal import ROOT

PAGE = ROOT / "docs" / "exports.md"
NAMES = (CATALOGUE, *TABLES)
RECIPE = re.compile(r"```sql\n-- ([a-z-]+)\n(.*?)```", re.DOTALL)
TYPES = {"text": "string", "list": "list<element: string>", "integer": "int64", "number": "double", "truth": "bool"}


@pytest.fixture(scope="module")
def real(catalogue, tmp_path_factory):
    """The real catalogue as CSV and as Parquet."""
    folder = tmp_path_factory.mktemp("exports")
    for form in ("csv", "parquet"):
        export(catalogue, form, folder / form)
    return folder


def read_csv(path):
    """The rows of a CSV file as texts, by column, with what was put before formulas taken off."""
    rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8"), newline="")))
    return [{name: text.removeprefix("'") for name, text in row.items()} for row in rows]


def split(text):
    """The items of a list cell."""
    return [re.sub(r"\\(.)", r"\1", item) for item in re.findall(r"(?:[^|\\]|\\.)+", text)]


def library(catalogue):
    """(dataset, part, use) -> value, as `check` answers for every dataset, and the same for the wholes."""
    ids = [catalogue.holdings.datasets.id(doc) for doc in range(len(catalogue))]
    parts, wholes = {}, {}
    for start in range(0, len(ids), 500):
        for row in catalogue.check(ids[start : start + 500]).results:
            wholes |= {
                (row.id, use): (verdict.value, verdict.own or verdict.value) for use, verdict in row.whole.items()
            }
            for part in row.parts:
                parts |= {(row.id, part.part, use): (part.value, part.own or part.value) for use in part.columns}
    return parts, wholes


def test_csv_verdicts_are_those_of_the_library(catalogue, real):
    """Every verdict on every part and whole of the real catalogue comes back from CSV as the library gives it."""
    parts, wholes = library(catalogue)
    rows = read_csv(real / "csv" / "verdicts.csv")
    assert {(row["dataset"], row["part"], row["use"]): (row["value"], row["own"]) for row in rows} == parts
    assert len(rows) == len(parts)
    assert all((row["permits"] == "true") == permits(row["value"]) for row in rows)
    rows = read_csv(real / "csv" / "wholes.csv")
    assert {(row["dataset"], row["use"]): (row["value"], row["own"]) for row in rows} == wholes
    assert len(rows) == len(wholes) == len(catalogue) * len(COLUMNS)


def test_parquet_verdicts_are_those_of_the_library(catalogue, real):
    """The same for Parquet; ranks follow the order of the values."""
    parts, wholes = library(catalogue)
    rows = pq.read_table(real / "parquet" / "verdicts.parquet").to_pylist()
    assert {(row["dataset"], row["part"], row["use"]): (row["value"], row["own"]) for row in rows} == parts
    assert all(VALUES[row["rank"]] == row["value"] and row["permits"] == permits(row["value"]) for row in rows)
    rows = pq.read_table(real / "parquet" / "wholes.parquet").to_pylist()
    assert {(row["dataset"], row["use"]): (row["value"], row["own"]) for row in rows} == wholes


def test_csv_and_parquet_hold_the_same(real):
    """Every cell of every table is the same in both, once CSV's text is read by the rules of the page."""
    for table in NAMES:
        told = read_csv(real / "csv" / f"{table}.csv")
        typed = pq.read_table(real / "parquet" / f"{table}.parquet").to_pylist()
        assert len(told) == len(typed)
        for text, row in zip(told, typed, strict=True):
            assert text.keys() == row.keys()
            for column in columns_of(table):
                assert _same(column.kind, text[column.name], row[column.name]), (table, column.name, text, row)


def _same(kind, text, value):
    if kind == "list":
        return split(text) == value
    if value is None:
        return text == ""
    if kind == "truth":
        return text == ("true" if value else "false")
    return float(text) == value if kind in ("integer", "number") else text == value


def test_rows_are_one_for_each_thing(catalogue, real):
    """No dataset, part, statement or edge is lost or doubled."""
    holdings = catalogue.holdings
    cards = [holdings.card(doc) for doc in range(len(catalogue))]
    judged = [holdings.judged(doc) for doc in range(len(catalogue))]
    expected = {
        CATALOGUE: 1,
        "datasets": len(cards),
        "parts": sum(len(row.parts) for row in judged),
        "verdicts": sum(len(row.parts) for row in judged) * len(COLUMNS),
        "flags": sum(len(row.flags) for row in judged),
        **{
            name: sum(len(getattr(card, name)) for card in cards)
            for name in ("statements", "readings", "relations", "access", "counts")
        },
    }
    for table, rows in expected.items():
        assert pq.read_metadata(real / "parquet" / f"{table}.parquet").num_rows == rows, table


def test_parquet_types_and_meanings_are_those_of_the_table(real, catalogue):
    """Each column has its type and its meaning in the file, and the file names its catalogue."""
    for table in NAMES:
        schema = pq.read_schema(real / "parquet" / f"{table}.parquet")
        assert schema.names == [column.name for column in columns_of(table)]
        for column in columns_of(table):
            field = schema.field(column.name)
            assert str(field.type) == TYPES[column.kind]
            assert field.metadata[b"about"].decode() == column.about
        assert schema.metadata[b"catalogue_digest"].decode() == catalogue.digest
        assert schema.metadata[b"catalogue_as_of"].decode() == catalogue.stamp.as_of


def test_the_page_shows_every_column():
    """docs/exports.md has a table of the columns of each table; MDEXA_BLESS=1 writes them anew."""
    text = PAGE.read_text("utf-8")
    start, end = "<!-- tables -->\n", "<!-- end of tables -->\n"
    head, _, rest = text.partition(start)
    _, _, tail = rest.partition(end)
    now = f"{head}{start}{''.join(map(_shown, NAMES))}\n{end}{tail}"
    if os.environ.get("MDEXA_BLESS"):
        PAGE.write_text(now, "utf-8", newline="\n")
        text = now
    assert now == text, "run MDEXA_BLESS=1 python -m pytest tests/test_exports_tables.py, and look at the difference"


def _shown(table):
    about = "one row: which catalogue this is" if table == CATALOGUE else TABLES[table].about
    rows = "".join(f"| `{column.name}` | {column.kind} | {column.about} |\n" for column in columns_of(table))
    return f"\n`{table}`: {about}.\n\n| column | kind | meaning |\n| --- | --- | --- |\n{rows}"


FORMULAS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\u00a0=1",
    "\uff1d1",
    "'=1",
    "'",
    "=cmd|' /C calc'!A0",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_are_made_harmless(text):
    """A cell that a spreadsheet would take for a formula begins with an apostrophe, and gives its text back."""
    assert cell(text) == f"'{text}"
    assert cell((text,)).startswith("'")


def test_other_cells_are_as_they_are():
    """Text, numbers, truth, lists and null: nothing is added to what is harmless; lists can be split again."""
    assert cell('a = b, "c"\n胸') == 'a = b, "c"\n胸'
    assert [cell(value) for value in (None, "", True, False, 3, 2.5, ())] == ["", "", "true", "false", "3", "2.5", ""]
    assert split(cell(("a|b", "c\\", "d"))) == ["a|b", "c\\", "d"]
    assert cell("a\x00b\u202ec\x1bd") == "a\ufffdb\ufffdc\ufffdd"


def test_csv_is_rfc_4180(miniature, hostile_index, tmp_path):
    """Every line ends with CRLF, every cell stands in quotes, every row has as many cells as there are names."""
    from mdexa.catalogue import open_catalogue

    for name, opened in (("mini", miniature), ("hostile", open_catalogue(hostile_index))):
        export(opened, "csv", tmp_path / name)
        for table in NAMES:
            raw = (tmp_path / name / f"{table}.csv").read_bytes()
            assert raw.endswith(b"\r\n")
            assert not raw.startswith(b"\xef\xbb\xbf")
            rows = list(csv.reader(io.StringIO(raw.decode(), newline=""), strict=True))
            assert {len(row) for row in rows} == {len(columns_of(table))}
            again = "".join(",".join('"' + text.replace('"', '""') + '"' for text in row) + "\r\n" for row in rows)
            assert again.encode() == raw
            dangerous = [text for row in rows for text in row if re.match(r"[=+\-@\t\r\n]|\s+[=+\-@]", text)]
            assert not dangerous


def test_hostile_text_comes_back_from_parquet_as_it_was(hostile_index, tmp_path):
    """Quotes, markup, nulls and hidden characters survive: Parquet is for programs."""
    from mdexa.catalogue import open_catalogue

    opened = open_catalogue(hostile_index)
    export(opened, "parquet", tmp_path / "out")
    for table in NAMES:
        rows = pq.read_table(tmp_path / "out" / f"{table}.parquet").to_pylist()
        docs = range(len(opened))
        expected = [
            {name: list(value) if isinstance(value, tuple) else value for name, value in row.items()}
            for row in rows_of(opened.holdings, table, docs)
        ]
        assert rows == expected


def test_what_is_empty_is_empty(miniature):
    """A tombstone without tags, statements or a page: null where nothing is known, empty lists, no row for nothing."""
    doc = miniature.holdings.datasets.doc("indigo-mri")
    row = next(rows_of(miniature.holdings, "datasets", [doc]))
    assert row["homepage"] is None
    assert row["aliases"] == ()
    assert row["released"] is None
    assert row["availability"] == "never_released"
    for table in ("statements", "readings", "relations", "counts"):
        assert not list(rows_of(miniature.holdings, table, [doc]))
    verdicts = list(rows_of(miniature.holdings, "verdicts", [doc]))
    assert {row["value"] for row in verdicts} == {"unverifiable"}
    assert not any(row["permits"] for row in verdicts)


def test_an_empty_table_has_its_columns(miniature, tmp_path):
    """A table without rows still has names and types, so that a query on it gives nothing and does not fail."""
    export(miniature, "parquet", tmp_path / "out", ["indigo-mri"])
    schema = pq.read_schema(tmp_path / "out" / "statements.parquet")
    assert str(schema.field("conditions").type) == TYPES["list"]


def test_a_column_that_nobody_documents_is_a_fault(miniature, monkeypatch):
    """A row and its table cannot drift apart."""
    changed = TABLES["datasets"]._replace(columns=DATASETS[1:])
    monkeypatch.setitem(TABLES, "datasets", changed)
    with pytest.raises(TypeError, match="datasets"):
        list(rows_of(miniature.holdings, "datasets", [0]))


# The recipes of the page, each held to the library's own answer.


def _status(catalogue):
    counts = catalogue.facets("licence_status").counts["licence_status"]
    return sorted(((row.value, row.n) for row in counts), key=lambda row: (-row[1], row[0]))


def _found(catalogue, **request):
    """All rows of a search, page by page."""
    rows, cursor = [], None
    while True:
        answer = catalogue.search(limit=50, **request, **({"cursor": cursor} if cursor else {}))
        rows += answer.rows
        cursor = answer.cursor
        if cursor is None:
            return rows


def _usable(catalogue):
    rows = _found(
        catalogue,
        filters={"modality": ["computed-tomography"]},
        usable_for={"purpose": "model_training", "setting": "commercial"},
    )
    holdings = catalogue.holdings
    kinds = {row.id: [way.kind for way in holdings.card(holdings.datasets.doc(row.id)).access] for row in rows}
    kept = [row for row in rows if "open" in kinds[row.id]]
    return sorted((row.id, row.name, row.verdict["model_training/commercial"].value) for row in kept)


def _combined(catalogue):
    answer = catalogue.check("kits19", "medmnist", "ham10000")
    return sorted((row.column, row.value, sorted(row.members)) for row in answer.strictest)


def _unresolved(catalogue):
    return [(row.name,) for row in catalogue.check("kits19", "kits20").unresolved]


def _usable_parts(catalogue):
    ids = [catalogue.holdings.datasets.id(doc) for doc in range(len(catalogue))]
    answer = catalogue.check(ids[:500], purposes=["commercial_product"]).results
    answer += catalogue.check(ids[500:], purposes=["commercial_product"]).results if ids[500:] else ()
    return sorted((row.id, part) for row in answer for part in row.ok_parts.get("commercial_product", ()))


def _evidence(catalogue):
    statements = catalogue.evidence("kits19", purposes=["commercial_product"]).datasets[0].statements
    return sorted((row.id, row.licence, row.source.url, row.source.dated) for row in statements if row.deciding)


def _lowered(catalogue):
    rows = []
    for doc in range(len(catalogue)):
        judged = catalogue.holdings.judged(doc)
        for part in judged.parts:
            ruling = part.ruling("commercial_product")
            if permits(ruling.own) and not permits(ruling.value):
                edges = [edge.upstream for edge in ruling.edges if edge.gives not in (None, ruling.own)]
                rows.append((judged.id, part.id, ruling.own, ruling.value, list(dict.fromkeys(edges))))
    return sorted(rows)


def _descendants(catalogue):
    found, waiting = set(), ["kits19"]
    while waiting:
        at = waiting.pop()
        links = catalogue.card(at, sections=["relations"]).cards[0].relations
        made = {row.other for row in links if row.direction == "down" and row.kind in ("derived_from", "subset_of")}
        waiting += sorted(made - found)
        found |= made
    return sorted((dataset,) for dataset in found - {"kits19"})


def _catalogue(catalogue):
    stamp = catalogue.stamp
    return [(stamp.name, stamp.version, stamp.as_of, stamp.datasets, catalogue.digest)]


ANSWERS = {
    "licence-status": _status,
    "usable": _usable,
    "combined": _combined,
    "unresolved": _unresolved,
    "usable-parts": _usable_parts,
    "evidence": _evidence,
    "lowered": _lowered,
    "descendants": _descendants,
    "catalogue": _catalogue,
}


def test_every_recipe_is_checked():
    """Each block of SQL on the page has a name and an answer of the library to compare with."""
    text = PAGE.read_text("utf-8")
    recipes = [name for name, _ in RECIPE.findall(text)]
    assert sorted(recipes) == sorted(ANSWERS)
    assert text.count("```sql") == len(recipes)


@pytest.mark.parametrize("name", ANSWERS)
def test_recipes_give_what_the_library_answers(catalogue, real, monkeypatch, name):
    """DuckDB runs the recipe as it stands on the page, and its rows are those of the library."""
    monkeypatch.chdir(real / "parquet")
    sql = dict(RECIPE.findall(PAGE.read_text("utf-8")))[name]
    rows = duckdb.connect().execute(sql).fetchall()
    assert rows == ANSWERS[name](catalogue)
    assert rows


def test_the_combined_recipe_takes_the_worst(catalogue, real, monkeypatch):
    """The rank in SQL and the library's order of values agree on any list."""
    monkeypatch.chdir(real / "parquet")
    sql = "SELECT dataset, use, value FROM 'wholes.parquet' QUALIFY rank = max(rank) OVER (PARTITION BY use)"
    worst = {use: value for _, use, value in duckdb.connect().execute(sql).fetchall()}
    _, wholes = library(catalogue)
    for use in COLUMNS:
        assert worst[use] == worse_of(value for (_, at), (value, _) in wholes.items() if at == use)
