"""The evidence of a dataset as rows: who says what of which parts, and what became of it."""

from collections.abc import Iterator, Mapping

import msgspec

from mdexa.card import Items, Reading, Source
from mdexa.pages import Markup, fill, join
from mdexa.purposes import columns_of
from mdexa.results import StatementView
from mdexa.site import places
from mdexa.site.links import Linker
from mdexa.site.reasons import NAMES

#: Reasons that are plain from what a statement covers: told only where there is no other.
_PLAIN = frozenset(["other_scope", "other_part"])
#: part -> its name
Parts = Mapping[str, str]


class Evidence(msgspec.Struct, frozen=True):
    """A statement as it is shown."""

    view: StatementView
    anchor: str
    says: tuple[Markup, ...]
    covers: Markup
    who: Markup
    role: tuple[Markup, ...]


def rows(views: tuple[StatementView, ...], parts: Parts, link: Linker) -> Iterator[Evidence]:
    """The statements, those that decide first."""
    for view in views:
        yield Evidence(
            view=view,
            anchor=f"s-{places.slug(view.id)}",
            says=tuple(_says(view, link)),
            covers=_covers(view, link),
            who=_who(view, link),
            role=tuple(_role(view, parts, link)),
        )


def told(source: Source, link: Linker) -> Markup:
    """When a source is dated and was read, and how."""
    say = link.say
    dated = say("evidence.undated") if source.dated == "unknown" else say("evidence.dated", date=source.dated)
    return join([dated, freshness(source, link)], say("list.comma"))


def freshness(source: Source, link: Linker) -> Markup:
    """When a source was read: at its place, or in a copy of which day; a copy may be older than the look at it."""
    say, copied = link.say, source.copy_dated != "unknown"
    if source.read_from == "live":
        return say("evidence.read_on", date=source.read_on)
    if copied:
        seen = say("evidence.copy", date=source.copy_dated, read=source.read_on)
    else:
        seen = say("evidence.copy_unknown", read=source.read_on)
    if source.read_from == "stored_copy":
        return seen
    return join([fill("{how}", how=say.name("read_from", source.read_from)), seen], say("list.comma"))


def seen(views: tuple[StatementView, ...], link: Linker) -> tuple[tuple[Markup, int], ...]:
    """How fresh the deciding sources are, and how many are so: those of unknown date first, then the oldest."""
    found: dict[Markup, list[Source]] = {}
    for view in views:
        if view.deciding:
            found.setdefault(freshness(view.source, link), []).append(view.source)
    rows = sorted(found.items(), key=lambda row: _day(row[1][0]))
    return tuple((told, len(sources)) for told, sources in rows)


def _day(source: Source) -> str:
    day = source.read_on if source.read_from == "live" else source.copy_dated
    return "" if day == "unknown" else day


def sought(row: Reading, link: Linker) -> Markup:
    """What came of looking at a place that gave no statement; of one that could not be read, no reading is told."""
    if row.result == "unreadable":
        return link.say("evidence.tried", date=row.source.read_on)
    return fill("{result}", result=link.say.name("result", row.result))


def _who(view: StatementView, link: Linker) -> Markup:
    say = link.say
    speaker = say.name("speaker", view.source.speaker)
    return fill("{speaker}, {instrument}", speaker=speaker, instrument=say.name("instrument", view.instrument))


def _covers(view: StatementView, link: Linker) -> Markup:
    say = link.say
    scope = join([say.name("scope", word) for word in view.scope], say("list.comma"))
    if not view.parts:
        return scope
    return fill("{scope} · {parts}", scope=scope, parts=link.few([link.part(part) for part in view.parts], NAMES))


def _says(view: StatementView, link: Linker) -> Iterator[Markup]:
    say = link.say
    if view.licence:
        yield link.licence(view.licence)
    by_value: dict[str, list[str]] = {}
    for column, value in view.says.items():
        by_value.setdefault(value, []).append(column)
    for value, columns in by_value.items():
        yield say("evidence.says_of", columns=_columns(columns, link), value=link.value(value))
    if view.terms:
        terms = [link.explained("term", term) for term in view.terms]
        yield fill("{head}{colon}{list}", head=say("evidence.terms"), colon=say("list.colon"), list=join(terms))
    if isinstance(view.items, Items):
        yield _items(view.items, link)
    yield from (link.english(condition) for condition in view.conditions)
    if view.other_limits:
        yield say("evidence.limits", what=link.english(view.other_limits))
    if view.text_read == "no":
        yield say("evidence.text_unread")
    if view.supersedes:
        yield say("evidence.supersedes", list=join([link.statement(name) for name in view.supersedes]))
    if view.grants_to:
        yield say("evidence.grants", list=join([link.dataset(name) for name in view.grants_to]))


def _columns(columns: list[str], link: Linker) -> str:
    """The names of uses; a purpose without its setting stands for both."""
    spread = [one for column in columns for one in columns_of(column)]
    return link.say.columns(tuple(spread))


def _items(items: Items, link: Linker) -> Markup:
    say = link.say
    known = join([_known(row.licence, row.n, row.unit, link) for row in items.known], say("list.comma"))
    pieces = [say("evidence.items", by=say.name("items_by", items.by)), known]
    if items.where:
        pieces.append(say("evidence.items_where", where=link.english(items.where)))
    pieces.append(say("evidence.items_all" if items.exhaustive == "yes" else "evidence.items_open"))
    return join(pieces, " ")


def _known(licence: str, n: int | None, unit: str | None, link: Linker) -> Markup:
    name = link.say("list.none") if licence == "none" else link.licence(licence)
    return fill("{name} ({n} {unit})", name=name, n=f"{n:,}", unit=unit or "") if n is not None else name


def _role(view: StatementView, parts: Parts, link: Linker) -> Iterator[Markup]:
    """What it decides: value, uses and parts; else why it is left out."""
    say = link.say
    grouped: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for part, values in view.decides.items():
        for value, columns in values.items():
            grouped.setdefault((value, columns), []).append(part)
    for (value, columns), ids in grouped.items():
        yield _on(say("evidence.decides_on", value=link.value(value), columns=say.columns(columns)), ids, parts, link)
    telling = {reason: ids for reason, ids in view.left_out.items() if reason not in _PLAIN}
    for reason, on in (telling or ({} if view.decides else view.left_out)).items():
        why = say(f"left_out.{reason}")
        if len(on) == len(parts):
            yield say("evidence.left_out_all", why=why)
        else:
            yield say("evidence.left_out_on", parts=_names(on, link), why=why)


def _on(sentence: Markup, ids: list[str], parts: Parts, link: Linker) -> Markup:
    if len(ids) == len(parts):
        return sentence
    return fill("{said} {on}", said=sentence, on=link.say("evidence.on_parts", parts=_names(ids, link)))


def _names(ids: tuple[str, ...] | list[str], link: Linker) -> Markup:
    return link.few([link.part(part) for part in ids], NAMES)
