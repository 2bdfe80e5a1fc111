"""The picture of a section, if it has one."""

from mdexa.card import UNKNOWN
from mdexa.census.shapes import Section
from mdexa.census.standing import OPEN
from mdexa.drawing import plots
from mdexa.drawing.plots import Bar, Plot, Series


def picture(section: Section) -> str:
    """An SVG, or nothing where there is nothing to draw."""
    if section.drawing == "none" or not any(line.total for line in section.lines):
        return ""
    if section.drawing == "whole":
        return plots.whole_bar(_whole(section))
    plot = Plot(
        mark=section.id,
        title=section.title,
        description=section.sees,
        series=tuple(Series(one.key, one.label, one.open) for one in section.columns),
        bars=tuple(Bar(line.label, line.counts, line.key == UNKNOWN) for line in section.lines[: section.drawn]),
        axis=section.first if section.id in ("ages", "freshness") else "",
        width=plots.FULL if section.drawing == "heat" else plots.HALF,
    )
    match section.drawing:
        case "bars":
            return plots.stacked_bars(plot)
        case "shares":
            return plots.stacked_bars(plot, shares=True)
        case "columns":
            return plots.columns(plot)
    return plots.heat_map(plot)


def _whole(section: Section) -> Plot:
    """Each line is a share of the whole, in a colour of its own."""
    return Plot(
        mark=section.id,
        title=section.title,
        description=section.sees,
        series=tuple(Series(line.key, line.label, line.key in OPEN) for line in section.lines),
        bars=tuple(Bar(line.label, line.counts) for line in section.lines),
    )
