"""Dates: none after the day of the catalogue, and none before what it follows."""

from collections.abc import Iterator

from mdexa.card import UNKNOWN, Availability, Card, Event, Report, Source
from mdexa.compiler.draft import Draft, Drafts, Step
from mdexa.compiler.finding import Finding, quote

#: Struct -> its fields that hold a date.
_DATED: dict[type, tuple[str, ...]] = {
    Source: ("dated", "read_on", "copy_dated"),
    Availability: ("since",),
    Event: ("date",),
    Report: ("date",),
    Card: ("reviewed",),
}


def nothing_is_later_than_the_catalogue(drafts: Drafts) -> Iterator[Finding]:
    """The catalogue was true on `as_of`: nothing in it happened later."""
    if drafts.release is None:
        return
    as_of = drafts.release.value.as_of
    for card in drafts.cards:
        for path, text in _dates(card):
            if text > as_of:
                message = f"{quote(path[-1])} is {text}, after the day of the catalogue, {as_of}"
                remedy = "mend the date, or set `as_of` in catalogue.yaml to a later day"
                yield card.error("meaning/date-in-future", path, message, remedy, got=text)
        released = card.value.released
        if released is not None and released > int(as_of[:4]):
            message = f"the dataset was released in {released}, after the day of the catalogue, {as_of}"
            remedy = "mend the year, or leave it out and write `availability.state: never_released`"
            yield card.error("meaning/date-in-future", ("released",), message, remedy, got=str(released))


def _dates(card: Draft[Card]) -> Iterator[tuple[Step, str]]:
    for path, node in card.nodes:
        for field in _DATED.get(type(node), ()):
            text = getattr(node, field)
            if text != UNKNOWN:
                yield (*path, field), text


def sources_were_there_when_read(drafts: Drafts) -> Iterator[Finding]:
    """What was read, and the copy that it was read from, is not younger than the reading."""
    for card in drafts.cards:
        for path, node in card.nodes:
            if not isinstance(node, Source):
                continue
            for field in ("dated", "copy_dated"):
                text = getattr(node, field)
                if text != UNKNOWN and text > node.read_on:
                    message = f"{quote(field)} is {text}, and it was read on {node.read_on}"
                    remedy = f"mend one of the two; where the source shows no date, write `{field}: unknown`"
                    yield card.error("meaning/date-after-reading", (*path, field), message, remedy, got=text)
