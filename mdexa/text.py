"""How text is folded before it is compared.

Standard library only, and nothing heavy at import: the index is opened through this module too.
"""

from unicodedata import category, normalize

#: Combining marks of Latin, Greek and Cyrillic. Those of other scripts are letters, not accents, and stay.
_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"


def fold_name(text: str) -> str:
    """The form in which names are compared: no case, accents, spaces or punctuation. Empty if nothing is left."""
    plain = normalize("NFKD", normalize("NFKC", text).casefold())
    return normalize("NFC", "".join(c for c in plain if not _FIRST_ACCENT <= c <= _LAST_ACCENT and category(c)[0] not in "PZC"))
