"""From names as they were given to datasets: exact, of one card only, or not at all, with where each name came from."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from mdexa.agents.cleaning import clean
from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.names import CANDIDATES, called, exact, has_slash, near
from mdexa.params import LONGEST_NAME
from mdexa.reports.shapes import AskedName, Candidate, Origin, UnresolvedName

#: So many names fit into one report.
MOST_NAMES = 500
#: A field of what has no name that could be looked for: its name is only a word for the place where it stands.
NAMELESS = "nameless"
#: What a dataset card of a hub calls its own copy: never proof of whose data it holds.
COPY = "pretty_name"
#: Fields that say where the thing itself is. The others may also lead to something beside it.
_PLACES = ("url", "@id")
_WEB = ("https://", "http://")
_DOI = ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "doi:")


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """A name, where it stood, and other fields that say which dataset is meant (of a Croissant file): (field, value).

    All fields that belong to any dataset must agree on one, and none may lead elsewhere.
    """

    name: str
    origin: Origin
    fields: tuple[tuple[str, str], ...] = ()


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """The names of a report, the datasets that they belong to (number -> names, in order), and those of none."""

    asked: tuple[AskedName, ...]
    docs: dict[int, tuple[str, ...]]
    unresolved: tuple[UnresolvedName, ...]


def resolve(holdings: Holdings, given: Iterable[Given]) -> Resolved:
    """Every name, none lost and none twice. BadQuery for no name, or for more than MOST_NAMES."""
    merged: dict[tuple[str, tuple[tuple[str, str], ...]], list[Origin]] = {}
    for one in given:
        merged.setdefault((_checked(one), one.fields), []).append(one.origin)
    if not merged:
        raise BadQuery("datasets", [], ["1 to 500 names"], why="there is no name in the arguments and files")
    if len(merged) > MOST_NAMES:
        why = f"{len(merged)} different names were given, and a report holds at most {MOST_NAMES}; split the list"
        raise BadQuery("datasets", f"{len(merged)} names", why=why)
    addresses = _Addresses(holdings)
    asked, docs, unresolved = [], dict[int, tuple[str, ...]](), []
    for (name, fields), origins in merged.items():
        found, by = _docs(holdings, addresses, name, fields)
        elsewhere = len(found) == 1 and _is_elsewhere(holdings, addresses, fields, found[0])
        doc = found[0] if len(found) == 1 and not elsewhere else None
        dataset = None if doc is None else holdings.row(doc).id
        asked.append(AskedName(name=name, origins=tuple(origins), dataset=dataset, by=by if dataset else ""))
        if doc is None:
            row = UnresolvedName(name=name, origins=tuple(origins), why="unknown", sentence="", candidates=())
            if any(field == NAMELESS for field, _ in fields):
                unresolved.append(replace(row, sentence="It has no name or address by which it could be found."))
            elif elsewhere:
                unresolved.append(_copied(holdings, row, found[0]))
            else:
                unresolved.append(_unresolved(holdings, addresses, row, found))
        else:
            docs[doc] = (*docs.get(doc, ()), name)
    return Resolved(asked=tuple(asked), docs=docs, unresolved=tuple(unresolved))


def _checked(given: Given) -> str:
    """The name, if it can be one. Of one that nobody can see, the numbers of its characters stand for it."""
    name = given.name
    if not 0 < len(name) <= LONGEST_NAME:
        why = f"{given.origin.source}, {given.origin.place}: a name has 1 to {LONGEST_NAME} characters"
        raise BadQuery("datasets", name, why=why)
    if not name.isascii():
        name = name.encode("utf-8", "replace").decode()  # bytes that were no text
    return name if str(clean(name)).strip() else " ".join(f"U+{ord(one):04X}" for one in name)


def _docs(
    holdings: Holdings, addresses: "_Addresses", name: str, fields: tuple[tuple[str, str], ...]
) -> tuple[tuple[int, ...], str]:
    """The datasets on which all fields agree that belong to any, and the first such field."""
    if not fields:
        return exact(holdings, name), ""
    rows = [(field, docs) for field, value in fields if (docs := _of_field(holdings, addresses, field, value))]
    if not rows:
        return (), ""
    agreed = set.intersection(*(set(docs) for _, docs in rows))
    every = tuple(dict.fromkeys(doc for _, docs in rows for doc in docs))
    # Fields that contradict each other leave more than one candidate, and so none.
    return tuple(doc for doc in every if doc in agreed) or every, rows[0][0]


def _of_field(holdings: Holdings, addresses: "_Addresses", field: str, value: str) -> tuple[int, ...]:
    if field == NAMELESS:
        return ()
    if field in ("name", COPY):
        return exact(holdings, value)
    return exact(holdings, value) or addresses.of(value)


def _is_elsewhere(holdings: Holdings, addresses: "_Addresses", fields: tuple[tuple[str, str], ...], doc: int) -> bool:
    """Whether the fields say of themselves that they are not the publisher's set, but perhaps a copy of it.

    An address of its own, or an id `owner/name`, that is none of the dataset's says so; another one, of what is the
    same or goes by the same name, does unless some field is the dataset's homepage or DOI.
    """
    proven = any(doc in addresses.of(value) for _, value in fields)
    for field, value in fields:
        if field == COPY:
            return True
        if _address(value) is None:
            if _is_of_hub(value) and doc not in exact(holdings, value):
                return True
        elif not addresses.within(value, doc) and (field in _PLACES or not proven):
            return True
    return False


def _is_of_hub(value: str) -> bool:
    """Whether this may be an id of a hub, `owner/name`, or any other place that is written with slashes."""
    pieces = [piece for piece in value.split("/") if any(map(str.isalnum, piece))]
    return len(pieces) > 1 and len(value.split()) == 1


class _Addresses:
    """Which datasets have a homepage or DOI. Cards are read for it only if somebody asks."""

    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings
        self._found: dict[str, list[int]] | None = None

    def of(self, text: str) -> tuple[int, ...]:
        """The datasets whose homepage or DOI this is."""
        key = _address(text)
        if key is None:
            return ()
        if self._found is None:
            self._found = self._read()
        return tuple(self._found.get(key, ()))

    def within(self, text: str, doc: int) -> bool:
        """Whether this is the homepage or DOI of the dataset, or a page below a homepage that is no whole host."""
        key, card = _address(text), self._holdings.card(doc)
        home = _address(card.homepage or "")
        if key is None or home is None:
            return key is not None and doc in self.of(text)
        return doc in self.of(text) or ("/" in home and key.startswith((f"{home}/", f"{home}?")))

    def _read(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for doc in range(len(self._holdings.datasets)):
            card = self._holdings.card(doc)
            for key in {_address(card.homepage or ""), _address(f"doi:{card.doi}") if card.doi else None}:
                if key is not None:
                    found.setdefault(key, []).append(doc)
        return found


def _address(text: str) -> str | None:
    """A DOI or web address in the form in which two are compared; None if it is neither."""
    text = text.strip()
    lower = text.lower()
    for start in _DOI:
        if lower.startswith(start):
            return f"doi:{lower[len(start) :].strip('/')}"
    if lower.startswith("10.") and "/" in lower:
        return f"doi:{lower}"
    for start in _WEB:
        if lower.startswith(start):
            host, slash, path = text[len(start) :].partition("/")
            return f"{host.lower().removeprefix('www.')}{slash}{path}".partition("#")[0].rstrip("/")
    return None


def _copied(holdings: Holdings, row: UnresolvedName, doc: int) -> UnresolvedName:
    """What has the name of a dataset and is, by its own words, somewhere else."""
    dataset = holdings.row(doc)
    why = "the name is its, but not the place; a copy elsewhere may differ"
    return replace(
        row,
        sentence="It is called like a dataset of the catalogue, and nothing shows that it is the publisher's own.",
        candidates=(Candidate(id=dataset.id, name=dataset.name, why=why),),
    )


def _unresolved(
    holdings: Holdings, addresses: _Addresses, row: UnresolvedName, docs: tuple[int, ...]
) -> UnresolvedName:
    if docs:
        rows = [(doc, "the name, or another field, is also its") for doc in docs]
        sentence = "It fits several datasets, so none was judged."
    else:
        rows = list(_candidates(holdings, addresses, row.name))
        sentence = "It is no dataset of the catalogue." + (" These are near, and were not judged." if rows else "")
    candidates = []
    for doc, why in rows[: max(CANDIDATES, len(docs))]:
        dataset = holdings.row(doc)
        candidates.append(Candidate(id=dataset.id, name=dataset.name, why=why))
    return replace(row, why="ambiguous" if docs else "unknown", sentence=sentence, candidates=tuple(candidates))


def _candidates(holdings: Holdings, addresses: _Addresses, name: str) -> Iterable[tuple[int, str]]:
    """What may be meant: by address, by the last piece of a hub's `owner/name`, by a near name; each once."""
    found = dict.fromkeys(addresses.of(name), "its homepage or DOI is this")
    if has_slash(name):
        found |= dict.fromkeys(called(holdings, name), "its name is this without the slash")
    _, slash, last = name.rpartition("/")
    if slash and last:
        found = {**dict.fromkeys(exact(holdings, last), f"“{last}” is its name; a hub's copy may differ"), **found}
    for piece in (name, last) if slash else (name,):
        for row in near(holdings, piece):
            doc = holdings.datasets.doc(row.id)
            if doc is not None:
                found.setdefault(doc, "its name is near")
    return found.items()
