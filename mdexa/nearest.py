"""The legal words that are nearest to one that is none."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(word: str, legal: Iterable[str], most: int = 3, *, alike: float = 0.6) -> list[str]:
    """The nearest first, at most `most`; `alike` is the least likeness, from 0 to 1."""
    from difflib import get_close_matches  # dear to load, and needed only where somebody erred

    return get_close_matches(word, list(legal), n=most, cutoff=alike)
