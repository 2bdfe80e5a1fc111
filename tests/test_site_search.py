"""The search of the site, which is JavaScript, answers as the library does: proven in V8, without a browser or node."""

import gzip
import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest

from mdexa import text
from mdexa.catalogue import open_catalogue
from mdexa.errors import BadQuery
from mdexa.lexicon import family, looks_like_a_name, words
from mdexa.operations import rows as shown_rows
from mdexa.params import TAG_FACETS
from mdexa.purposes import PURPOSES
from mdexa.site.search import SITE_WORDS, bundle, packing
from mdexa.site.search.parts import ROWS_A_PART, START
from mdexa.site.search.postings import key_of, order
from mdexa.site.words import table
from tests.hostile import PLANT
from tests.relevance.judged import queries
from tests.site_search import SAID, Browser, difference, library, whole_order

SCRIPTS = Path(bundle.__file__).parent / "scripts"
#: The start page and its styles, compressed.
PAGE_AND_STYLES = 12_000
COUNTED = ("modality", "licence_status", "risk_flag")

CHINESE = [
    *(
        "胸部X光",
        "糖尿病视网膜病变",
        "皮肤病变 图像",
        "肺结节CT",
        "有没有可以商用的心电图数据集",
        "病理切片 分割",
        "乳腺癌",
    ),
    *(
        "脑MRI分割 不要 CT",
        "电子病历",
        "类似 CheXpert 的数据",
        "医学问答",
        "单细胞测序 小鼠",
        "肝脏分割",
        "阿尔茨海默病",
        "龙卷风预报",
    ),
]
TYPOS = [
    *("protien structre", "totalsegmenter", "mimc iv", "chexprt", "radiolgy reports", "pathlogy slides", "kits 20"),
    *(
        "kits20",
        "segmentaton of livr",
        "alzhiemer",
        "diabetic retinopaty",
        "mamography",
        "tcag",
        "ukbiobnak",
        "physionte",
    ),
    *("histopatology nuclei segmentatoin", "isci skin", "electrocardiogrm", "medmnsit", "luna 17"),
]
OTHERS = [
    *("", "   ", "???", "a", "x", "2019", "123456", "the", "drive", "STRING", "DRIVE retina", "MIMIC", "mimic notes"),
    *(
        "like CheXpert",
        "alternative to mimic-iv without agreement",
        "not human mri",
        "without mice",
        "TNF-α",
        "µm x.ray",
    ),
    *(
        "Prostatakrebs für MRT",
        "imágenes de piel",
        "изображения легких",
        "胸部レントゲン",
        "흉부 엑스레이",
        "covid19 ct",
    ),
    *(
        "Broad single cell",
        "broad",
        "University of Somewhere",
        "commercial use",
        "free ecg",
        "kidney, tumour; ct (2023)",
    ),
    *("zebrafish quantum teleportation", "breast ultrasound images", "x-ray x ray xray", "who's data", "O'Brien"),
    *(
        "human protein atlas",
        "RNAs",
        "ECGs and EEGs",
        "K562",
        "covid-19 2020 chest",
        "\ud800 lung",
        "🫁 lung",
        "ﬁbrosis",
    ),
    *(
        "CT" * 40,
        "lung " * 60,
        PLANT[:300],
        "deepfluoro nodule",
        "which dataset has both ct and mri of the liver and kidney",
    ),
]
COMBINATIONS = [
    {
        "query": "segmentation",
        "filters": {"modality": ["computed-tomography"], "licence_status": ["commercial_ok", "mixed"]},
    },
    {"filters": {"access_kind": ["open"], "availability": ["available"], "year_from": 2019, "year_to": 2021}},
    {"filters": {"repo_only": True}},
    {"query": "ct", "filters": {"repo_only": False, "without_flags": ["evidence_stale", "known_problems"]}},
    {"query": "mri", "filters": {"risk_flag": ["agreement_unread"], "handling": ["link_only"]}},
    {"query": "lung", "filters": {"publisher": ["stanford"]}},
    {"query": "chest", "filters": {"commercial_product": ["not_allowed"], "academic_research": ["allowed"]}},
    {"query": "genomics", "filters": {"organism": ["human"], "topic": ["oncology"], "task": ["classification"]}},
    {"query": "chest", "filters": {"year_from": 2099}},
    {"filters": {"commercial_product": ["allowed"], "licence_status": ["restricted"], "year_from": 2099}},
    {"query": "nowhereatall", "filters": {"year_from": 2000}},
    {"filters": {"organism": ["mouse"], "modality": ["computed-tomography"], "licence_status": ["conflicting"]}},
    {"query": "chest x-ray", "usable_for": {"purpose": "model_training", "basis": "own"}},
    {"query": "ct", "usable_for": {"purpose": "teaching", "verdicts": ["needs_permission"]}},
    {
        "query": "ct",
        "usable_for": {"purpose": "redistribution", "setting": "noncommercial"},
        "filters": {"task": ["segmentation"]},
    },
    *({"query": "图像", "usable_for": {"purpose": purpose}} for purpose in PURPOSES),
    *({"usable_for": {"purpose": "third_party_api", "setting": setting}} for setting in ("commercial", "both")),
]
REFUSED = [
    {"filters": {"modality": ["no-such-thing"]}},
    {"filters": {"licence_status": ["free"]}},
    {"filters": {"access_kind": ["allowed"]}},
    {"filters": {"without_flags": ["allowed"]}},
    {"filters": {"publisher": ["no such publisher at all"]}},
    {"filters": {"publisher": ["!!!"]}},
    {"filters": {"year_from": 2020, "year_to": 2010}},
    {"filters": {"year_from": 20}},
    {"filters": {"commercial_use": ["true"]}},
    {"usable_for": {"purpose": "everything"}},
    {"usable_for": {"purpose": "model_training", "setting": "sometimes"}},
    {"usable_for": {"purpose": "model_training", "verdicts": ["probably"]}},
    {"usable_for": {"purpose": "model_training", "basis": "hope"}},
]


@pytest.fixture(scope="module", autouse=True)
def _whole_rows():
    """Rows of the library in full: to fit into 800 characters is a law for agents."""
    patch = pytest.MonkeyPatch()
    patch.setattr(shown_rows, "LONGEST_ROW", sys.maxsize)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def told(catalogue):
    """The parts of the data of the real catalogue."""
    return bundle.data(catalogue)


@pytest.fixture(scope="module")
def browser(told):
    """The engine on the real catalogue."""
    engine = Browser(told)
    yield engine
    engine.close()


def disagreements(browser, catalogue, requests):
    """The requests that the two answer differently, and how."""
    found = {}
    for request in requests:
        asked = {"limit": 50, "count_by": list(COUNTED)} | request
        differs = difference(library(catalogue, asked), browser.search(asked))
        if differs:
            found[json.dumps(request, ensure_ascii=False)] = differs
    return found


def test_judged_queries_are_answered_alike(browser, catalogue):
    """Status, ids in order, what matched and lacks, counts and all else, for every query of the judgements."""
    requests = [judged.request() | {"limit": 20} for judged in queries()]
    assert len(requests) >= 200
    assert not disagreements(browser, catalogue, requests)


@pytest.mark.parametrize("group", [CHINESE, TYPOS, OTHERS], ids=["Chinese", "typos", "others"])
def test_other_queries_are_answered_alike(browser, catalogue, group):
    """Other scripts, errors of typing, names, numbers, nothing, and what is no word at all."""
    assert not disagreements(browser, catalogue, [{"query": query} for query in group])


def test_every_name_is_answered_alike_also_with_an_error(browser, catalogue):
    """Names of datasets and labels of the vocabulary, whole, with two letters swapped, or with one left out."""
    holdings = catalogue._holdings
    concepts = [holdings.concept(holdings.concepts.id(doc)).label for doc in range(0, len(holdings.concepts), 9)]
    names = [holdings.row(doc).name for doc in range(0, len(catalogue), 5)]
    typed = []
    for at, name in enumerate(names + concepts):
        middle = len(name) // 2
        swapped = name[:middle] + name[middle : middle + 2][::-1] + name[middle + 2 :]
        typed += [name, swapped if at % 2 else name[:middle] + name[middle + 1 :]]
    assert not disagreements(browser, catalogue, [{"query": query, "limit": 5} for query in typed])


def test_combinations_of_filters_are_answered_alike(browser, catalogue):
    """Filters, exclusions, years, purposes in all settings, with the numbers that dropping one would bring."""
    assert not disagreements(browser, catalogue, COMBINATIONS)


def test_every_value_of_every_facet_filters_and_counts_alike(browser, catalogue):
    """All facets are counted alike under a query and a purpose, and one value of each filters alike."""
    facets = [facet for facet in catalogue._holdings.facets.values() if facet.kind != "reserved"]
    names = [facet.id for facet in facets]
    counted = browser.search({"query": "mri", "usable_for": {"purpose": "academic_research"}, "count_by": names})[
        "counts"
    ]
    told = catalogue.facets(query="mri", usable_for={"purpose": "academic_research"})
    assert counted == {name: {row.value: row.n for row in rows} for name, rows in told.counts.items()}
    filterable = [name for name in names if name not in ("year", "repo_only")]
    values = {name: sorted(catalogue._holdings.values(name))[:3] for name in filterable}
    assert not disagreements(
        browser, catalogue, [{"filters": {name: [own]}} for name in values for own in values[name]]
    )


def test_counts_leave_out_their_own_filter_where_asked(browser, catalogue):
    """The number beside a value is what the facet would have without its own filter: a second one can be chosen."""
    filters = {"licence_status": ["restricted"], "access_kind": ["open"]}
    counts = browser.search({"query": "ct", "filters": filters, "count_by": list(filters), "leaving_own": True})[
        "counts"
    ]
    for facet in filters:
        others = {name: values for name, values in filters.items() if name != facet}
        told = catalogue.facets(facet, query="ct", filters=others)
        assert counts[facet] == {row.value: row.n for row in told.counts[facet]}


def test_the_whole_order_is_that_of_the_library(browser, catalogue):
    """To the last row, ties included."""
    for query in (
        "ct",
        "human",
        "segmentation of tumours in mri",
        "images",
        "MIMIC",
        "data for a chatbot",
        "",
        "deep learning",
    ):
        order = [row["id"] for row in browser.search({"query": query, "limit": 10_000})["rows"]]
        assert order == whole_order(catalogue, query), query


def test_pages_are_parts_of_one_order(browser):
    """What is shown on demand goes on where the first page ended, and `remaining` counts down."""
    whole = browser.search({"query": "mri", "limit": 60})
    pages = [browser.search({"query": "mri", "limit": 20, "offset": offset}) for offset in (0, 20, 40)]
    assert [row for page in pages for row in page["rows"]] == whole["rows"]
    assert [page["remaining"] for page in pages] == [whole["total"] - shown for shown in (20, 40, 60)]


def test_what_is_said_is_what_the_library_says(browser, catalogue):
    """Each key of the answer stands for a sentence, and only where the library says it."""
    requests = [judged.request() for judged in queries()] + [{"query": query} for query in CHINESE + TYPOS + OTHERS]
    gone = [name for state in ("withdrawn", "private", "never_released") for name in _in_state(catalogue, state)]
    requests += COMBINATIONS + [{"query": name} for name in gone]
    seen = set()
    for request in requests:
        sentence, answer = catalogue.search(**request).sentence, browser.search(request)
        keys = {key for key, _ in answer["said"]}
        seen |= keys
        assert all(SAID[key] in sentence for key in keys), (request, keys, sentence)
        for key in ("negated", "in_no_place", "drop_a_filter", "several_filters", "final", "hints", "none_has_wider"):
            assert (SAID[key] in sentence) == (key in keys), (request, key, sentence)
        assert bool(re.search("other words (for the same thing )?will not", sentence)) == (not answer["remaining"])
    assert seen >= SAID.keys() - {"gone_successor", "gone"}


def _in_state(catalogue, state):
    return [row.name for row in catalogue.search(filters={"availability": [state]}, limit=50).rows]


def test_a_dataset_that_is_gone_is_known_to_be(miniature):
    """Asked for by its name, a withdrawn set is known to be absent, with its successor where there is one."""
    engine = Browser(bundle.data(miniature))
    try:
        holdings = miniature._holdings
        gone = [doc for doc in range(len(miniature)) if holdings.row(doc).availability in ("withdrawn", "private")]
        assert gone
        for doc in gone:
            request = {"query": holdings.row(doc).name}
            answer = engine.search(request)
            assert answer["status"] == miniature.search(**request).status == "known_absent"
            successor = holdings.card(doc).availability.successor
            assert answer["said"][0][0] == ("gone_successor" if successor else "gone")
    finally:
        engine.close()


@pytest.mark.parametrize("request_", REFUSED, ids=json.dumps)
def test_a_filter_that_does_not_exist_is_refused(browser, catalogue, request_):
    """Both refuse it; neither leaves it out, which would answer another question."""
    with pytest.raises(BadQuery):
        catalogue.search(**request_)
    assert browser.search(request_)["refused"]


def test_small_and_hostile_catalogues_are_searched_alike(miniature, hostile_index):
    """The invented catalogue, and one whose every free text holds markup and hidden characters."""
    typed = ["", "dune", "xray", "chest", "ignore previous instructions", PLANT[:200], "alert", "lbel of a third party"]
    for catalogue in (miniature, open_catalogue(hostile_index)):
        engine = Browser(bundle.data(catalogue))
        try:
            names = [catalogue._holdings.row(doc).name for doc in range(len(catalogue))]
            assert not disagreements(engine, catalogue, [{"query": query[:300]} for query in typed + names])
        finally:
            engine.close()


def test_a_question_fetches_the_few_parts_that_it_needs(browser):
    """No question needs but rows, words those that begin like them; lists of what is near are for what is nowhere."""
    for query, shelves in {"": 0, "chest": 2, "kidney tumour CT": 5, "胸部X光": 8, "MIMIC": 2}.items():
        browser.forget()
        browser.search({"query": query})
        kinds = [name.partition("-")[0] for name in browser.fetched]
        assert kinds.count("words") <= shelves, query
        assert set(kinds) <= {START, "rows", "words"}, query
    browser.forget()
    browser.search({"query": "protien"})
    assert {name.partition("-")[0] for name in browser.fetched} == {START, "rows", "words", "named", "near"}


def test_an_answer_does_not_depend_on_what_was_fetched_before(told, browser):
    """Each of many questions is answered alike by an engine that has only its own parts, and one that has many."""
    fresh = Browser(told)
    try:
        for request in [*({"query": query} for query in CHINESE + TYPOS + OTHERS[:40]), *COMBINATIONS]:
            fresh.forget()
            assert fresh.search(request) == browser.search(request), request
    finally:
        fresh.close()


def test_parts_of_another_release_are_refused(told):
    """Their numbers of documents mean other datasets: they are never read together with those of this one."""
    engine = Browser(told)
    try:
        other = json.loads(told["words-0"]) | {"digest": "another"}
        for wrong, why in ((other, "of another release"), (other | {"format": 99}, "data of format 99")):
            with pytest.raises(Exception, match=why):
                engine.run("engine.take('words-0', $0)", wrong)
        assert "missing" in engine.run("engine.search({query: 'chest'})")
    finally:
        engine.close()


# The twins of Python's functions on text


def test_every_character_is_folded_and_split_as_in_the_library(browser):
    """All characters that this Python's Unicode knows, alone and beside letters; of ideographs every 37th."""
    known = [chr(code) for code in range(sys.maxunicode + 1) if _is_tested(code)]
    wrong = []
    for start in range(0, len(known), 20_000):
        own = known[start : start + 20_000]
        told = browser.run("$0.map((c) => ['fold', 'foldName'].map((name) => mdexaEngine.parts[name](c)))", own)
        wrong += [
            c
            for c, (folded, name) in zip(own, told, strict=True)
            if (folded, name) != (text.fold(c), text.fold_name(c))
        ]
        told = browser.run(
            "$0.map((c) => [mdexaEngine.parts.tokens(`a${c}b 1${c}2`), mdexaEngine.parts.wordsOf(`a${c}b`)])", own
        )
        wrong += [c for c, got in zip(own, told, strict=True) if got != [text.tokens(f"a{c}b 1{c}2"), words(f"a{c}b")]]
    assert not {f"{ord(c):04x}" for c in wrong}


def _is_tested(code):
    kind = unicodedata.category(chr(code))
    return kind not in ("Cn", "Cs", "Co") and (kind != "Lo" or code < 0x3400 or code % 37 == 0)


def test_texts_are_split_as_in_the_library(browser, shipped):
    """Names, summaries and facts of all cards, every form of the vocabulary, and strange ones."""
    texts = [part for card in shipped.cards.values() for part in (card.id, card.name, card.summary, *card.aliases)]
    texts += [fact.what for card in shipped.cards.values() for fact in card.facts]
    for vocabulary in shipped.vocabulary.values():
        texts += [form for concept in vocabulary.concepts for own in concept.synonyms.values() for form in own]
    texts += [
        PLANT,
        "alzheimer's o'brien 'quoted' dogs'",
        "v1.2.3 3.5mm x-ray-tube 10mm covid19",
        "T1-w T2 FLAIR",
        "x ray",
    ]
    got = browser.run("$0.map((one) => [mdexaEngine.parts.tokens(one), mdexaEngine.parts.wordsOf(one)])", texts)
    assert [one for one, both in zip(texts, got, strict=True) if both != [text.tokens(one), words(one)]] == []
    single = [word for one in texts for word in words(one)][:20_000]
    got = browser.run("$0.map((one) => [mdexaEngine.parts.looksLikeAName(one), mdexaEngine.parts.family(one)])", single)
    assert [one for one, both in zip(single, got, strict=True) if both != [looks_like_a_name(one), family(one)]] == []


# The data


def test_every_term_is_on_the_shelf_where_it_is_looked_for(catalogue, told, browser):
    """All terms and forms, each once, on the shelf that the start names for its key, in the order of the browser."""
    begins = browser.run("engine.store.begins")
    assert begins == sorted(begins, key=order)
    assert begins[0] == ""
    names = [name for name in told if name.startswith("words-")]
    assert len(names) == len(begins)
    unpack = "Object.fromEntries(['terms', 'forms'].map((kind) => [kind, mdexaEngine.parts.unpackWords($0[kind])]))"
    found: dict[str, list[str]] = {"terms": [], "forms": []}
    for at, name in enumerate(names):
        shelf = browser.run(unpack, json.loads(told[name]))
        for kind, keys in shelf.items():
            found[kind] += keys
            looked_for = {order(key_of(key) if kind == "terms" else key) for key in keys}
            assert all(order(begins[at]) <= key for key in looked_for)
            assert at + 1 == len(begins) or all(key < order(begins[at + 1]) for key in looked_for)
    holdings = catalogue._holdings
    terms = [term for term, _ in holdings.datasets.terms_under("", 10**9) if "/" not in term]
    assert sorted(found["terms"]) == sorted(terms)
    assert sorted(found["forms"]) == sorted(form for form, _ in holdings.concepts.names_under("", 10**9))


def test_numbers_and_words_come_out_as_they_went_in(browser, catalogue, told):
    """At every border between numbers of one, two, three and five digits; and words that share their beginnings."""
    values = [0, 1, 60, 61, 62, 151, 152, 2244, 2245, 2246, 43649, 43650, 43651, 60_000_000]
    forms = sorted(form for form, _ in catalogue._holdings.concepts.names_under("", 10**9))
    assert browser.run("mdexaEngine.parts.unpackWords($0)", packing.words(forms)) == forms
    ascending = packing.ascending(values)
    assert '"' not in ascending
    assert "\\" not in ascending
    assert browser.run("mdexaEngine.parts.unpackAscending($0)", ascending) == values
    with pytest.raises(ValueError, match="capital"):
        packing.words(["Capital"])
    with pytest.raises(ValueError, match="too large"):
        packing.digits(91 * 91, 2)
    assert json.loads(told[START])["stamp"]["datasets"] == len(catalogue)


def test_the_data_stay_small(catalogue, told):
    """What every question needs grows with the catalogue by so much a dataset; no other part grows beyond its size."""
    small = {name: len(gzip.compress(part.encode())) for name, part in told.items()}
    assert small[START] <= 16_000 + 20 * len(catalogue)
    most = {START: small[START], "words": 5000, "named": 6000, "near": 6000, "foreign": 9000, "rows": 60 * ROWS_A_PART}
    for name, size in small.items():
        assert size <= most.get(name.partition("-")[0], 10_000), name
    assert len(_compressed(bundle.ENGINE)) + len(_compressed(bundle.PAGE)) <= 25_000


def _compressed(pieces):
    return gzip.compress(bundle.script(pieces).encode())


def test_the_first_answer_costs_a_phone_little(catalogue, told):
    """Page, scripts, start, rows and what else it needs: with 596 datasets mostly below 100 kB, seldom above 120."""
    small = {name: len(gzip.compress(bundle.part(name, part).encode())) for name, part in told.items()}
    page = len(_compressed(bundle.ENGINE)) + len(_compressed(bundle.PAGE)) + PAGE_AND_STYLES
    costs = []
    engine = Browser(told)
    try:
        for judged in queries():
            engine.forget()
            engine.search(judged.request())
            rows = {name for name in told if name.startswith("rows-")}
            costs.append(page + sum(small[name] for name in engine.fetched | rows))
    finally:
        engine.close()
    half, most, last = (sorted(costs)[int(len(costs) * share)] for share in (0.5, 0.9, 0.99))
    grown = 60 * len(catalogue)
    assert half <= 60_000 + grown
    assert most <= 85_000 + grown
    assert last <= 120_000 + grown


def test_the_same_index_gives_the_same_files(miniature):
    """Byte for byte; and the data are scripts that say nothing but the data."""
    once, again = (dict(bundle.files(miniature)) for _ in range(2))
    assert once == again
    parts = {path: text.decode() for path, text in once.items() if path.startswith("search/data/")}
    assert {path.removeprefix("search/") for path in once.keys() - parts} == {
        *("first.js", "engine.js", "page.js", "search.css"),
    }
    assert f"search/data/{START}.js" in parts
    digests = set()
    for path, script in parts.items():
        name = path.removeprefix("search/data/").removesuffix(".js")
        told = json.loads(script.removeprefix(f'(self.{bundle.PARTS_NAME}??={{}})["{name}"]=').removesuffix(";\n"))
        digests.add(told["digest"])
    assert len(digests) == 1


def test_data_of_another_format_are_refused(browser):
    """An engine that a browser kept from an earlier release does not read what it does not know."""
    with pytest.raises(Exception, match="data of format 99"):
        browser.run("mdexaEngine.open({format: 99})")


# The interface


def test_scripts_touch_neither_markup_nor_network():
    """Nothing of the data can become markup or code, and no other server is asked for anything."""
    for path in SCRIPTS.glob("*.js"):
        script = path.read_text("utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "XMLHttp"):
            assert word not in script, (path.name, word)
        for word in ("fetch(", "import ", "http:", "https:", ".style.", "localStorage", "cookie"):
            assert word not in script, (path.name, word)


def test_all_words_are_there_in_all_languages():
    """The same keys with the same gaps, each of them used; and those that the page takes from the site's own table."""
    english, chinese = bundle.table("en"), bundle.table("zh")
    assert list(english) == list(chinese)
    for key, told in english.items():
        assert set(re.findall(r"{(\w+)}", told)) == set(re.findall(r"{(\w+)}", chinese[key])), key
    source = "".join(path.read_text("utf-8") for path in sorted(SCRIPTS.glob("*.js")))
    used = set(re.findall(r"say\('(\w+)'", source)) | set(SAID)
    made = {"apply", "apply_without", "remaining", "setting_both", "setting_commercial", "setting_noncommercial"}
    made |= {"upstream_only", "usable_parts", "year_from", "year_to"}
    plain = {key for key in english if not (key.endswith("_one") and key.removesuffix("_one") in english)}
    assert plain == used | made


def test_the_site_names_every_value_in_every_language(told):
    """Values, purposes, settings, ways of access and flags have a name in each language of the site."""
    data = json.loads(told[START])
    legal = data["legal"]
    wanted = {
        *(f"value.{value}" for value in data["values"]),
        *(f"status.{value}" for value in legal["licence_status"]),
        *(f"purpose.{purpose}" for purpose in PURPOSES),
        *("setting.commercial", "setting.noncommercial", "repo_only.true", "repo_only.false"),
        *(f"{kind}.{value}" for kind in ("access_kind", "availability", "handling") for value in legal[kind]),
        *(f"flag.{flag}" for flag in data["flags"]),
    }
    assert {key.partition(".")[0] for key in wanted} == set(SITE_WORDS)
    for language in ("en", "zh"):
        page = json.loads(bundle.words(language, site=table(language)))
        assert page["language"] == language
        assert page["words"].keys() >= wanted
        assert "<" not in bundle.words(language, site={"value.x": "</script>"})


def test_tag_facets_are_those_of_the_library():
    """The engine's lists of facets and its constants are the library's."""
    source = (SCRIPTS / "filters.js").read_text("utf-8")
    assert f"TAG_FACETS = {json.dumps(list(TAG_FACETS))}".replace('"', "'") in source
