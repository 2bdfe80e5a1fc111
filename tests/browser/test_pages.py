"""The site as people read it: with a mouse, with keys, on a phone, in the dark, on paper, without scripts."""

import re

import pytest
from playwright.sync_api import expect

from mdexa.site import places

#: One page of each kind, the heaviest datasets among them.
KINDS = [
    places.START,
    places.DATASETS,
    places.BROWSE,
    places.facet("licence_status"),
    places.facet("publisher"),
    places.LICENCES,
    places.licence("CC-BY-4.0"),
    places.VOCABULARY,
    places.concept("modality", "computed-tomography"),
    places.READING,
    places.CHANGES,
    places.ABOUT,
    places.dataset("kits19"),
    places.dataset("medmnist"),
    places.dataset("cads"),
]
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("language", places.LANGUAGES)
def test_no_page_is_wider_than_a_phone(page, site, language):
    """Tables scroll or stack within the page; the page itself never scrolls sideways, from a disk as well."""
    for width in (390, 320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for path in KINDS:
            page.goto((site[0] / places.in_language(path, language)).as_uri())
            assert page.evaluate(SIDEWAYS) <= 0, (path, width)


def test_a_verdict_leads_to_its_reasons(page, site):
    """The reasons are folded until one is asked for, and open without a script of ours."""
    page.goto(f"{site[1]}{places.dataset('kits19')}")
    cell = page.locator("table.verdicts tr", has_text="Commercial product").locator("td a.value").first
    reason = page.locator(cell.get_attribute("href"))
    expect(reason).not_to_be_visible()
    cell.click()
    expect(reason).to_be_visible()
    expect(reason).to_contain_text("data-licence decides: not allowed")


def test_the_way_past_the_navigation_is_the_first_stop(page, site):
    """A keyboard user comes to the content with two keys, and sees where the focus is."""
    page.goto(f"{site[1]}{places.dataset('kits19')}")
    skip = page.locator("a.skip")
    page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("main .crumbs a").first).to_be_focused()


def test_reasons_open_with_keys(page, site):
    """What is folded is reached and opened without a mouse."""
    page.goto(f"{site[1]}{places.dataset('kits19')}")
    summary = page.locator("details.reason summary").first
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details.reason").first).to_have_attribute("open", "")


def test_everything_is_read_without_scripts(chromium, site):
    """With JavaScript off the lists of the start page lead to a dataset with all its content."""
    context = chromium.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(f"{site[1]}{places.START}")
        page.get_by_role("link", name="commercial ok").click()
        # A page that is still coming moves to the heading asked for: an early click would hit what was there before.
        page.wait_for_url("**/browse/licence_status/**")
        page.locator("#v-commercial_ok >> xpath=.. >> li a").first.click()
        page.wait_for_url("**/datasets/*/*")
        expect(page.get_by_role("heading", name="May I use it?")).to_be_visible()
        expect(page.locator("table.verdicts tbody tr")).to_have_count(14)
    finally:
        context.close()


def test_the_other_language_is_the_same_page(page, site):
    """Switching keeps the dataset, and back again."""
    page.goto(f"{site[1]}{places.dataset('kits19')}")
    page.get_by_role("link", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("h1")).to_have_text("KiTS19")
    expect(page.locator("h1")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="English").click()
    assert page.url.endswith(f"/{places.dataset('kits19')}")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_dark_and_light_follow_the_reader(chromium, site):
    """The ground is dark for who wants it dark, and light on paper whatever the screen."""
    context = chromium.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(f"{site[1]}{places.dataset('kits19')}")
    assert brightness(page, "body") < 60
    page.emulate_media(color_scheme="light")
    assert brightness(page, "body") > 240
    page.emulate_media(media="print", color_scheme="dark")
    assert brightness(page, "body") > 240
    expect(page.locator(".bar nav")).not_to_be_visible()
    expect(page.locator("table.verdicts")).to_be_visible()
    context.close()


def brightness(page, selector):
    """The mean of the three colours of an element's ground."""
    colour = page.locator(selector).evaluate("one => getComputedStyle(one).backgroundColor")
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


def test_the_picture_of_lineage_leads_to_its_datasets(page, site):
    """A box in the drawing is a link that works, and the drawing has a name and a description."""
    page.goto(f"{site[1]}{places.dataset('kits19')}")
    picture = page.get_by_role("group", name="Lineage of KiTS19")
    picture.get_by_role("link", name="KiTS21").click()
    expect(page.locator("h1")).to_have_text("KiTS21")


def test_markup_of_others_does_nothing(page, hostile_site):
    """Pages whose every text is hostile show it as text: no script runs, no picture is asked for."""
    page.goto(f"{hostile_site}{places.DATASETS}")
    links = page.locator("ul.rows a").evaluate_all("links => links.map((link) => link.href)")
    assert len(links) > 10
    for link in [*links, f"{hostile_site}{places.LICENCES}", f"{hostile_site}{places.CHANGES}"]:
        page.goto(link)
        assert page.locator("img").count() == 0
        assert page.evaluate(SIDEWAYS) <= 0
    page.goto(links[0])
    expect(page.locator("h1")).to_contain_text("<script>alert(1)</script>")
