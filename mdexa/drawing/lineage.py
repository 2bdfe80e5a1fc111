"""The lineage of a dataset as an SVG: what it is made from on the left, itself, what is made from it on the right.

Colours come from the classes of `mdexa/pages/style.css`, so that a picture follows light, dark and print. Every box is
text too, long names are cut with their whole in a title, and a side that has too many ends with "+n more".
"""

from collections.abc import Iterator, Sequence
from html import escape
from unicodedata import east_asian_width

import msgspec

#: Sizes in units of the picture.
_BOX, _HEIGHT, _GAP, _EDGE = 240, 36, 12, 110
_MOST = 12
#: What fits into a box, counted in narrow letters.
_LETTERS = 29


class Neighbour(msgspec.Struct, frozen=True, kw_only=True):
    """A dataset beside the one in the middle: its name, what the edge carries, and where it has a page."""

    name: str
    carries: str = ""
    href: str | None = None
    #: a licence status, or `external`: a class of the style sheet
    kind: str = ""


class Lineage(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn, with the words for those who do not see it."""

    name: str
    kind: str = ""
    up: tuple[Neighbour, ...] = ()
    down: tuple[Neighbour, ...] = ()
    title: str
    description: str
    #: what stands for those that have no room, with a gap `{n}`
    more: str = "+{n} more"


def draw(lineage: Lineage, *, mark: str = "lineage", most: int = _MOST) -> str:
    """The picture as one `<svg>` element. `mark` begins its ids, so that several may stand on one page."""
    up, down = (_fitted(side, most, lineage.more) for side in (lineage.up, lineage.down))
    centre = Neighbour(name=lineage.name, kind=f"here {lineage.kind}".strip())
    height = max(_tall(up), _tall(down), _tall((centre,))) + 2
    # A side without boxes takes no room.
    middle = 1 + (_BOX + _EDGE if up else 0)
    width = middle + _BOX + 1 + (_BOX + _EDGE if down else 0)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    told = f'role="group" aria-labelledby="{mark}-title {mark}-text"'
    parts = [
        f'<svg class="lineage" {size} {told} xmlns="http://www.w3.org/2000/svg">',
        f'<title id="{mark}-title">{escape(lineage.title)}</title>',
        f'<desc id="{mark}-text">{escape(lineage.description)}</desc>',
        *_side(up, 1, middle, height),
        *_side(down, middle + _BOX + _EDGE, middle, height),
        _box(centre, middle, (height - _HEIGHT) / 2),
        "</svg>",
    ]
    return "".join(parts)


def _fitted(side: Sequence[Neighbour], most: int, more: str) -> tuple[Neighbour, ...]:
    """At most `most` boxes, the last of them saying how many there are besides."""
    if len(side) <= most:
        return tuple(side)
    rest = Neighbour(name=more.format(n=len(side) - most + 1), kind="rest")
    return (*side[: most - 1], rest)


def _tall(side: Sequence[Neighbour]) -> int:
    return len(side) * (_HEIGHT + _GAP) - _GAP if side else 0


def _side(side: Sequence[Neighbour], x: float, middle: float, height: float) -> Iterator[str]:
    """The boxes of one side with their edges; edges first, so that boxes lie over them."""
    top = (height - _tall(side)) / 2
    places = [top + at * (_HEIGHT + _GAP) for at in range(len(side))]
    for neighbour, y in zip(side, places, strict=True):
        yield _edge(neighbour, x, y + _HEIGHT / 2, middle, height / 2)
    for neighbour, y in zip(side, places, strict=True):
        yield _box(neighbour, x, y)


def _edge(neighbour: Neighbour, x: float, y: float, middle: float, centre: float) -> str:
    """A line from the source to what is made from it, an arrow head at its end, and what it carries."""
    if x < middle:
        start, y1, end, y2 = x + _BOX, y, middle, centre
        label = f'x="{_num(start + 6)}" y="{_num(y - 5)}"'
    else:
        start, y1, end, y2 = middle + _BOX, centre, x, y
        label = f'x="{_num(end - 12)}" y="{_num(y - 5)}" text-anchor="end"'
    half, stop = _EDGE * 0.55, end - 7
    curve = (
        f"M{_num(start)} {_num(y1)}C{_num(start + half)} {_num(y1)} {_num(stop - half)} {_num(y2)} "
        f"{_num(stop)} {_num(y2)}"
    )
    head = f"M{_num(end - 1)} {_num(y2)}l-8 -4v8z"
    said = f'<text class="edge-label" {label}>{escape(neighbour.carries)}</text>' if neighbour.carries else ""
    return f'<path class="edge" d="{curve}"/><path class="head" d="{head}"/>{said}'


def _box(neighbour: Neighbour, x: float, y: float) -> str:
    cut = _cut(neighbour.name)
    whole = f"<title>{escape(neighbour.name)}</title>" if cut != neighbour.name else ""
    kind = escape(f"node {neighbour.kind}".strip(), quote=True)
    drawn = (
        f'<g class="{kind}">{whole}<rect x="{_num(x)}" y="{_num(y)}" width="{_BOX}" height="{_HEIGHT}" rx="8"/>'
        f'<rect class="stripe" x="{_num(x)}" y="{_num(y + 9)}" width="4" height="{_HEIGHT - 18}" rx="2"/>'
        f'<text x="{_num(x + 16)}" y="{_num(y + _HEIGHT / 2 + 4.5)}">{escape(cut)}</text></g>'
    )
    return f'<a href="{escape(neighbour.href, quote=True)}">{drawn}</a>' if neighbour.href else drawn


def _cut(name: str) -> str:
    """The name, or as much of it as fits, with an ellipsis; wide characters take the room of two."""
    room, kept = _LETTERS, ""
    for character in name:
        room -= 2 if east_asian_width(character) in "WF" else 1
        if room < 0:
            return kept.rstrip() + "…"
        kept += character
    return kept


def _num(value: float) -> str:
    """A number in as few letters as it needs."""
    return f"{value:.1f}".removesuffix(".0")
