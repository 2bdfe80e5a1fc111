"""The vocabulary itself: its shape, its words, its hierarchy, and the readings that must never change by accident."""

import re
import typing
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

import msgspec
import pytest
import yaml

from mdexa.card import AccessKind, AvailabilityState, Concept, Vocabulary
from mdexa.lexicon import LONGEST, key_of, words
from mdexa.params import Filters, LicenceStatus
from mdexa.purposes import PURPOSES

#: libyaml where PyYAML was built with it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

FOLDER = Path(__file__).parents[1] / "catalogue" / "vocabulary"
TAGS = ("modality", "organism", "topic", "task")
FACETS = (*TAGS, "use_term")

each_facet = pytest.mark.parametrize("facet", FACETS)


@cache
def concepts_of(facet: str) -> tuple[Concept, ...]:
    """The values of a facet, as written."""
    text = (FOLDER / f"{facet}.yaml").read_text("utf-8")
    vocabulary = msgspec.convert(yaml.load(text, LOADER), Vocabulary)  # noqa: S506  # both loaders are safe
    assert vocabulary.facet == facet
    return vocabulary.concepts


def forms_of(concept: Concept) -> list[str]:
    """All that somebody may type for a value."""
    synonyms = [form for forms in concept.synonyms.values() for form in forms]
    return [concept.id, concept.label, concept.label_zh or "", *synonyms]


@cache
def owners(facet: str) -> dict[str, set[str]]:
    """Key of a form -> the values of the facet that have it."""
    found: dict[str, set[str]] = {}
    for concept in concepts_of(facet):
        for form in forms_of(concept):
            found.setdefault(key_of(form), set()).add(concept.id)
    return found


def readings(form: str) -> set[str]:
    """What a form means, over all facets, as `facet/id`."""
    return {f"{facet}/{value}" for facet in FACETS for value in owners(facet).get(key_of(form), ())}


def above(facet: str, value: str) -> set[str]:
    """All values that are broader, at any distance."""
    broader = {concept.id: concept.broader for concept in concepts_of(facet)}
    found: set[str] = set()
    waiting = list(broader[value])
    while waiting:
        wider = waiting.pop()
        if wider not in found:
            found.add(wider)
            waiting += broader[wider]
    return found


@each_facet
def test_ids_are_slugs_and_unique(facet):
    """An id is lower-case words joined by hyphens, and means one value."""
    ids = [concept.id for concept in concepts_of(facet)]
    assert [value for value, times in Counter(ids).items() if times > 1] == []
    assert [value for value in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value)] == []


@each_facet
def test_a_word_means_one_value_of_its_facet(facet):
    """No id, label or synonym of a value is a word for another value of the facet, whatever its case or plural."""
    assert {key: values for key, values in owners(facet).items() if len(values) > 1} == {}


@each_facet
def test_labels_are_complete(facet):
    """Every value has an English label and a Chinese one of its own."""
    labels = [key_of(concept.label) for concept in concepts_of(facet)]
    chinese = [key_of(concept.label_zh or "") for concept in concepts_of(facet)]
    assert "" not in labels
    assert "" not in chinese
    assert len(set(labels)) == len(set(chinese)) == len(labels)


#: Names that Chinese writes in Latin letters too.
LATIN_CHINESE = {"chip-seq", "pet-ct"}


@each_facet
def test_chinese_labels_are_chinese(facet):
    """A Chinese label holds an ideograph, save where the name is used as it is."""
    latin = {c.id for c in concepts_of(facet) if not re.search("[\u4e00-\u9fff]", c.label_zh or "")}
    assert latin <= LATIN_CHINESE


@each_facet
def test_definitions_are_one_plain_sentence(facet):
    """A definition begins with a capital or a digit, ends with its only full stop, and is short."""
    for concept in concepts_of(facet):
        text = concept.definition
        assert text[0].isupper() or text[0].isdigit(), concept.id
        assert text.endswith("."), concept.id
        assert ". " not in text, concept.id
        assert 20 <= len(text) <= 160, concept.id


@each_facet
def test_broader_values_exist_and_make_no_circle(facet):
    """`broader` names values of the same facet, and no value is above itself."""
    ids = {concept.id for concept in concepts_of(facet)}
    for concept in concepts_of(facet):
        assert set(concept.broader) <= ids, concept.id
        assert concept.id not in above(facet, concept.id)


@each_facet
def test_broader_is_one_step(facet):
    """A value does not repeat what its broader values already have above them."""
    for concept in concepts_of(facet):
        further = set().union(*(above(facet, wider) for wider in concept.broader))
        assert further.isdisjoint(concept.broader), concept.id


@each_facet
def test_forms_survive_folding(facet):
    """Something is left of every form, and none is longer than the reader of queries looks."""
    for concept in concepts_of(facet):
        for form in forms_of(concept):
            assert key_of(form), f"{concept.id}: {form!r}"
            assert len(words(form)) <= LONGEST, f"{concept.id}: {form!r}"


@each_facet
def test_a_form_is_listed_once(facet):
    """Plurals, hyphens, case and accents are the code's work: no value lists two forms of one key."""
    for concept in concepts_of(facet):
        keys = [key_of(form) for forms in concept.synonyms.values() for form in forms]
        assert {key for key, times in Counter(keys).items() if times > 1} == set(), concept.id
        assert {key_of(concept.label), key_of(concept.label_zh or "")}.isdisjoint(keys), concept.id


#: Letters before this one are those of alphabets.
FIRST_UNSPACED = "\u1100"

#: Forms of one or two letters are read wherever they stand in a text, so each is a decision.
SHORT_FORMS = {
    "modality": {"ct", "кт", "mr", "xr", "tc", "rm", "he", "kg", "kd", "ki"},
    "organism": set(),
    "topic": {"ad", "af", "dr", "lv", "pd", "tb"},
    "task": {"qa"},
    "use_term": {"nc", "nd"},
}


@each_facet
def test_short_forms_are_decided_one_by_one(facet):
    """A form of one or two letters stands in the list above."""
    alphabetic = {key for key in owners(facet) if len(key) <= 2 and max(key) < FIRST_UNSPACED}
    assert alphabetic == SHORT_FORMS[facet]


#: form -> why it is nobody's form, though somebody may type it.
LEFT_OUT = {
    "US": "we, the country",
    "FA": "fluorescein angiography, fractional anisotropy, fatty acid",
    "IF": "the English word",
    "EM": "a Portuguese word; expectation maximisation",
    "TEM": "a Portuguese word",
    "SEM": "a Portuguese word",
    "ST": "Saint, a segment of the electrocardiogram, spatial transcriptomics",
    "MS": "multiple sclerosis, mass spectrometry",
    "MG": "milligram",
    "DAB": "the English word",
    "IOS": "the telephone",
    "ICH": "the German word",
    "ALL": "the English word",
    "MM": "melanoma, myeloma, millimetre",
    "MA": "microaneurysm, Massachusetts",
    "TN": "thyroid nodule, true negative",
    "BUS": "the vehicle",
    "hand": "by hand",
    "MSK": "musculoskeletal, a hospital",
    "HF": "heart failure, Hugging Face",
    "OA": "osteoarthritis, open access",
    "LN": "lymph node, logarithm",
    "RE": "about",
    "IE": "that is",
    "SA": "the end of: that's a",
    "scanner": "the machine, also in French",
    "patch": "a correction, a plaster",
    "report": "any report",
    "labels": "of anything",
    "registration": "of images, of users",
    "product": "a multiplication, a good",
    "vision": "computer vision",
    "policy": "house rules",
    "patient": "in every second question",
    "people": "the same",
    "人": "part of too many words",
    "协议": "a protocol, an agreement",
    "学习": "part of machine learning",
    "染色": "part of chromosome and chromatin",
    "sein": "breast in French, to be in German",
    "rein": "kidney in French, pure in German",
    "sang": "blood in French, the English word",
}


@pytest.mark.parametrize("form", sorted(LEFT_OUT))
def test_ambiguous_forms_are_left_out(form):
    """A form that mostly means something else is no form of any value."""
    assert readings(form) == set()


READINGS = [
    ("CT", {"modality/computed-tomography"}),
    ("CT scans", {"modality/computed-tomography"}),
    ("MR", {"modality/magnetic-resonance-imaging"}),
    ("MRT", {"modality/magnetic-resonance-imaging"}),
    ("核磁共振", {"modality/magnetic-resonance-imaging"}),
    ("PET", {"modality/positron-emission-tomography"}),
    ("PET-CT", {"modality/pet-ct"}),
    ("x-ray", {"modality/radiograph"}),
    ("X rays", {"modality/radiograph"}),
    ("xray", {"modality/radiograph"}),
    ("chest X-rays", {"modality/chest-radiograph"}),
    ("CXR", {"modality/chest-radiograph"}),
    ("胸片", {"modality/chest-radiograph"}),
    ("radiografía de tórax", {"modality/chest-radiograph"}),
    ("sonography", {"modality/ultrasound"}),
    ("超声", {"modality/ultrasound"}),
    ("echo", {"modality/echocardiography"}),
    ("H&E", {"modality/he-stain"}),
    ("WSI", {"modality/whole-slide-image"}),
    ("EKG", {"modality/electrocardiogram"}),
    ("心電図", {"modality/electrocardiogram"}),
    ("heartbeat", {"modality/electrocardiogram", "topic/heart-rate"}),
    ("切片", {"modality/histopathology-image"}),
    ("CT切片", {"modality/computed-tomography"}),
    ("stained", {"modality/histopathology-image"}),
    ("stains", {"modality/histopathology-image"}),
    ("foetal ultrasound", {"modality/obstetric-ultrasound"}),
    ("foetal", {"topic/fetus"}),
    ("babies", {"topic/paediatrics"}),
    ("infants", {"topic/paediatrics"}),
    ("multimodal", {"task/multimodal-learning"}),
    ("multi-modal", {"task/multimodal-learning"}),
    ("radiotherapy", {"task/radiotherapy-planning"}),
    ("cough", {"modality/audio"}),
    ("脑电", {"modality/electroencephalogram"}),
    ("EHR", {"modality/electronic-health-record"}),
    ("scRNA-seq", {"modality/single-cell-rna-seq"}),
    ("DTI", {"modality/diffusion-mri", "task/drug-target-prediction"}),
    ("gene expression", {"modality/transcriptomics", "topic/gene-expression"}),
    ("breast tumor", {"topic/breast-cancer"}),
    ("乳腺癌", {"topic/breast-cancer"}),
    ("tumours", {"topic/cancer"}),
    ("TB", {"topic/tuberculosis"}),
    ("糖网", {"topic/diabetic-retinopathy"}),
    ("Lungenkrebs", {"topic/lung-cancer"}),
    ("paediatric", {"topic/paediatrics"}),
    ("mice", {"organism/mouse"}),
    ("Homo sapiens", {"organism/human"}),
    ("分割", {"task/segmentation"}),
    ("NER", {"task/named-entity-recognition"}),
    ("VQA", {"task/visual-question-answering"}),
    ("商用", {"use_term/commercial-use"}),
    ("commercially", {"use_term/commercial-use"}),
    ("不可商用", {"use_term/non-commercial"}),
    ("nicht kommerziell", {"use_term/non-commercial"}),
    ("免注册", {"use_term/open-access"}),
    ("no registration", {"use_term/open-access"}),
    ("sin registro", {"use_term/open-access"}),
    ("CITI", {"use_term/credentialed-access"}),
    ("DUA", {"use_term/access-agreement"}),
    ("no longer available", {"use_term/withdrawn"}),
    ("没写许可证", {"use_term/licence-undeclared"}),
    ("ChatGPT", {"use_term/third-party-api"}),
    ("LICENSE file", {"use_term/repository-licence"}),
]


@pytest.mark.parametrize(("form", "meant"), READINGS)
def test_a_form_reads_as_pinned(form, meant):
    """Words that people type mean what they mean here, in every facet that has them."""
    assert readings(form) == meant


FOUND_UNDER = [
    ("modality", "radiograph", "chest-radiograph"),
    ("modality", "radiograph", "mammography"),
    ("modality", "medical-imaging", "chest-radiograph"),
    ("modality", "computed-tomography", "low-dose-ct"),
    ("modality", "computed-tomography", "pet-ct"),
    ("modality", "ultrasound", "echocardiography"),
    ("modality", "physiological-signal", "electroencephalogram"),
    ("modality", "omics", "single-cell-rna-seq"),
    ("modality", "text", "radiology-report"),
    ("modality", "microscopy", "whole-slide-image"),
    ("topic", "brain", "glioma"),
    ("topic", "cancer", "glioma"),
    ("topic", "lung", "lung-cancer"),
    ("topic", "cancer", "melanoma"),
    ("topic", "eye", "diabetic-retinopathy"),
    ("topic", "diabetes", "diabetic-retinopathy"),
    ("topic", "abdomen", "liver-tumour"),
    ("topic", "cardiovascular", "arrhythmia"),
    ("organism", "animal", "mouse"),
    ("task", "segmentation", "nuclei-segmentation"),
    ("task", "classification", "arrhythmia-detection"),
    ("use_term", "permissive-licence", "public-domain"),
]


@pytest.mark.parametrize(("facet", "wide", "narrow"), FOUND_UNDER)
def test_a_filter_on_the_wider_value_finds_the_narrower(facet, wide, narrow):
    """Who asks for radiographs is served with chest radiographs."""
    assert wide in above(facet, narrow)


NOT_UNDER = [
    ("organism", "animal", "human"),
    ("organism", "mammal", "human"),
    ("topic", "thorax", "heart"),
    ("topic", "thorax", "breast-cancer"),
    ("topic", "abdomen", "colorectal-polyp"),
    ("topic", "lung", "covid-19"),
    ("modality", "electrocardiogram", "electroencephalogram"),
]


@pytest.mark.parametrize(("facet", "wide", "narrow"), NOT_UNDER)
def test_a_filter_stays_clear_of_what_nobody_means_by_it(facet, wide, narrow):
    """Who asks for animals does not mean people, and who asks for the chest does not mean electrocardiograms."""
    assert wide not in above(facet, narrow)


#: What each prefix's ids look like where they were read.
CURIES = (
    r"EDAM:(topic|operation)_\d{4}"
    r"|EDAM-BIOIMAGING:(topic|operation)_\w[\w-]*"
    r"|MONDO:\d{7}|UBERON:\d{7}|DUO:\d{7}|NCBITaxon:\d+|MeSH:D\d{6,9}"
)


@each_facet
def test_ontology_ids_are_well_formed_and_stand_once(facet):
    """An ontology id has a known prefix and belongs to one value of the facet."""
    ids = [curie for concept in concepts_of(facet) for curie in concept.ontology]
    assert [curie for curie in ids if not re.fullmatch(CURIES, curie)] == []
    assert [curie for curie, times in Counter(ids).items() if times > 1] == []


@pytest.mark.parametrize("facet", TAGS)
def test_tags_offer_no_filter_of_their_own(facet):
    """Only words of licences and access say which filter they mean; a tag is its own filter."""
    assert [concept.id for concept in concepts_of(facet) if concept.means] == []


def offered() -> list[tuple[str, str]]:
    """The filters that the words of licences and access offer, each as name and value."""
    found: list[tuple[str, str]] = []
    for concept in concepts_of("use_term"):
        if concept.means:
            found += parse_qsl(concept.means, strict_parsing=True)
    return found


def test_every_offer_is_a_filter_that_exists():
    """What a word means can be asked for: the name is a parameter of a search, the value is legal there."""
    for name, value in offered():
        if name == "usable_for":
            assert value in PURPOSES
        elif name == "repo_only":
            assert value == "true"
        else:
            msgspec.convert({name: [value]}, Filters)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("access_kind", typing.get_args(AccessKind)),
        ("availability", set(typing.get_args(AvailabilityState)) - {"available"}),
        ("licence_status", typing.get_args(LicenceStatus)),
        ("usable_for", PURPOSES),
    ],
)
def test_every_legal_value_has_a_word(name, values):
    """Each purpose, licence status, kind of access and state of availability can be found by a word for it."""
    assert set(values) <= {value for asked, value in offered() if asked == name}
