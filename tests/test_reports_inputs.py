"""Names out of files: every kind, every way to write it wrong, and no name lost or taken for another."""

import json
import re
import tracemalloc

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from mdexa.errors import BadQuery
from mdexa.reports.inputs import LARGEST, kind_of, read_names
from mdexa.reports.making import Question, answer
from mdexa.reports.names import Given, resolve
from mdexa.reports.shapes import Origin

MODEL = """---
license: mit
datasets:
- org/aurora-ct
- "dune-xray"  # comment
- 'raven-text'
metrics: [dice]
model-index:
- name: x
  results:
  - dataset: {name: hidden, type: hidden}
---
# A model
datasets:
- not-this
"""


def names(text, file="names.txt", **options):
    """(name, place) of everything that is found."""
    content = text if isinstance(text, bytes) else text.encode()
    return [(row.name, row.origin.place) for row in read_names(file, content, **options).names]


# Lists


def test_a_list_has_a_name_a_line():
    """Blank lines and comments are no names; `#` inside a word is."""
    assert names("kits19\n\n# all\n  MIMIC-IV  # mimic\nC#\n#x\n") == [
        ("kits19", "line 1"),
        ("MIMIC-IV", "line 4"),
        ("C#", "line 5"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_marks_and_line_ends_are_no_part_of_a_name(end, encoding):
    """Files of any system give the same names and lines."""
    text = end.join(["kits19", "", "Ärzte 胸片"])
    assert names(text.encode(encoding)) == [("kits19", "line 1"), ("Ärzte 胸片", "line 3")]


def test_repeated_names_keep_all_their_places(miniature):
    """A name that stands twice is one name with two places."""
    found = read_names("a.txt", b"aurora-ct\ndune-xray\naurora-ct\n")
    asked = resolve(miniature.holdings, found.names).asked
    assert [(row.name, [origin.place for origin in row.origins]) for row in asked] == [
        ("aurora-ct", ["line 1", "line 3"]),
        ("dune-xray", ["line 2"]),
    ]


@settings(max_examples=150)
@drawn(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp", "Cs"]), max_size=60)))
def test_no_line_is_lost(lines):
    """Whatever lines hold, each that is no comment and not blank comes back with its number."""
    expected = [
        (line.strip(), f"line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and "#" not in line and not line.startswith("\ufeff")
    ]
    if any("#" in line or "\ufeff" in line for line in lines):
        return
    if not expected:
        with pytest.raises(BadQuery):
            names("\n".join(lines), kind="list")
    else:
        assert names("\n".join(lines), kind="list") == expected


# Tables


@pytest.mark.parametrize("header", ["dataset", "Name", " ID "])
def test_the_column_of_names_is_found(header):
    """`dataset`, `name` or `id`, in any case, with any of the usual separators."""
    for separator in ",;\t":
        text = f"project{separator}{header}\r\nx{separator}kits19\r\n"
        assert names(text, "a.csv") == [("kits19", f"line 2, column {header.strip()}")]


def test_dataset_goes_before_name_and_id():
    """A table with several such columns is read by the most telling one, whatever their order."""
    assert names("id,name,dataset\n1,a,kits19\n")[0][0] == "kits19"
    assert names("id,name\n1,a\n")[0][0] == "a"


def test_a_named_column_is_taken():
    """--column goes before all of them, and a wrong one is answered with those that there are."""
    assert names("id,source\n1,kits19\n", "a.csv", column="Source") == [("kits19", "line 2, column source")]
    with pytest.raises(BadQuery, match=r"--column: 'sorce' is not accepted, a.csv has no such column; did you mean"):
        names("id,source\n1,kits19\n", "a.csv", column="sorce")


def test_cells_may_hold_anything():
    """Quoted separators, quotation marks and line ends are part of a cell, and lines are still counted right."""
    text = 'note,dataset\n"a, ""b""\nc",kits19\nx,"Set, the"\n'
    assert names(text) == [("kits19", "line 2, column dataset"), ("Set, the", "line 4, column dataset")]


def test_rows_without_a_name_are_told():
    """A row that has other cells and no name is told, and counts as a name that belongs to nothing."""
    found = read_names("a.csv", b"id,dataset\n1,kits19\n2,\n3\n,\n")
    assert [(row.name, row.origin.place) for row in found.names] == [
        ("kits19", "line 2, column dataset"),
        ("without a name: line 3, column dataset", "line 3, column dataset"),
        ("without a name: line 4, column dataset", "line 4, column dataset"),
    ]
    assert found.remarks == ("a.csv: no name in column dataset on line 3, 4",)


# Cards of a hub


def test_a_model_card_names_its_datasets():
    """The list under `datasets`, as it is typed, and nothing else of the file."""
    assert names(MODEL, "README.md") == [
        ("org/aurora-ct", "line 4, datasets[0]"),
        ("dune-xray", "line 5, datasets[1]"),
        ("raven-text", "line 6, datasets[2]"),
    ]


@pytest.mark.parametrize(
    ("matter", "expected"),
    [
        ("datasets: org/x", ["org/x"]),
        ("datasets: [a, 'b', 12, 1e3, yes]", ["a", "b", "12", "1e3", "yes"]),
        ("datasets:\n- a\n-\n- null\n- 'null'", ["a", "null"]),
        ("pretty_name: Kidney Set\nsource_datasets:\n- original", ["Kidney Set"]),
        ("source_datasets:\n- extended|other-lits\n- extended|org/kits\n- plain", ["lits", "org/kits", "plain"]),
        ("pretty_name: X\ndatasets: [a]", ["a"]),
        ("base: &b {datasets: [q]}\ncopy: *b\ndatasets: [a]", ["a"]),
        ("? [a, b]\n: c\ndatasets: [a]", ["a"]),
        ("dataset_info: x\nsource: y\nx:\n  Datasets: [z]\ndatasets: [a]\n...", ["a"]),
    ],
)
def test_what_front_matter_says(matter, expected):
    """Single texts, lists, words that YAML would read as numbers, cards of datasets."""
    assert [name for name, _ in names(f"---\n{matter}\n---\n", "README.md")] == expected


def test_words_that_name_no_dataset_are_told():
    """`original` is no name, and the report says that it was seen."""
    found = read_names("README.md", b"---\npretty_name: X\nsource_datasets:\n- original\n---\n")
    assert found.remarks == ("README.md: line 4, source_datasets[0] says “original”, which names no dataset",)


def test_a_hub_id_is_never_taken_for_another_name(miniature):
    """`org/aurora-ct` belongs to no card: it is unresolved, with the card of the last word as a candidate."""
    found = resolve(miniature.holdings, read_names("README.md", MODEL.encode()).names)
    row = found.unresolved[0]
    assert (row.name, row.why, row.candidates[0].id) == ("org/aurora-ct", "unknown", "aurora-ct")
    assert "a hub's copy may differ" in row.candidates[0].why


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# no front matter\n", "it has no front matter"),
        ("---\ndatasets: [a]\n", "its front matter is not closed"),
        ("---\ndatasets: [a\n---\n", "is no YAML"),
        ("---\nx: y: z\n---\n", "line 2 is no YAML"),
        ("---\ndatasets: {a: b}\n---\n", "line 2: datasets holds names, and this is something else"),
        ("---\ndatasets: [[a]]\n---\n", "line 2: datasets holds names"),
        ("---\na: &x b\ndatasets: [*x]\n---\n", "line 3: *x refers to another place of the file; write the name out"),
        ("---\n- a\n---\n", "its YAML is a list"),
        ("---\nwords\n---\n", "the front matter is a text"),
        ("---\nlicense: mit\n---\n", "its front matter names no dataset"),
        ("---\n---\n", "its front matter names no dataset"),
        ("---\na: " + "[" * 5000 + "\n---\n", "nest"),
        ("---\ndatasets: [a]\n--- # more\ndatasets: [b]\n---\n", "line 4 begins a second document"),
        ("---\ndatasets: [a]\n...\n--- {datasets: [b]}\n---\n", "line 4 begins a second document"),
        ("---\ndatasets: [a]\n...\ndatasets: [b]\n---\n", "line 4 is no YAML"),
        ("---\na: &x {datasets: [b]}\n<<: *x\ndatasets: [a]\n---\n", "line 3: << merges in keys"),
        ("---\na: &x datasets\n*x : [b]\npretty_name: a\n---\n", "line 3: *x stands for a key"),
        ("---\ndatasets: [a]\ndatasets: [b]\n---\n", "line 3: the key datasets stands there a second time"),
        ("---\npretty_name: a\nDatasets: [b]\n---\n", "line 3: the key “Datasets” would not be read, and is near to"),
        ('---\npretty_name: a\n"datasets ": [b]\n---\n', "the key “datasets” would not be read"),
        ("---\npretty_name: a\ndataset: [b]\n---\n", "is near to datasets; mend it"),
        ("---\npretty_name: a\nsource-datasets: [b]\n---\n", "is near to source_datasets; mend it"),
    ],
)
def test_broken_cards_teach(text, words):
    """A card that cannot be read says where and why, in one line."""
    with pytest.raises(BadQuery, match=re.escape(words)):
        names(text, "README.md")


def test_a_file_of_yaml_is_read_to_its_end():
    """Of a file that is YAML and no page, what follows a second `---` is a second document, and is refused."""
    assert names("---\ndatasets: [a]\n---\n", "a.yaml") == [("a", "line 2, datasets[0]")]
    with pytest.raises(BadQuery, match="line 4 begins a second document"):
        names("---\ndatasets: [a]\n---\ndatasets: [b]\n", "a.yml")


def test_what_a_copy_calls_itself_is_no_proof(miniature):
    """The `pretty_name` of a card of a hub offers the dataset of that name, and judges nothing."""
    found = resolve(miniature.holdings, read_names("README.md", b"---\npretty_name: Aurora Kidney CT\n---\n").names)
    assert not found.docs
    assert [row.id for row in found.unresolved[0].candidates] == ["aurora-ct"]
    assert "nothing shows that it is the publisher's own" in found.unresolved[0].sentence


@pytest.mark.parametrize(
    "name", ["aurora/ct", "Aurora/Kidney-CT", "aurora-/ct", "aurora\uff0fct", "/aurora-ct", "aurora\\ct"]
)
def test_a_slash_is_part_of_a_name(miniature, name):
    """A name with a slash that no name of a card has is never judged, though it folds to one; that is offered."""
    for kind in ("list", "card"):
        text = name if kind == "list" else f"---\ndatasets: ['{name}']\n---\n"
        found = resolve(miniature.holdings, read_names("x", text.encode(), kind).names)
        assert not found.docs
        assert found.unresolved[0].candidates[0].id == "aurora-ct"


def test_a_bomb_of_references_costs_nothing():
    """References that would unfold to a billion texts are never unfolded."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    lines += [f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, 9)]
    text = "\n".join(["---", *lines, "datasets: [kits19]", "---", ""])
    tracemalloc.start()
    assert names(text, "README.md")[0][0] == "kits19"
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


# Croissant


def croissant(**fields):
    """A file that describes a dataset."""
    return json.dumps({"@context": {"x": 1}, "@type": "sc:Dataset", **fields}).encode()


def one(miniature, **fields):
    """What a Croissant file is resolved to: ids of datasets (None: unresolved), in its order."""
    found = read_names("c.json", croissant(**fields))
    return [(row.dataset, row.by) for row in resolve(miniature.holdings, found.names).asked]


def test_a_croissant_file_is_known_by_name_or_address(miniature):
    """By an exact name, by the homepage, by the DOI; else it is unresolved."""
    card = miniature.holdings.card(miniature.holdings.datasets.doc("aurora-ct"))
    assert card.homepage
    home = card.homepage.replace("https://", "http://www.") + "/#top"
    assert one(miniature, name="Aurora Kidney CT") == [("aurora-ct", "name")]
    assert one(miniature, name="unheard of", url=home) == [("aurora-ct", "url")]
    assert one(miniature, name="unheard of", sameAs=["https://elsewhere.example", home]) == [("aurora-ct", "sameAs")]
    assert one(miniature, name="unheard of", url="https://elsewhere.example") == [(None, "")]
    assert one(miniature, name="unheard of", alternateName=["x", "Aurora Kidney CT"]) == [
        ("aurora-ct", "alternateName")
    ]


def test_fields_that_contradict_each_other_judge_nothing(miniature):
    """A file whose name and another field belong to two datasets is unresolved, with both as candidates."""
    found = read_names("c.json", croissant(name="aurora-ct", alternateName="dune-xray"))
    resolved = resolve(miniature.holdings, found.names)
    assert not resolved.docs
    assert (resolved.unresolved[0].why, {row.id for row in resolved.unresolved[0].candidates}) == (
        "ambiguous",
        {"aurora-ct", "dune-xray"},
    )


def test_all_values_of_a_field_must_agree(miniature):
    """Of a field with several values every one counts, whichever is the last."""
    for values in (["dune-xray", "aurora-ct"], ["aurora-ct", "dune-xray"], ["aurora-ct", "x", "dune-xray", "y"]):
        assert one(miniature, name="unheard of", alternateName=values) == [(None, "")]
        assert one(miniature, name="unheard of", alternateName={"@list": values}) == [(None, "")]
    assert one(miniature, name="x", alternateName=["aurora-ct", "Aurora Kidney CT"]) == [("aurora-ct", "alternateName")]


HOME = "https://aurora.example.org"


@pytest.mark.parametrize(
    ("fields", "judged"),
    [
        ({}, True),
        ({"url": HOME}, True),
        ({"url": "https://huggingface.co/datasets/somebody/aurora-ct"}, False),
        ({"url": "https://huggingface.co/datasets/somebody/aurora-ct", "sameAs": HOME}, False),
        ({"url": [HOME, "https://elsewhere.example"]}, False),
        ({"url": f"{HOME}.evil.example"}, False),
        ({"@id": "https://elsewhere.example/x"}, False),
        ({"@id": "#dataset"}, True),
        ({"@id": "./"}, True),
        ({"sameAs": "https://elsewhere.example/x"}, False),
        ({"sameAs": ["https://elsewhere.example/x", HOME]}, True),
        ({"identifier": "10.1234/another"}, False),
        ({"identifier": "https://doi.org/10.99999/Aurora.CT"}, True),
        ({"alternateName": "somebody/aurora-ct"}, False),
        ({"url": "huggingface.co/datasets/somebody/aurora-ct"}, False),
    ],
)
def test_a_copy_is_not_the_publishers_set(miniature, fields, judged):
    """A file that has the name of a dataset and the place of another is unresolved, with the dataset as candidate."""
    found = resolve(miniature.holdings, read_names("c.json", croissant(name="aurora-ct", **fields)).names)
    assert bool(found.docs) is judged
    if not judged:
        assert [row.id for row in found.unresolved[0].candidates] == ["aurora-ct"]
        assert "the name is its, but not the place" in found.unresolved[0].candidates[0].why


SOURCE = {"@type": "Dataset", "name": "dune-xray"}


@pytest.mark.parametrize(
    ("based", "expected"),
    [
        ({"isBasedOn": {"@list": [SOURCE]}}, "dune-xray"),
        ({"isBasedOn": {"@set": ["dune-xray"]}}, "dune-xray"),
        ({"isBasedOn": [["dune-xray"]]}, "dune-xray"),
        ({"isBasedOn": [{"@id": "_:m"}]}, "dune-xray"),
        ({"isBasedOn": "_:m"}, "dune-xray"),
        *(
            ({key: SOURCE}, "dune-xray")
            for key in (
                "sc:isBasedOn",
                "schema:isBasedOn",
                "https://schema.org/isBasedOn",
                "wasDerivedFrom",
                "prov:wasDerivedFrom",
                "http://www.w3.org/ns/prov#wasDerivedFrom",
                "prov:hadPrimarySource",
                "madeFrom",
            )
        ),
        ({"isBasedOn": {"sc:name": "dune-xray"}}, "dune-xray"),
        *(
            ({"isBasedOn": value}, None)
            for value in (
                {"description": "dune-xray"},
                5,
                True,
                {},
                "",
                {"@id": "_:nowhere"},
                "_:nowhere",
                {"name": ""},
            )
        ),
    ],
)
def test_no_source_is_lost(miniature, based, expected):
    """However a file writes its source, it is asked; one without a name is unresolved and says where it stands."""
    node = {"@id": "_:m", "@type": "sc:Dataset", "name": "dune-xray"}
    root = {"@type": "sc:Dataset", "name": "aurora-ct", **based}
    context = {"madeFrom": {"@id": "sc:isBasedOn"}}
    content = json.dumps({"@context": context, "@graph": [node, root] if "_:m" in str(based) else [root]})
    asked = resolve(miniature.holdings, read_names("c.json", content.encode()).names)
    assert [row.dataset for row in asked.asked] == ["aurora-ct", expected]
    if expected is None:
        assert asked.unresolved[0].name.startswith("without a name: isBasedOn[0]")
        assert asked.unresolved[0].candidates == ()


def test_keys_are_read_by_their_local_names(miniature):
    """A prefix or a full address before a key, also of the type, changes nothing."""
    for at in ("sc:", "schema:", "https://schema.org/", "http://schema.org/"):
        content = json.dumps({"@type": f"{at}Dataset", f"{at}name": "x", f"{at}alternateName": "aurora-ct"})
        found = resolve(miniature.holdings, read_names("c.json", content.encode()).names)
        assert [row.dataset for row in found.asked] == ["aurora-ct"]


def test_sources_of_a_croissant_file_are_names_too(miniature):
    """What it is based on is asked as well, each on its own."""
    based = ["https://nowhere.example/x", {"@type": "Dataset", "name": "dune-xray"}]
    assert one(miniature, name="new set", isBasedOn=based) == [(None, ""), (None, ""), ("dune-xray", "name")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"a": ', "it is no JSON"),
        (b"[1]", "describes no dataset"),
        (b'{"@type": "Person", "name": "x"}', "describes no dataset"),
        (b'{"@type": "Dataset"}', "neither a name nor an address"),
        (b'{"a":' * 100_000, "it is no JSON"),
        (b'{"@type": "NoDataset", "name": "x"}', "describes no dataset"),
        (b'{"@type": "Dataset", "name": "a", "name": "b"}', "has the key “name” twice"),
        (b'{"@type": "Dataset", "name": "a", "IsBasedOn": "b"}', "key “IsBasedOn” would not be read"),
        (b'{"@type": "Dataset", "name": "a", "isBasedOn ": "b"}', "is near to isBasedOn; mend it"),
        (b'{"@type": "Dataset", "name": {"@x": 1}}', "name holds something that is no text"),
        (b'{"@graph": [{"@type": "Dataset", "name": "a"}, {"@type": "Dataset", "name": "b"}]}', "describes 2 datasets"),
        (b'{"@type": "Dataset", "name": "a", "@graph": [{"@type": "Dataset", "name": "b"}]}', "describes 2 datasets"),
    ],
)
def test_broken_croissant_teaches(content, words):
    """JSON that is broken, or is of something else, is refused with a reason."""
    with pytest.raises(BadQuery, match=words):
        read_names("c.json", content)


# Any file


@pytest.mark.parametrize(
    ("file", "text", "kind"),
    [
        ("a.txt", "kits19\n", "list"),
        ("a", "kits19\n", "list"),
        ("a.txt", "id,dataset\n1,x\n", "csv"),
        ("standard input", "---\ndatasets: [a]\n---\n", "card"),
        ("standard input", '\n {"@type": "Dataset"}', "croissant"),
        ("a.csv", "dataset\nx\n", "csv"),
        ("a.yml", "datasets: [a]\n", "card"),
        ("a.md", "x", "card"),
    ],
)
def test_the_kind_is_seen(file, text, kind):
    """By what a file begins with, else by its ending, else it is a list."""
    assert kind_of(file, text) == kind


def test_a_kind_that_is_said_goes_before_what_is_seen():
    """--from-format is obeyed."""
    assert names("id,dataset\n", "a.csv", kind="list") == [("id,dataset", "line 1")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it is empty"),
        (b" \n\n", "it is empty"),
        (b"# only\n", "only comments and blank lines"),
        (b"kits19\x00\n", "it has zero bytes in it"),
        (b"ok\nm\xe9dical\n", "line 2 is not text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not text in UTF-8"),
        (b"x" * 1_000_000, "line 1 holds 1,000,000 characters, and a name has at most 200"),
        (b"x" * (LARGEST + 1), "more than 8 MiB"),
        (b"id,dataset\n1,\n", "the column of names has no name in it"),
        (b'id,dataset\n1,"kits19\n', "the row on line 2 is no row of a table"),
        (b"id,dataset,dataset\n1,a,b\n", "has 2 columns of this name"),
    ],
)
def test_bad_files_teach(content, words):
    """Files that hold no names say so, with the line; nothing is guessed."""
    with pytest.raises(BadQuery, match=re.escape(words)):
        read_names("x.txt", content)


def test_a_table_without_a_column_of_names_teaches():
    """The columns that there are, and the option that names one."""
    with pytest.raises(BadQuery, match=r"say with --column where the names are \(legal: source, owner\)"):
        read_names("x.csv", b"source,owner\na,b\n")


@settings(max_examples=200)
@drawn(st.binary(max_size=200), st.sampled_from(["a.txt", "a.csv", "a.md", "a.json", "a.yaml"]))
def test_any_bytes_are_read_or_refused(content, file):
    """No content of a file is a fault of the program."""
    try:
        found = read_names(file, content)
    except BadQuery as error:
        assert "\n" not in str(error)  # noqa: PT017 - one of the two must hold
    else:
        assert found.names


def test_five_hundred_are_counted_once(miniature):
    """Repeated names do not count twice; one more than 500 is refused."""
    many = [Given(name=f"n{at}", origin=Origin(source="a", place=str(at))) for at in range(500)]
    assert len(answer(miniature, [*many, *many], Question()).checked.unresolved) == 500
    with pytest.raises(BadQuery, match="501 different names"):
        answer(miniature, [*many, Given(name="more", origin=many[0].origin)], Question())
