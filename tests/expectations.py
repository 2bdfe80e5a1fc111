"""What a right answer says: one small function for each kind of expectation, over all that was learnt from answers.

An expectation is one entry `kind: what`, as the files in `tests/requests/` write it. The answers come from the library
(`tests.asking`), or from the tools of an agent (`tests.benchmarks`), whose answers tell less: there only the kinds hold
that need no more than the `Facts` of the benchmark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.asking import Learnt

#: Only these let a use go ahead; written out here, so that a slip in the project cannot move the yardstick.
PERMITTING = {"allowed", "allowed_with_conditions"}
#: Relations without a direction.
MUTUAL = {"overlaps", "same_as", "independent_of", "unknown"}
#: What a reader looks at before the list is scrolled.
FIRST = 3


def _value(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, column, value] the verdict on the whole dataset."""
    return facts.values.get((right[0], right[1])) == right[2]


def _permitted(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, column] the use may go ahead."""
    return facts.values.get((right[0], right[1])) in PERMITTING


def _not_permitted(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, column] judged, and the use may not go ahead."""
    return (right[0], right[1]) in facts.values and not _permitted(facts, right)


def _part(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, part, column, value] the verdict on one part."""
    return facts.parts.get((right[0], right[1], right[2])) == right[3]


def _part_permitted(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, part, column] this part may be used."""
    return facts.parts.get((right[0], right[1], right[2])) in PERMITTING


def _part_not_permitted(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, part, column] judged, and this part may not be used."""
    return (right[0], right[1], right[2]) in facts.parts and not _part_permitted(facts, right)


def _ok_part(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, column] some part that can be taken out may be used."""
    return bool(facts.ok_parts.get((right[0], right[1])))


def _condition(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, column, words] a condition says so."""
    return any(right[2] in condition for condition in facts.conditions[right[0], right[1]])


def _combined(facts: Learnt, right: list[Any]) -> bool:
    """[column, value] the verdict on all that were asked for together."""
    return facts.combined.get(right[0]) == right[1]


def _status(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, licence status]."""
    return facts.status.get(right[0]) == right[1]


def _flag(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, flag]."""
    return right[1] in facts.flags[right[0]]


def _repo_only(facts: Learnt, right: str) -> bool:
    """dataset: the publisher's only licence does not say that it covers the data."""
    return right in facts.repo_only


def _source(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, part of an address] a statement was read there."""
    return any(right[1] in url for url in facts.sources[right[0]])


def _decides(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, statement or licence] a statement so called, or under this licence, decides."""
    return True in facts.statements[right[0], right[1]]


def _left_out(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, statement or licence] it is shown, and none so called decides."""
    return facts.statements[right[0], right[1]] == {False}


def _access(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, kind of access]."""
    return right[1] in facts.access[right[0]]


def _step(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, words] a step of the route says so."""
    return right[1].lower() in facts.steps[right[0]].lower()


def _availability(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, state]."""
    return facts.availability.get(right[0]) == right[1]


def _told(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, words] a fact, problem, event, report or note of the card says so."""
    return right[1].lower() in facts.texts[right[0]].lower()


def _event(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, day] something happened to it that day."""
    return right[1] in facts.days[right[0]]


def _relation(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, relation, dataset]; most hold in one direction only."""
    mirrored = right[1] in MUTUAL and tuple(reversed(right)) in facts.relations
    return tuple(right) in facts.relations or mirrored


def _count(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, number]."""
    return right[1] in facts.counts[right[0]]


def _counted(facts: Learnt, right: list[Any]) -> bool:
    """[dataset, number, words] the number, with words of its unit, scope or version."""
    return any(right[2] in scope for scope in facts.counted[right[0], right[1]])


def _row(facts: Learnt, right: str) -> bool:
    """dataset: a row of the list."""
    return right in facts.rows


def _top(facts: Learnt, right: str) -> bool:
    """dataset: one of the first rows."""
    return right in facts.rows[:FIRST]


def _answer(facts: Learnt, right: str) -> bool:
    """Status of a search: match, no_match, known_absent."""
    return facts.answer == right


def _understood(facts: Learnt, right: list[Any]) -> bool:
    """[typed, label] how a piece of the query was read."""
    return (right[0], right[1]) in facts.understood


def _hint(facts: Learnt, right: str) -> bool:
    """Filter that a word of the query means."""
    return right in facts.hints


def _substitute(facts: Learnt, right: list[Any] | str) -> bool:
    """Dataset as asked, or [dataset as asked, substitute]: some other one is offered, or just this one."""
    asked, *wanted = [right] if isinstance(right, str) else right
    offered = next((found for name, found in facts.substitutes.items() if name.lower() == asked.lower()), [])
    return set(wanted) <= set(offered) and bool(offered)


def _resolves(facts: Learnt, right: list[Any]) -> bool:
    """[name, dataset] the name belongs to this card."""
    return facts.called.get(right[0]) == right[1]


def _unresolved(facts: Learnt, right: str) -> bool:
    """name: it belongs to no card, or to several, and nothing was judged."""
    return right in facts.unresolved and right not in facts.called


def _near(facts: Learnt, right: list[Any]) -> bool:
    """[name, dataset] offered for a name that belongs to no card."""
    return right[1] in facts.near[right[0]]


KINDS: dict[str, Callable[[Learnt, Any], bool]] = {
    check.__name__[1:]: check
    for check in (
        *(_value, _permitted, _not_permitted, _part, _part_permitted, _part_not_permitted, _ok_part, _condition),
        *(_combined, _status, _flag, _repo_only, _source, _decides, _left_out, _access, _step, _availability),
        *(_told, _event, _relation, _count, _counted, _row, _top, _answer, _understood, _hint, _substitute),
        *(_resolves, _unresolved, _near),
    )
}
#: What these speak of is the list, or a name; all other kinds begin with a dataset.
OF_LISTS = {"row", "top", "answer", "understood", "hint"}
OF_NAMES = {"resolves", "unresolved", "near", "substitute"}


def holds(facts: Any, expectation: dict[str, Any]) -> bool:
    """Whether what was learnt is what is right. KeyError for a kind that does not exist."""
    [(kind, right)] = expectation.items()
    return KINDS[kind](facts, right)


def speaks(facts: Learnt, expectation: dict[str, Any]) -> bool:
    """Whether anything was learnt of what an expectation is about: what speaks of nothing can hold of nothing."""
    [(kind, right)] = expectation.items()
    if kind in OF_LISTS:
        return facts.listed
    if kind == "combined":
        return right[0] in facts.combined
    subject = right if isinstance(right, str) else right[0]
    if kind in OF_NAMES:
        return subject in {*facts.called, *facts.unresolved, *facts.substitutes}
    return subject in facts.status
