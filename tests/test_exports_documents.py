"""JSON Lines and OpenSearch: everything, by a schema that is checked, and bulk requests that a cluster would take."""

import json
import re

import jsonschema
import msgspec
import pytest

from mdexa.exports import FORMATS, export, jsonl, opensearch
from mdexa.exports.opensearch_fields import KEPT, LONGEST_KEYWORD, PROPERTIES
from mdexa.purposes import COLUMNS
from tests.terminal import ROOT

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
PAGE = ROOT / "docs" / "exports.md"


def made(catalogue, form, name):
    """The bytes of one file of an export."""
    file = next(file for file in FORMATS[form].files(catalogue.holdings, range(len(catalogue))) if file.name == name)
    return b"".join(file.make())


@pytest.fixture(scope="module")
def lines(catalogue):
    """The lines of the real catalogue."""
    return made(catalogue, "jsonl", jsonl.FILE).splitlines()


@pytest.fixture(scope="module")
def bulk(catalogue):
    """The lines of the bulk body of the real catalogue, decoded."""
    return [json.loads(row) for row in made(catalogue, "opensearch", opensearch.FILE).decode().split("\n")[:-1]]


def test_there_is_a_line_a_dataset(catalogue, lines):
    """Each dataset has one line, in the order of the ids, and carries the catalogue."""
    ids = [catalogue.holdings.datasets.id(doc) for doc in range(len(catalogue))]
    decoded = [json.loads(row) for row in lines]
    assert [row["card"]["id"] for row in decoded] == ids
    assert {row["catalogue"]["digest"] for row in decoded} == {catalogue.digest}


def test_a_line_holds_everything(catalogue, lines):
    """A line gives back the card, the verdicts with their reasons and the edges, exactly as the index has them."""
    holdings = catalogue.holdings
    for doc, row in enumerate(lines):
        record = msgspec.json.decode(row, type=jsonl.DatasetRecord)
        assert record.card == holdings.card(doc)
        assert record.judged == holdings.judged(doc)
        assert record.relations == holdings.links(doc)
        assert {column: (row.value, row.own) for column, row in record.verdict.items()} == holdings.whole(doc)


def test_verdicts_of_the_lines_are_those_of_the_library(catalogue, lines):
    """Every verdict on every part and whole is the one that `check` gives."""
    decoded = {row["card"]["id"]: row for row in map(json.loads, lines)}
    ids = sorted(decoded)
    for start in range(0, len(ids), 500):
        for checked in catalogue.check(ids[start : start + 500]).results:
            row = decoded[checked.id]
            assert {column: row["verdict"][column]["value"] for column in COLUMNS} == {
                column: verdict.value for column, verdict in checked.whole.items()
            }
            told = {
                (part["id"], column): ruling["value"]
                for part in row["judged"]["parts"]
                for ruling in part["rulings"]
                for column in ruling["columns"]
            }
            assert told == {(part.part, column): part.value for part in checked.parts for column in part.columns}


def test_lines_obey_their_schema(miniature, catalogue, lines):
    """The schema accepts every line of the invented catalogue, the largest and each twentieth of the real one."""
    schema = json.loads(made(catalogue, "jsonl", jsonl.SCHEMA))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    some = [*made(miniature, "jsonl", jsonl.FILE).splitlines(), max(lines, key=len), *lines[::20]]
    for row in some:
        assert not list(validator.iter_errors(json.loads(row)))


def test_the_schema_refuses_what_is_wrong(lines):
    """A field that is missing, misspelt in a card, or of another type is found: the schema does look."""
    validator = jsonschema.Draft202012Validator(jsonl.schema())
    row = json.loads(lines[0])
    assert validator.is_valid(row)
    assert not validator.is_valid({key: value for key, value in row.items() if key != "verdict"})
    assert not validator.is_valid({**row, "card": {**row["card"], "licence": "MIT"}})
    assert not validator.is_valid({**row, "judged": {**row["judged"], "repo_only": "no"}})
    assert "description" in json.dumps(jsonl.schema()["$defs"]["DatasetRecord"])


def test_lines_are_lines_to_every_reader(hostile_index):
    """No text within a line ends it, by whatever rule a reader splits: Python's own knows eleven line ends."""
    from mdexa.catalogue import open_catalogue

    opened = open_catalogue(hostile_index)
    for form, name, each in (("jsonl", jsonl.FILE, 1), ("opensearch", opensearch.FILE, 2)):
        body = made(opened, form, name)
        assert body.endswith(b"\n")
        assert len(body.decode().splitlines()) == body.count(b"\n") == len(opened) * each


def test_bulk_lines_come_in_pairs(catalogue, bulk):
    """An action and a document, by turns; ids are unique and are those of the catalogue."""
    actions, documents = bulk[::2], bulk[1::2]
    assert len(actions) == len(documents) == len(catalogue)
    assert all(set(action) == {"index"} and set(action["index"]) == {"_id"} for action in actions)
    ids = [action["index"]["_id"] for action in actions]
    assert len(set(ids)) == len(ids)
    assert ids == [document["id"] for document in documents]
    assert all(len(one.encode()) <= 512 for one in ids)


def misfits(properties, document, path=""):
    """The paths at which a strict mapping would refuse a document."""
    for name, value in document.items():
        at, kind = f"{path}{name}", properties.get(name)
        if kind is None:
            yield f"{at} is not mapped"
            continue
        for one in value if isinstance(value, list) else [value]:
            if "properties" in kind:
                yield from misfits(kind["properties"], one, f"{at}.") if isinstance(one, dict) else [f"{at}: {one!r}"]
            elif not fits(kind, one):
                yield f"{at}: {one!r} is no {kind['type']}"


def fits(kind, value):
    """Whether a value is one that a field of this type takes, without the cluster's readiness to convert."""
    match kind["type"]:
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31
        case "date":
            return isinstance(value, str) and bool(DAY.fullmatch(value))
        case "keyword":
            return isinstance(value, str) and (not kind.get("doc_values", True) or len(value) <= LONGEST_KEYWORD)
        case "text":
            return isinstance(value, str)
    return False


def test_every_field_is_mapped_with_a_fitting_type(bulk, miniature, hostile_index):
    """The strict mapping would take every document of the real, the invented and the hostile catalogue."""
    from mdexa.catalogue import open_catalogue

    others = [
        opensearch.described(opened.holdings, doc)
        for opened in (miniature, open_catalogue(hostile_index))
        for doc in range(len(opened))
    ]
    for document in (*bulk[1::2], *json.loads(json.dumps(others))):
        assert not list(misfits(PROPERTIES, document)), document["id"]


def test_a_misfit_would_be_found(bulk):
    """The check of the mapping itself fails on an unknown field and on a wrong type, at any depth."""
    document = json.loads(json.dumps(bulk[1]))
    document["colour"] = "blue"
    document["repo_only"] = "no"
    document["parts"][0]["verdict"]["clinical_use"] = "allowed"
    document["catalogue"]["as_of"] = "unknown"
    assert len(list(misfits(PROPERTIES, document))) == 4


def test_every_mapped_field_is_used(bulk):
    """No field is mapped in vain."""

    def used(value, path=""):
        if isinstance(value, dict):
            for name, below in value.items():
                yield f"{path}{name}"
                yield from used(below, f"{path}{name}.")
        elif isinstance(value, list):
            for below in value:
                yield from used(below, path)

    def mapped(properties, path=""):
        for name, kind in properties.items():
            yield f"{path}{name}"
            yield from mapped(kind.get("properties", {}), f"{path}{name}.")

    assert set(mapped(PROPERTIES)) == {path for document in bulk[1::2] for path in used(document)}


def test_the_mapping_is_strict_and_knows_the_catalogue(catalogue):
    """Unknown fields are refused, the catalogue stands in _meta, and there are fewer fields than a cluster allows."""
    index = json.loads(made(catalogue, "opensearch", opensearch.MAPPING))
    assert index["mappings"]["dynamic"] == "strict"
    assert index["mappings"]["_meta"]["digest"] == catalogue.digest
    assert json.dumps(index).count('"type"') < 1000


def test_analysers_are_those_that_every_cluster_has():
    """Texts are searched by words, English stems and pairs of Chinese, Japanese and Korean characters."""
    names = set(re.findall(r'"analyzer": "(\w+)"', json.dumps(PROPERTIES)))
    assert names == {"standard", "english", "cjk"}


def test_facets_are_keywords():
    """What is counted is a keyword, so that an aggregation gives whole values and not words."""
    for name in ("licence_status", "access_kind", "availability", "risk_flags", "modality", "topic", "handling"):
        assert PROPERTIES[name]["type"] == "keyword"
    assert {kind["type"] for kind in PROPERTIES["verdict"]["properties"].values()} == {"keyword"}
    assert len(PROPERTIES["verdict"]["properties"]) == len(COLUMNS)


def test_words_of_third_parties_are_kept_and_not_searched():
    """A label that somebody typed is given back, and no search can match it."""
    assert PROPERTIES["statements"]["properties"]["untrusted_third_party_text"] == KEPT


def test_verdicts_and_facets_of_the_documents_are_those_of_the_library(catalogue, bulk):
    """Counting the documents gives the catalogue's own facet counts, tags with their broader ones included."""
    documents = bulk[1::2]
    names = ("licence_status", "access_kind", "availability", "modality", "task", "risk_flag")
    fields = {"risk_flag": "risk_flags"}
    for facet, rows in catalogue.facets(*names).counts.items():
        told = {}
        for document in documents:
            value = document.get(fields.get(facet, facet), [])
            for one in value if isinstance(value, list) else [value]:
                told[one] = told.get(one, 0) + 1
        assert told == {row.value: row.n for row in rows}, facet
    for document in documents[::10]:
        whole = catalogue.check(document["id"]).results[0].whole
        for column in COLUMNS:
            assert document["verdict"][column.replace("/", "_")] == whole[column].value


def test_a_date_that_is_not_known_is_absent(miniature):
    """`unknown` is no date: the field is left out, and the document is taken."""
    document = opensearch.described(miniature.holdings, miniature.holdings.datasets.doc("lagoon-qa"))
    assert all("dated" not in row for row in document["statements"])


def test_the_queries_of_the_page_use_fields_that_there_are():
    """The example queries are JSON, name mapped fields only, and filter by the two values that permit and no other."""
    text = PAGE.read_text("utf-8")
    queries = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    assert len(queries) == 2
    known = set()

    def know(properties, path=""):
        for name, kind in properties.items():
            known.add(f"{path}{name}")
            known.update(f"{path}{name}.{sub}" for sub in kind.get("fields", {}))
            know(kind.get("properties", {}), f"{path}{name}.")

    know(PROPERTIES)
    for query in queries:
        asked = json.dumps(query)
        for filters in re.findall(r'"terms?": \{"([\w.]+)": ', asked):
            assert filters in known | {"field"}
        for field in query["query"].get("bool", {}).get("must", {}).get("multi_match", {}).get("fields", []):
            assert field.partition("^")[0] in known
        assert '["allowed", "allowed_with_conditions"]' in asked


def test_the_printed_lines_are_those_of_the_file(miniature, tmp_path, run):
    """`--target -` prints the lines of all datasets, and nothing else."""
    export(miniature, "jsonl", tmp_path / "out")
    done = run("export jsonl --target -")
    assert done.out.encode() == (tmp_path / "out" / "datasets.jsonl").read_bytes()
