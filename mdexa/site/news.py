"""What changed: the difference to an older release if there is one, the dated events of the cards, and the feed."""

from collections.abc import Iterator
from hashlib import sha256
from html import escape

import msgspec

from mdexa.pages import visible
from mdexa.results import CatalogueStamp, ChangesResult
from mdexa.site import places
from mdexa.site.stock import Stock

#: So many events are shown, and stand in the feed.
NEWEST = 200
UNKNOWN = "unknown"


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """A dated event of a card."""

    date: str
    dataset: str
    name: str
    what: str
    source: str


class News(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page of changes shows. Without `changes` nothing is known of what changed since a release before."""

    changes: ChangesResult | None
    events: tuple[Happening, ...]
    total: int


def news(stock: Stock, changes: ChangesResult | None) -> News:
    """The news of a release."""
    events = sorted(_events(stock), key=lambda one: (one.date, one.dataset, one.what), reverse=True)
    return News(changes=changes, events=tuple(events[:NEWEST]), total=len(events))


def _events(stock: Stock) -> Iterator[Happening]:
    for entry in stock.entries:
        for event in entry.card.history:
            if event.date != UNKNOWN:
                yield Happening(
                    date=event.date, dataset=entry.id, name=entry.card.name, what=event.what, source=event.source
                )


def feed(told: News, stamp: CatalogueStamp, base: str) -> str:
    """The Atom feed. Ids come from the content, so that the same entry has the same id at any address."""
    updated = f"{stamp.as_of}T00:00:00Z"
    head = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{_text(stamp.name)}: what changed</title>",
        f"<id>{identifier('feed', stamp.name)}</id>",
        f"<updated>{updated}</updated>",
        f"<author><name>{_text(stamp.name)}</name></author>",
        f'<link rel="alternate" type="text/html" href="{_text(base + places.CHANGES)}"/>',
    ]
    if base:
        head.append(f'<link rel="self" type="application/atom+xml" href="{_text(base + places.FEED)}"/>')
    entries = [_change(name, said, updated, stamp, base) for name, said in _changed(told.changes).items()]
    entries += [_event(event, base) for event in told.events]
    return "\n".join([*head, *entries, "</feed>", ""])


def _changed(changes: ChangesResult | None) -> dict[str, list[str]]:
    """Dataset -> what changed of it, in sentences; statements and flags stand on the page only."""
    found: dict[str, list[str]] = {}
    if changes is None:
        return found
    for card in changes.cards:
        step = f" ({card.was or 'nothing'} to {card.now or 'nothing'})" if card.was or card.now else ""
        found.setdefault(card.dataset, []).append(f"{_words(card.kind)}{step}")
    for status in changes.statuses:
        found.setdefault(status.dataset, []).append(f"licence status {_words(status.was)}, now {_words(status.now)}")
    for row in changes.verdicts:
        why = "; ".join(" ".join((_words(reason.why), reason.what)).strip() for reason in row.because)
        where = f"part {row.part}" if row.part else "the whole"
        step = f"{where}, {_words(', '.join(row.columns))}: {_words(row.was)}, now {_words(row.now)}"
        found.setdefault(row.dataset, []).append(f"{step} ({why})" if why else step)
    return found


def _words(name: str) -> str:
    return name.replace("_", " ")


def _change(dataset: str, said: list[str], updated: str, stamp: CatalogueStamp, base: str) -> str:
    text = ". ".join(said)
    mark = identifier("change", stamp.version, dataset, text)
    return _entry(f"{dataset}: {said[0]}", mark, updated, text, base + places.dataset(dataset))


def _event(event: Happening, base: str) -> str:
    mark = identifier("event", event.dataset, event.date, event.what)
    when = f"{event.date}T00:00:00Z"
    return _entry(event.name, mark, when, event.what, base + places.dataset(event.dataset))


def _entry(title: str, mark: str, updated: str, said: str, to: str) -> str:
    return (
        f"<entry><title>{_text(title)}</title><id>{mark}</id><updated>{updated}</updated>"
        f'<link rel="alternate" type="text/html" href="{_text(to)}"/>'
        f'<content type="text">{_text(said)}</content></entry>'
    )


def identifier(*parts: str) -> str:
    """A name for ever: a UUID of version 8 from the SHA-256 of the parts, as `docs/site.md` promises."""
    digest = bytearray(sha256("\n".join(("mdexa", *parts)).encode("utf-8", "replace")).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return f"urn:uuid:{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _text(text: str) -> str:
    return escape(str(visible(text)), quote=True)
