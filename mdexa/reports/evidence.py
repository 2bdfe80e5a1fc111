"""The evidence on a dataset as a report shows it: statements with what became of them, places looked at, relations."""

from collections.abc import Iterable, Iterator

from mdexa.card import WHOLE_PART, Card, Items
from mdexa.reports.shapes import Evidence, Looked, Origins
from mdexa.reports.wording import CARRIES, GIVES, column_words, columns_words, left_out, spoken
from mdexa.results import RelationView, StatementView
from mdexa.results.shared import RELATION_WORDS


def evidence(view: StatementView) -> Evidence:
    """A statement with its source."""
    source = view.source
    return Evidence(
        id=view.id,
        deciding=view.deciding,
        instrument=view.instrument,
        scope=view.scope,
        parts=view.parts,
        speaker=source.speaker,
        licence=view.licence,
        licence_name=view.licence_name,
        licence_url=view.licence_url,
        says=tuple(_says(view)),
        notes=tuple(_notes(view)),
        untrusted_third_party_text=view.untrusted_third_party_text,
        url=source.url,
        locator=source.locator,
        dated=source.dated,
        read_on=source.read_on,
        read_from=source.read_from,
        copy_dated=source.copy_dated,
        decides=tuple(_decides(view)),
        decides_on={part: sum(values.values(), ()) for part, values in view.decides.items()},
        left_out=tuple(_left_out(view)),
    )


def _says(view: StatementView) -> Iterator[str]:
    """What it says, besides naming a licence."""
    by_value: dict[str, list[str]] = {}
    for column, value in view.says.items():
        by_value.setdefault(value, []).append(column)
    for value, columns in by_value.items():
        yield f"{GIVES.get(value, spoken(value))}: {'; '.join(map(column_words, columns))}"
    if view.terms:
        yield f"terms: {', '.join(map(spoken, view.terms))}"
    if isinstance(view.items, Items):
        yield _items(view.items)
    elif view.items is not None:
        yield "each item has a licence of its own"
    yield from (f"condition: {what}" for what in view.conditions)


def _items(items: Items) -> str:
    known = ", ".join(f"{one.licence}{_number(one.n, one.unit)}" for one in items.known)
    others = "" if items.exhaustive == "yes" else ", and others"
    where = f"; told apart by {items.where}" if items.where else ""
    return f"each {items.by} has one of: {known}{others}{where}"


def _number(n: int | None, unit: str | None) -> str:
    return "" if n is None else f" ({n:,} {unit})" if unit else f" ({n:,})"


def _notes(view: StatementView) -> Iterator[str]:
    if view.note:
        yield view.note
    if view.other_limits:
        yield f"Further limits: {view.other_limits}"
    if view.text_read == "no":
        yield "Its text was not read."
    if view.supersedes:
        yield f"It replaces {', '.join(view.supersedes)}."
    if view.grants_to:
        yield f"A grant to {', '.join(view.grants_to)}, and to nothing here."


def _left_out(view: StatementView) -> Iterator[str]:
    """Why it does not decide, and where. Of one that decides elsewhere, its own parts and scope say as much already."""
    for reason, parts in view.left_out.items():
        if not (view.deciding and reason in ("other_part", "other_scope")):
            yield f"{left_out(reason)}{_parts(parts)}"


def _decides(view: StatementView) -> Iterator[str]:
    """Value and columns -> the parts on which it decides so."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for part, values in view.decides.items():
        for value, columns in values.items():
            found.setdefault((value, columns), []).append(part)
    for (value, columns), parts in found.items():
        yield f"{spoken(value)} for {columns_words(columns)}{_parts(parts)}"


def _parts(parts: Iterable[str]) -> str:
    named = tuple(parts)
    return "" if named == (WHOLE_PART,) else f" ({', '.join(named)})"


def looked(card: Card) -> tuple[Looked, ...]:
    """The places that gave no statement."""
    return tuple(
        Looked(
            covers=row.covers,
            result=row.result,
            parts=row.parts,
            speaker=row.source.speaker,
            url=row.source.url,
            locator=row.source.locator,
            dated=row.source.dated,
            read_on=row.source.read_on,
            read_from=row.source.read_from,
            copy_dated=row.source.copy_dated,
        )
        for row in card.readings
    )


def problems(card: Card) -> tuple[Origins, ...]:
    """What was reported in public to be wrong with the dataset."""
    return tuple(Origins(text=row.what, url=row.source) for row in card.problems)


def related(links: tuple[RelationView, ...]) -> tuple[Origins, ...]:
    """The relations of a dataset, with their sources; what was made from it is not its evidence."""
    return tuple(_related(link) for link in links if link.direction != "down")


def _related(link: RelationView) -> Origins:
    words = RELATION_WORDS.get((link.kind, link.direction), f"{spoken(link.kind)}:")
    part = f"Part {link.part}: " if link.part else ""
    upstream = f", part {link.upstream_part}" if link.upstream_part else ""
    external = " (no card here)" if link.external else ""
    carries = f"; it {CARRIES.get(link.carries, spoken(link.carries))}" if link.carries else ""
    how = f". {link.how}" if link.how else ""
    return Origins(
        text=f"{part}{words} {link.other}{upstream}{external}{carries}{how}",
        url=link.source.url if link.source else None,
    )
