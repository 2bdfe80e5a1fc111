"""Which columns and parts of a judged dataset a request asks for."""

from collections.abc import Iterable

from mdexa.errors import BadQuery
from mdexa.purposes import COLUMNS, columns_of, setting_of
from mdexa.results import Verdict
from mdexa.verdict import Judged, JudgedPart


def asked_columns(purpose: str, setting: str) -> tuple[str, ...]:
    """The columns of a purpose under a setting; a purpose that has a setting by definition has its one column."""
    columns = columns_of(purpose)
    if len(columns) == 1 or setting == "both":
        return columns
    return tuple(column for column in columns if setting_of(column) == setting)


def columns_asked(purposes: Iterable[str], setting: str) -> tuple[str, ...]:
    """The columns of some purposes in a setting; of no purposes, every column of the setting."""
    named = tuple(purposes)
    if not named:
        return COLUMNS if setting == "both" else tuple(c for c in COLUMNS if setting_of(c) == setting)
    wanted = {column for purpose in named for column in asked_columns(purpose, setting)}
    return tuple(column for column in COLUMNS if column in wanted)


def chosen_parts(judged: Judged, part: str | None) -> tuple[JudgedPart, ...]:
    """All parts, or the one that is named with the pieces that it was divided into. BadQuery if there is none such."""
    if part is None:
        return judged.parts
    named = tuple(row for row in judged.parts if row.id == part or row.id.startswith(f"{part}#"))
    if not named:
        raise BadQuery("part", part, [row.id for row in judged.parts], why=f"{judged.id} has no such part")
    return named


def verdict(final: str, own: str) -> Verdict:
    """A verdict as it is shown: the publisher's own value only where the final one differs."""
    return Verdict(value=final, own=own if own != final else None)
