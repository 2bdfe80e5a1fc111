"""The words of the judgement page, written down a second time: columns, values, terms, kinds.

Nothing here is taken from `mdexa.purposes`, so that a slip there shows.
"""

COMMERCIAL = (
    "commercial_research",
    "commercial_product",
    "model_training/commercial",
    "model_release/commercial",
    "redistribution/commercial",
    "derived_data_release/commercial",
    "third_party_api/commercial",
)
NONCOMMERCIAL = (
    "academic_research",
    "teaching",
    "model_training/noncommercial",
    "model_release/noncommercial",
    "redistribution/noncommercial",
    "derived_data_release/noncommercial",
    "third_party_api/noncommercial",
)
COLUMNS = COMMERCIAL + NONCOMMERCIAL
PURPOSES = {column.split("/")[0] for column in COLUMNS}

ALLOWED, WITH_CONDITIONS = "allowed", "allowed_with_conditions"
NEEDS_PERMISSION, UNDECLARED, UNVERIFIABLE = "needs_permission", "undeclared", "unverifiable"
CONFLICTING, NOT_ALLOWED = "conflicting", "not_allowed"
VALUES = (
    ALLOWED, WITH_CONDITIONS, NEEDS_PERMISSION, UNDECLARED, UNVERIFIABLE, CONFLICTING, NOT_ALLOWED,
)  # fmt: skip
UNSTATED = "unstated"
#: What a statement can say itself; a table can also say `unstated`.
SAID = (ALLOWED, WITH_CONDITIONS, NEEDS_PERMISSION, NOT_ALLOWED)
RESTRICTING = (NEEDS_PERMISSION, NOT_ALLOWED)
UNCLEAR = (UNDECLARED, UNVERIFIABLE, CONFLICTING)


def setting(column):
    """Commercial or noncommercial."""
    return "commercial" if column in COMMERCIAL else "noncommercial"


def purpose(column):
    """The column without its setting."""
    return column.split("/")[0]


def of_purpose(*names):
    """All columns of some purposes."""
    return [column for column in COLUMNS if purpose(column) in names]


def permits(value):
    """Only the first two values do."""
    return value in (ALLOWED, WITH_CONDITIONS)


def worse_of(*values):
    """The one that comes last in the list."""
    return max(values, key=VALUES.index)


def best_of(*values):
    """The one that comes first in the list."""
    return min(values, key=VALUES.index)


def capped(value, at):
    """A permission or an unstated value becomes `at` where that is worse; everything else stays."""
    if value == UNSTATED or (permits(value) and VALUES.index(at) > VALUES.index(value)):
        return at
    return value


#: term -> column -> the value that it gives. Terms that are only a condition give none.
TERM_VALUES = {
    "noncommercial": dict.fromkeys(COMMERCIAL, NOT_ALLOWED),
    "academic_only": dict.fromkeys(COMMERCIAL, NOT_ALLOWED),
    "research_only": {
        **dict.fromkeys(COMMERCIAL, NOT_ALLOWED),
        "teaching": NEEDS_PERMISSION,
        "commercial_research": NEEDS_PERMISSION,
    },
    "no_redistribution": {
        **dict.fromkeys(of_purpose("redistribution"), NOT_ALLOWED),
        **dict.fromkeys(of_purpose("derived_data_release", "third_party_api"), NEEDS_PERMISSION),
    },
    "no_derivatives": {
        **dict.fromkeys(of_purpose("derived_data_release"), NOT_ALLOWED),
        **dict.fromkeys(of_purpose("model_release"), NEEDS_PERMISSION),
    },
    "no_third_party_api": dict.fromkeys(of_purpose("third_party_api"), NOT_ALLOWED),
    "models_noncommercial": dict.fromkeys(
        ("model_training/commercial", "model_release/commercial", "commercial_product"), NOT_ALLOWED
    ),
    "no_competing_models": dict.fromkeys(
        of_purpose("model_training", "model_release", "commercial_product"), NEEDS_PERMISSION
    ),
    "models_same_terms": {},  # depends on the part: see rule 1
}

#: term -> the columns on which it is a condition.
TERM_CONDITIONS = {
    "share_alike": of_purpose("redistribution", "derived_data_release", "model_release"),
    "models_same_terms": of_purpose("model_release"),
    **dict.fromkeys(
        (
            "disease_specific", "ethics_approval", "moratorium", "time_limit", "jurisdiction",
            "return_results", "no_reidentification", "attribution",
        ),
        COLUMNS,
    ),
}  # fmt: skip
TERMS = set(TERM_VALUES) | set(TERM_CONDITIONS)

FORMAL = ("licence", "agreement", "policy")
OPEN, GUARDS = "open", ("agreement", "credentialed", "application")
ACCESS_CONDITIONS = ("registration", "agreement", "credentialed", "fee")
ACCESS_KINDS = (OPEN, "registration", "agreement", "credentialed", "application", "email", "fee", "none")
#: States of availability that rule 9 leaves alone.
STILL_THERE = ("available", "never_released", "private", "host_down", "superseded")
NO_EDGE = ("same_as", "overlaps", "independent_of")
