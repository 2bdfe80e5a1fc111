"""The static interface for programs: what it says, and that every file keeps to its OpenAPI document."""

import json

import jsonschema
import pytest
import schemathesis

from mdexa.purposes import COLUMNS
from mdexa.site import build
from mdexa.site.api import openapi


@pytest.fixture(scope="module")
def api(miniature, tmp_path_factory):
    """The folder of the interface."""
    target = tmp_path_factory.mktemp("site")
    build(miniature, target)
    return target / "api" / "v1"


def read(path):
    """A file as plain values."""
    return json.loads(path.read_text("utf-8"))


def schema_of(name):
    """The schema of a document, with the components that it refers to."""
    return {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}


def test_the_document_is_a_sound_openapi_document(api):
    """It is the one that the structs give, loads in a client of others, and each schema is a legal one."""
    document = read(api / "openapi.json")
    assert document == json.loads(json.dumps(openapi()))
    assert document["openapi"] == "3.1.0"
    loaded = schemathesis.openapi.from_dict(document)
    assert {operation.ok().label for operation in loaded.get_all_operations()} == {
        "GET /index.json",
        "GET /datasets/{id}.json",
    }
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_reference_of_the_document_leads_somewhere():
    """No schema names one that is not there."""
    text = json.dumps(openapi())
    named = {piece.partition('"')[0] for piece in text.split('"#/components/schemas/')[1:]}
    assert named <= set(openapi()["components"]["schemas"])
    assert {"DatasetDocument", "IndexDocument"} <= named


def test_every_file_keeps_to_the_document(api, miniature):
    """Each dataset and the list pass their schemas, which allow no field that they do not describe."""
    one = jsonschema.Draft202012Validator(schema_of("DatasetDocument"))
    files = sorted((api / "datasets").glob("*.json"))
    assert len(files) == len(miniature)
    for path in files:
        one.validate(read(path))
    jsonschema.Draft202012Validator(schema_of("IndexDocument")).validate(read(api / "index.json"))


def test_a_document_that_is_not_ours_does_not_pass(api):
    """The schema can fail: a value that is none, and a field that nobody described."""
    good = read(next((api / "datasets").glob("*.json")))
    for bad in (good | {"more": 1}, {key: value for key, value in good.items() if key != "verdicts"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(schema_of("DatasetDocument")).validate(bad)


def test_the_list_names_every_dataset_and_where_it_is(api, miniature):
    """From the list each page and each document is reached by a relative address."""
    listed = read(api / "index.json")
    assert listed["catalogue"]["datasets"] == len(listed["datasets"]) == len(miniature)
    assert listed["digest"] == miniature.digest
    for entry in listed["datasets"]:
        assert read(api / entry["document"])["card"]["id"] == entry["row"]["id"]
        assert (api / entry["page"]).is_file()


def test_a_document_says_what_the_library_says(api, miniature):
    """Verdicts, statements and card are those of check, evidence and card."""
    for path in sorted((api / "datasets").glob("*.json")):
        told = read(path)
        dataset = told["card"]["id"]
        checked = miniature.check(dataset).to_dict()["results"][0]
        assert told["verdicts"] == checked["parts"]
        assert {column: row["value"] for column, row in told["card"]["verdict"].items()} == {
            column: row["value"] for column, row in checked["whole"].items()
        }
        assert set(told["card"]["verdict"]) == set(COLUMNS)
        assert told["statements"] == miniature.evidence(dataset).to_dict()["datasets"][0]["statements"]
        assert (path.parent / told["page"]).resolve().is_file()
        assert "not legal advice" in told["note"]
