"""Small catalogues for hypothesis, valid as the compiler passes them, dense with what the rules tell apart.

Everything comes from short lists, so that sources, licences and parts meet each other often; the first word
of each list is the plainest, and hypothesis shrinks towards it.
"""

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from mdexa.card import Access, Availability, Card, External, Part, Problem, Reading, Relation, Statement, Tags
from tests.property.licences import ANY_LICENCE
from tests.property.statements import (
    EVERYTHING,
    chance,
    item_statements,
    open_statements,
    said,
    some_of,
    sources,
    statements,
    weighted,
)

AS_OF = "2025-11-30"
CARD_IDS = ("c0", "c1", "c2", "c3")


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


# How much of it

#: How many catalogues of each theme are compared.
EXAMPLES = {"plain": 50, "lineage": 50, "share_alike": 100, "dispute": 40, "change": 30, "silence": 30}


def bounded(examples):
    """So many examples, always the same, however slow the machine."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
