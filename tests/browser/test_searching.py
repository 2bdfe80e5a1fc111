"""The search of the start page as people use it."""

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from mdexa.site.search import bundle
from tests.hostile import HIDDEN, MARKUP

ANSWER, ROWS = "#answer", "#results > li"


def ids(page):
    """The datasets in the list, by their links."""
    links = page.locator(f"{ROWS} h3 a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    return [link.split("datasets/")[1].split("/")[0] for link in links]


def change_part(page, name, change):
    """Has a part of the data come changed, where no release is asked for by name."""
    before, after = bundle.part(name, "|").split("|")

    def changed(route):
        told = json.loads(route.fetch().text().removeprefix(before).removesuffix(after))
        route.fulfill(body=bundle.part(name, json.dumps(told | change(told))), content_type="text/javascript")

    page.route(re.compile(rf"/search/data/{name}\.js$"), changed)


@pytest.mark.parametrize("place", ["server", "disk"])
def test_typing_finds_as_the_library_does(page, site, catalogue, place):
    """From a server's sub-path and from a disk, the first rows are the library's; the address can be opened again."""
    folder, address = site
    start = f"{address}index.html" if place == "server" else (folder / "index.html").as_uri()
    page.goto(start)
    expect(page.locator(ANSWER)).to_contain_text(f"{len(catalogue)} datasets")
    page.locator("#query").press_sequentially("kidney tumour CT")
    expect(page.locator(ANSWER)).to_contain_text("things asked for")
    assert ids(page) == [row.id for row in catalogue.search("kidney tumour CT", limit=20).rows]
    assert page.url == f"{start}#q=kidney+tumour+CT"
    page.reload()
    expect(page.locator(ANSWER)).to_contain_text("things asked for")
    expect(page.locator("#query")).to_have_value("kidney tumour CT")
    page.locator(f"{ROWS} h3 a").first.click()
    expect(page.locator("h1")).to_contain_text("KiTS")
    page.go_back()
    expect(page.locator(f"{ROWS} h3 a").first).to_contain_text("KiTS")


def test_filters_narrow_and_come_back_with_the_back_button(page, site, catalogue):
    """A box that is ticked keeps its focus, goes into the address, and is undone by going back."""
    page.goto(f"{site[1]}index.html#q=chest")
    page.locator("#facet-access_kind").click()
    box = page.locator("#filter-access_kind-open")
    box.check()
    expect(page.locator("#filters")).to_contain_text("1 chosen")
    want = catalogue.search("chest", filters={"access_kind": ["open"]}, limit=20)
    expect(page.locator(ANSWER)).to_contain_text(f"{want.total} datasets")
    assert ids(page) == [row.id for row in want.rows]
    expect(box).to_be_focused()
    assert page.url.endswith("#q=chest&access_kind=open")
    page.go_back()
    expect(box).not_to_be_checked()
    assert page.url.endswith("#q=chest")
    count = page.locator("label", has=page.locator("#filter-access_kind-registration")).locator(".count")
    assert (
        int(count.inner_text())
        == catalogue.search("chest", count_by=["access_kind"]).counts["access_kind"]["registration"]
    )


def test_a_purpose_shows_verdicts_and_warns(page, site, catalogue):
    """Only what permits is left, each row says so, the warning is read with the field, and exclusions are told."""
    page.goto(f"{site[1]}index.html#q=ct")
    page.locator("#usable-for").select_option("model_training")
    expect(page.locator("#use-warning")).to_contain_text("no legal advice")
    expect(page.locator("#usable-for")).to_have_attribute("aria-describedby", "use-warning")
    want = catalogue.search("ct", usable_for={"purpose": "model_training"}, limit=20)
    assert ids(page) == [row.id for row in want.rows]
    values = page.locator(f"{ROWS} .value").evaluate_all("all => all.map((one) => one.className)")
    assert not {"value not_allowed", "value undeclared", "value unverifiable"}.intersection(values[1::3] + values[2::3])
    page.locator("#usable-setting").select_option("noncommercial")
    want = catalogue.search("ct", usable_for={"purpose": "model_training", "setting": "noncommercial"}, limit=20)
    expect(page.locator(ANSWER)).to_contain_text(f"{want.total} datasets")
    expect(page.locator("#search-beside")).to_contain_text(f"{want.upstream_only} more are left out only because")
    page.get_by_role("button", name=re.compile("Without the purpose")).click()
    expect(page.locator("#use-warning")).to_have_count(0)


def test_no_match_is_a_final_answer(page, site):
    """It says that nothing matches, which words are nowhere, and that others will not help."""
    page.goto(f"{site[1]}index.html#q=qwrtzplk")
    expect(page.locator(ANSWER)).to_contain_text("Nothing matches.")
    expect(page.locator(ANSWER)).to_contain_text("qwrtzplk")
    expect(page.locator(ANSWER)).to_contain_text("other words for the same thing will not help")
    expect(page.locator(ROWS)).to_have_count(0)


def test_filters_that_keep_all_out_can_be_left_out(page, site, catalogue):
    """How many more there would be without each filter, and a button that leaves it out."""
    page.goto(f"{site[1]}index.html#q=chest&year_from=2099")
    total = catalogue.search("chest").total
    page.get_by_role("button", name=f"Without Year: {total} more").click()
    expect(page.locator(ANSWER)).to_contain_text(f"{total} datasets")


def test_a_near_name_is_offered(page, site):
    """A name with a wrong number is not taken; its neighbours are links."""
    page.goto(f"{site[1]}index.html#q=kits20")
    expect(page.locator("#search-beside").get_by_role("link", name="KiTS19")).to_be_visible()


def test_an_address_with_an_unknown_filter_shows_nothing(page, site):
    """Leaving the filter out would answer another question."""
    page.goto(f"{site[1]}index.html#q=chest&usable_for=anything")
    expect(page.locator(ANSWER)).to_contain_text("does not exist: usable_for = anything")
    expect(page.locator(ROWS)).to_have_count(0)
    page.locator("#clear-filters").last.click()
    expect(page.locator(ROWS).first).to_be_visible()


@pytest.mark.parametrize(
    "address",
    [
        "usable_for=academic_research&usable_for=commercial_product",
        "q=chest&q=kidney",
        "__proto__=x",
        "setting=nonsense",
        "setting=commercial",
        "usable_for=",
        "licence_status=",
        "year_from=2019&year_from=2021",
        "usable_for=model_training&setting=sometimes",
    ],
)
def test_an_address_that_asks_more_than_is_answered_shows_nothing(page, site, address):
    """What stands twice, is empty or means nothing is refused: dropping it would answer another question."""
    page.goto(f"{site[1]}index.html#{address}")
    expect(page.locator(ANSWER)).to_contain_text("does not exist")
    expect(page.locator(ROWS)).to_have_count(0)
    page.fill("#query", "chest")
    page.locator("#clear-filters").last.click()
    expect(page.locator(ROWS).first).to_be_visible()


def test_chinese_is_found_in_both_languages(page, site, catalogue):
    """Typed on the English page, and on the Chinese one with Chinese words and labels."""
    want = [row.id for row in catalogue.search("胸部X光", limit=20).rows]
    page.goto(f"{site[1]}index.html")
    page.fill("#query", "胸部X光")
    expect(page.locator("#search-beside")).to_contain_text("chest")
    assert ids(page) == want
    page.goto(f"{site[1]}zh/index.html#q=胸部X光")
    expect(page.locator(ANSWER)).to_contain_text("个数据集匹配")
    expect(page.locator("#search-beside")).to_contain_text("胸片")
    assert ids(page) == want
    page.locator(f"{ROWS} h3 a").first.click()
    assert "/zh/datasets/" in page.url


def test_words_that_are_being_composed_wait(page, site):
    """While an input method composes, nothing is searched; the finished word is."""
    page.goto(f"{site[1]}index.html")
    expect(page.locator(ROWS).first).to_be_visible()
    field = page.locator("#query")
    field.evaluate(
        """field => {
          field.dispatchEvent(new CompositionEvent('compositionstart'));
          field.value = 'xiong';
          field.dispatchEvent(new InputEvent('input', {isComposing: true}));
        }"""
    )
    page.wait_for_timeout(400)
    assert "q=" not in page.url
    field.evaluate("field => { field.value = '胸片'; field.dispatchEvent(new CompositionEvent('compositionend')); }")
    expect(page.locator(ANSWER)).to_contain_text("match")
    assert "q=%E8%83%B8%E7%89%87" in page.url


def test_everything_works_with_the_keyboard_alone(page, site):
    """Query, filters, rows and further rows are reached with tab; arrows stay those of the fields."""
    page.goto(f"{site[1]}index.html")
    expect(page.locator(ROWS).first).to_be_visible()
    page.locator("#query").focus()
    page.keyboard.type("mri")
    page.keyboard.press("Enter")
    expect(page.locator(ANSWER)).to_contain_text("match")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("() => document.activeElement.id || document.activeElement.closest('li.result')?.tagName")
        )
        if seen[-1] == "facet-licence_status":
            break
    assert seen[-1] == "facet-licence_status"
    assert "usable-for" in seen
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#filters")).to_contain_text("1 chosen")
    assert page.evaluate("() => document.activeElement.checked")
    page.locator("#more").focus()
    before = page.locator(ROWS).count()
    page.keyboard.press("Enter")
    expect(page.locator(ROWS).nth(before)).to_be_visible()
    expect(page.locator(f"{ROWS} h3 a").nth(before)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/datasets/"))


def test_answers_are_told_to_screen_readers(page, site):
    """The answer is one live region, which changes once for each question."""
    page.goto(f"{site[1]}index.html")
    answer = page.locator(ANSWER)
    expect(answer).to_have_attribute("aria-live", "polite")
    expect(answer).not_to_be_empty()
    answer.evaluate(
        """one => {
          window.told = [];
          new MutationObserver(() => window.told.push(one.textContent)).observe(one, {childList: true});
        }"""
    )
    page.locator("#query").evaluate(
        """field => {
          for (let end = 1; end <= 9; end += 1) {
            field.value = 'pathology'.slice(0, end);
            field.dispatchEvent(new InputEvent('input'));
          }
        }"""
    )
    expect(answer).to_contain_text("match")
    page.wait_for_timeout(400)
    told = page.evaluate("() => window.told")
    assert len([text for text in told if text != "Searching …"]) == 1
    assert len(told) <= 2


def test_the_last_question_wins(page, site):
    """Fast typing ends in the answer to what stands in the field."""
    page.goto(f"{site[1]}index.html")
    for query in ("chest", "chest x", "retina", "skin lesion"):
        page.fill("#query", query)
    expect(page.locator("#search-beside, #results").last).to_contain_text("skin lesion")
    page.wait_for_timeout(300)
    assert page.url.endswith("#q=skin+lesion")


def test_a_slow_network_is_told_and_the_last_question_wins(page, site, catalogue):
    """While parts of the data are on their way the answer says so; a question that was given up is never answered."""
    page.goto(f"{site[1]}index.html")
    expect(page.locator(ROWS).first).to_be_visible()
    slow = page.context.new_cdp_session(page)
    slow.send("Network.enable")
    limits = {"offline": False, "latency": 900, "downloadThroughput": -1, "uploadThroughput": -1}
    slow.send("Network.emulateNetworkConditions", limits)
    page.fill("#query", "retina photographs")
    expect(page.locator(ANSWER)).to_have_text("Searching …")
    expect(page.locator("#results")).to_have_attribute("aria-busy", "true")
    page.fill("#query", "kidney tumour")
    want = catalogue.search("kidney tumour", limit=20)
    expect(page.locator(ANSWER)).to_contain_text(f"{want.total} datasets match")
    assert ids(page) == [row.id for row in want.rows]
    expect(page.locator("#results")).not_to_have_attribute("aria-busy", "true")


def test_data_that_do_not_come_are_told_with_a_way_around(chromium, site):
    """The page says so and links to the lists; the next question asks for them again."""
    context = chromium.new_context()
    page = context.new_page()
    try:
        page.route("**/search/data/words-*", lambda route: route.abort())
        page.goto(f"{site[1]}index.html#q=retina")
        expect(page.locator(ANSWER)).to_contain_text("could not be loaded")
        expect(page.locator(ROWS)).to_have_count(0)
        link = page.locator("#search-beside").get_by_role("link", name="All datasets, by name")
        assert link.get_attribute("href") == "datasets/index.html"
        page.unroute("**/search/data/words-*")
        page.fill("#query", "retina photographs")
        expect(page.locator(ANSWER)).to_contain_text("match")
        expect(page.locator(ROWS).first).to_be_visible()
    finally:
        context.close()


def test_a_release_that_comes_between_is_taken(page, site, catalogue):
    """Parts of a later release than the start have it fetched anew; old rows that a browser kept are passed over."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    change_part(page, "start", lambda told: {"digest": "earlier", "ids": told["ids"][::-1]})
    change_part(page, "rows-0", lambda told: {"digest": "earlier", "lines": ["" for _ in told["lines"]]})
    page.goto(f"{site[1]}index.html#q=kidney tumour CT")
    want = catalogue.search("kidney tumour CT", limit=20)
    expect(page.locator(ANSWER)).to_contain_text(f"{want.total} datasets match")
    assert ids(page) == [row.id for row in want.rows]
    assert all(page.locator(f"{ROWS} .line").all_text_contents())
    assert any("/search/data/start.js?v=" in url for url in asked)


def test_names_of_others_stay_text(page, hostile_site):
    """Markup in names, lines, publishers and the question is shown as it is written, and runs nothing."""
    change_part(page, "start", lambda told: {"names": [MARKUP for _ in told["names"]]})
    change_part(page, "rows-0", lambda told: {"lines": [f"{MARKUP}{HIDDEN}" for _ in told["lines"]]})
    page.goto(f"{hostile_site}index.html#q={quote('alert ' + MARKUP)}")
    expect(page.locator(f"{ROWS} h3").first).to_have_text(MARKUP)
    expect(page.locator(f"{ROWS} .line").first).to_contain_text(MARKUP)
    page.locator("#facet-publisher").click()
    expect(page.locator("[data-facet=publisher] li").first).to_contain_text("<img src=x onerror=alert(2)>")
    assert page.locator("#found img, #found script").count() == 0


def test_a_phone_sees_results_before_filters(chromium, site):
    """On a narrow screen the filters are closed, and nothing is wider than the screen."""
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    try:
        page = context.new_page()
        page.goto(f"{site[1]}index.html#q=chest x-ray")
        expect(page.locator(ROWS).first).to_be_visible()
        assert not page.locator("#filter-box").evaluate("box => box.open")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    finally:
        context.close()


def test_a_form_sent_without_scripts_is_understood(page, site):
    """`?q=` is the question too."""
    page.goto(f"{site[1]}index.html?q=retina")
    expect(page.locator("#query")).to_have_value("retina")
    expect(page.locator(ANSWER)).to_contain_text("match")
