"""Results as HTML for a notebook: readable on light and dark ground, everything escaped, wide tables scroll.

Styles stand in the elements and take no ground colour of their own: a notebook may be light, dark or anything between.
"""

from mdexa.notebook.marks import framed
from mdexa.notebook.views import view
from mdexa.results import CatalogueStamp, FacetsResult, Result

__all__ = ["html", "introduce"]


def html(result: Result) -> str:
    """What the result says of itself, and its rows."""
    return framed(view(result))


def introduce(stamp: CatalogueStamp, counts: FacetsResult) -> str:
    """What a catalogue shows: which it is, what it holds, and what can be asked."""
    from mdexa.notebook.finding import catalogue

    return framed(catalogue(stamp, counts))
