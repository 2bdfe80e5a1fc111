"""Licence keys on cards, and the licence table itself."""

from collections.abc import Iterator

from mdexa.card import AS_UPSTREAM, NO_LICENCE, Card, Licence, LicenceTable, Statement
from mdexa.compiler.draft import Draft, Drafts, of_each_card, rows_of
from mdexa.compiler.finding import Finding, Path, quote
from mdexa.compiler.nearest import choose, near
from mdexa.expressions import BadExpression, keys, parse, spdx_keys
from mdexa.purposes import permits

_OWN = "LicenseRef-"
#: So many unused entries are named; the rest are counted.
_LISTED = 8
_SHARED_ALIKE = ("redistribution", "derived_data_release", "model_release")


@of_each_card
def keys_exist(card: Draft[Card], drafts: Drafts) -> Iterator[Finding]:
    """Every licence on a card is an entry of the table, or an expression of entries."""
    if drafts.licences is None:
        return
    legal = tuple(licence.key for licence in drafts.licences.value.licences)
    for row in rows_of(card.value):
        if row.statement.licence not in (None, AS_UPSTREAM):
            yield from _expression(card, (*row.path, "licence"), str(row.statement.licence), legal)
        for place, known in enumerate(row.statement.items.known if row.statement.items else ()):
            if known.licence != NO_LICENCE and known.licence not in legal:
                yield _unknown(
                    card, (*row.path, "items", "known", place, "licence"), known.licence, (*legal, NO_LICENCE)
                )


def _expression(card: Draft[Card], path: Path, text: str, legal: tuple[str, ...]) -> Iterator[Finding]:
    try:
        named = keys(parse(text))
    except BadExpression as error:
        message = f"{quote(text)} is no licence expression: {error}"
        remedy = "write one key, or keys joined by AND, OR, ( ); a one-off text goes to `says` and `terms`"
        yield card.error("meaning/licence-expression", path, message, remedy, got=text)
        return
    for key in named:
        if key not in legal and key != AS_UPSTREAM:  # which `upstream_terms_stand_alone` speaks of
            yield _unknown(card, path, key, legal)


def _unknown(card: Draft[Card], path: Path, key: str, legal: tuple[str, ...]) -> Finding:
    message = f"the licence table has no entry {quote(key)}"
    missing = "A text that is missing there is added to licences.yaml; a one-off text goes to `says` and `terms`."
    remedy = f"{choose(key, legal)} {missing}"
    return card.error("meaning/no-such-licence", path, message, remedy, got=key, expected=near(key, legal))


def entries_are_unique(drafts: Drafts) -> Iterator[Finding]:
    """A key, whatever its case, means one text."""
    seen: dict[str, str] = {}
    for place, licence, table in _entries(drafts):
        first = seen.setdefault(licence.key.casefold(), licence.key)
        if first is not licence.key:
            message = f"the table has an entry {quote(first)} already"
            yield table.error("meaning/licence-repeated", (*place, "key"), message, "merge the two", got=licence.key)


def keys_are_spdx(drafts: Drafts) -> Iterator[Finding]:
    """A key is an id of the SPDX list in its exact case, or begins with `LicenseRef-`."""
    known = spdx_keys()
    for place, licence, table in _entries(drafts):
        key = licence.key
        if key in (AS_UPSTREAM, NO_LICENCE):
            yield table.error(
                "meaning/licence-key",
                (*place, "key"),
                f"{quote(key)} is a word with a meaning of its own",
                "choose another key",
            )
        elif not key.startswith(_OWN) and key not in known:
            message = f"{quote(key)} is no id of the SPDX list"
            spdx = tuple(sorted(name for name in known if not name.startswith(_OWN)))
            close = near(key, spdx)
            remedy = f"write the SPDX id ({', '.join(close) or 'none is near'}), or `{_OWN}{key}` if SPDX has none"
            yield table.error("meaning/licence-key", (*place, "key"), message, remedy, got=key, expected=close)


def unread_texts_permit_nothing_by_text(drafts: Drafts) -> Iterator[Finding]:
    """What was not read cannot be the basis of a permission."""
    for place, licence, table in _entries(drafts):
        for column, ruling in licence.columns.items():
            if licence.text_read == "no" and ruling.basis == "text" and permits(ruling.value):
                message = f"{quote(column)} is permitted by a text that was not read"
                remedy = "read the text and write `text_read: yes`, or name the basis that there is"
                yield table.error(
                    "meaning/unread-text-permits",
                    (*place, "columns", column, "basis"),
                    message,
                    remedy,
                    got="text",
                )


def words_state_nothing(drafts: Drafts) -> Iterator[Finding]:
    """A bare word such as open or free has no text that could say anything."""
    for place, licence, table in _entries(drafts):
        for column, ruling in licence.columns.items():
            if licence.kind == "word" and ruling.value != "unstated":
                message = f"{quote(licence.key)} is a bare word, and {quote(column)} is {quote(ruling.value)}"
                remedy = "write `unstated` in every column, or another `kind` if there is a text"
                yield table.error(
                    "meaning/word-states",
                    (*place, "columns", column, "value"),
                    message,
                    remedy,
                    got=ruling.value,
                )


def conditions_are_named(drafts: Drafts) -> Iterator[Finding]:
    """A column that is allowed with conditions has one."""
    for place, licence, table in _entries(drafts):
        bare = [
            column
            for column, ruling in licence.columns.items()
            if ruling.value == "allowed_with_conditions" and not _has_condition(licence, column)
        ]
        if bare:
            message = f"no condition of {quote(licence.key)} holds for {', '.join(bare)}"
            remedy = "add it under `conditions`, or write `allowed` where there is none"
            yield table.error("meaning/condition-missing", (*place, "columns"), message, remedy)


def _has_condition(licence: Licence, column: str) -> bool:
    if licence.share_alike == "yes" and column.startswith(_SHARED_ALIKE):
        return True
    return any(not condition.columns or column in condition.columns for condition in licence.conditions)


def entries_are_used(drafts: Drafts) -> Iterator[Finding]:
    """An entry that no card names is looked after for nobody."""
    if drafts.broken or not drafts.cards or drafts.licences is None:
        return  # a card that cannot be read may name it
    used = {key for card in drafts.cards for row in rows_of(card.value) for key in _named(row.statement)}
    unused = [licence.key for _, licence, _ in _entries(drafts) if licence.key not in used]
    if unused:
        message = f"no card names {', '.join(unused[:_LISTED])}"
        message += f" and {len(unused) - _LISTED} others" if len(unused) > _LISTED else ""
        remedy = "leave those that a reader will look for, and take the others out"
        yield drafts.licences.warning("meaning/licence-unused", ("licences",), message, remedy)


def _named(statement: Statement) -> Iterator[str]:
    """The words of the expression, which need not be well-formed, and the licences of items."""
    yield from (statement.licence or "").replace("(", " ").replace(")", " ").split()
    yield from (known.licence for known in (statement.items.known if statement.items else ()))


def _entries(drafts: Drafts) -> Iterator[tuple[tuple[str | int, ...], Licence, Draft[LicenceTable]]]:
    if drafts.licences is not None:
        for place, licence in enumerate(drafts.licences.value.licences):
            yield ("licences", place), licence, drafts.licences
