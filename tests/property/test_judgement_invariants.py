"""The laws of the judgement, on random small catalogues, for the oracle and for `mdexa.judgement` alike.

The laws are claimed as the rules keep them, not as one would wish them: each docstring says what it leaves out.
"""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdexa.card import Availability, Statement
from tests.oracle import judgement as oracle
from tests.oracle.words import COLUMNS, VALUES, permits
from tests.property import adapter
from tests.property.adapter import differences, rulings, shown
from tests.property.lawbook import unfounded, values_are_known
from tests.property.licences import LICENCES
from tests.property.mangling import mangled
from tests.property.statements import EVERYTHING, SOURCES, some_of, statements
from tests.property.strategies import AS_OF, EXAMPLES, THEMES, bounded, catalogues, relations

JUDGES = pytest.mark.parametrize(
    "judge", [pytest.param(oracle.judge, id="oracle"), pytest.param(adapter.judge, id="mdexa")]
)


@pytest.mark.parametrize("theme", THEMES)
def test_two_implementations_agree(theme):
    """The oracle and the real judgement give the same verdicts, flags and reports on every catalogue."""

    @bounded(EXAMPLES[theme])
    @given(catalogues(theme))
    def compare(catalogue):
        expected = oracle.judge(catalogue, LICENCES, AS_OF)
        given_back = adapter.judge(catalogue, LICENCES, AS_OF)
        assert expected.keys() == given_back.keys()
        found = list(differences(expected, given_back))
        assert not found, shown(found, catalogue)

    compare()


# The invariant


def without_availability(catalogue):
    """The same cards, all available: what travels along edges."""
    state = Availability(state="available")
    return {name: msgspec.structs.replace(card, availability=state) for name, card in catalogue.items()}


@JUDGES
@bounded(90)
@given(st.data())
def test_nothing_permits_without_foundation(judge, data):
    """A final value permits only if a formal publisher statement does and no ungranted edge stands against it.

    With up to three unknown, missing, misspelt or new words anywhere in cards or licence table.
    """
    catalogue = data.draw(catalogues(data.draw(st.sampled_from(["plain", "silence", "lineage", "dispute", "plain"]))))
    licences = LICENCES
    if data.draw(st.sampled_from([False, False, True])):
        licences = data.draw(mangled(LICENCES))
    else:
        catalogue = data.draw(mangled(catalogue))
    verdicts = judge(catalogue, licences, AS_OF)
    all_there = all(card.availability.state == "available" for card in catalogue.values())
    travelling = verdicts if all_there else judge(without_availability(catalogue), licences, AS_OF)
    assert values_are_known(verdicts)
    found = list(unfounded(catalogue, licences, verdicts, travelling))
    assert not found, shown(found, catalogue)


@JUDGES
@bounded(20)
@given(catalogues(), st.data())
def test_what_is_withdrawn_never_permits(judge, catalogue, data):
    """Rule 9: no column of a withdrawn dataset permits, and those made from it keep their values."""
    name = data.draw(st.sampled_from(sorted(catalogue)))
    gone = msgspec.structs.replace(catalogue[name], availability=Availability(state="withdrawn"))
    before = judge(catalogue, LICENCES, AS_OF)
    after = judge({**catalogue, name: gone}, LICENCES, AS_OF)
    assert not any(permits(value) for row in after[name].final.values() for value in row.values())
    assert all(before[other] == after[other] for other in catalogue if other != name)


# Laws of one more, or one less


def new_permissions(before, after):
    """Where `after` permits and `before` did not."""
    return [
        (name, part, column)
        for name, part, column, _, value in rulings(after)
        if permits(value) and not permits(before[name].final[part][column])
    ]


def keep(catalogue, wanted):
    """The catalogue with those statements only."""
    return {
        name: msgspec.structs.replace(card, statements=tuple(one for one in card.statements if wanted(one)))
        for name, card in catalogue.items()
    }


def is_formal(statement):
    """No reply and no copy of somebody else."""
    return statement.instrument != "reply" and statement.source.read_from != "third_party_copy"


def without_informal_upstream(catalogue):
    """Without replies and copies that hand the question on to the source.

    Rule 6 counts such a reply while its upstream says needs_permission, and no longer when the upstream gets worse
    (undeclared, unverifiable, conflicting): with a grant on the edge that worsening is a new permission downstream.
    """
    return keep(catalogue, lambda one: one.licence != "as_upstream" or is_formal(one))


def with_statement(catalogue, name, statement):
    """The catalogue with one more statement on one card."""
    card = catalogue[name]
    return {**catalogue, name: msgspec.structs.replace(card, statements=(*card.statements, statement))}


def own_source(**changed):
    """A source that no other statement shares, so that rule 3 has nothing to replace."""
    return msgspec.structs.replace(SOURCES[0], url="https://data.example/one-more", **changed)


def means(names, part):
    """Whether a list of part ids means a part or what it was made from."""
    return not names or part.partition("#")[0] in names


@JUDGES
@bounded(40)
@given(catalogues(), st.data())
def test_a_restriction_never_raises(judge, catalogue, data):
    """A formal, read statement of the publisher, from a source of its own, that restricts columns of some parts.

    Claimed, in the columns that it names and on the parts that it covers: nothing permits any more; and if it says
    not_allowed, own and final value get worse or stay. Claimed for the whole catalogue, if it is a licence or a
    policy: no column of any part permits that did not before.
    Not claimed: (1) that needs_permission never betters undeclared, unverifiable or conflicting: it does, since
    the publisher has spoken; (2) that the other columns of a licence or agreement stay: its silence speaks there,
    and needs_permission takes the place of undeclared or unverifiable; (3) anything beyond the named columns of
    an agreement: one that was read lifts the guard of rule 7; (4) catalogues with replies or copies that say
    as_upstream, see `without_informal_upstream`.
    """
    catalogue = without_informal_upstream(catalogue)
    name = data.draw(st.sampled_from(sorted(catalogue)))
    names = data.draw(some_of(tuple(part.id for part in catalogue[name].parts)))
    columns = data.draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=4, unique=True))
    value = data.draw(st.sampled_from(["not_allowed", "needs_permission"]))
    statement = Statement(
        id="one-more",
        scope=EVERYTHING,
        instrument=data.draw(st.sampled_from(["licence", "policy", "agreement"])),
        source=own_source(),
        parts=names,
        says=dict.fromkeys(columns, value),
        text_read="yes",
    )
    before = judge(catalogue, LICENCES, AS_OF)
    after = judge(with_statement(catalogue, name, statement), LICENCES, AS_OF)
    for part in after[name].final:
        for column in columns if means(names, part) else ():
            assert not permits(after[name].final[part][column])
            if value == "not_allowed":
                for kind in ("own", "final"):
                    old, new = (getattr(each[name], kind)[part][column] for each in (before, after))
                    assert VALUES.index(new) >= VALUES.index(old)
    if statement.instrument != "agreement":
        found = new_permissions(before, after)
        assert not found, shown(found, catalogue, statement)


@JUDGES
@bounded(40)
@given(catalogues(), st.data())
def test_an_upstream_edge_never_raises(judge, catalogue, data):
    """One more edge on a card, to another card, an external or nobody's card, granted or not.

    Claimed where no statement says as_upstream: own values stay, no final value of this card gets better, and no
    column of any part of the catalogue permits that did not before.
    Not claimed: (1) with as_upstream: an edge is what such a statement waits for; (2) that downstream values never
    get better within those that do not permit: where the upstream's whole goes from needs_permission to
    unverifiable, because another part of it got the edge, a permission downstream goes from conflicting to
    unverifiable.
    """
    catalogue = keep(catalogue, lambda one: one.licence != "as_upstream")
    name = max(catalogue)
    card = catalogue[name]
    others = [catalogue[other] for other in sorted(catalogue) if other != name]
    part_ids = tuple(part.id for part in card.parts)
    edge = data.draw(relations(name, part_ids, card.publisher, card.statements, others, "plain"))
    more = msgspec.structs.replace(card, relations=(*card.relations, edge))
    before = judge(catalogue, LICENCES, AS_OF)
    after = judge({**catalogue, name: more}, LICENCES, AS_OF)
    assert before[name].own == after[name].own
    for part, row in after[name].final.items():
        for column, value in row.items():
            assert VALUES.index(value) >= VALUES.index(before[name].final[part][column])
    found = new_permissions(before, after)
    assert not found, shown(found, catalogue, edge)


@JUDGES
@bounded(40)
@given(catalogues(), st.data())
def test_losing_the_scope_of_a_permission_never_raises(judge, catalogue, data):
    """A statement that only permits is made to say nothing of what it covers.

    Claimed: no column in which it permits comes to permit anywhere in the catalogue that did not before.
    Not claimed: (1) for statements that restrict, or that are share-alike: without them there is less to obey;
    (2) that values never get better within those that do not permit: conflicting becomes needs_permission when
    the permitting side leaves; (3) for the columns on which a narrow licence is silent: by rule 3 its silence
    replaces a wide permission of the same source, which comes back; (4) catalogues with replies or copies that
    say as_upstream, see `without_informal_upstream`.
    """
    catalogue = without_informal_upstream(catalogue)
    name = data.draw(st.sampled_from(sorted(catalogue)))
    statement = data.draw(permissions(tuple(part.id for part in catalogue[name].parts)))
    bare = msgspec.structs.replace(statement, scope=("unstated",))
    with_scope = judge(with_statement(catalogue, name, statement), LICENCES, AS_OF)
    without = judge(with_statement(catalogue, name, bare), LICENCES, AS_OF)
    spoken = statement.says or COLUMNS
    found = [each for each in new_permissions(with_scope, without) if each[2] in spoken]
    assert not found, shown(found, catalogue, statement)


@st.composite
def permissions(draw, part_ids):
    """A statement of the publisher that restricts nothing and shares no terms, perhaps from a known source."""
    columns = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=4, unique=True))
    holds = draw(st.sampled_from(["FREE-1", "BY-1", "BARE-1", None]))
    return Statement(
        id="one-more",
        scope=EVERYTHING,
        instrument=draw(st.sampled_from(["licence", "agreement", "policy", "reply"])),
        source=draw(st.sampled_from([one for one in SOURCES if one.speaker == "publisher"])),
        parts=draw(some_of(part_ids)),
        licence=holds,
        says={} if holds else dict.fromkeys(columns, "allowed"),
        text_read=None if holds else "yes",
    )


@JUDGES
@bounded(25)
@given(catalogues(), st.data())
def test_hosts_and_third_parties_decide_nothing(judge, catalogue, data):
    """A statement of somebody else, whatever it says, changes no value: only what is reported and flagged."""
    name = data.draw(st.sampled_from(sorted(catalogue)))
    heard = data.draw(statements("one-more", tuple(part.id for part in catalogue[name].parts)))
    speaker = data.draw(st.sampled_from(["host", "third_party"]))
    heard = msgspec.structs.replace(heard, source=msgspec.structs.replace(heard.source, speaker=speaker))
    before = judge(catalogue, LICENCES, AS_OF)
    after = judge(with_statement(catalogue, name, heard), LICENCES, AS_OF)
    for other in catalogue:
        assert before[other].own == after[other].own
        assert before[other].final == after[other].final
        assert before[other].licence_status == after[other].licence_status
        assert before[other].repo_only == after[other].repo_only


# Order


@JUDGES
@bounded(30)
@given(catalogues(), st.randoms(use_true_random=False))
def test_order_means_nothing(judge, catalogue, random):
    """Cards, licences, parts, statements, access rows, readings, relations and lists within: in any order."""
    names = list(catalogue)
    random.shuffle(names)
    keys = list(LICENCES)
    random.shuffle(keys)
    shuffled = {name: mixed(catalogue[name], random) for name in names}
    licences = {key: LICENCES[key] for key in keys}
    assert not list(differences(judge(catalogue, LICENCES, AS_OF), judge(shuffled, licences, AS_OF)))


def mixed(value, random):
    """The same struct with every list and dictionary in it in another order."""
    if isinstance(value, tuple):
        return tuple(random.sample([mixed(each, random) for each in value], len(value)))
    if isinstance(value, dict):
        return dict(random.sample(list(value.items()), len(value)))
    if isinstance(value, msgspec.Struct):
        fields = {name: mixed(getattr(value, name), random) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value
