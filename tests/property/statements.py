"""Hypothesis strategies for sources and statements: few places and short lists, so that statements meet."""

import msgspec
from hypothesis import strategies as st

from mdexa.card import Items, KnownItems, Source, Statement
from tests.oracle.words import COLUMNS, PURPOSES, SAID, TERM_CONDITIONS, TERM_VALUES
from tests.property.licences import ANY_LICENCE, keys


def weighted(**weights):
    """One of the words, each as often as its number says; `_` in a word stays."""
    return st.sampled_from([word for word, weight in weights.items() for _ in range(weight)])


def chance(one_in):
    """True once in so many; shrinks to False."""
    return st.sampled_from([False] * (one_in - 1) + [True])


#: Few places, so that two statements often share one: fragments and commits differ.
PLACES = (
    "https://data.example/record",
    "https://data.example/record#terms",
    "https://github.com/lab/set/blob/main/LICENSE",
    "https://github.com/lab/set/blob/0a1b2c3/LICENSE",
    "https://lab.example/terms",
)
#: read_from, read_on, copy_dated: fresh, of unknown date, and on both sides of 18 months.
TIMES = (
    *[("live", "2025-11-01", "unknown")] * 4,
    ("live", "2024-05-30", "unknown"),
    ("live", "2024-05-29", "unknown"),
    ("stored_copy", "2025-11-01", "2025-11-01"),
    ("stored_copy", "2025-11-01", "unknown"),
    ("stored_copy", "2024-05-30", "2024-05-29"),
    ("third_party_copy", "2025-11-01", "2024-05-30"),
)
SOURCES = tuple(
    Source(
        url=url,
        locator="top",
        speaker=speaker,
        dated="unknown",
        read_on=read_on,
        read_from=read_from,
        copy_dated=copy_dated,
    )
    for speaker in ("publisher", "publisher", "publisher", "publisher", "publisher", "host", "third_party")
    for read_from, read_on, copy_dated in TIMES
    for url in PLACES
)
sources = st.sampled_from(SOURCES)
#: Sources of formal statements that are fresh.
ours = st.sampled_from([one for one in SOURCES if one.speaker == "publisher" and one.read_from == "live"])

#: Both a purpose and one of its settings may be said, and then the narrower word holds.
said_columns = st.sampled_from(sorted({*COLUMNS, *PURPOSES}))
said_values = st.sampled_from([*SAID, "allowed", "allowed"])
said = st.dictionaries(said_columns, said_values, min_size=1, max_size=4)
terms = st.lists(st.sampled_from([*TERM_VALUES, *TERM_CONDITIONS, "share_alike"]), min_size=1, max_size=2, unique=True)
EVERYTHING = ("data", "annotations", "models")
scopes = st.sampled_from(
    [
        *[EVERYTHING] * 4,
        ("data", "annotations"),
        ("data",),
        ("annotations",),
        ("models",),
        ("unstated",),
        ("code", "paper"),
    ]
)
instruments = weighted(licence=6, agreement=2, policy=3, reply=2)


def some_of(names):
    """All (an empty tuple) or one or two of the part ids."""
    pairs = [(one, other) for one in names for other in names if one < other]
    return st.sampled_from([*[()] * 4, *((one,) for one in names), *pairs])


#: What a statement carries.
SHAPES = st.sampled_from(
    [
        *["licence key"] * 6,
        *["says"] * 3,
        "terms",
        *["licence key terms"] * 2,
        "says terms",
        "licence key says",
        "licence upstream",
        "licence upstream terms",
    ]
)
EXTRAS = weighted(nothing=10, condition=2, limit=1, newer=3, grant=3)
OF_LICENCE = st.sampled_from([*[None] * 8, "yes", "no"])
OF_WORDS = st.sampled_from([*["yes"] * 6, None, "no"])


@st.composite
def statements(draw, name, part_ids=(), others=(), earlier=()):
    """One statement without `items`. `others`: ids for a grant. `earlier`: what it may supersede."""
    holds = draw(SHAPES)
    source = draw(sources)
    has_licence = "licence" in holds
    named = ANY_LICENCE if "key" in holds else st.just("as_upstream")
    extra = draw(EXTRAS)
    statement = Statement(
        id=name,
        scope=draw(scopes),
        instrument=draw(instruments),
        source=source,
        parts=draw(some_of(part_ids)),
        licence=draw(named) if has_licence else None,
        says=draw(said) if "says" in holds else {},
        terms=tuple(draw(terms)) if "terms" in holds else (),
        conditions=("tell us",) if extra == "condition" else (),
        other_limits="a limit that no term expresses" if extra == "limit" else None,
        text_read=draw(OF_LICENCE if has_licence else OF_WORDS),
        for_=(draw(st.sampled_from(others)),) if others and extra == "grant" else (),
    )
    old = [one.id for one in earlier if may_replace(statement, one)]
    if extra != "newer" or not old:
        return statement
    return msgspec.structs.replace(statement, supersedes=(draw(st.sampled_from(old)),))


def may_replace(new, old):
    """Whether one may supersede the other: the same publisher, parts and scope that hold the old ones, as formal."""
    return (
        new.source.speaker == old.source.speaker == "publisher"
        and set(old.scope) <= set(new.scope)
        and (not new.parts or (bool(old.parts) and set(old.parts) <= set(new.parts)))
        and (new.instrument != "reply" or old.instrument == "reply")
        and not (new.for_ or old.for_)
    )


@st.composite
def open_statements(draw, name, licence):
    """The publisher's own licence on everything: what an upstream or a reply can lower."""
    return Statement(
        id=name,
        scope=EVERYTHING,
        instrument="licence",
        source=draw(ours),
        licence=draw(licence),
    )


@st.composite
def item_statements(draw, name, part_ids):
    """One formal statement of the publisher that gives each item its own licence."""
    known = draw(st.lists(st.one_of(keys, keys, st.just("none")), min_size=1, max_size=3, unique=True))
    return Statement(
        id=name,
        scope=EVERYTHING,
        instrument=draw(weighted(licence=4, agreement=1, policy=1)),
        source=draw(ours),
        parts=(draw(st.sampled_from(part_ids)),) if part_ids else (),
        items=Items(
            by="item",
            known=tuple(KnownItems(licence=key) for key in known),
            exhaustive=draw(weighted(yes=1, no=1)),
            where=draw(st.sampled_from(["https://data.example/items.csv, licence", None])),
        ),
        terms=tuple(draw(terms)) if draw(chance(4)) else (),
        text_read=draw(st.sampled_from([None, None, "yes", "no"])),
    )
