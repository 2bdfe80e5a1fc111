"""Statements, licences and flags: what the verdicts rest on, before and after."""

from collections.abc import Iterator, Mapping

import msgspec

from mdexa.card import Card, Licence, Statement
from mdexa.changes.pairs import Pair
from mdexa.results import FlagChange, LicenceChange, StatementChange


def statement_changes(pair: Pair) -> Iterator[StatementChange]:
    """The statements of a dataset that came, went, changed or were replaced."""
    before, after = _by_id(pair.before.card), _by_id(pair.after.card)
    replaced = _replaced(pair.after.card).items() - _replaced(pair.before.card).items()
    for statement_id in sorted(before.keys() | after.keys()):
        old, new = before.get(statement_id), after.get(statement_id)
        statement = new or old
        if statement is None:
            continue
        fields = changed_fields(old, new) if old and new else ()
        kind = "added" if old is None else "removed" if new is None else "changed" if fields else ""
        by = dict(replaced).get(statement_id)
        if by is not None:
            yield _change(pair, statement, "superseded", fields, by)
        elif kind:
            yield _change(pair, statement, kind, fields)


def changed_fields(old: Statement, new: Statement) -> tuple[str, ...]:
    """The fields in which two statements differ."""
    names = zip(old.__struct_fields__, old.__struct_encode_fields__, strict=True)
    return tuple(key for field, key in names if getattr(old, field) != getattr(new, field))


def _change(
    pair: Pair, statement: Statement, kind: str, fields: tuple[str, ...], by: str | None = None
) -> StatementChange:
    return StatementChange(
        dataset=pair.after_id,
        statement=statement.id,
        kind=kind,  # type: ignore[arg-type]
        url=statement.source.url,
        fields=fields,
        by=by,
    )


def _by_id(card: Card) -> dict[str, Statement]:
    return {statement.id: statement for statement in card.statements}


def _replaced(card: Card) -> dict[str, str]:
    """Statement -> the one that replaces it."""
    return {earlier: statement.id for statement in card.statements for earlier in statement.supersedes}


def licence_changes(old: Mapping[str, Licence], new: Mapping[str, Licence]) -> tuple[LicenceChange, ...]:
    """The entries of the licence table that came, went, or say something else in a column."""
    found: list[LicenceChange] = []
    for key in sorted(old.keys() | new.keys()):
        if key not in old or key not in new:
            found.append(LicenceChange(key=key, kind="added" if key in new else "removed"))
            continue
        columns: dict[str, tuple[str, str]] = {
            column: (old[key].columns[column].value, ruling.value)
            for column, ruling in new[key].columns.items()
            if column in old[key].columns and old[key].columns[column].value != ruling.value
        }
        if columns or msgspec.structs.replace(new[key], columns={}) != msgspec.structs.replace(old[key], columns={}):
            found.append(LicenceChange(key=key, kind="changed", columns=columns))
    return tuple(found)


def flag_changes(pair: Pair) -> Iterator[FlagChange]:
    """The risk flags that were raised or are gone."""
    before = {flag.id: flag for flag in pair.before.judged.flags}
    after = {flag.id: flag for flag in pair.after.judged.flags}
    for flag_id in sorted(before.keys() | after.keys()):
        old, new = before.get(flag_id), after.get(flag_id)
        flag = new or before[flag_id]
        kind = "raised" if old is None else "gone" if new is None else "changed" if old.severity != new.severity else ""
        if kind:
            yield FlagChange(
                dataset=pair.after_id,
                flag=flag_id,
                severity=flag.severity,
                kind=kind,  # type: ignore[arg-type]
                because=flag.because,
            )
