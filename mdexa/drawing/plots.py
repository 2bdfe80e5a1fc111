"""Plots as SVG: stacked bars, columns, a heat map.

Every number that is drawn is written too. A series is told by its colour, by a texture where it stands for an open
question, and by its place, which is that of the legend. Colours are classes (`fill-…`) that a page's style sheet fills.
"""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from unicodedata import east_asian_width

import msgspec

#: How wide a picture is in units of its letters: half a page, or a whole one.
HALF, FULL = 580, 1120
_LABELS, _TOTALS = 186, 46
_BAR, _GAP = 26, 9
#: Letters of 12.5 units are about so wide on average.
_LETTER = 6.9
_LEGEND = 24


class Series(msgspec.Struct, frozen=True):
    """What one colour stands for: the key names its class, `open` gives it a texture."""

    key: str
    label: str
    open: bool = False


class Bar(msgspec.Struct, frozen=True):
    """One row or column: its label and a number for each series."""

    label: str
    counts: tuple[int, ...]
    #: it counts what is an open question, whatever its series
    open: bool = False

    @property
    def total(self) -> int:
        """The length of the bar."""
        return sum(self.counts)


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn, with the words for those who do not see it; `mark` begins the ids of one picture."""

    mark: str
    title: str
    description: str
    series: tuple[Series, ...]
    bars: tuple[Bar, ...]
    width: int = HALF
    #: what columns stand along
    axis: str = ""


def stacked_bars(plot: Plot, *, shares: bool = False) -> str:
    """Rows of segments, as long as they count, the total behind each. `shares`: each row is a whole of its own."""
    legend, top = _legend(plot) if len(plot.series) > 1 else ([], 4)
    most = max((bar.total for bar in plot.bars), default=0)
    room = plot.width - _LABELS - _TOTALS
    body: list[str] = []
    for at, bar in enumerate(plot.bars):
        y = top + at * (_BAR + _GAP)
        body.append(_label(bar.label, _LABELS - 10, y + _BAR / 2))
        x, whole = float(_LABELS), bar.total if shares else most
        for series, n in zip(plot.series, bar.counts, strict=True):
            width = n / whole * room if whole else 0
            body += _segment(plot, series, (bar.label, n), (x, y, width, _BAR), numbered=len(plot.series) > 1)
            x += width
        body.append(_text(_count(bar.total), x + 7, y + _BAR / 2, "total"))
    return _svg(plot, top + len(plot.bars) * (_BAR + _GAP), [*legend, *body])


def whole_bar(plot: Plot) -> str:
    """One bar of a whole, each bar of the plot a share of it, with its name and number under it."""
    total = sum(bar.total for bar in plot.bars)
    body: list[str] = []
    x, height = 0.0, 56
    for series, bar in zip(plot.series, plot.bars, strict=True):
        width = bar.total / total * plot.width if total else 0
        body += _segment(plot, series, (bar.label, bar.total), (x, 0, width, height))
        x += width
    legend, bottom = _legend(plot, height + 14, {bar.label: bar.total for bar in plot.bars}, total)
    return _svg(plot, bottom - 8, [*body, *legend])


def columns(plot: Plot) -> str:
    """Upright bars on one line, the total over each and its label under it."""
    legend, top = _legend(plot) if len(plot.series) > 1 else ([], 0)
    height, floor = 190, top + 210
    most = max((bar.total for bar in plot.bars), default=0)
    left = 38
    step = (plot.width - left) / max(len(plot.bars), 1)
    width = min(step * 0.74, 78)
    body = list(_grid(most, floor, (plot.width, height)))
    for at, bar in enumerate(plot.bars):
        x, y = left + at * step + (step - width) / 2, float(floor)
        for series, n in zip(plot.series, bar.counts, strict=True):
            tall = n / most * height if most else 0
            y -= tall
            body += _segment(plot, series, (bar.label, n), (x, y, width, tall), numbered=len(plot.series) > 1)
        if bar.open:
            body.append(_open(plot, (x, y, width, floor - y)))
        body.append(_text(_count(bar.total), x + width / 2, y - 9, "total middle"))
        body.append(_text(bar.label, x + width / 2, floor + 15, "axis middle"))
    body.append(f'<path class="floor" d="M0 {floor}H{plot.width}"/>')
    if plot.axis:
        body.append(_text(plot.axis, left + (plot.width - left) / 2, floor + 36, "axis middle"))
    return _svg(plot, floor + (48 if plot.axis else 28), [*legend, *body])


def heat_map(plot: Plot, *, place: Callable[[int, int], str] | None = None) -> str:
    """A cell for each bar and series, the fuller the more it counts; `place` words a cell for who points at it."""
    left, top, tall = 250, 62, 30
    wide = (plot.width - left) / max(len(plot.series), 1)
    body = [line for at, series in enumerate(plot.series) for line in _column_head(series, left + (at + 0.5) * wide)]
    for row, bar in enumerate(plot.bars):
        y = top + row * tall
        body.append(_label(bar.label, left - 10, y + tall / 2))
        for at, (series, n) in enumerate(zip(plot.series, bar.counts, strict=True)):
            share = n / bar.total if bar.total else 0
            told = place(row, at) if place else f"{bar.label}, {series.label}: {n}"
            body.append(_cell(series, (n, share), told, (left + at * wide, y, wide, tall)))
    return _svg(plot, top + len(plot.bars) * tall + 2, body)


def _column_head(series: Series, x: float) -> Iterator[str]:
    """The name of a column over one or several lines, and its colour."""
    words = series.label.split()
    lines = [" ".join(words[:2]), " ".join(words[2:])] if len(words) > 2 else words  # noqa: PLR2004
    shown = [line for line in lines if line]
    for at, line in enumerate(shown):
        yield _text(line, x, 40 - (len(shown) - 1 - at) * 14, "axis middle")
    yield f'<rect class="fill-{series.key}" x="{_num(x - 14)}" y="50" width="28" height="5" rx="2.5"/>'


def _cell(series: Series, amount: tuple[int, float], told: str, place: tuple[float, float, float, float]) -> str:
    x, y, wide, tall = place
    n, share = amount
    strength = 0.06 + 0.94 * share**0.7 if n else 0
    deep = " deep" if strength > 0.8 else ""  # noqa: PLR2004
    box = f'x="{_num(x + 1)}" y="{_num(y + 1)}" width="{_num(wide - 2)}" height="{_num(tall - 2)}" rx="3"'
    number = _text(_count(n) if n else "·", x + wide / 2, y + tall / 2, f"on-{series.key} middle" if deep else "middle")
    return (
        f'<g class="cell{deep}"><title>{escape(told)}</title><rect class="ground" {box}/>'
        f'<rect class="fill-{series.key}" {box} fill-opacity="{_num(strength, 2)}"/>{number}</g>'
    )


def _segment(
    plot: Plot,
    series: Series,
    counted: tuple[str, int],
    place: tuple[float, float, float, float],
    *,
    numbered: bool = True,
) -> Iterator[str]:
    """A piece of a bar: its colour, its texture, its number if there is room, and its words for who points at it."""
    (x, y, width, height), (label, n) = place, counted
    if not n:
        return
    box = f'x="{_num(x)}" y="{_num(y)}" width="{_num(width)}" height="{_num(height)}"'
    said = f"{label}, {series.label}: {n}" if label != series.label else f"{label}: {n}"
    yield f'<g class="segment"><title>{escape(said)}</title><rect class="fill-{series.key}" {box}/>'
    if series.open:
        yield _open(plot, place)
    number = _count(n)
    if numbered and width > len(number) * _LETTER + 8 and height > 14:  # noqa: PLR2004
        yield _text(number, x + width / 2, y + height / 2, f"on-{series.key} middle")
    yield "</g>"


def _open(plot: Plot, place: tuple[float, float, float, float]) -> str:
    """The texture of an open question over a piece."""
    x, y, width, height = map(_num, place)
    return f'<rect fill="url(#{plot.mark}-open)" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _legend(plot: Plot, top: int = 0, counts: dict[str, int] | None = None, total: int = 0) -> tuple[list[str], int]:
    """What each colour stands for, in the order of the bars, and where the picture goes on below it."""
    x, y, drawn = 0.0, float(top), []
    for series in plot.series:
        n = (counts or {}).get(series.label, 0)
        words = f"{series.label}  {_count(n)} ({share(n, total)})" if counts is not None else series.label
        width = plot.width / 2 if counts is not None else 21 + _wide(words) * 6.2 + 11
        if x and x + width - 11 > plot.width:
            x, y = 0.0, y + _LEGEND
        box = f'x="{_num(x)}" y="{_num(y + 3)}" width="15" height="15" rx="3"'
        drawn.append(f'<rect class="fill-{series.key}" {box}/>')
        if series.open:
            drawn.append(_open(plot, (x, y + 3, 15, 15)))
        drawn.append(_text(words, x + 21, y + 11, "small" if counts is None else ""))
        x += width
    return drawn, round(y) + _LEGEND + 12


def _grid(most: int, floor: int, size: tuple[int, int]) -> Iterator[str]:
    """Quiet lines at round numbers."""
    width, height = size
    step = _round_step(most)
    for n in range(step, most + 1, step):
        y = floor - n / most * height
        yield f'<path class="grid" d="M0 {_num(y)}H{width}"/>'
        yield _text(_count(n), 0, y - 6, "scale")


def _round_step(most: int) -> int:
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if most / step <= 4:  # noqa: PLR2004
            return step
    return max(most // 4, 1)


def _svg(plot: Plot, height: float, body: Iterable[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {plot.width} {_num(height)}" role="img" '
        f'aria-labelledby="{plot.mark}-title {plot.mark}-text" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{plot.mark}-title">{escape(plot.title)}</title>'
        f'<desc id="{plot.mark}-text">{escape(plot.description)}</desc>{_texture(plot)}{"".join(body)}</svg>'
    )


def _texture(plot: Plot) -> str:
    """Slanting lines, for what is an open question."""
    if not (any(one.open for one in plot.series) or any(bar.open for bar in plot.bars)):
        return ""
    return (
        f'<defs><pattern id="{plot.mark}-open" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="texture" d="M0 0V7"/></pattern></defs>'
    )


def _label(text: str, right: float, y: float) -> str:
    """A label that ends where the bar begins, on one line or two; a longer one is cut, with its whole in a title."""
    lines = _broken(text, int(right / _LETTER))
    whole = f"<title>{escape(text)}</title>" if lines[-1].endswith("…") else ""
    if len(lines) == 1:
        return f'<text class="end" x="{_num(right)}" y="{_num(y)}" dy=".35em">{whole}{escape(lines[0])}</text>'
    rows = "".join(
        f'<tspan x="{_num(right)}" y="{_num(y + shift)}" dy=".35em">{escape(line)}</tspan>'
        for line, shift in zip(lines, (-7, 7), strict=True)
    )
    return f'<text class="end small">{whole}{rows}</text>'


def _broken(text: str, room: int) -> list[str]:
    """The text in one line or in two."""
    if _wide(text) <= room:
        return [text]
    words, first = text.split(), ""
    while words and _wide(f"{first} {words[0]}".strip()) <= room:
        first = f"{first} {words.pop(0)}".strip()
    rest = " ".join(words)
    return [first, _cut(rest, room)] if first else [_cut(rest, room)]


def _text(text: str, x: float, y: float, kind: str) -> str:
    mark = f' class="{kind}"' if kind else ""
    return f'<text{mark} x="{_num(x)}" y="{_num(y)}" dy=".35em">{escape(text)}</text>'


def _cut(text: str, room: int) -> str:
    if _wide(text) <= room:
        return text
    kept = ""
    for letter in text:
        if _wide(kept + letter) >= room:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _wide(text: str) -> int:
    """Letters, those of double width counted twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def share(n: int, total: int) -> str:
    """A share in per cent, told so that something is never nothing and a part never all."""
    if not total or not n:
        return "0 %"
    per_cent = n * 100 / total
    if per_cent < 1:
        return "< 1 %"
    return "> 99 %" if n < total and per_cent > 99 else f"{round(per_cent)} %"  # noqa: PLR2004


def _count(n: int) -> str:
    return f"{n:,}"


def _num(value: float, digits: int = 1) -> str:
    """A number in as few letters as it needs."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")


__all__ = ["Bar", "Plot", "Series", "columns", "heat_map", "share", "stacked_bars", "whole_bar"]
