"""The page of a dataset: everything that the index knows of it, and what it rests on."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from mdexa.columns import chosen_parts
from mdexa.drawing.lineage import Lineage, Neighbour, draw
from mdexa.operations.evidence import statement_views
from mdexa.pages import Markup, fill, visible
from mdexa.params import TAG_FACETS
from mdexa.purposes import COLUMNS
from mdexa.results import RelationView
from mdexa.site import evidence, places
from mdexa.site.links import Linker
from mdexa.site.reasons import Reasons
from mdexa.site.stock import Entry, Stock
from mdexa.site.verdicts import table
from mdexa.verdict import JudgedPart

#: More relations than this are folded away behind their picture.
SHOWN_RELATIONS = 12


class Relative(msgspec.Struct, frozen=True):
    """A relation as a row of the table."""

    side: str
    other: Markup
    kind: str
    view: RelationView


def content(stock: Stock, entry: Entry, link: Linker) -> dict[str, Any]:
    """What the template of a dataset's page shows."""
    judged = entry.judged
    parts = {part.id: part.name for part in judged.parts}
    link.anchors = {part.id: f"p{at}" for at, part in enumerate(judged.parts, start=1)}
    reasons = Reasons(entry.card, [(part.id, part.name, part.rulings) for part in judged.parts], link)
    views = statement_views(stock.holdings, entry.card, chosen_parts(judged, None))
    return {
        "card": entry.card,
        "judged": judged,
        "table": table(entry, reasons, link),
        "reasons": reasons.reasons,
        "duties": reasons.duties,
        "flags": [(flag, _because(flag.because, entry, link)) for flag in judged.flags],
        "parts": [(part, link.anchors[part.id], list(_traits(part, link))) for part in judged.parts],
        "statements": tuple(evidence.rows(views, parts, link)),
        "seen": evidence.seen(views, link),
        "old": any(flag.id == "evidence_stale" for flag in judged.flags),
        "sought": lambda row: evidence.sought(row, link),
        "told": lambda source: evidence.told(source, link),
        "relations": tuple(_relatives(entry, link)),
        "picture": _picture(stock, entry, link),
        "many_relations": len(entry.links) > SHOWN_RELATIONS,
        "tags": tuple(_tags(stock, entry, link)),
        "ok_parts": link.few([link.part(part) for part in judged.ok_parts], SHOWN_RELATIONS),
        "successor": _successor(entry, link),
        "file": f"catalogue/cards/{entry.id}.yaml",
        "document": link.file(places.document(entry.id)),
    }


def _traits(part: JudgedPart, link: Linker) -> Iterator[Markup]:
    say = link.say
    if part.copy_of:
        yield say("dataset.copy_of", part=link.part(part.copy_of))
    if not part.current:
        yield say("dataset.old")
    if not part.counts:
        yield say("dataset.beside")
    separable = {"yes": "dataset.separable", "no": "dataset.not_separable"}
    yield say(separable.get(part.separable, "dataset.unknown_separable"))


def _because(words: Iterable[str], entry: Entry, link: Linker) -> Markup:
    """What a flag rests on: statements, parts, datasets or purposes, whichever its words name.

    A bare number counts the card's own list of problems, and says nothing more.
    """
    statements = {row.id for row in entry.card.statements}
    given = [word for word in words if not word.isdigit()]
    columns = tuple(word for word in given if word in COLUMNS)
    named = [fill("{uses}", uses=link.say.columns(columns))] if columns else []
    for word in given:
        if word in statements:
            named.append(link.statement(word))
        elif word in link.anchors:
            named.append(link.part(word))
        elif word not in columns:
            named.append(link.dataset(word))
    return link.few(named, SHOWN_RELATIONS)


def _tags(stock: Stock, entry: Entry, link: Linker) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each facet of tags with the values of the dataset, and the address of the page of each."""
    language = link.say.language
    for facet in TAG_FACETS:
        values = getattr(entry.card.tags, facet)
        if values:
            rows = [(stock.label(f"{facet}/{v}", language), link.to(places.concept(facet, v))) for v in values]
            yield stock.facet(facet, language), rows


def _successor(entry: Entry, link: Linker) -> Markup | None:
    successor = entry.card.availability.successor
    if not successor:
        return None
    return link.outside(successor) if "://" in successor else link.dataset(successor)


def _relatives(entry: Entry, link: Linker) -> Iterator[Relative]:
    """The relations by side: sources, derived sets, and those that carry nothing either way."""
    for side in ("up", "down", "both"):
        for view in entry.links:
            if view.direction == side:
                kind = "relation_down" if side == "down" else "relation"
                other = link.english(view.other) if view.external else link.dataset(view.other)
                yield Relative(side, other, link.say.name(kind, view.kind), view)


def _picture(stock: Stock, entry: Entry, link: Linker) -> Markup | None:
    """The lineage as a drawing, if there is any."""
    up, down = (tuple(_neighbours(stock, entry, link, side)) for side in ("up", "down"))
    if not up and not down:
        return None
    say = link.say
    drawn = draw(
        Lineage(
            name=visible(entry.card.name),
            kind=entry.judged.licence_status,
            up=up,
            down=down,
            title=str(say("lineage.picture", name=entry.card.name).unescape()),
            description=str(say("lineage.picture_text", up=len(up), down=len(down)).unescape()),
            more=str(say("lineage.more", n="{n}").unescape()),
        )
    )
    return Markup(drawn)


def _neighbours(stock: Stock, entry: Entry, link: Linker, side: str) -> Iterator[Neighbour]:
    """The datasets on one side, each once, with all that passes along."""
    found: dict[tuple[str, bool], dict[str, None]] = {}
    for view in entry.links:
        if view.direction == side and view.other != entry.id:
            carried = found.setdefault((view.other, view.external), {})
            if view.carries:
                carried[link.say.name("carries", view.carries)] = None
    for (other, external), carries in found.items():
        known = None if external else stock.by_id.get(other)
        yield Neighbour(
            name=visible(known.card.name if known else other),
            carries=str(link.say("list.comma")).join(carries),
            href=link.to(places.dataset(other)) if known else None,
            kind=known.judged.licence_status if known else "external",
        )
