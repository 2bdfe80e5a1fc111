"""The frozen index: one file, mapped into memory, read with the standard library alone.

    with IndexWriter("cards.mdexa", version="1", as_of="2026-01-01") as writer:
        cards = writer.collection("cards", fields={"text": (1.0, 0.75)}, facets=["kind"])
        cards.add("a", fields={"text": ["lung", "ct"]}, facets={"kind": ["image"]}, stored={"card": b"{}"}, names=["a"])

    index = Index.open("cards.mdexa")
    match = index.collection("cards").match([["lung"], ["ct", "tomography"]], filters={"kind": ["image"]})
    match.total, match.top(10), match.facets(["kind"]), match.relaxed()

It knows nothing of datasets: keys, numbers and bytes. `docs/index-format.md` describes the file.
"""

__all__ = ["Collection", "Hit", "Index", "IndexWriter", "Match"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mdexa.index.matching import Hit, Match
    from mdexa.index.reader import Collection, Index
    from mdexa.index.writer import IndexWriter

_HOMES = {"Collection": "reader", "Hit": "matching", "Index": "reader", "IndexWriter": "writer", "Match": "matching"}


def __getattr__(name: str) -> object:
    # Reading must not pay for the writer, and the other way round.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(__import__(f"{__name__}.{_HOMES[name]}", fromlist=[name]), name)
    globals()[name] = found
    return found
