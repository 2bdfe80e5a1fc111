"""The shape of `exemptions.yaml`: which warnings of a catalogue stay. Only the compiler reads it; no index holds it."""

import msgspec


class Exemption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Warnings of one code that stay, where they stay, and why."""

    code: str
    why: str
    places: tuple[str, ...]


class Exemptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`catalogue/exemptions.yaml`; a catalogue without it exempts nothing."""

    exemptions: tuple[Exemption, ...]
