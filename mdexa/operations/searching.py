"""search: ranked rows for a query, filters, likeness, or all of them; and a final answer where there is nothing."""

from zlib import crc32

import msgspec

from mdexa.columns import asked_columns
from mdexa.errors import BadQuery
from mdexa.filtering import (
    OPEN_VALUES,
    PARTS_FACET,
    Narrowing,
    merged,
    narrow,
    relaxations,
    verdict_filters,
)
from mdexa.holdings import Holdings
from mdexa.names import near, require, resolve
from mdexa.operations.rows import dressed
from mdexa.params import SearchParams, UsableFor
from mdexa.results import Near, SearchResult, Unresolved
from mdexa.understanding import Query, Unit, understand

#: States in which a dataset that is asked for by name is known not to be had.
GONE = ("withdrawn", "never_released", "private")


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A search that was run: what was understood, what was filtered, and the documents of the page."""

    query: Query
    narrowings: tuple[Narrowing, ...]
    total: int
    full: int
    docs: tuple[int, ...]
    offset: int


def search(holdings: Holdings, params: SearchParams) -> SearchResult:
    """One page of ranked rows."""
    found = _find(holdings, params)
    shown = found.offset + len(found.docs)
    remaining = max(found.total - shown, 0)
    named = _known_absent(holdings, params)
    return SearchResult(
        status="no_match" if not found.total else "known_absent" if named else "match",
        sentence=_sentence(holdings, found, named),
        rows=tuple(dressed(holdings, doc, found.query, params.usable_for) for doc in found.docs),
        total=found.total,
        complete=remaining == 0,
        remaining=remaining,
        cursor=_cursor(holdings, params, shown) if remaining else None,
        counts=_counts(holdings, params, found),
        relaxations=tuple(relaxations(holdings, found.query.terms(), found.narrowings, found.total)),
        unknown_words=found.query.unknown,
        nearest=_nearest(holdings, params, found),
        hints=found.query.hints,
        understood=found.query.understood,
        upstream_only=_upstream_only(holdings, params.usable_for, found),
        usable_parts=_usable_parts(holdings, params.usable_for, found),
        catalogue=holdings.stamp,
    )


def _find(holdings: Holdings, params: SearchParams) -> Found:
    query = understand(holdings, params.query)
    narrowings = narrow(holdings, params.filters, params.usable_for)
    like = None
    if params.like is not None:
        like = require(holdings, params.like)
        query = msgspec.structs.replace(query, units=(*query.units, *units_like(holdings, like)))
    offset = _offset(holdings, params)
    if not query.units and query.unknown:
        # Nothing of the query is anywhere in the catalogue: that is the answer, not the whole list.
        return Found(query=query, narrowings=narrowings, total=0, full=0, docs=(), offset=0)
    match = holdings.datasets.match(query.terms(), **merged(narrowings))
    self_matches = like is not None and match.holds(like)
    hits = match.top(offset + params.limit + 1)
    docs = tuple(hit.doc for hit in hits if hit.doc != like)[offset : offset + params.limit]
    full = holdings.datasets.match(query.terms(), mode="all", **merged(narrowings)).total
    return Found(
        query=query,
        narrowings=narrowings,
        total=match.total - self_matches,
        full=max(full - self_matches, 0),
        docs=docs,
        offset=offset,
    )


def units_like(holdings: Holdings, doc: int) -> tuple[Unit, ...]:
    """The tags of a dataset as units."""
    tags = holdings.card(doc).tags
    return tuple(
        Unit(typed=holdings.label(facet, value), terms=(f"{facet}/{value}",), concepts=(f"{facet}/{value}",))
        for facet in ("modality", "organism", "topic", "task")
        for value in getattr(tags, facet)
    )


def _known_absent(holdings: Holdings, params: SearchParams) -> int | None:
    """The dataset that the whole query names, if its card says that it cannot be had."""
    at = resolve(holdings, params.query) if params.query.strip() else None
    if at is None or isinstance(at, Unresolved):
        return None
    return at if holdings.card(at).availability.state in GONE else None


def _sentence(holdings: Holdings, found: Found, absent: int | None) -> str:
    if not found.total:
        return _no_match(holdings, found)
    parts = []
    if absent is not None:
        availability = holdings.card(absent).availability
        successor = f"; its successor is {availability.successor}" if availability.successor else ""
        parts.append(f"{holdings.card(absent).name} cannot be had: {availability.state.replace('_', ' ')}{successor}.")
    many = f"{found.total} dataset{'s' if found.total != 1 else ''}"
    units = len(found.query.units)
    if units > 1:
        parts.append(f"{many} match at least one of the {units} things asked for, {found.full} match all; most first.")
    else:
        parts.append(f"{many} match.")
    shown = found.offset + len(found.docs)
    if shown < found.total:
        parts.append(f"{found.total - shown} more follow; use the cursor.")
    else:
        parts.append("The list is complete; other words will not bring more.")
    return " ".join(parts)


def _no_match(holdings: Holdings, found: Found) -> str:
    total = len(holdings.datasets)
    sentence = f"No dataset of the catalogue matches; it holds {total}, and all were looked at."
    if found.query.unknown:
        words = ", ".join(found.query.unknown)
        sentence += f" Nowhere in the catalogue: {words}."
    if found.narrowings:
        return f"{sentence} Dropping a filter may help, as `relaxations` shows; other words will not."
    return f"{sentence} This is the answer: other words for the same thing will not help."


def _counts(holdings: Holdings, params: SearchParams, found: Found) -> dict[str, dict[str, int]]:
    if not params.count_by:
        return {}
    if not found.total:
        return {facet: {} for facet in params.count_by}
    match = holdings.datasets.match(found.query.terms(), **merged(found.narrowings))
    counts: dict[str, dict[str, int]] = match.facets(params.count_by)
    return counts


def _nearest(holdings: Holdings, params: SearchParams, found: Found) -> tuple[Near, ...]:
    """Names near to what was typed: those met in reading the words, and where nothing matches, near to all of it."""
    rows = {row.id: row for row in found.query.nearest}
    if not found.total and params.query.strip():
        for row in near(holdings, params.query):
            rows.setdefault(row.id, row)
    return tuple(rows.values())[:5]


def _upstream_only(holdings: Holdings, usable_for: UsableFor | None, found: Found) -> int:
    """How many are left out only because an upstream is unread or unclear, though their own publisher permits."""
    if usable_for is None or usable_for.basis != "final":
        return 0
    others = merged(found.narrowings, leaving="usable_for")
    own = verdict_filters(usable_for, "own")
    counts = [
        holdings.datasets.match(
            found.query.terms(),
            filters={**others["filters"], **own, **verdict_filters(usable_for, "final", extra)},
            without=others["without"],
        ).total
        for extra in (OPEN_VALUES, ())
    ]
    return int(counts[0] - counts[1])


def _usable_parts(holdings: Holdings, usable_for: UsableFor | None, found: Found) -> int:
    """How many are not usable as a whole, and have a separable part that permits."""
    if usable_for is None or not {"allowed", "allowed_with_conditions"} <= set(usable_for.verdicts):
        return 0
    others = merged(found.narrowings, leaving="usable_for")
    columns = asked_columns(usable_for.purpose, usable_for.setting)
    parts = {PARTS_FACET: [columns[0] if len(columns) == 1 else usable_for.purpose]}
    whole = verdict_filters(usable_for, usable_for.basis)
    counts = [
        holdings.datasets.match(
            found.query.terms(), filters={**others["filters"], **extra}, without=others["without"]
        ).total
        for extra in (parts, {**parts, **whole})
    ]
    return int(counts[0] - counts[1])


def _fingerprint(holdings: Holdings, params: SearchParams) -> str:
    """Ties a cursor to its question and to the very index that it was made on."""
    question = msgspec.json.encode(msgspec.structs.replace(params, cursor=None, limit=10))
    return f"{crc32(question + holdings.index.digest.encode()):08x}"


def _cursor(holdings: Holdings, params: SearchParams, offset: int) -> str:
    return f"{offset}.{_fingerprint(holdings, params)}"


def _offset(holdings: Holdings, params: SearchParams) -> int:
    if params.cursor is None:
        return 0
    start, _, fingerprint = params.cursor.partition(".")
    if not (start.isascii() and start.isdigit()) or fingerprint != _fingerprint(holdings, params):
        why = "it belongs to another question or another release of the catalogue"
        raise BadQuery("cursor", params.cursor, ["the cursor of the answer before, with the same question"], why=why)
    return int(start)
