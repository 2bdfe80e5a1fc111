"""What must not be read wrongly: the verdict first on a phone, whole numbers on narrow screens, all of it on paper."""

import pytest

from mdexa.census import census
from mdexa.census.page import page as census_page
from mdexa.reports.making import Question, answer, report
from mdexa.reports.page import page as report_page
from mdexa.site import places
from tests.reported import given

#: Whatever shows text and reaches beyond the edge of the window, or beyond that of what scrolls around it.
CUT = """() => [...document.querySelectorAll("svg text, td, th, li, dd, .src")].filter((one) => {
  const box = one.getBoundingClientRect();
  const room = one.closest(".scroll")?.getBoundingClientRect().right ?? innerWidth;
  return one.checkVisibility({contentVisibilityAuto: true}) && box.width && box.right > Math.min(room, innerWidth) + 1
    && !one.closest("thead");
}).map((one) => one.textContent.slice(0, 60))"""
#: Addresses that are printed over each other.
OVER = """() => {
  const all = [...document.querySelectorAll(".counts li")].map((one) => one.getBoundingClientRect());
  return all.filter((a, i) => all.some((b, j) => i < j && a.right > b.left + 1 && b.right > a.left + 1
    && a.bottom > b.top + 1 && b.bottom > a.top + 1)).length;
}"""
PAPER = {"width": 680, "height": 1000}


@pytest.fixture(scope="module")
def census_file(catalogue, tmp_path_factory):
    """The census of the real catalogue as a file."""
    target = tmp_path_factory.mktemp("census") / "census.html"
    target.write_text(census_page(census(catalogue)), "utf-8")
    return target


@pytest.mark.parametrize("width", [320, 375, 440, 500, 640, 820, 900, 1200])
def test_no_number_of_the_census_is_cut(page, census_file, width):
    """A number that loses a digit at the edge reads as another: none does, at any width."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(census_file.as_uri())
    assert page.evaluate(CUT) == []
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("width", [375, 800])
def test_the_verdict_comes_before_our_own_handling(page, site, width):
    """Whoever scrolls down a narrow page sees what the publisher allows before what Mdexa does with the card."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((site[0] / places.dataset("kits19")).as_uri())
    tops = [
        page.locator(one).bounding_box()["y"] for one in (".side .panel:not(.ours)", "#verdict", ".ours", "#evidence")
    ]
    assert tops == sorted(tops)


def test_a_label_keeps_its_distance(page, site):
    """On a phone a long label of a stacked table does not touch the value behind it."""
    page.set_viewport_size({"width": 375, "height": 900})
    page.goto((site[0] / places.LICENCES).as_uri())
    margin = "one => parseFloat(getComputedStyle(one, '::before').marginInlineEnd)"
    assert page.locator("td[data-head]").first.evaluate(margin) >= 4


def test_a_trail_does_not_end_in_a_sign(page, site):
    """Nothing stands behind the last step of the way here."""
    page.goto((site[0] / places.dataset("kits19")).as_uri())
    behind = page.locator(".crumbs li").last.evaluate("one => getComputedStyle(one, '::after').content")
    assert behind in ("none", "normal")


@pytest.mark.parametrize("dataset", ["kits19", "medmnist", "cads", "mimic-cxr"])
def test_nothing_is_cut_on_paper(page, site, dataset):
    """Printed addresses wrap: no cell reaches beyond the edge, no two counts lie on each other, folds are open."""
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    page.goto((site[0] / places.dataset(dataset)).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) == 0
    assert page.locator("details.reason ol").first.bounding_box()["height"] > 0


def test_a_long_report_prints_its_evidence(page, catalogue, tmp_path):
    """What is folded away in a report on many datasets stands on paper."""
    names = given("kits19", "medmnist", "mimic-iv", "chexpert", "lits", "msd", "bgee")
    made = report(catalogue, answer(catalogue, names, Question(purposes=("commercial_product",))))
    target = tmp_path / "use.html"
    target.write_bytes(report_page(made))
    page.goto(target.as_uri())
    folded = page.locator("ul.evidence > li").first
    assert not folded.is_visible()
    page.emulate_media(media="print")
    assert folded.bounding_box()["height"] > 0
