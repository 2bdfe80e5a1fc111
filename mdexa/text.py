"""How text is folded and split, the same for what is stored and for what is asked.

Standard library only, and nothing heavy at import: the index is opened through this module too.
"""

from unicodedata import category, name, normalize

#: Combining marks of Latin, Greek and Cyrillic. Those of other scripts are letters, not accents, and stay.
_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"
#: Letters that look like an accented one, but do not decompose.
_PLAIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i"})
_GREEK_FIRST, _GREEK_LAST = "α", "ω"
_GREEK_NAME = "GREEK SMALL LETTER "

#: Longer tokens are cut: nobody types more, and stored text may hold anything.
LONGEST_TOKEN = 64
_HYPHENS = "-_‐‑‒–—―−﹣－"
_APOSTROPHES = "'’ʼ＇"
#: First and last characters of the scripts that do without spaces, or whose spaces do not part the words.
_UNSPACED = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u3005", "\u3007"),
    ("\u3041", "\u30ff"),  # kana
    ("\u31f0", "\u31ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),  # Han
    ("\uac00", "\ud7a3"),  # Hangul
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
#: Words of one letter that are joined to no word: they are articles.
_ARTICLES = "ai"


def fold(text: str) -> str:
    """The form in which texts are compared: compatibility forms, case and accents gone. Folding again changes nothing.

    A Greek letter that stands among letters of other scripts, or alone, is spelt out: `TNF-α` is `tnf-alpha`. The sign of
    micro before a letter is `u`, as people type it: `µm` is `um`.
    """
    if text.isascii():
        return text.lower()
    plain = normalize("NFKD", normalize("NFKC", text).casefold())
    bare = "".join([c for c in plain if not _FIRST_ACCENT <= c <= _LAST_ACCENT])
    return _spell_greek(normalize("NFKC", bare.casefold()).translate(_PLAIN).replace("ς", "σ"))


def _spell_greek(text: str) -> str:
    if not any(_GREEK_FIRST <= c <= _GREEK_LAST for c in text):
        return text
    spelt = []
    for at, letter in enumerate(text):
        after = text[at + 1 : at + 2]
        if not _is_greek(letter) or _is_greek(after) or _is_greek(text[at - 1 : at]):
            spelt.append(letter)
        elif letter == "μ" and after.isalpha():
            spelt.append("u")
        else:
            spelt.append(name(letter).removeprefix(_GREEK_NAME).lower())
    return "".join(spelt)


def _is_greek(letter: str) -> bool:
    return _GREEK_FIRST <= letter <= _GREEK_LAST


def fold_name(text: str) -> str:
    """The form in which names are compared: folded, without spaces and punctuation. Empty if nothing is left."""
    return "".join([c for c in fold(text) if c.isalnum() or category(c)[0] not in "PZC"])


def singular(word: str) -> str:
    """A folded English word without the ending of its plural: the same rule for what is stored and what is asked.

    It is light: it knows endings and some thirty words, not the language. What it gets wrong, it gets wrong on both sides.
    Words with a digit or of other scripts, under four letters, or in -ss, -us, -is stay; so do `aids`, `series` and their
    like. `RNAs` becomes `rna`, as `ECGs` becomes `ecg`.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word[-1] != "s" or word in _KEPT or word[-2] in "su" or not (word.isascii() and word.isalpha()):
        return word
    for plural, ending in _ENDINGS:
        if word.endswith(plural) and len(word) > len(plural) + 1:
            return word[: -len(plural)] + ending
    return word if word[-2] == "i" else word[:-1]


#: Endings of plurals, the first that fits: what they become.
_ENDINGS = (
    ("lyses", "lysis"),
    ("gnoses", "gnosis"),
    ("stases", "stasis"),
    ("theses", "thesis"),
    ("crises", "crisis"),
    ("sses", "ss"),
    ("auses", "ause"),
    ("ouses", "ouse"),
    ("iruses", "irus"),
    ("inuses", "inus"),
    ("etuses", "etus"),
    ("xes", "x"),
    ("shes", "sh"),
    ("daches", "dache"),
    ("ches", "ch"),
    ("choes", "cho"),
    ("ies", "y"),
)
_IRREGULAR = {
    "alveoli": "alveolus",
    "appendices": "appendix",
    "bacteria": "bacterium",
    "biases": "bias",
    "bronchi": "bronchus",
    "children": "child",
    "cortices": "cortex",
    "criteria": "criterion",
    "cts": "ct",
    "feet": "foot",
    "fungi": "fungus",
    "indices": "index",
    "larvae": "larva",
    "lenses": "lens",
    "loci": "locus",
    "matrices": "matrix",
    "men": "man",
    "mice": "mouse",
    "mitochondria": "mitochondrion",
    "mris": "mri",
    "nuclei": "nucleus",
    "phenomena": "phenomenon",
    "spectra": "spectrum",
    "teeth": "tooth",
    "thrombi": "thrombus",
    "vertebrae": "vertebra",
    "vertices": "vertex",
    "women": "woman",
}
_KEPT = frozenset(
    [
        "aids",
        "alias",
        "always",
        "asbestos",
        "atlas",
        "bias",
        "biceps",
        "canvas",
        "caries",
        "chaos",
        "diabetes",
        "forceps",
        "gwas",
        "herpes",
        "lens",
        "measles",
        "mers",
        "mumps",
        "news",
        "pancreas",
        "rabies",
        "sars",
        "scabies",
        "series",
        "species",
        "triceps",
    ]
)


def tokens(text: str) -> list[str]:
    """The words of a text as the index holds them, in order.

    Runs of letters and digits of any script, folded, singular. What hyphens join comes joined and in parts: `x-ray` is
    xray, x, ray, and so is `x ray`; likewise letters before or after a number: `covid19` is covid19, covid, 19. Scripts
    without spaces come as pairs of neighbours, a lone character as itself.
    """
    found: list[str] = []
    letter = ""  # a single letter that the next word may belong to
    for piece in fold(text).translate(_SEPARATORS).split():
        parts = [part for half in piece.split("-") for part in _parts(half)]
        if letter and len(parts) == 1 and parts[0].isalpha() and not _is_unspaced(parts[0][0]):
            found.append(singular(letter + parts[0])[:LONGEST_TOKEN])
        letter = piece if len(piece) == 1 and piece.isascii() and piece.isalpha() and piece not in _ARTICLES else ""
        found += _variants(parts)
    return found
