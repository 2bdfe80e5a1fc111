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


def singular(word: str) -> str:
    """A folded English word without the s of its plural; the same rule for cards and queries, so it need not be perfect."""
    if len(word) < 4 or not word.isascii() or word[-1] != "s" or word[-2] in "suid" + "0123456789":
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses", "zes")) else word[:-1]


def tokens(text: str) -> list[str]:
    """Provisional: words of letters and digits, singular."""
    folded = "".join(c if c.isalnum() else " " for c in text)
    return [singular(fold_name(word)) for word in folded.split()]
