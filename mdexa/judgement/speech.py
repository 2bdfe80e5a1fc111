"""Rules 1 to 3: the value that a statement gives in a column, what it covers, and the narrow before the wide."""

from collections.abc import Mapping
from urllib.parse import urldefrag

import msgspec

from mdexa.card import Licence, Statement
from mdexa.expressions import BadExpression, Tree, keys, parse
from mdexa.judgement.pieces import Piece, is_as_upstream
from mdexa.judgement.terms import CONDITIONS_OF_TEXT, KNOWN_TERMS, term_condition, term_value
from mdexa.purposes import (
    ALLOWED,
    COLUMNS,
    CONDITIONS,
    NEEDS_PERMISSION,
    SPLIT_PURPOSES,
    TABLE_VALUES,
    UNSTATED,
    UNVERIFIABLE,
    best_of,
    columns_of,
    permits,
    rank,
    worse_of,
)
from mdexa.verdict import Condition

Licences = Mapping[str, Licence]

_KNOWN_USES = frozenset((*COLUMNS, *SPLIT_PURPOSES))


class Speech(msgspec.Struct, frozen=True):
    """What a statement says in one column: a value or `unstated`, and whether the upstream's value is joined to it."""

    value: str
    upstream: bool = False

    @property
    def speaks(self) -> bool:
        """Whether it gives any value at all."""
        return self.value != UNSTATED or self.upstream


def speech(statement: Statement, column: str, licences: Licences, *, redistributable: bool) -> Speech:
    """Rule 1. `redistributable`: the part's own redistribution permits in the setting of the column."""
    upstream = is_as_upstream(statement) and column not in _said(statement)
    value = _said(statement).get(column) or _licence_value(statement, column, licences)
    for term in statement.terms:
        given = term_value(term, column, redistributable=redistributable)
        if given and (value == UNSTATED or rank(value) < rank(given)):
            value = given
    if not is_read(statement, licences) or statement.other_limits or _is_odd(statement):
        value = cap(value, UNVERIFIABLE, silent=False)
    return Speech(value, upstream)


def cap(value: str, limit: str, *, silent: bool) -> str:
    """A permission, an unstated value or a needs_permission of mere silence becomes the limit where that is worse."""
    if value == UNSTATED:
        return limit
    if permits(value) or (value == NEEDS_PERMISSION and silent):
        return worse_of((value, limit))
    return value


def _said(statement: Statement) -> dict[str, str]:
    """Column -> value; the exact column, where it is given, before its purpose."""
    said: dict[str, str] = {}
    for purpose in sorted((use for use in statement.says if use in _KNOWN_USES), key=lambda use: "/" in use):
        said |= dict.fromkeys(columns_of(purpose), _known(statement.says[purpose]))
    return said


def _known(value: str) -> str:
    """A value of the tables; a word that is none permits nothing."""
    return value if value in TABLE_VALUES else UNVERIFIABLE


def _is_odd(statement: Statement) -> bool:
    """Whether it has a term or names a use that nobody here knows: then nobody knows what it restricts."""
    return not _KNOWN_USES.issuperset(statement.says) or not KNOWN_TERMS.issuperset(statement.terms)


def _licence_value(statement: Statement, column: str, licences: Licences) -> str:
    if statement.licence is None or is_as_upstream(statement):
        return UNSTATED
    try:
        return _tree_value(parse(statement.licence), column, licences)
    except BadExpression:
        return UNVERIFIABLE


def _tree_value(tree: Tree, column: str, licences: Licences) -> str:
    kind, content = tree
    if kind == "key":
        return _entry_value(licences.get(content), column)
    values = [_tree_value(branch, column, licences) for branch in content]
    stated = [value for value in values if value != UNSTATED]
    if not stated:
        return UNSTATED
    if kind == "or":
        return best_of(stated)
    worst = worse_of(stated)
    return UNSTATED if permits(worst) and len(stated) < len(values) else worst


def _entry_value(entry: Licence | None, column: str) -> str:
    """The table's value; an entry or a column that is missing permits nothing."""
    ruling = entry.columns.get(column) if entry else None  # type: ignore[call-overload]
    return _known(ruling.value) if ruling else UNVERIFIABLE


def is_read(statement: Statement, licences: Licences) -> bool:
    """Whether the text was read: said by the statement, else known from the licence table."""
    if statement.text_read not in (None, "yes"):
        return False
    if statement.licence is None:
        return statement.text_read == "yes"
    if is_as_upstream(statement):
        return True
    try:
        entries = [licences.get(key) for key in keys(parse(statement.licence))]
    except BadExpression:
        return False
    return all(entry is not None and entry.text_read == "yes" for entry in entries)


def covers(statement: Statement, piece: Piece) -> bool:
    """Rule 2, without superseding: it speaks of the layer, and of this part or of all."""
    return not statement.for_ and piece.part.layer in statement.scope and piece.named_by(statement.parts)


def place(statement: Statement) -> tuple[str, str, bool]:
    """What makes two statements one source (rule 3): page or file, speaker, whether a third party's copy."""
    source = statement.source
    return (place_of(source.url), source.speaker, source.read_from == "third_party_copy")


#: host -> the step of a path after which the commit stands, then the file
_FILE_PAGES = {
    "github.com": ("blob", "raw", "tree"),
    "huggingface.co": ("blob", "raw", "resolve", "tree"),
}


def place_of(url: str) -> str:
    """A url without scheme, fragment and commit: two of the same place are equal."""
    host, *path = urldefrag(url).url.rstrip("/").partition("://")[2].split("/")
    host = host.lower().removeprefix("www.")
    if host == "raw.githubusercontent.com":
        host, path = "github.com", [*path[:2], "raw", *path[2:]]
    mark = next((at for at, step in enumerate(path) if step in _FILE_PAGES.get(host, ())), None)
    if mark is not None:
        path = [*path[:mark], "file", *path[mark + 2 :]]
    return "/".join((host, *path))


def is_replaced(statement: Statement, narrower: Statement) -> bool:
    """Rule 3: both from one source by one instrument, the wide one names no part and the narrow one does."""
    return (
        not statement.parts
        and bool(narrower.parts)
        and statement.instrument == narrower.instrument
        and place(statement) == place(narrower)
    )


def conditions(statement: Statement, column: str, licences: Licences) -> tuple[Condition, ...]:
    """What the statement asks of the user in this column."""
    words: list[str] = []
    if not statement.says or column in _said(statement):
        words += statement.conditions
    words += [what for term in statement.terms if (what := term_condition(term, column))]
    words += _licence_conditions(statement, column, licences)
    if not words and speech(statement, column, licences, redistributable=True).value == CONDITIONS:
        words = [CONDITIONS_OF_TEXT]
    return tuple(Condition(what=what, origin=statement.id) for what in dict.fromkeys(words))


def _licence_conditions(statement: Statement, column: str, licences: Licences) -> list[str]:
    if statement.licence is None or is_as_upstream(statement):
        return []
    try:
        return _tree_conditions(parse(statement.licence), column, licences)
    except BadExpression:
        return []


def _tree_conditions(tree: Tree, column: str, licences: Licences) -> list[str]:
    """What a licence asks: of an OR the first branch that is best once its conditions are counted in."""
    kind, content = tree
    if kind == "key":
        entry = licences.get(content)
        asked = entry.conditions if entry else ()
        return [condition.what for condition in asked if not condition.columns or column in condition.columns]
    branches = [_tree_conditions(branch, column, licences) for branch in content]
    if kind == "and":
        return [what for branch in branches for what in branch]
    values = [_tree_value(branch, column, licences) for branch in content]
    bound = [CONDITIONS if value == ALLOWED and asks else value for value, asks in zip(values, branches, strict=True)]
    stated = [value for value in bound if value != UNSTATED]
    return branches[bound.index(best_of(stated))] if stated else []
