"""Plots: they draw what they are given, in words, colours and textures, and stay well-formed whatever the words."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from mdexa.census import census
from mdexa.census.pictures import picture
from mdexa.drawing import plots
from mdexa.drawing.plots import Bar, Plot, Series, share
from mdexa.pages import style
from tests.test_notebook import luminance

ROOT = Path(__file__).parents[1]

SVG = "{http://www.w3.org/2000/svg}"
DRAW = {
    "bars": plots.stacked_bars,
    "shares": lambda plot: plots.stacked_bars(plot, shares=True),
    # Of a whole each bar has its own series.
    "whole": lambda plot: plots.whole_bar(replace(plot, series=plot.series[: len(plot.bars)])),
    "columns": plots.columns,
    "heat": plots.heat_map,
}
SERIES = (Series("good", "good"), Series("open", "not known", open=True))
HOSTILE = "<script>&\"'"


def plot(*bars, series=SERIES):
    """A small plot."""
    return Plot(mark="m", title="Title <1>", description="What to see & more", series=series, bars=bars)


SMALL = plot(Bar("first", (30, 10)), Bar("second", (0, 20)))


@pytest.mark.parametrize("kind", DRAW)
def test_a_picture_is_well_formed_and_has_words(kind):
    """It parses as XML, and has a title and a description that the picture is named by."""
    root = ET.fromstring(DRAW[kind](SMALL))  # noqa: S314 - our own text
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == "Title <1>"
    assert root.find(f"{SVG}desc").text == "What to see & more"
    assert root.get("aria-labelledby") == "m-title m-text"
    assert root.get("role") == "img"


@pytest.mark.parametrize("kind", DRAW)
def test_labels_of_others_stay_words(kind):
    """A label is text, whatever stands in it."""
    series = (Series("good", HOSTILE), Series("open", HOSTILE, open=True))
    drawn = DRAW[kind](plot(Bar(HOSTILE, (1, 2)), Bar(HOSTILE, (2, 1)), series=series))
    root = ET.fromstring(drawn)  # noqa: S314 - our own text
    assert not [one for one in root.iter() if "script" in one.tag]
    assert any(HOSTILE[:8] in (one.text or "") for one in root.iter())


@pytest.mark.parametrize("kind", DRAW)
@pytest.mark.parametrize("bars", [(), (Bar("nothing", (0, 0)), Bar("none", (0, 0)))])
def test_nothing_to_draw_is_no_failure(kind, bars):
    """No bars, or bars of nothing, give a picture without segments."""
    drawn = DRAW[kind](plot(*bars))
    ET.fromstring(drawn)  # noqa: S314 - our own text
    assert "nan" not in drawn
    assert 'class="segment"' not in drawn


def widths(drawn, key):
    """The widths of the pieces of a series."""
    found = re.findall(rf'<rect class="fill-{key}" x="[^"]*" y="[^"]*" width="([^"]*)" height="26"', drawn)
    return [float(width) for width in found]


def test_lengths_are_in_proportion():
    """A piece that counts three times as much is three times as long; as shares each row is as long as the other."""
    drawn = plots.stacked_bars(SMALL)
    good, open_ = widths(drawn, "good"), widths(drawn, "open")
    assert good[0] == pytest.approx(3 * open_[0], abs=0.3)
    assert open_[1] == pytest.approx(2 * open_[0], abs=0.3)
    shares = plots.stacked_bars(SMALL, shares=True)
    assert widths(shares, "good")[0] + widths(shares, "open")[0] == pytest.approx(widths(shares, "open")[1], abs=0.3)


@pytest.mark.parametrize("kind", DRAW)
def test_every_total_is_written(kind):
    """What is drawn is written, too: totals behind or over bars, each cell of a heat map, each share of a whole."""
    drawn = DRAW[kind](SMALL)
    wanted = ("30", "10", "20") if kind == "heat" else ("40", "20")
    texts = re.findall(r">([^<>]+)</text>", drawn)
    assert all(any(n in re.findall(r"\d+", text) for text in texts) for n in wanted)


@pytest.mark.parametrize("kind", ["bars", "shares", "whole", "columns"])
def test_an_open_question_has_a_texture(kind):
    """What is not known is told by a texture besides its colour, in the bars and in the legend."""
    drawn = DRAW[kind](SMALL)
    assert 'id="m-open"' in drawn
    assert drawn.count("url(#m-open)") >= 2
    closed = DRAW[kind](plot(Bar("first", (1, 2)), Bar("b", (2, 3)), series=(Series("a", "a"), Series("b", "b"))))
    assert "url(#" not in closed


def test_long_labels_are_broken_then_cut():
    """A label has two lines at most; what is left out can still be read."""
    label = "Creative Commons Attribution NonCommercial ShareAlike, of a version that is not stated"
    drawn = plots.stacked_bars(plot(Bar(label, (1, 1))))
    assert drawn.count("<tspan") == 2
    assert "…" in drawn
    assert f"<title>{label}</title>" in drawn


def test_a_share_is_never_rounded_to_all_or_nothing():
    """Something is never 0 %, and a part is never 100 %."""
    assert [share(0, 10), share(1, 3), share(10, 10)] == ["0 %", "33 %", "100 %"]
    assert [share(1, 1000), share(999, 1000), share(0, 0)] == ["< 1 %", "> 99 %", "0 %"]


def test_the_same_plot_gives_the_same_bytes():
    """A picture depends on its plot alone."""
    assert all(draw(SMALL) == draw(SMALL) for draw in DRAW.values())


def contrast(one, other):
    """The contrast of two colours by WCAG."""
    dark, light = sorted((luminance(one.lstrip("#")), luminance(other.lstrip("#"))))
    return (light + 0.05) / (dark + 0.05)


def colours(css):
    """The variables of a style sheet in light and in dark."""
    return [
        dict(re.findall(r"(--[\w-]+): (#\w{6})", block)) for block in re.findall(r":root \{(.*?)\}", css, re.DOTALL)[:2]
    ]


def test_colours_stand_out_on_light_and_dark():
    """Numbers on a colour have a contrast of 4.5, colours on the ground of the page one of 3, in light and in dark."""
    css = (ROOT / "mdexa" / "census" / "templates" / "census.css").read_text("utf-8")
    fills = {
        name: variable
        for names, variable in re.findall(r"((?:\.fill-\w+,? ?)+)\{ fill: var\((--[\w-]+)\)", css)
        for name in re.findall(r"fill-(\w+)", names)
    }
    words = {
        name: colour
        for names, colour in re.findall(r"((?:\.plot \.on-\w+,?\s*)+)\{ fill: (var\(--[\w-]+\)|#\w+)", css)
        for name in re.findall(r"on-(\w+)", names)
    }
    assert len(fills) > 15
    assert fills.keys() == words.keys()
    for own, shared in zip(colours(css), colours(style()), strict=True):
        for name, variable in fills.items():
            word = words[name].removeprefix("var(").removesuffix(")")
            assert contrast(own.get(word, word), own[variable]) >= 4.5, name
            assert contrast(own[variable], shared["--ground"]) >= 3, name


def test_every_series_has_a_colour(miniature):
    """No picture of the census has a colour that the style sheet does not know."""
    css = (ROOT / "mdexa" / "census" / "templates" / "census.css").read_text("utf-8")
    drawn = "".join(map(picture, census(miniature).sections))
    assert set(re.findall(r"\b(?:fill|on)-(?!opacity)\w+", drawn)) <= set(re.findall(r"\.((?:fill|on)-\w+)", css))
