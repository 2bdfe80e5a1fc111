"""Small catalogues for hypothesis, valid as the compiler passes them, dense with what the rules tell apart.

Everything comes from short lists, so that sources, licences and parts meet each other often; the first word
of each list is the plainest, and hypothesis shrinks towards it.
"""

import msgspec
from hypothesis import strategies as st

from mdexa.card import (
    Access,
    Availability,
    Card,
    External,
    Items,
    KnownItems,
    Licence,
    LicenceCondition,
    Part,
    Problem,
    Reading,
    Relation,
    Ruling,
    Source,
    Statement,
    Tags,
)
from tests.oracle.words import COLUMNS, COMMERCIAL, PURPOSES, SAID, TERM_CONDITIONS, TERM_VALUES, of_purpose

AS_OF = "2025-11-30"
CARD_IDS = ("c0", "c1", "c2", "c3")


def weighted(**weights):
    """One of the words, each as often as its number says; `_` in a word stays."""
    return st.sampled_from([word for word, weight in weights.items() for _ in range(weight)])


def chance(one_in):
    """True once in so many; shrinks to False."""
    return st.sampled_from([False] * (one_in - 1) + [True])


# The licence table


def entry(key, family, values, *, share_alike="no", text_read="yes", kind="licence", conditions=()):
    """A licence of the table; `values` gives the value of a column."""
    return Licence(
        key=key,
        name=key,
        family=family,
        kind=kind,
        share_alike=share_alike,
        text_read=text_read,
        columns={column: Ruling(value=values(column), basis="text", clause="1") for column in COLUMNS},
        conditions=tuple(LicenceCondition(what=what, columns=columns) for what, columns in conditions),
    )


def noncommercial_only(column):
    """Commercial columns excluded."""
    return "not_allowed" if column in COMMERCIAL else "allowed_with_conditions"


def sharing(column):
    """A condition on redistribution alone."""
    return "allowed_with_conditions" if column in of_purpose("redistribution") else "allowed"


def striped(*values):
    """The values in turn, column by column."""
    return lambda column: values[COLUMNS.index(column) % len(values)]


CREDIT = (("name the authors", ()),)
SHARE = (("share alike", tuple(of_purpose("redistribution"))),)
FINE = "allowed_with_conditions"
MIXED = striped("allowed", "unstated", "needs_permission", "not_allowed", "unstated")
GUARDED = striped("allowed", "allowed", "not_allowed", "needs_permission")
CLOSED = striped("not_allowed", "unstated", "needs_permission")
ENTRIES = (
    entry("FREE-1", "FREE", lambda _: "allowed"),
    entry("BY-1", "BY", lambda _: FINE, conditions=CREDIT),
    entry("BARE-1", "BARE", lambda _: FINE),
    entry("SA-1", "SA", lambda _: FINE, share_alike="yes", conditions=CREDIT),
    entry("SA-2", "SA", lambda _: FINE, share_alike="yes"),
    entry("ODB-1", "ODB", sharing, share_alike="yes", conditions=SHARE),
    entry("NC-1", "NC", noncommercial_only, conditions=CREDIT),
    entry("NCSA-1", "NCSA", noncommercial_only, share_alike="yes"),
    entry("STRIPE-1", "STRIPE", MIXED),
    entry("STRIPE-2", "STRIPE", striped("unstated", "allowed", FINE)),
    entry("WORD-1", "WORD", lambda _: "unstated", kind="word"),
    entry("DUA-1", "DUA", GUARDED, kind="agreement", conditions=(("no sharing", ()),)),
    entry("UNREAD-1", "UNREAD", lambda _: "allowed", text_read="no"),
    entry("UNREAD-2", "UNREAD", CLOSED, text_read="no", share_alike="yes"),
)
LICENCES = {licence.key: licence for licence in ENTRIES}
#: A key that the table does not have.
MISSING = "MISSING-1"

keys = st.sampled_from(["FREE-1", "BY-1", "SA-1", "ODB-1", "BY-1", "FREE-1", *LICENCES, MISSING])
expressions = st.one_of(
    st.builds("{} OR {}".format, keys, keys),
    st.builds("{} AND {}".format, keys, keys),
    st.builds("({} OR {}) AND {}".format, keys, keys, keys),
    st.builds("{} AND {} OR {}".format, keys, keys, keys),
)


#: What a statement's `licence` can name.
ANY_LICENCE = st.one_of(keys, keys, keys, keys, expressions)


# Sources, statements

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


# Parts, access, readings, relations


@st.composite
def parts(draw):
    """None, or up to three parts."""
    found = []
    for number in range(draw(st.sampled_from([0, 1, 2, 3, 2]))):
        layer, current, separable, copy = draw(PART_SHAPES)
        found.append(
            Part(
                id=f"p{number}",
                name=f"p{number}",
                layer=layer,
                current=current if number else "yes",
                separable=separable,
                copy_of="p0" if number and copy else None,
            )
        )
    return tuple(found)


#: Layer, current, separable, a copy.
PART_SHAPES = st.sampled_from(
    [
        (layer, current, separable, copy)
        for copy in (False, False, False, False, True)
        for current in ("yes", "yes", "yes", "yes", "no")
        for layer in ("data", "data", "data", "annotations", "models")
        for separable in ("yes", "yes", "no", "unknown")
    ]
)
ACCESS = weighted(open=7, registration=2, agreement=2, credentialed=1, application=1, email=1, fee=1, none=1)
REGIONS = st.sampled_from([*[()] * 6, ("XX",)])
CARRIED = weighted(records=6, derived_values=3, trained_on=2, identifiers=1)
SHARED = weighted(records=2, derived_values=1)
KINDS = weighted(derived_from=5, subset_of=3, overlaps=1)
EXTERNALS = st.builds(
    External,
    name=st.sampled_from(["a web crawl", "old archive"]),
    statements=st.lists(statements("x0"), max_size=1).map(tuple),
)


@st.composite
def access_rows(draw, part_ids):
    """None, one or two routes."""
    count = draw(st.sampled_from([0, 0, 0, 1, 1, 2]))
    return tuple(
        Access(kind=draw(ACCESS), parts=draw(some_of(part_ids)), regions_blocked=draw(REGIONS)) for _ in range(count)
    )


@st.composite
def readings(draw, part_ids):
    """A place without a statement; nothing_stated only where we read it ourselves."""
    source = draw(sources)
    results = ["licence_part_not_seen", "unreadable"]
    if source.read_from != "third_party_copy":
        results = ["nothing_stated"] * 6 + results
    return Reading(
        source=source,
        covers=draw(weighted(download=4, access_page=2, paper=1)),
        result=draw(st.sampled_from(results)),
        parts=draw(some_of(part_ids)),
    )


def grants(upstream, name, publisher, own_statements):
    """The grants that hold on an edge to a card, or to something without a card."""
    found = [one.id for one in own_statements if one.items]
    if upstream is not None:
        found += ["same_publisher"] * (publisher is not None and upstream.publisher == publisher)
        gone = {old for one in upstream.statements for old in one.supersedes}
        given = [one.id for one in upstream.statements if name in one.for_ and one.id not in gone and formal(one)]
        found += [f"up:{name}" for name in given]
    return found


def formal(statement):
    """A publisher's own text that is no reply and no copy of somebody else."""
    return (
        statement.source.speaker == "publisher"
        and statement.instrument != "reply"
        and statement.source.read_from != "third_party_copy"
    )


@st.composite
def relations(draw, name, part_ids, publisher, own_statements, before, theme):
    """An edge to a card made before this one, to an external, to nobody's card, or to an earlier part."""
    ways = [*["card"] * (6 if before else 0), *["part"] * (2 * (len(part_ids) > 1)), "external", "unknown"]
    shares = bool(before) and theme == "share_alike"
    where = "card" if shares else draw(st.sampled_from(ways))
    kind = "derived_from" if shares else draw(KINDS)
    upstream = draw(st.sampled_from(before)) if where == "card" else None
    meets = None
    if where == "part":
        meets, part = part_ids[0], draw(st.sampled_from(part_ids[1:]))
    else:
        part = draw(st.sampled_from([None, None, None, *part_ids]))
    if upstream is not None:
        meets = draw(st.sampled_from([None, None, None, *(one.id for one in upstream.parts)]))
    return Relation(
        kind=kind,
        source=draw(sources),
        dataset={"card": upstream and upstream.id, "part": name, "unknown": "nowhere"}.get(where),
        external=draw(EXTERNALS) if where == "external" else None,
        part=part,
        upstream_part=meets,
        carries=None if kind == "overlaps" else draw(SHARED if shares else CARRIED),
        upstream_grant=draw(st.sampled_from([None, None, *grants(upstream, name, publisher, own_statements)])),
    )


# Cards, catalogues

#: What a catalogue is about: the licences of the statement that every card of it begins with; None: no such one.
THEMES = {
    "plain": None,
    "lineage": st.sampled_from(["FREE-1", "BY-1", "BARE-1", "NC-1", "STRIPE-1", "STRIPE-2", "UNREAD-1"]),
    "share_alike": st.sampled_from(["SA-1", "SA-2", "SA-1 AND BY-1", "SA-1", "SA-1 OR ODB-1"]),
    "dispute": st.sampled_from(["FREE-1", "BY-1", "NC-1", "STRIPE-1", "STRIPE-2"]),
    "change": st.sampled_from(["FREE-1", "NC-1", "STRIPE-1"]),
    "silence": None,
}
#: What every second card of the theme share_alike begins with, so that families meet.
OTHER_FAMILIES = st.sampled_from(["ODB-1", "NCSA-1", "ODB-1 AND BY-1", "ODB-1", "NCSA-1", "BY-1 OR ODB-1"])


@st.composite
def cards(draw, name, before=(), theme="plain"):
    """One card. Its edges lead to cards made before it, so that no cycle arises."""
    own_parts = () if theme == "share_alike" and not draw(chance(4)) else draw(parts())
    part_ids = tuple(part.id for part in own_parts)
    later = CARD_IDS[CARD_IDS.index(name) + 1 :]
    own_statements = draw(first_statements(theme, name))
    most = 2 if theme == "silence" else 5
    for number in range(draw(st.sampled_from(range(most + 1))) - len(own_statements)):
        own_statements.append(draw(statements(f"s{number}", part_ids, later, own_statements)))
    if draw(chance(6)):
        own_statements.append(draw(item_statements("items", part_ids)))
    publisher = draw(st.sampled_from(["Lab A", "Lab B", None]))
    edge = relations(name, part_ids, publisher, tuple(own_statements), tuple(before), theme)
    fewest = 1 if before and theme in ("lineage", "share_alike") else 0
    return Card(
        id=name,
        name=name,
        summary="",
        tags=Tags(),
        reviewed=AS_OF,
        access=draw(access_rows(part_ids)),
        availability=Availability(state=draw(weighted(available=10, withdrawn=1, private=1))),
        publisher=publisher,
        parts=own_parts,
        statements=tuple(own_statements),
        readings=tuple(draw(readings(part_ids)) for _ in range(draw(st.sampled_from([0, 1, 2])))),
        relations=tuple(draw(edge) for _ in range(draw(st.sampled_from([fewest, 1, 2 if before else 0])))),
        problems=(Problem(what="", source=""),) if draw(chance(12)) else (),
        handling=draw(weighted(link_only=9, under_review=1)),
    )


@st.composite
def first_statements(draw, theme, name):
    """What every card of a theme begins with: a licence, and somebody who contradicts, replaces or reports it."""
    if theme == "plain":
        return []
    if theme == "silence":
        speaker = draw(st.sampled_from(["host", "third_party", "publisher"]))
        claimed = draw(open_statements("base", THEMES["dispute"]))
        source = msgspec.structs.replace(claimed.source, speaker=speaker)
        scope = ("unstated",) if speaker == "publisher" else claimed.scope
        return [msgspec.structs.replace(claimed, source=source, scope=scope)]
    other_family = theme == "share_alike" and CARD_IDS.index(name) % 2
    found = [draw(open_statements("base", OTHER_FAMILIES if other_family else THEMES[theme]))]
    if theme == "change":
        newer = draw(open_statements("newer", ANY_LICENCE))
        found.append(msgspec.structs.replace(newer, supersedes=("base",)))
    if theme == "dispute":
        found.append(
            Statement(
                id="counter",
                scope=EVERYTHING,
                instrument=draw(weighted(reply=3, licence=2, policy=1, agreement=1)),
                source=draw(sources),
                says=draw(said),
                text_read="yes",
            )
        )
    return found


@st.composite
def catalogues(draw, theme=None):
    """One to four cards by id, about one theme, or about any."""
    theme = theme or draw(st.sampled_from([*THEMES, "share_alike", "lineage"]))
    count = draw(st.sampled_from([2, 3] if theme in ("lineage", "share_alike") else [1, 2, 3, 4]))
    found: list[Card] = []
    for name in CARD_IDS[:count]:
        found.append(draw(cards(name, found, theme)))
    return {card.id: card for card in found}
