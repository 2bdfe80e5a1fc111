"""Croissant and schema.org: valid for their readers, and never more generous than the verdict."""

import json
import logging
import warnings

import msgspec
import pytest

from mdexa.exports import FORMATS, croissant, data_use, schema_org, stated
from mdexa.purposes import COLUMNS, permits
from tests.hostile import LABEL

#: What mlcroissant may warn of: a card that does not know, a version that the publisher writes in its own way.
EXPECTED_WARNINGS = (
    'citeAs" is recommended',
    'datePublished" is recommended',
    'license" is recommended',
    'version" is recommended',
    "Version doesn't follow MAJOR.MINOR.PATCH",
)


def datasets(catalogue):
    """The number, card and verdicts of each dataset."""
    holdings = catalogue.holdings
    return [(doc, holdings.card(doc), holdings.judged(doc)) for doc in range(len(catalogue))]


def described(catalogue, dataset, kind=schema_org):
    """A dataset in one of the two formats."""
    return kind.describe(catalogue.holdings, catalogue.holdings.datasets.doc(dataset))


def found(value, key):
    """Every value of a key, however deep."""
    if isinstance(value, dict):
        yield from (value[name] for name in value if name == key)
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from found(one, key)


@pytest.fixture(scope="module")
def mlcroissant():
    """The validator; what it imports warns of things that are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import mlcroissant
    logging.getLogger("absl").setLevel(logging.ERROR)
    return mlcroissant


def validated(mlcroissant, document):
    """The metadata of a document as the validator reads them; it raises on errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return mlcroissant.Dataset(jsonld=json.loads(document)).metadata


def test_every_real_card_is_valid_croissant(mlcroissant, catalogue):
    """Mlcroissant finds no error in any card of the real catalogue, and warns only of what a card does not know."""
    for file in FORMATS["croissant"].files(catalogue.holdings, range(len(catalogue))):
        metadata = validated(mlcroissant, b"".join(file.make()))
        issues = metadata.ctx.issues
        assert not issues.errors, file.name
        strange = [row for row in issues.warnings if not any(word in row for word in EXPECTED_WARNINGS)]
        assert not strange, file.name
        assert metadata.ctx.conforms_to.value == croissant.CONFORMS_TO


def test_croissant_is_read_as_it_was_meant(mlcroissant, catalogue):
    """Name, summary, publisher, keywords and licence arrive in the validator as the card has them."""
    for doc, card, judged in datasets(catalogue)[::20]:
        node = croissant.describe(catalogue.holdings, doc)
        read = validated(mlcroissant, json.dumps(node))
        given = stated.of_whole(catalogue.holdings.licences, card, judged)
        assert read.name == card.name
        assert read.description == card.summary
        assert [row.name for row in read.publisher] == ([card.publisher] if card.publisher else [])
        assert len(read.license or ()) == len(given.licences)
        assert sorted(read.keywords or []) == sorted(node.get("keywords", []))


def test_hostile_cards_are_valid_croissant(mlcroissant, hostile_index, miniature):
    """Markup, quotes, instructions and hidden characters are text to the validator, tombstones are valid, too."""
    from mdexa.catalogue import open_catalogue

    for opened in (open_catalogue(hostile_index), miniature):
        for file in FORMATS["croissant"].files(opened.holdings, range(len(opened))):
            assert not validated(mlcroissant, b"".join(file.make())).ctx.issues.errors


def test_a_validator_that_never_fails_would_prove_nothing(mlcroissant, miniature):
    """The validator refuses a document with a keyword that is no text: it does look."""
    node = {**described(miniature, "aurora-ct", croissant), "keywords": [{"@type": "Person"}]}
    with pytest.raises(mlcroissant.ValidationError):
        validated(mlcroissant, json.dumps(node))


def test_json_ld_says_the_same_after_it_was_read_as_a_graph(miniature):
    """The Croissant context gives every field a meaning: none is lost when the document becomes a graph."""
    import rdflib

    node = described(miniature, "aurora-ct", croissant)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        graph = rdflib.Graph().parse(data=json.dumps(node), format="json-ld")
    schema = rdflib.Namespace("https://schema.org/")
    assert len(set(graph.subjects(rdflib.RDF.type, schema.Dataset))) == 1
    assert len(set(graph.objects(None, schema.hasPart))) == 4
    assert len(list(graph.subject_objects(schema.license))) == len(list(found(node, "license"))) == 2
    assert {str(text) for text in graph.objects(None, schema.text)} == set(found(node, "text"))


def test_no_licence_says_more_than_the_verdict(catalogue, miniature):
    """Where a licence is named for a part, each use that it permits is permitted, and nothing about it is open."""
    seen = 0
    for opened in (catalogue, miniature):
        for _, card, judged in datasets(opened):
            for part in judged.parts:
                for licence in stated.of_part(opened.holdings.licences, card, part).licences:
                    seen += 1
                    values = {column: part.ruling(column).value for column in COLUMNS}
                    assert not set(values.values()) & {"undeclared", "unverifiable", "conflicting"}
                    promised = [column for column, row in licence.columns.items() if permits(row.value)]
                    assert all(permits(values[column]) for column in promised), (card.id, part.id)
    assert seen > 50


def test_no_licence_comes_from_anybody_but_the_publisher(catalogue, miniature):
    """Every licence that is exported stands in a formal statement of the publisher on that card."""
    for opened in (catalogue, miniature):
        for _, card, judged in datasets(opened):
            own = {
                row.licence
                for row in card.statements
                if row.source.speaker == "publisher" and row.instrument != "reply"
            } | {
                item.licence
                for row in card.statements
                if row.items and row.source.speaker == "publisher"
                for item in row.items.known
            }
            for part in judged.parts:
                named = stated.of_part(opened.holdings.licences, card, part).licences
                assert {licence.key for licence in named} <= own, (card.id, part.id)


def changed(part, **fields):
    """The part with every ruling changed."""
    return msgspec.structs.replace(
        part, rulings=tuple(msgspec.structs.replace(ruling, **fields) for ruling in part.rulings)
    )


def test_each_guard_of_the_licence_field_holds_alone(miniature):
    """A licence vanishes if one thing about it is wrong: the speaker, the instrument, the text, the word, the value."""
    holdings = miniature.holdings
    doc = holdings.datasets.doc("dune-xray")
    card, part, table = holdings.card(doc), holdings.judged(doc).parts[0], holdings.licences
    statement = card.statements[0]
    assert [row.key for row in stated.of_part(table, card, part).licences] == ["CC0-1.0"]

    def said(**fields):
        source = msgspec.structs.replace(statement.source, **fields)
        return msgspec.structs.replace(card, statements=(msgspec.structs.replace(statement, source=source),))

    reply = msgspec.structs.replace(card, statements=(msgspec.structs.replace(statement, instrument="reply"),))
    for wrong in (said(speaker="host"), said(speaker="third_party"), said(read_from="third_party_copy"), reply):
        assert not stated.of_part(table, wrong, part).licences
    for wrong in ({"kind": "word"}, {"text_read": "no"}):
        listed = {"CC0-1.0": msgspec.structs.replace(table["CC0-1.0"], **wrong)}
        assert not stated.of_part(listed, card, part).licences
    for branch in ("informal", "nothing_stated", "unknown"):
        assert not stated.of_part(table, card, changed(part, branch=branch)).licences
    for value in ("needs_permission", "undeclared", "unverifiable", "conflicting", "not_allowed", "new-word"):
        assert not stated.of_part(table, card, changed(part, value=value)).licences
    assert not stated.of_part({}, card, part).licences


def test_an_open_value_keeps_out_even_a_licence_that_permits_nothing(miniature):
    """An agreement that grants nothing is named where it is established, and not where anything is open."""
    holdings = miniature.holdings
    doc = holdings.datasets.doc("dune-xray")
    card, part, entry = holdings.card(doc), holdings.judged(doc).parts[0], holdings.licences["CC0-1.0"]
    columns = {name: msgspec.structs.replace(row, value="needs_permission") for name, row in entry.columns.items()}
    table = {"CC0-1.0": msgspec.structs.replace(entry, columns=columns)}
    assert stated.of_part(table, card, changed(part, value="needs_permission")).licences
    for value in ("undeclared", "unverifiable", "conflicting", "new-word"):
        assert not stated.of_part(table, card, changed(part, value=value)).licences


@pytest.mark.parametrize("kind", [croissant, schema_org])
def test_a_set_without_established_terms_has_no_licence_and_says_so(catalogue, kind):
    """An undeclared, unverifiable or conflicting set has no licence field, and words that say where it stands."""
    seen = set()
    for doc, card, judged in datasets(catalogue):
        if judged.licence_status in ("undeclared", "unverifiable", "conflicting"):
            seen.add(judged.licence_status)
            node = kind.describe(catalogue.holdings, doc)
            assert "license" not in node, card.id
            words = node["usageInfo"][-1]["text"]
            assert f"Licence status: {judged.licence_status}" in words
            assert "that is no permission" in words
            assert "No licence is given here: " in words
    assert seen == {"undeclared", "unverifiable", "conflicting"}


@pytest.mark.parametrize("kind", [croissant, schema_org])
@pytest.mark.parametrize(
    ("dataset", "why"),
    [
        ("lagoon-qa", "states no licence"),  # a licence file that does not name the data, and a label on a hub
        ("grove-ehr", "names Attribution"),  # an open label on a guarded set whose agreement nobody has read
        ("harbour-ecg", "names Attribution"),  # withdrawn
        ("ember-notes", "not all that it permits"),  # share-alike licences that exclude each other
        ("nimbus-graph", "not all that it permits"),  # an upstream that nobody knows
        ("indigo-mri", "could not be established"),  # never released
        ("cobalt-slides", "not one licence"),  # as_upstream
    ],
)
def test_what_lowers_a_licence_keeps_it_out(miniature, kind, dataset, why):
    """Each way in which a named licence comes to nothing: no licence field anywhere, and the reason in words."""
    node = described(miniature, dataset, kind)
    assert not list(found(node, "license"))
    assert why in node["usageInfo"][-1]["text"]


def test_a_mirrors_label_is_nowhere_in_linked_data(miniature, hostile_index):
    """The licence that only a mirror names, and the words of third parties, stand in neither format."""
    from mdexa.catalogue import open_catalogue

    for kind in (croissant, schema_org):
        node = described(miniature, "kestrel-cells", kind)
        assert "MIT" not in json.dumps(node)
        assert "lagoon" in json.dumps(described(miniature, "lagoon-qa", kind))
        opened = open_catalogue(hostile_index)
        for doc in range(len(opened)):
            assert LABEL[:20] not in json.dumps(kind.describe(opened.holdings, doc))


def test_parts_have_their_own_licences(miniature):
    """Images, outlines and a copy elsewhere: each part with its licence or without, and none for the whole."""
    node = described(miniature, "aurora-ct")
    assert "license" not in node
    licences = {part["identifier"]["value"]: part.get("license") for part in node["hasPart"]}
    assert licences["images"] != licences["outlines"]
    assert licences["images"] is not None
    assert licences["outlines"] is not None
    assert licences["bucket"] is None
    assert licences["release-1"] is None
    assert "the terms differ by part" in node["usageInfo"][-1]["text"]


def test_one_licence_for_all_is_that_of_the_whole(miniature):
    """A set with one part and one licence of its publisher names it by its address."""
    address = miniature.holdings.licences["CC0-1.0"].url
    assert described(miniature, "dune-xray")["license"] == address
    assert described(miniature, "dune-xray", croissant)["license"] == address


def test_an_address_that_licences_share_names_none(catalogue):
    """A licence without a version is given by its name: the address of its family would say too little."""
    holdings = catalogue.holdings
    shared = [row for row in holdings.licences.values() if row.url and row.key.endswith("-unversioned")]
    addresses = {row.url for row in shared}
    for doc in range(len(catalogue)):
        for licence in found(schema_org.describe(holdings, doc), "license"):
            for one in licence if isinstance(licence, list) else [licence]:
                if isinstance(one, str) and one in addresses:
                    assert sum(row.url == one for row in holdings.licences.values()) == 1


def test_codes_of_data_use_agree_with_the_verdict(catalogue):
    """Each code that permits is borne out by the columns, and the noncommercial one excludes all that earn."""
    seen = set()
    for _, card, judged in datasets(catalogue):
        for part in judged.parts:
            values = {column: part.ruling(column).value for column in COLUMNS}
            for code in data_use.of_part(catalogue.holdings.licences, card, part):
                seen.add(code)
                assert values["academic_research"] in data_use.DEFINITE
                if code == "DUO:0000004":
                    assert set(values.values()) == {"allowed"}
                if code == "DUO:0000042":
                    assert permits(values["commercial_research"])
                if code == "DUO:0000046":
                    assert not permits(values["commercial_product"])
                    assert not permits(values["commercial_research"])
    assert {"DUO:0000004", "DUO:0000046"} <= seen


def test_codes_stand_only_where_the_verdict_bears_them_out(miniature):
    """Were every code given to every licence, each part would still have those alone that its verdict bears out."""
    licences = miniature.holdings.licences
    every = tuple(f"DUO:{number:07}" for number in range(50))
    table = {key: msgspec.structs.replace(row, duo=every) for key, row in licences.items()}
    codes = {card.id: data_use.of_whole(table, card, judged) for _, card, judged in datasets(miniature)}
    narrow = ("DUO:0000021", "DUO:0000026", "DUO:0000027", "DUO:0000028")
    assert codes["fjord-notes"] == codes["juniper-omics"] == (*narrow, "DUO:0000046")
    assert codes["dune-xray"] == ("DUO:0000004", *narrow, "DUO:0000042")
    assert codes["grove-ehr-demo"] == (*narrow, "DUO:0000042")
    nothing = {"lagoon-qa", "grove-ehr", "indigo-mri", "quartz-emg", "aurora-ct", "cobalt-slides"}
    assert not [name for name in nothing if codes[name]]


def test_codes_of_the_real_table(catalogue):
    """A noncommercial set and one in the public domain have the code of their licence."""
    holdings = catalogue.holdings
    for dataset, code in (("kits19", "DUO:0000046"), ("camelyon16", "DUO:0000004")):
        doc = holdings.datasets.doc(dataset)
        assert data_use.of_whole(holdings.licences, holdings.card(doc), holdings.judged(doc)) == (code,)


def test_terms_are_mapped_to_codes_of_the_same_meaning_only():
    """Every code has a label; no term of research, disease, place or time is given a code that says something else."""
    assert set(data_use.TERMS.values()) <= data_use.CODES.keys()
    assert data_use.TERMS.keys() == {"ethics_approval", "noncommercial"}


def test_usage_info_names_the_ontology(catalogue):
    """A code is a defined term with the ontology's address, as Croissant 1.1 shows it."""
    term = described(catalogue, "kits19", croissant)["usageInfo"][0]
    assert term == {
        "@type": "DefinedTerm",
        "name": "non-commercial use only",
        "termCode": "DUO_0000046",
        "url": "http://purl.obolibrary.org/obo/DUO_0000046",
    }


def test_tombstones_say_that_they_are_gone(miniature):
    """A set that was withdrawn or never released says so, with its successor, and is not called free."""
    gone = described(miniature, "harbour-ecg")
    assert gone["creativeWorkStatus"] == "withdrawn"
    assert "since 2021-07-01, its successor is harbour-ecg-2" in gone["conditionsOfAccess"]
    assert "isAccessibleForFree" not in gone
    assert described(miniature, "indigo-mri")["creativeWorkStatus"] == "never_released"


def test_free_is_said_only_where_it_is_known(miniature):
    """Open routes are free, a fee is not, and of a registration nobody said."""
    assert described(miniature, "dune-xray")["isAccessibleForFree"] is True
    assert described(miniature, "nimbus-graph")["isAccessibleForFree"] is False
    assert "isAccessibleForFree" not in described(miniature, "ember-notes")


def test_nothing_is_invented(catalogue):
    """No creator, no file, no date that a card does not have; fields that are not known are absent, not empty."""
    for doc, card, _ in datasets(catalogue):
        for kind in (croissant, schema_org):
            node = kind.describe(catalogue.holdings, doc)
            assert not {"creator", "distribution", "recordSet"} & node.keys()
            assert node.get("datePublished") == (str(card.released) if card.released else None)
            assert node.get("url") == card.homepage
            assert not [value for value in node.values() if value in (None, "", [], {})]


def test_upstreams_are_named(miniature):
    """What a set is made of stands in isBasedOn, with or without a card, and in Croissant as provenance."""
    assert [row["name"] for row in described(miniature, "nimbus-graph")["isBasedOn"]] == ["Old Drug List"]
    node = described(miniature, "ember-notes", croissant)
    assert node["prov:wasDerivedFrom"][0]["@type"] == "prov:Entity"
    assert node["prov:wasDerivedFrom"][0]["identifier"]["value"] == "fjord-notes"


def test_a_script_cannot_be_left(miniature):
    """What stands in a page's script has no `<`, and no line end that a script would take for one."""
    for doc in range(len(miniature)):
        text = schema_org.script(miniature.holdings, doc, page="https://example.org/x/")
        assert not {"<", ">", "&", "\u2028"} & set(text)
        assert json.loads(text)["@id"] == "https://example.org/x/#dataset"


def test_only_addresses_of_the_web_are_links():
    """A script in place of an address is dropped."""
    from mdexa.exports.describing import web

    assert web("javascript:alert(1)") is None
    assert web("https://example.org") == "https://example.org"
