"""What has to be kept by whoever uses a dataset as far as it is permitted: credit, agreements, conditions."""

from collections.abc import Iterable, Iterator

from mdexa.card import Access, Card
from mdexa.holdings import Holdings
from mdexa.purposes import NEEDS_PERMISSION, permits
from mdexa.reports.shapes import Agreement, Condition, Keeping, LicenceToCarry, PartsVerdict
from mdexa.reports.wording import ACCESS
from mdexa.results import StatementView

#: Routes on which something is accepted, signed or applied for.
_GUARDED = ("registration", "agreement", "credentialed", "application", "email", "fee")
_SHARE_ALIKE = "share_alike"


def keeping(
    holdings: Holdings,
    card: Card,
    statements: dict[str, StatementView],
    parts: tuple[PartsVerdict, ...],
    chosen: set[str],
) -> Keeping:
    """What goes with the parts that may be used; conditions also where a permission is still to be had."""
    open_ = [row for row in parts if permits(row.value)]
    asked = [row for row in parts if permits(row.value) or row.value == NEEDS_PERMISSION]
    signed = (view for view in statements.values() if view.deciding and view.instrument == "agreement")
    routes = (row for row in card.access if not row.parts or chosen.intersection(row.parts))
    return Keeping(
        licences=tuple(_licences(holdings, card, statements, {part.id for row in open_ for part in row.parts})),
        agreements=(*map(_signed, signed), *_routes(routes)),
        conditions=_conditions(asked),
    )


def _licences(
    holdings: Holdings, card: Card, statements: dict[str, StatementView], usable: set[str]
) -> Iterator[LicenceToCarry]:
    """The licences by which deciding statements permit something."""
    found: dict[str, dict[str, set[str]]] = {}
    for view in statements.values():
        for part, values in view.decides.items():
            if view.licence and part in usable and any(map(permits, values)):
                found.setdefault(view.licence, {}).setdefault(view.id, set()).add(part)
    for key, ids in found.items():
        entry = holdings.licences.get(key)
        share_alike = any(_SHARE_ALIKE in statements[name].terms for name in ids)
        named = entry.name if entry else key
        url = entry.url if entry else None
        yield LicenceToCarry(
            key=key,
            name=named,
            url=url,
            statements=tuple(ids),
            parts=tuple(sorted(set().union(*ids.values()))),
            share_alike=share_alike or (entry is not None and entry.share_alike != "no"),
            credit=_credit(card, named, url),
        )


def _credit(card: Card, licence: str, url: str | None) -> str:
    """Title, author, source, licence: what a credit line needs, from the card."""
    version = f", version {card.version}" if card.version else ""
    source = f"https://doi.org/{card.doi}" if card.doi else card.homepage
    pieces = (f"{card.name}{version}", card.publisher, source, f"{licence}{f', {url}' if url else ''}")
    return ". ".join(piece for piece in pieces if piece)


def _signed(view: StatementView) -> Agreement:
    name = view.licence_name or "the publisher's agreement"
    return Agreement(text=f"Agree to {name} ({view.id})", url=view.licence_url or view.source.url)


def _routes(routes: Iterable[Access]) -> Iterator[Agreement]:
    for row in routes:
        if row.kind in _GUARDED:
            parts = f" (for {', '.join(row.parts)})" if row.parts else ""
            by = f"; decided by {row.decided_by}" if row.decided_by else ""
            yield Agreement(text=f"Access, {ACCESS[row.kind]}{parts}{by}", url=row.url)


def _conditions(parts: Iterable[PartsVerdict]) -> tuple[Condition, ...]:
    """All conditions, each once, with those who ask for it and everything that it goes with."""
    found: dict[str, list[Condition]] = {}
    for row in parts:
        for condition in row.conditions:
            found.setdefault(condition.text, []).append(condition)
    return tuple(
        Condition(
            text=text,
            origins=_once(origin for row in rows for origin in row.origins),
            parts=_once(part for row in rows for part in row.parts),
            columns=_once(column for row in rows for column in row.columns),
        )
        for text, rows in found.items()
    )


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
