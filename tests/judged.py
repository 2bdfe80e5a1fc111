"""Small cards and licences for tests of the judgement: short to write, complete where it matters."""

from mdexa.card import (
    Access,
    Availability,
    Card,
    External,
    Items,
    KnownItems,
    Licence,
    LicenceCondition,
    Part,
    Reading,
    Relation,
    Ruling,
    Source,
    Statement,
    Tags,
)
from mdexa.judgement import judge
from mdexa.purposes import COLUMNS, is_commercial

AS_OF = "2026-11-30"


def licence(key, value, *, family=None, share_alike="no", text_read="yes", conditions=()):
    """An entry of the table; `value` is one for all columns, or (commercial, noncommercial)."""
    pair = value if isinstance(value, tuple) else (value, value)
    return Licence(
        key=key,
        name=key,
        family=family or key,
        kind="licence",
        share_alike=share_alike,
        text_read=text_read,
        conditions=tuple(LicenceCondition(what=what) for what in conditions),
        columns={
            column: Ruling(value=pair[0] if is_commercial(column) else pair[1], basis="text", clause="1")
            for column in COLUMNS
        },
    )


LICENCES = {
    entry.key: entry
    for entry in (
        licence("CC0-1.0", "allowed"),
        licence("CC-BY-4.0", "allowed_with_conditions", family="CC-BY", conditions=("credit the author",)),
        licence("CC-BY-NC-4.0", ("not_allowed", "allowed_with_conditions"), family="CC-BY-NC"),
        licence("CC-BY-SA-4.0", "allowed_with_conditions", family="CC-BY-SA", share_alike="yes"),
        licence(
            "CC-BY-NC-SA-4.0",
            ("not_allowed", "allowed_with_conditions"),
            family="CC-BY-NC-SA",
            share_alike="yes",
        ),
        licence("LicenseRef-Unread", "unstated", text_read="no"),
        licence("LicenseRef-Open-Word", "unstated"),
        licence("LicenseRef-Closed", "not_allowed"),
    )
}


def source(speaker="publisher", *, url="https://example.org/terms", read_from="stored_copy", **fields):
    """A source that was read today."""
    return Source(
        url=url,
        locator="here",
        speaker=speaker,
        dated=fields.get("dated", "unknown"),
        read_on=fields.get("read_on", AS_OF),
        read_from=read_from,
        copy_dated=fields.get("copy_dated", AS_OF),
    )


def says(identifier, licence_key=None, *, speaker="publisher", scope=("data",), instrument="licence", **fields):
    """A statement with a place of its own."""
    place = fields.pop("place", None) or source(
        speaker,
        url=fields.pop("url", f"https://example.org/{identifier}"),
        read_from=fields.pop("read_from", "stored_copy"),
        dated=fields.pop("dated", "unknown"),
        copy_dated=fields.pop("copy_dated", AS_OF),
    )
    if licence_key is None and "items" not in fields:
        fields.setdefault("text_read", "yes")
    return Statement(id=identifier, licence=licence_key, scope=scope, instrument=instrument, source=place, **fields)


def part(identifier, **fields):
    """A current part of the layer data that cannot be told apart, unless said otherwise."""
    defaults = {"name": identifier, "layer": "data", "current": "yes", "separable": "unknown"}
    return Part(id=identifier, **{**defaults, **fields})


def reading(result="nothing_stated", *, covers="download", **fields):
    """A place that was looked at."""
    parts = fields.pop("parts", ())
    return Reading(source=source(**fields), covers=covers, result=result, parts=parts)


def edge(dataset=None, *, carries="records", kind="derived_from", external=None, **fields):
    """A relation to a dataset, or to an external one by its name or statements."""
    if isinstance(external, str):
        external = External(name=external)
    return Relation(kind=kind, dataset=dataset, external=external, carries=carries, source=source(), **fields)


def external(name, *statements):
    """An upstream without a card."""
    return External(name=name, statements=statements)


def items(*known, exhaustive="yes", where="https://example.org/list.csv, column licence"):
    """Per-item licences: (licence, n) each."""
    rows = tuple(KnownItems(licence=key, n=n, unit="files") for key, n in known)
    return Items(by="item", known=rows, exhaustive=exhaustive, where=where)


def card(identifier, *statements, access="open", state="available", **fields):
    """A card with some statements; `access` is a kind, or rows."""
    rows = (Access(kind=access),) if isinstance(access, str) else tuple(access)
    return Card(
        id=identifier,
        name=identifier,
        summary="",
        tags=Tags(),
        reviewed=AS_OF,
        access=rows,
        availability=Availability(state=state),
        statements=statements,
        **fields,
    )


def judge_all(*cards):
    """The verdicts on some cards, by id."""
    return judge({one.id: one for one in cards}, LICENCES, AS_OF)


def ruling(*cards, column="commercial_product", piece="all"):
    """The ruling on a piece of the first card."""
    return judge_all(*cards)[cards[0].id].part(piece).ruling(column)


def flags(*cards):
    """The flags of the first card."""
    return {flag.id for flag in judge_all(*cards)[cards[0].id].flags}
