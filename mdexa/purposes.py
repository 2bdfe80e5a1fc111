"""The purposes that are judged, and the values that a judgement can take.

A *column* is a purpose, or a purpose and a setting joined by a slash: `teaching`,
`model_training/commercial`.
Four purposes say by definition whether they are commercial; five are judged in both settings: 14 columns.
Standard library only, for the compiler and the reader alike.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, without its import
if TYPE_CHECKING:
    from collections.abc import Iterable

SETTINGS = ("commercial", "noncommercial")

NONCOMMERCIAL_PURPOSES = ("academic_research", "teaching")
COMMERCIAL_PURPOSES = ("commercial_research", "commercial_product")
SPLIT_PURPOSES = (
    "model_training",
    "model_release",
    "redistribution",
    "derived_data_release",
    "third_party_api",
)
PURPOSES = NONCOMMERCIAL_PURPOSES + COMMERCIAL_PURPOSES + SPLIT_PURPOSES

COLUMNS = (
    *NONCOMMERCIAL_PURPOSES,
    *COMMERCIAL_PURPOSES,
    *(f"{purpose}/{setting}" for purpose in SPLIT_PURPOSES for setting in SETTINGS),
)

ALLOWED = "allowed"
CONDITIONS = "allowed_with_conditions"
NEEDS_PERMISSION = "needs_permission"
UNDECLARED = "undeclared"
UNVERIFIABLE = "unverifiable"
CONFLICTING = "conflicting"
NOT_ALLOWED = "not_allowed"

#: Best to worst. Only the first two permit.
VALUES = (ALLOWED, CONDITIONS, NEEDS_PERMISSION, UNDECLARED, UNVERIFIABLE, CONFLICTING, NOT_ALLOWED)

#: In tables and statements only, never a verdict: the text is silent on the column.
UNSTATED = "unstated"

#: What a licence entry may say in a column.
TABLE_VALUES = (ALLOWED, CONDITIONS, NEEDS_PERMISSION, NOT_ALLOWED, UNSTATED)

_RANK = {value: rank for rank, value in enumerate(VALUES)}


def purpose_of(column: str) -> str:
    """`model_training/commercial` -> `model_training`."""
    return column.partition("/")[0]


def setting_of(column: str) -> str:
    """Whether the column is commercial or noncommercial, by its name or by the definition of its purpose."""
    purpose, _, setting = column.partition("/")
    if setting:
        return setting
    return "commercial" if purpose in COMMERCIAL_PURPOSES else "noncommercial"


def is_commercial(column: str) -> bool:
    """True for the seven columns in which somebody earns."""
    return setting_of(column) == "commercial"


def columns_of(purpose: str) -> tuple[str, ...]:
    """The columns of a purpose: itself, or one a setting. A column gives itself. KeyError if unknown."""
    if purpose in COLUMNS:
        return (purpose,)
    if purpose in SPLIT_PURPOSES:
        return tuple(f"{purpose}/{setting}" for setting in SETTINGS)
    raise KeyError(purpose)


def permits(value: object) -> bool:
    """True only for the two values that let the use go ahead; every other word, known or not, is False."""
    return value in (ALLOWED, CONDITIONS)


def rank(value: str) -> int:
    """Place of a value in VALUES, 0 the best. KeyError for a word that is none: it must never be ordered."""
    return _RANK[value]


def worse_of(values: Iterable[str]) -> str:
    """The worst of one or more values."""
    return max(values, key=rank)


def best_of(values: Iterable[str]) -> str:
    """The best of one or more values."""
    return min(values, key=rank)
