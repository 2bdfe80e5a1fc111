"""From what somebody calls a dataset to the dataset: exact after folding, and of one card only, or not at all.

A name that is near, or that several cards share, is never taken: it goes back with its candidates.
"""

from mdexa.errors import NoSuchDataset
from mdexa.holdings import Holdings
from mdexa.results import Near, Unresolved
from mdexa.text import fold_name

CANDIDATES = 5
#: A shorter beginning is shared by too many names to say anything.
SHORTEST_START = 3


def exact(holdings: Holdings, name: str) -> tuple[int, ...]:
    """The datasets that a name belongs to after folding: one, several that share it, or none."""
    doc = holdings.datasets.doc(name)
    docs: tuple[int, ...] = (doc,) if doc is not None else holdings.datasets.name(fold_name(name))
    return docs


def resolve(holdings: Holdings, name: str) -> int | Unresolved:
    """The dataset that a name belongs to, or the name with its candidates."""
    docs = exact(holdings, name)
    if len(docs) == 1:
        return docs[0]
    if docs:
        return Unresolved(name=name, why="ambiguous", candidates=_near(holdings, docs, name))
    return Unresolved(name=name, why="unknown", candidates=near(holdings, name))


def resolve_all(holdings: Holdings, names: tuple[str, ...]) -> tuple[dict[int, str], tuple[Unresolved, ...]]:
    """The datasets of a list by the first name each was called, in its order, and the names that belong to none."""
    found: dict[int, str] = {}
    unresolved: dict[str, Unresolved] = {}
    for name in names:
        at = resolve(holdings, name)
        if isinstance(at, Unresolved):
            unresolved.setdefault(name, at)
        else:
            found.setdefault(at, name)
    return found, tuple(unresolved.values())


def require(holdings: Holdings, name: str) -> int:
    """The dataset of a name. NoSuchDataset, with the nearest ids, if it belongs to none or to several."""
    at = resolve(holdings, name)
    if isinstance(at, Unresolved):
        raise NoSuchDataset(name, [near.id for near in at.candidates])
    return at


def near(holdings: Holdings, name: str) -> tuple[Near, ...]:
    """Datasets with a name near to this one: by typing errors, then those that begin with it, then its siblings.

    A sibling has the same name but for the number at the end: kits20 has kits19 and kits23.
    """
    key = fold_name(name)
    if not key:
        return ()
    keys = [found for found, _, _ in holdings.datasets.near_names(key, CANDIDATES)]
    for start in (key, key.rstrip("0123456789")):
        if len(start) >= SHORTEST_START:
            keys += [found for found, _ in holdings.datasets.names_under(start, CANDIDATES)]
    docs = [doc for found in keys for doc in holdings.datasets.name(found)]
    return _near(holdings, tuple(docs), name)


def _near(holdings: Holdings, docs: tuple[int, ...], typed: str) -> tuple[Near, ...]:
    rows = [holdings.row(doc) for doc in list(dict.fromkeys(docs))[:CANDIDATES]]
    return tuple(Near(id=row.id, name=row.name, typed=typed) for row in rows)
