"""search: ranked rows for a query, filters, likeness, or all of them; and a final answer where there is nothing."""

from collections.abc import Iterator

import msgspec

from mdexa.columns import asked_columns
from mdexa.filtering import OPEN_VALUES, narrow, verdict_filters
from mdexa.holdings import Holdings
from mdexa.lexicon import words
from mdexa.names import CANDIDATES, called, near, require
from mdexa.operations.paging import cursor_at, place_of
from mdexa.operations.rows import dressed
from mdexa.operations.selection import Selection
from mdexa.params import PARTS_FACET, TAG_FACETS, SearchParams, UsableFor
from mdexa.results import Near, SearchResult
from mdexa.understanding import Query, Unit, understand

#: States in which a dataset that is asked for by name is known not to be had.
GONE = ("withdrawn", "never_released", "private")
#: A longer query is a question, whatever numbers are in it.
WORDS_OF_A_NAME = 4


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A search that was run: what was understood, what it selects, and the documents of the page."""

    query: Query
    selection: Selection
    total: int
    full: int
    docs: tuple[int, ...]
    offset: int


def search(holdings: Holdings, params: SearchParams) -> SearchResult:
    """One page of ranked rows."""
    found = _find(holdings, params)
    shown = found.offset + len(found.docs)
    remaining = max(found.total - shown, 0)
    absent = _known_absent(holdings, found)
    return SearchResult(
        status="no_match" if not found.total else "known_absent" if absent else "match",
        sentence=_sentence(holdings, params, found),
        rows=tuple(dressed(holdings, doc, found.query, params.usable_for) for doc in found.docs),
        total=found.total,
        complete=remaining == 0,
        remaining=remaining,
        cursor=cursor_at(shown, _question(params), holdings.index.digest) if remaining else None,
        counts=found.selection.counts(params.count_by) if params.count_by else {},
        relaxations=tuple(found.selection.relaxations()),
        unknown_words=found.query.unknown,
        nearest=_nearest(holdings, params, found),
        hints=found.query.hints,
        understood=found.query.understood,
        upstream_only=_upstream_only(params.usable_for, found.selection),
        usable_parts=_usable_parts(params.usable_for, found.selection),
        catalogue=holdings.stamp,
    )


def _find(holdings: Holdings, params: SearchParams) -> Found:
    query = understand(holdings, params.query)
    like, wider = None, []
    if params.like is not None:
        like = require(holdings, params.like)
        query = msgspec.structs.replace(query, units=(*query.units, *units_like(holdings, like)))
        wider = wider_like(holdings, like)
    selection = Selection(
        holdings=holdings,
        units=query.counted(),
        beside=query.beside(),
        nearer=wider,
        things=query.things(),
        narrowings=narrow(holdings, params.filters, params.usable_for),
        but=like,
        # Where nothing of the question is anywhere in the catalogue, that is the answer, and not the whole list.
        hopeless=not query.units and (bool(query.unknown) or like is not None),
    )
    offset = place_of(params.cursor, _question(params), holdings.index.digest)
    return Found(
        query=query,
        selection=selection,
        total=selection.total(),
        full=selection.total(every=True),
        docs=selection.page(offset, params.limit),
        offset=offset,
    )


def units_like(holdings: Holdings, doc: int) -> tuple[Unit, ...]:
    """The tags of a dataset as units. Their number does not count: a rare one says more than several common ones."""
    return tuple(
        Unit(typed=_label(holdings, tag), terms=(tag,), concepts=(tag,), counts=False) for tag in _tags(holdings, doc)
    )


def wider_like(holdings: Holdings, doc: int) -> list[list[str]]:
    """What else decides how near a dataset is: its first modality and topic once more, and what is wider than its tags.

    Wider values that more than half of the catalogue have say nothing and are left out.
    """
    own, tags = _tags(holdings, doc), holdings.card(doc).tags
    first = [f"modality/{value}" for value in tags.modality[:1]] + [f"topic/{value}" for value in tags.topic[:1]]
    wider = dict.fromkeys(name for tag in own for name in holdings.broad(tag)[1:] if name not in own)
    most = len(holdings.datasets) // 2
    return [[name] for name in (*first, *wider) if holdings.datasets.term(name) <= most]


def _tags(holdings: Holdings, doc: int) -> list[str]:
    tags = holdings.card(doc).tags
    return [f"{facet}/{value}" for facet in TAG_FACETS for value in getattr(tags, facet)]


def _known_absent(holdings: Holdings, found: Found) -> bool:
    """Whether the query asks for one dataset by its name and nothing else, and its card says that it cannot be had."""
    asked = {unit.typed for unit in found.query.units if unit.counts}
    return len(found.query.named) == len(asked) == 1 and any(_gone(holdings, found.query))


def _gone(holdings: Holdings, query: Query) -> Iterator[str]:
    """What is to be said of datasets that are asked for by name and cannot be had."""
    for doc in query.named:
        card = holdings.card(doc)
        state, successor = card.availability.state, card.availability.successor
        if state in GONE:
            after = f"; its successor is {successor}" if successor else ""
            yield f"{card.name} cannot be had: {state.replace('_', ' ')}{after}."


def _carried_by_none(holdings: Holdings, query: Query) -> Iterator[str]:
    """What is to be said of things asked for that no dataset has: the next wider thing that some have."""
    for unit in query.units:
        if unit.concepts and not holdings.datasets.match([unit.terms]).total:
            for concept in unit.concepts:
                wider = [(name, holdings.datasets.term(name)) for name in holdings.broad(concept)[1:]]
                some = next((f"; {_having(n)} {_label(holdings, name)}, which is wider" for name, n in wider if n), "")
                yield f"No dataset has {_label(holdings, concept)}{some}."


def _having(n: int) -> str:
    return "1 has" if n == 1 else f"{n} have"


def _label(holdings: Holdings, concept: str) -> str:
    facet, _, value = concept.partition("/")
    return holdings.label(facet, value)


def _sentence(holdings: Holdings, params: SearchParams, found: Found) -> str:
    if not found.total:
        return _no_match(holdings, params, found)
    parts = [*_gone(holdings, found.query), *_carried_by_none(holdings, found.query), _how_many(params, found)]
    if found.query.negated:
        parts.append(
            f"Neither looked for nor excluded, since a `not` excludes nothing: {', '.join(found.query.negated)}."
        )
    shown = found.offset + len(found.docs)
    if shown < found.total:
        parts.append(f"{found.total - shown} more follow; use the cursor.")
    else:
        parts.append("The list is complete; other words will not bring more.")
    return " ".join(parts)


def _how_many(params: SearchParams, found: Found) -> str:
    things, one = len(found.query.things()), found.total == 1
    many = "1 dataset" if one else f"{found.total} datasets"
    match = "matches" if one else "match"
    if not things:
        passing = " that pass" + "es" * one + " the filters" if found.selection.narrowings else ""
        terms = " Its words of use and access are filters, in `hints`." if found.query.hints else ""
        return f"No subject was asked for: {many}{passing}, by id.{terms}"
    if params.like is not None and not params.query.strip():
        return f"{many} {'shares' if one else 'share'} a tag with {params.like}, or a wider one; nearest first."
    if not found.selection.units and params.like is None:
        hold = "holds" if one else "hold"
        of = "the word" if things == 1 else f"at least one of the {things} words, {found.full} all of them"
        return f"No known subject or name was asked for: {many} {hold} {of}; best first."
    if things == 1:
        return f"{many} {match}."
    near = f" or {'comes' if one else 'come'} near to {params.like}" if params.like else ""
    return f"{many} {match} at least one of the {things} things asked for{near}, {found.full} all of them; most first."


def _no_match(holdings: Holdings, params: SearchParams, found: Found) -> str:
    total = len(holdings.datasets)
    sentence = f"No dataset of the catalogue matches; it holds {total}, and all were looked at."
    if found.query.unknown:
        words = ", ".join(found.query.unknown)
        sentence += f" In no name, tag, summary, fact or access step: {words} (passages looks at all else)."
    if not found.selection.unfiltered():
        sentence = " ".join((sentence, *_carried_by_none(holdings, found.query)))
    if params.like is not None and not found.query.units:
        return f"{sentence} {params.like} has no tags to compare by."
    if any(found.selection.relaxations()):
        return f"{sentence} Dropping a filter may help, as `relaxations` shows; other words will not."
    if found.selection.unfiltered():
        return f"{sentence} No filter alone is the reason, several together are; other words will not help."
    return f"{sentence} This is the answer: other words for the same thing will not help."


def _nearest(holdings: Holdings, params: SearchParams, found: Found) -> tuple[Near, ...]:
    """Names near to what was typed: those met in reading the words, and those near to all of it.

    The latter where nothing matches, or where the whole looks like a name with a number (`kits 20`) and is none.
    """
    rows = {row.id: row for row in found.query.nearest}
    if _may_be_a_name(holdings, params.query, found):
        for row in near(holdings, params.query):
            rows.setdefault(row.id, row)
    return tuple(rows.values())[:CANDIDATES]


def _may_be_a_name(holdings: Holdings, query: str, found: Found) -> bool:
    if not query.strip():
        return False
    numbered = any(character.isdigit() for character in query) and len(words(query)) <= WORDS_OF_A_NAME
    return not found.total or (numbered and len(called(holdings, query)) != 1)


def _upstream_only(usable_for: UsableFor | None, selection: Selection) -> int:
    """How many are left out only because an upstream is unread or unclear, though their own publisher permits."""
    if usable_for is None or usable_for.basis != "final":
        return 0
    own = verdict_filters(usable_for, "own")
    counts = [
        selection.total(leaving="usable_for", extra={**own, **verdict_filters(usable_for, "final", more)})
        for more in (OPEN_VALUES, ())
    ]
    return counts[0] - counts[1]


def _usable_parts(usable_for: UsableFor | None, selection: Selection) -> int:
    """How many are not usable as a whole, and have a separable part that permits."""
    if usable_for is None or not {"allowed", "allowed_with_conditions"} <= set(usable_for.verdicts):
        return 0
    columns = asked_columns(usable_for.purpose, usable_for.setting)
    parts = {PARTS_FACET: [columns[0] if len(columns) == 1 else usable_for.purpose]}
    whole = verdict_filters(usable_for, usable_for.basis)
    counts = [selection.total(leaving="usable_for", extra=extra) for extra in (parts, {**parts, **whole})]
    return counts[0] - counts[1]


def _question(params: SearchParams) -> bytes:
    """What a cursor belongs to: the request, whatever the size of its pages."""
    return msgspec.json.encode(msgspec.structs.replace(params, cursor=None, limit=10))
