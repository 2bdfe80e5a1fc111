"""What each term does to a value, and the condition that it puts on a permission (page "How Mdexa decides", terms).

A term gives its value to every column that is better or unstated. A term that is only a condition gives no value.
"""

from collections.abc import Mapping

from mdexa.purposes import (
    COLUMNS,
    NEEDS_PERMISSION,
    NOT_ALLOWED,
    columns_of,
    is_commercial,
    purpose_of,
)

COMMERCIAL_COLUMNS = tuple(column for column in COLUMNS if is_commercial(column))

#: Depends on the part's own redistribution verdict, so it has no row in TERM_VALUES.
MODELS_SAME_TERMS = "models_same_terms"
SHARE_ALIKE = "share_alike"
JURISDICTION = "jurisdiction"


def _columns(*purposes: str) -> tuple[str, ...]:
    return tuple(column for purpose in purposes for column in columns_of(purpose))


def _each(columns: tuple[str, ...], value: str) -> dict[str, str]:
    return dict.fromkeys(columns, value)


_MODELS_FOR_SALE = tuple(
    column for column in _columns("model_training", "model_release", "commercial_product") if is_commercial(column)
)

#: term -> column -> the value that it gives
TERM_VALUES: Mapping[str, Mapping[str, str]] = {
    "noncommercial": _each(COMMERCIAL_COLUMNS, NOT_ALLOWED),
    "academic_only": _each(COMMERCIAL_COLUMNS, NOT_ALLOWED),
    "research_only": {
        **_each(COMMERCIAL_COLUMNS, NOT_ALLOWED),
        **_each(("teaching", "commercial_research"), NEEDS_PERMISSION),
    },
    "no_redistribution": {
        **_each(_columns("redistribution"), NOT_ALLOWED),
        **_each(_columns("derived_data_release", "third_party_api"), NEEDS_PERMISSION),
    },
    "no_derivatives": {
        **_each(_columns("derived_data_release"), NOT_ALLOWED),
        **_each(_columns("model_release"), NEEDS_PERMISSION),
    },
    "no_third_party_api": _each(_columns("third_party_api"), NOT_ALLOWED),
    "models_noncommercial": _each(_MODELS_FOR_SALE, NOT_ALLOWED),
    "no_competing_models": _each(_columns("model_training", "model_release", "commercial_product"), NEEDS_PERMISSION),
}

_SHARING = _columns("redistribution", "derived_data_release", "model_release")

#: term -> (the condition in our words, the columns that it holds for)
TERM_CONDITIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    SHARE_ALIKE: ("share what you make from it under the same terms", _SHARING),
    MODELS_SAME_TERMS: ("release trained models under the terms of the data", _columns("model_release")),
    "disease_specific": ("use it only for the diseases that the terms name", COLUMNS),
    "ethics_approval": ("have the approval of an ethics committee", COLUMNS),
    "moratorium": ("respect the publisher's embargo on publication", COLUMNS),
    "time_limit": ("stop using it when the time that the terms name is over", COLUMNS),
    JURISDICTION: ("use it only in the places that the terms name", COLUMNS),
    "return_results": ("give results back to the publisher", COLUMNS),
    "no_reidentification": ("do not try to identify anybody", COLUMNS),
    "attribution": ("credit the source", COLUMNS),
}

KNOWN_TERMS = frozenset((*TERM_VALUES, *TERM_CONDITIONS))

#: What a guarded or registered route asks of the user.
ACCESS_CONDITIONS: Mapping[str, str] = {
    "registration": "register with the publisher",
    "agreement": "accept the publisher's agreement",
    "credentialed": "be credentialed by the publisher and sign its agreement",
    "fee": "pay the publisher's fee",
}

#: Shown where a text permits with conditions and its table entry does not spell them out.
CONDITIONS_OF_TEXT = "meet the conditions of the text"


def term_value(term: str, column: str, *, redistributable: bool) -> str | None:
    """The value that a term gives to a column, None if it gives none.

    `redistributable` says whether the part's own verdict on redistribution permits in the setting of the column.
    """
    if term == MODELS_SAME_TERMS:
        return NEEDS_PERMISSION if purpose_of(column) == "model_release" and not redistributable else None
    return TERM_VALUES.get(term, {}).get(column)


def term_condition(term: str, column: str) -> str | None:
    """The condition that a term puts on a column, None if it puts none."""
    what, columns = TERM_CONDITIONS.get(term, ("", ()))
    return what if column in columns else None


__all__ = [
    "ACCESS_CONDITIONS",
    "COMMERCIAL_COLUMNS",
    "CONDITIONS_OF_TEXT",
    "JURISDICTION",
    "KNOWN_TERMS",
    "MODELS_SAME_TERMS",
    "SHARE_ALIKE",
    "TERM_CONDITIONS",
    "TERM_VALUES",
    "term_condition",
    "term_value",
]
