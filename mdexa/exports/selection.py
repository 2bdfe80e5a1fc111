"""Which datasets are exported: all, or some by name. A name that is near to one is no name of it."""

from collections.abc import Iterable, Sequence

from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.names import resolve_all
from mdexa.results import Unresolved

#: Of a long name that is refused, and of a long list of them, so much is repeated.
SHOWN_NAME, SHOWN_NAMES = 60, 10


def chosen(holdings: Holdings, names: Iterable[str] = ()) -> tuple[int, ...]:
    """The datasets of some names, of no names all; in the order of their ids.

    BadQuery if a name belongs to no dataset or to several: each is listed with the ids of those that are near.
    """
    # Bytes of a command line that were no text come as halves of characters.
    asked = tuple(name.encode("utf-8", "replace").decode() for name in names)
    if not asked:
        return tuple(range(len(holdings.datasets)))
    found, unresolved = resolve_all(holdings, asked)
    if unresolved:
        raise _refusal(unresolved, len(asked))
    return tuple(sorted(found))


def _refusal(unresolved: Sequence[Unresolved], asked: int) -> BadQuery:
    told = "; ".join(map(_told, unresolved[:SHOWN_NAMES]))
    more = len(unresolved) - SHOWN_NAMES
    told += f"; and {more} others" if more > 0 else ""
    why = f"{len(unresolved)} of {asked} names belong to no single dataset, and nothing was written: {told}"
    names = [row.name for row in unresolved]
    return BadQuery("datasets", names[0] if len(names) == 1 else names, why=why)


def _told(row: Unresolved) -> str:
    near = ", ".join(candidate.id for candidate in row.candidates)
    what = "is shared by" if row.why == "ambiguous" else "is near to"
    name = row.name if len(row.name) <= SHOWN_NAME else f"{row.name[:SHOWN_NAME]}…"
    return f"{name!r} {what} {near}" if near else f"{name!r} is near to none; search for it by subject"
