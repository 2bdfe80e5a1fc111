"""The licence table: laws that every entry keeps, and the cells that were hard to decide."""

import json
import re
from collections import defaultdict
from pathlib import Path

import jsonschema
import msgspec
import pytest
import yaml

from mdexa.card import Licence, LicenceTable
from mdexa.expressions import keys, parse, spdx_keys
from mdexa.judgement.terms import TERM_VALUES
from mdexa.purposes import (
    ALLOWED,
    COLUMNS,
    CONDITIONS,
    NEEDS_PERMISSION,
    NOT_ALLOWED,
    SPLIT_PURPOSES,
    UNSTATED,
    VALUES,
    is_commercial,
    permits,
)

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "catalogue/licences.yaml"
PLAIN = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
DATA = yaml.load(FILE.read_text(encoding="utf-8"), Loader=PLAIN)  # noqa: S506  it makes text only
TABLE = {row.key: row for row in msgspec.convert(DATA, LicenceTable, strict=False).licences}
ENTRIES = list(TABLE.values())

#: Strictest last. Silence is judged as "ask", so it stands beside needs_permission, behind it.
STRICTNESS = (ALLOWED, CONDITIONS, NEEDS_PERMISSION, UNSTATED, NOT_ALLOWED)
LETTERS = {ALLOWED: "A", CONDITIONS: "C", NEEDS_PERMISSION: "P", UNSTATED: ".", NOT_ALLOWED: "N"}

#: Entries that no address was found for; one that gets an address has to leave this list.
WITHOUT_ADDRESS = {"LicenseRef-Broad-GDAC-TCGA"}

#: A clause is a place in a text, or what was not read.
PLACE = re.compile(
    r"section|condition|term|point|paragraph|item|preamble|deed|grant|U\.S\.C\.|policy|answer|list of"
    r"|molecular data|every version|not read|a word, no licence|licence of each collection",
)


def each(check):
    """A test that holds the check to every entry and names the one that fails."""

    def test():
        for entry in ENTRIES:
            try:
                check(entry)
            except AssertionError as error:
                error.add_note(entry.key)
                raise

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


def letters(entry: Licence) -> str:
    """The 14 values of an entry in the order of COLUMNS, one letter each."""
    return "".join(LETTERS[entry.columns[column].value] for column in COLUMNS)


def asked(entry: Licence, column: str) -> list[str]:
    """The conditions of an entry that hold for a column."""
    return [row.what for row in entry.conditions if not row.columns or column in row.columns]


def no_better(entry: Licence, term: str) -> list[str]:
    """The columns in which an entry is better than the term that it contains."""
    return [
        column
        for column, value in TERM_VALUES[term].items()
        if STRICTNESS.index(entry.columns[column].value) < STRICTNESS.index(value)
    ]


def test_shape():
    """The file keeps to its schema and every key stands in it once."""
    schema = json.loads((ROOT / "schema/licences.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(DATA)
    assert len(TABLE) == len(DATA["licences"])


@each
def test_key(entry):
    """A key is an SPDX identifier in exact case or a LicenseRef, and one word of an expression."""
    assert entry.key in spdx_keys() or entry.key.startswith("LicenseRef-")
    assert keys(parse(entry.key)) == (entry.key,)


@each
def test_columns(entry):
    """Each entry rules on all 14 columns."""
    assert set(entry.columns) == set(COLUMNS)


@each
def test_conditions_and_values_agree(entry):
    """Only a column without any condition is allowed, and allowed_with_conditions names at least one."""
    for column in COLUMNS:
        value = entry.columns[column].value
        assert not (value == ALLOWED and asked(entry, column)), column
        assert not (value == CONDITIONS and not asked(entry, column)), column


@each
def test_no_idle_condition(entry):
    """A condition that names its columns names none that is excluded or unstated."""
    for row in entry.conditions:
        assert all(entry.columns[column].value in (CONDITIONS, NEEDS_PERMISSION) for column in row.columns)


@each
def test_unread_text_permits_nothing(entry):
    """A text that was not read whole carries no permission, whatever its label promises."""
    permitting = [column for column in COLUMNS if permits(entry.columns[column].value)]
    assert not permitting or entry.text_read == "yes"


@each
def test_words_say_nothing(entry):
    """A word is unstated everywhere and has no address; a word is never entered as a licence."""
    assert (entry.kind == "word") == entry.key.startswith("LicenseRef-Word-")
    if entry.kind == "word":
        assert letters(entry) == "." * len(COLUMNS)
        assert entry.url is None
        assert entry.share_alike == "no"


@each
def test_address(entry):
    """Everything but a word has the address of its text, or stands in the list of those without."""
    assert (entry.url is None) == (entry.kind == "word" or entry.key in WITHOUT_ADDRESS)


@each
def test_commerce_is_never_better(entry):
    """No purpose is freer for commercial ends than for others, nor company research than academic."""
    pairs = [(f"{purpose}/commercial", f"{purpose}/noncommercial") for purpose in SPLIT_PURPOSES]
    for commercial, other in [*pairs, ("commercial_research", "academic_research")]:
        values = [entry.columns[column].value for column in (commercial, other)]
        if UNSTATED not in values:
            assert STRICTNESS.index(values[0]) >= STRICTNESS.index(values[1]), commercial
        else:
            assert not permits(values[0]), commercial


@each
def test_product_needs_what_it_does(entry):
    """A product permits no more than training, and no more than releasing a model for commercial ends."""
    if permits(entry.columns["commercial_product"].value):
        assert permits(entry.columns["model_training/commercial"].value)
    if entry.columns["model_training/noncommercial"].value == NOT_ALLOWED:
        assert entry.columns["model_release/noncommercial"].value == NOT_ALLOWED


@each
def test_noncommercial(entry):
    """A noncommercial licence excludes all seven commercial columns and has the DUO code that says so."""
    is_nc = "-nc" in entry.family and entry.family.startswith("cc-")
    assert ("DUO:0000046" in entry.duo) == is_nc
    if is_nc:
        assert no_better(entry, "noncommercial") == []
        assert all(entry.columns[column].value == NOT_ALLOWED for column in COLUMNS if is_commercial(column))
        assert permits(entry.columns["academic_research"].value)


@each
def test_noncommercial_service(entry):
    """A noncommercial licence lets records go only to a service that does not use them itself."""
    if "DUO:0000046" in entry.duo:
        assert any("keeps the records" in what for what in asked(entry, "third_party_api/noncommercial"))


@each
def test_no_derivatives(entry):
    """A no-derivatives licence is nowhere better than the term, and a product needs permission at least."""
    if "-nd" in entry.family and entry.family.startswith("cc-"):
        assert no_better(entry, "no_derivatives") == []
        assert not permits(entry.columns["commercial_product"].value)
        assert "DUO:0000004" not in entry.duo


def test_old_no_derivatives_licences_do_not_permit_training():
    """Up to version 3.0, and without a version, training needs permission; 4.0 lets a model be kept."""
    for entry in ENTRIES:
        if entry.family.endswith("-nd"):
            private = entry.key.endswith("-4.0")
            assert permits(entry.columns["model_training/noncommercial"].value) == private, entry.key


@each
def test_share_alike(entry):
    """Share-alike is a condition wherever derived data may be published, and none elsewhere claims it."""
    for column in ("derived_data_release/noncommercial", "derived_data_release/commercial"):
        if entry.share_alike == "yes" and permits(entry.columns[column].value):
            words = " ".join(asked(entry, column))
            assert re.search(r"only under|same|under the ODbL", words), column
    if re.search(r"-sa\b|gpl|odbl|gfdl", entry.family):
        assert entry.share_alike == "yes"


@each
def test_research_only_agreements(entry):
    """An agreement for research alone is nowhere better than research_only and no_redistribution."""
    if entry.kind == "agreement" and entry.family.startswith(("physionet-", "n2c2-", "bdsp-restricted-dua")):
        assert no_better(entry, "research_only") == []
        assert no_better(entry, "no_redistribution") == []


def test_unversioned_is_the_strictest_version():
    """A label without version takes in each column the strictest value among the versions of its family."""
    families = defaultdict(list)
    for entry in ENTRIES:
        families[entry.family].append(entry)
    loose = [entry for entry in ENTRIES if entry.key.endswith("-unversioned")]
    assert len(loose) >= 5
    for entry in loose:
        versions = [other for other in families[entry.family] if other is not entry]
        assert versions, entry.key
        for column in COLUMNS:
            strictest = max((other.columns[column].value for other in versions), key=STRICTNESS.index)
            assert entry.columns[column].value == strictest, (entry.key, column)


def test_families():
    """Entries of one family agree on share-alike; GNU licences of one version only are a family each."""
    kinds = defaultdict(set)
    for entry in ENTRIES:
        kinds[entry.family].add(entry.share_alike)
    assert all(len(answers) == 1 for answers in kinds.values())
    only = [entry.family for entry in ENTRIES if re.match(r"A?GPL-.*-only", entry.key)]
    assert len(set(only)) == len(only)


@each
def test_clauses_are_places(entry):
    """Every clause points into a text in a few words, and none is long enough to be a sentence of it."""
    for column, ruling in entry.columns.items():
        assert PLACE.search(ruling.clause), (column, ruling.clause)
        assert len(ruling.clause) <= 130, column
        assert not ruling.clause.endswith("."), column


@each
def test_conditions_are_sentences(entry):
    """Conditions are few, plain and short."""
    assert len(entry.conditions) <= 5
    assert all(row.what.endswith(".") and len(row.what) <= 220 for row in entry.conditions)


@each
def test_unread_text_says_what_was_read(entry):
    """An entry whose text was not read whole explains itself in its note."""
    assert entry.text_read == "yes" or entry.note


@each
def test_duo(entry):
    """`No restriction` is the code of those who ask for nothing, and of no other."""
    assert ("DUO:0000004" in entry.duo) == (letters(entry) == "A" * len(COLUMNS))


@each
def test_software_licences_are_our_reading(entry):
    """A text that speaks of software alone never has the basis `text` when it is put on data."""
    if entry.key in ("MIT", "BSD-3-Clause"):
        assert {ruling.basis for ruling in entry.columns.values()} == {"our_reading"}


@each
def test_online_services_are_never_named(entry):
    """No licence here names online services, so a permission to use one is our reading."""
    for column in ("third_party_api/commercial", "third_party_api/noncommercial"):
        if permits(entry.columns[column].value) and letters(entry) != "A" * len(COLUMNS):
            assert entry.columns[column].basis == "our_reading", column


def test_values_are_known():
    """The order that these tests compare by holds every value that a table may contain."""
    assert set(STRICTNESS) == {UNSTATED, *VALUES} - {"undeclared", "unverifiable", "conflicting"}


#: academic_research, teaching, commercial_research, commercial_product, then commercial and noncommercial of
#: model_training, model_release, redistribution, derived_data_release, third_party_api
PINNED = {
    "CC-BY-4.0": "CCCC CC CC CC CC CC",
    "CC-BY-SA-4.0": "CCCC CC CC CC CC CC",
    "CC-BY-NC-4.0": "CCNN NC NC NC NC NC",
    "CC-BY-NC-SA-4.0": "CCNN NC NC NC NC NC",
    "CC-BY-ND-4.0": "CCCP CC PP CC NN CC",
    "CC-BY-ND-3.0": "CCCP PP PP CC NN CC",
    "CC-BY-NC-ND-4.0": "CCNN NC NP NC NN NC",
    "CC-BY-NC-ND-3.0": "CCNN NP NP NC NN NC",
    "LicenseRef-CC-BY-NC-unversioned": "CCNN NC NC NC NC NC",
    "LicenseRef-CC-BY-NC-ND-unversioned": "CCNN NP NP NC NN NC",
    "CC0-1.0": "AAAA AA AA AA AA AA",
    "PDDL-1.0": "AAAA AA AA AA AA AA",
    "CC-PDM-1.0": "AAAA AA AA AA AA AA",
    "LicenseRef-US-Government-Work": "CCCC CC CC CC CC CC",
    "ODC-By-1.0": "CCCC CC CC CC CC CC",
    "ODbL-1.0": "CCCC CC CC CC CC CC",
    "MIT": "CCCC CC CC CC CC CC",
    "Apache-2.0": "CCCC CC CC CC CC CC",
    "GPL-3.0-only": "ACAC AA CC CC CC CC",
    "LicenseRef-PhysioNet-Credentialed-1.5.0": "CPPN NC NP NN NP NP",
    "LicenseRef-PhysioNet-Restricted-1.5.0": "CPPN NC NP NN NP NP",
    "LicenseRef-PhysioNet-Contributor-Review-1.5.0": "CPPN NC NP NN NP NP",
    "LicenseRef-PhysioNet-DUA-1.5.0": "CPPN NC NP NN NP NP",
    "LicenseRef-PhysioNet-Copying-Policy": "CC.. .C .. CC CC CC",
    "LicenseRef-BDSP-Restricted-DUA": ".PPN N. NP NN NP NP",
    "LicenseRef-Stanford-AIMI-RUA": ".... .. .. .. .. ..",
    "LicenseRef-TCIA-Data-Usage-Policy": ".... .. .. .. .. ..",
    "LicenseRef-HCP-Open-Access": "C... .C .P CC CC .P",
    "LicenseRef-ADNI-DUA": ".... .. .. NN PP NN",
    "LicenseRef-NIH-Controlled-Access": "PPPP PP PP NN PP PP",
    "LicenseRef-EMBL-EBI-Terms": ".... .. .. .. .. ..",
    "LicenseRef-NCBI-Policies": "C... .C .. .. .. ..",
    "LicenseRef-UMLS": "C.CP PP PP NN PP PP",
    "LicenseRef-LOINC": "CCCC CC PP CC CC CC",
}


@pytest.mark.parametrize("key", PINNED)
def test_pinned(key):
    """The hard cells stay as they were decided; a change is a decision, with its reason in the docs."""
    assert letters(TABLE[key]) == PINNED[key].replace(" ", "")


def test_docs_name_existing_entries():
    """Every key that docs/licences.md names in full is in the table."""
    words = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    named = set(re.findall(r"LicenseRef-[A-Za-z0-9.-]*[A-Za-z0-9]", words)) - {"LicenseRef-Name"}
    assert named
    assert named <= set(TABLE)
