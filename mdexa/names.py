"""From what somebody calls a dataset to the dataset: exact after folding, and of one card only, or not at all.

A name that is near, or that several cards share, is never taken: it goes back with its candidates.
"""

from mdexa.errors import NoSuchDataset
from mdexa.holdings import Holdings
from mdexa.lexicon import FAMILY_MARK, family, spot, words
from mdexa.results import Near, Unresolved
from mdexa.text import fold_name

CANDIDATES = 5
#: A shorter beginning is shared by too many names to say anything.
SHORTEST_START = 3
#: So many names that begin alike are looked at: the shortest of them are the likeliest.
LOOKED_AT = 200
#: A slash, and what is taken for one: in full width, of fractions, of division, the other way round.
_SLASHES = "/\uff0f\u2044\u2215\\"


def called(holdings: Holdings, name: str) -> tuple[int, ...]:
    """The datasets that have a name after folding: one, several that share it, or none."""
    doc = holdings.datasets.doc(name)
    docs: tuple[int, ...] = (doc,) if doc is not None else holdings.datasets.name(fold_name(name))
    return docs


def exact(holdings: Holdings, name: str) -> tuple[int, ...]:
    """The same, without a dataset of which the words may only be a description: nobody is judged by a guess.

    `owner/name` is a place on a hub, and folding would take its slash away: it is compared piece by piece.
    """
    docs = called(holdings, name)
    if docs and has_slash(name):
        docs = tuple(doc for doc in docs if _pieces(name) in map(_pieces, _names(holdings, doc)))
    return () if len(docs) == 1 and _only_describes(holdings, name, docs[0]) else docs


def has_slash(name: str) -> bool:
    """Whether a name has a slash in it, of any width."""
    return any(slash in name for slash in _SLASHES)


def _pieces(name: str) -> tuple[str, ...]:
    """What stands between the slashes, folded."""
    for slash in _SLASHES:
        name = name.replace(slash, "/")
    return tuple(map(fold_name, name.split("/")))


def _names(holdings: Holdings, doc: int) -> tuple[str, ...]:
    card = holdings.card(doc)
    return card.id, card.name, *card.aliases


def resolve(holdings: Holdings, name: str) -> int | Unresolved:
    """The dataset that a name belongs to, or the name with its candidates."""
    docs = exact(holdings, name)
    if len(docs) == 1:
        return docs[0]
    if docs:
        return Unresolved(name=name, why="ambiguous", candidates=_near(holdings, docs, name))
    return Unresolved(name=name, why="unknown", candidates=near(holdings, name))


def _only_describes(holdings: Holdings, name: str, doc: int) -> bool:
    """Whether words are nothing but words of the vocabulary, and not as any name of the dataset is written.

    `COVID chest X-ray` asks for a kind of data, though it folds to the id `covid-chestxray`. Without a space it is
    the id; `human protein atlas` is written as the name is.
    """
    if " " not in name.strip() or any(not concepts for _, concepts in spot(words(name), holdings.concepts_named)):
        return False
    return _written(name) not in map(_written, _names(holdings, doc))


def _written(name: str) -> str:
    return " ".join(name.casefold().split())


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
    """Datasets with a name near to this one: those that begin with it, then by typing errors, then its siblings.

    A sibling has the same name but for the number at the end: kits20 has kits19 and kits23. Last come those of its
    family: TCGA-RCC has tcga.
    """
    key, of_family = fold_name(name), family(name)
    if not key:
        return ()
    keys = _beginning(holdings, key)
    keys += [found for found, _, _ in holdings.datasets.near_names(key, CANDIDATES)]
    keys += _beginning(holdings, key.rstrip("0123456789"))
    if holdings.datasets.term(f"{FAMILY_MARK}{of_family}"):
        keys += _beginning(holdings, of_family)
    docs = [doc for found in keys for doc in holdings.datasets.name(found)]
    return _near(holdings, tuple(docs), name)


def _beginning(holdings: Holdings, start: str) -> list[str]:
    """The names that begin with something, the shortest first."""
    if len(start) < SHORTEST_START:
        return []
    return sorted((found for found, _ in holdings.datasets.names_under(start, LOOKED_AT)), key=len)


def _near(holdings: Holdings, docs: tuple[int, ...], typed: str) -> tuple[Near, ...]:
    rows = [holdings.row(doc) for doc in list(dict.fromkeys(docs))[:CANDIDATES]]
    return tuple(Near(id=row.id, name=row.name, typed=typed) for row in rows)
