"""Verdicts that are other ones, and why: what decides now and did not, or decided and does not."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mdexa.card import Statement
from mdexa.changes.evidence import changed_fields
from mdexa.changes.pairs import Pair
from mdexa.purposes import COLUMNS, rank
from mdexa.results import ConditionChange, LicenceChange, Reason, VerdictChange
from mdexa.verdict import EdgeUse, JudgedPart, Ruling

#: Head of a note -> what it means that it came or went.
_NOTES = {
    "access_capped": "access_changed",
    "agreement_unread": "access_changed",
    "withdrawn": "availability_changed",
}


def verdict_changes(pair: Pair, licences: Iterable[LicenceChange]) -> Iterator[VerdictChange]:
    """The columns of the whole dataset and of its parts that have another value, grouped by what they share."""
    changed = {change.key for change in licences}
    before = {part.id: part for part in pair.before.judged.parts}
    after = {part.id: part for part in pair.after.judged.parts}
    reasons: dict[str, dict[Reason, None]] = {column: {} for column in COLUMNS}
    found: list[tuple[str, str | None, str, str, tuple[Reason, ...]]] = []
    for part_id in sorted(before.keys() & after.keys()):
        for column in COLUMNS:
            why = tuple(dict.fromkeys(_reasons(pair, before[part_id], after[part_id], column, changed)))
            was, now = before[part_id].ruling(column).value, after[part_id].ruling(column).value
            if was != now:
                reasons[column] |= dict.fromkeys(why or (Reason(why="rules"),))
                found.append((column, part_id, was, now, why or (Reason(why="rules"),)))
    if len(before) == len(after) == 1:
        found.clear()  # the whole says the same
    other_parts = [Reason(why="parts_changed", what=part_id) for part_id in sorted(before.keys() ^ after.keys())]
    for column in COLUMNS:
        was, now = pair.before.judged.whole[column], pair.after.judged.whole[column]
        if was != now:
            why = (*reasons[column], *other_parts) or (Reason(why="rules"),)
            found.append((column, None, was, now, why))
    yield from _grouped(pair.after_id, found)


def condition_changes(pair: Pair) -> Iterator[ConditionChange]:
    """What is asked of the user besides, or no more, for columns of a part; grouped by what they share."""
    before = {part.id: part for part in pair.before.judged.parts}
    for part in pair.after.judged.parts:
        if part.id not in before:
            continue
        groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for column in COLUMNS:
            was, now = _asked(before[part.id].ruling(column)), _asked(part.ruling(column))
            if was != now:
                groups.setdefault((tuple(sorted(now - was)), tuple(sorted(was - now))), []).append(column)
        for (added, gone), columns in groups.items():
            yield ConditionChange(dataset=pair.after_id, part=part.id, columns=tuple(columns), added=added, gone=gone)


def _asked(ruling: Ruling) -> set[str]:
    return {condition.what for condition in ruling.conditions}


def _grouped(
    dataset: str, found: list[tuple[str, str | None, str, str, tuple[Reason, ...]]]
) -> Iterator[VerdictChange]:
    """One change for all columns that share part, values and reasons; the whole dataset first."""
    groups: dict[tuple[str | None, str, str, tuple[Reason, ...]], list[str]] = {}
    for column, part, was, now, why in sorted(found, key=lambda row: (row[1] is not None, row[1] or "")):
        groups.setdefault((part, was, now, why), []).append(column)
    for (part, was, now, why), columns in groups.items():
        yield VerdictChange(
            dataset=dataset,
            part=part,
            columns=tuple(columns),
            was=was,
            now=now,
            direction="worse" if rank(now) > rank(was) else "better",
            because=why,
        )


def _reasons(pair: Pair, before: JudgedPart, after: JudgedPart, column: str, licences: set[str]) -> Iterator[Reason]:
    """What differs between two rulings on one column of a part."""
    old, new = before.ruling(column), after.ruling(column)
    yield from _of_statements(pair, old, new, licences)
    yield from _of_edges(old, new)
    if {row.what for row in old.conditions if row.origin == "access"} != {
        row.what for row in new.conditions if row.origin == "access"
    }:
        yield Reason(why="access_changed")
    for head in sorted(_heads(old) ^ _heads(new)):
        if head in _NOTES:
            yield Reason(why=_NOTES[head])  # type: ignore[arg-type]
    if {old.branch, new.branch} <= {"nothing_stated", "unknown"} and old.branch != new.branch:
        yield Reason(why="readings_changed")


def _heads(ruling: Ruling) -> set[str]:
    return {note.partition(":")[0] for note in ruling.notes}


def _of_statements(pair: Pair, old: Ruling, new: Ruling, licences: set[str]) -> Iterator[Reason]:
    before = {statement.id: statement for statement in pair.before.card.statements}
    after = {statement.id: statement for statement in pair.after.card.statements}
    was = {taken.statement: taken for taken in old.taken}
    now = {taken.statement: taken for taken in new.taken}
    superseded = {row.statement for row in new.left_out if row.reason == "superseded"}
    for statement_id in sorted(was.keys() | now.keys() | (_named(new) & after.keys())):
        if statement_id not in before:
            yield Reason(why="statement_added", what=statement_id)
        elif statement_id not in after:
            yield Reason(why="statement_removed", what=statement_id)
        elif statement_id in superseded and statement_id not in now:
            yield Reason(why="superseded", what=statement_id)
        elif _differs(before[statement_id], after[statement_id]):
            yield Reason(why="statement_changed", what=statement_id)
        elif statement_id in was and statement_id in now and was[statement_id] != now[statement_id]:
            key = now[statement_id].licence or ""
            if key in licences:
                yield Reason(why="licence_changed", what=key)


def _named(ruling: Ruling) -> set[str]:
    """The statements that the notes name: what restricts, what contradicts."""
    return {name for note in ruling.notes for name in note.partition(":")[2].replace(",", " ").split()}


def _differs(old: Statement, new: Statement) -> bool:
    """Whether two statements differ in more than where and when they were read, or in how we put it."""
    return bool(set(changed_fields(old, new)) - {"note", "untrusted_third_party_text"})


def _of_edges(old: Ruling, new: Ruling) -> Iterator[Reason]:
    before, after = _by_target(old.edges), _by_target(new.edges)
    for target in sorted(before.keys() | after.keys()):
        if before.get(target) != after.get(target):
            yield Reason(why="upstream_changed", what=target)


def _by_target(edges: tuple[EdgeUse, ...]) -> dict[str, tuple[EdgeUse, ...]]:
    """What each upstream brings. What that gives depends on the set itself, and a granted edge can lower nothing."""
    found: dict[str, tuple[EdgeUse, ...]] = {}
    for edge in edges:
        brought = replace(edge, gives=None, value="" if edge.granted else edge.value)
        found[edge.upstream] = (*found.get(edge.upstream, ()), brought)
    return found
