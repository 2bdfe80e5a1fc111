"""How text is folded and split, the same for what is stored and for what is asked.

Standard library only, and nothing heavy at import: the index is opened through this module too.
"""

from unicodedata import category, normalize

#: Combining marks of Latin, Greek and Cyrillic. Those of other scripts are letters, not accents, and stay.
_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"
#: Letters that look like an accented one, but do not decompose.
_PLAIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i"})
#: The names of the Greek letters from alpha to omega, in the order of their characters.
_GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"),
    *("nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
)
_ALPHA, _OMEGA = "α", "ω"
_DIGITS = "0123456789"

#: So many words in a chain of hyphens are also joined as a whole, beside each two neighbours.
_JOINED_WHOLE = 3
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

    A Greek letter that stands among letters of other scripts, or alone, is spelt out: `TNF-α` is `tnf-alpha`. The sign
    of micro before a letter is `u`, as people type it: `µm` is `um`.
    """
    if text.isascii():
        return text.lower()
    plain = normalize("NFKD", normalize("NFKC", text).casefold())
    bare = "".join([c for c in plain if not _FIRST_ACCENT <= c <= _LAST_ACCENT])
    return _spell_greek(normalize("NFKC", bare.casefold()).translate(_PLAIN).replace("ς", "σ"))


def _spell_greek(text: str) -> str:
    if not any(_is_greek(c) for c in text):
        return text
    spelt = []
    for at, letter in enumerate(text):
        after = text[at + 1 : at + 2]
        if not _is_greek(letter) or _is_greek(after) or _is_greek(text[at - 1 : at]):
            spelt.append(letter)
        elif letter == "μ" and after.isalpha():
            spelt.append("u")
        else:
            spelt.append(_GREEK[ord(letter) - ord(_ALPHA)])
    return "".join(spelt)


def _is_greek(letter: str) -> bool:
    return _ALPHA <= letter <= _OMEGA


def fold_name(text: str) -> str:
    """The form in which names are compared: folded, without spaces and punctuation. Empty if nothing is left."""
    return "".join([c for c in fold(text) if c.isalnum() or category(c)[0] not in "PZC"])


def singular(word: str) -> str:
    """A folded English word without the ending of its plural: the same rule for what is stored and what is asked.

    It is light: it knows endings and some sixty words, not the language. What it gets wrong, it gets wrong on both
    sides. Words with a digit or of other scripts, under four letters, or in -ss, -us, -is stay; so do `aids`, `series`
    and their like. `RNAs` becomes `rna`, as `ECGs` becomes `ecg`.
    """
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if (
        len(word) < _SHORTEST_PLURAL
        or word[-1] != "s"
        or word in NO_PLURALS
        or word[-2] in "su"
        or not (word.isascii() and word.isalpha())
    ):
        return word
    for plural, ending in PLURAL_ENDINGS:
        if word.endswith(plural) and len(word) > _SHORTEST_PLURAL:
            return word[: -len(plural)] + ending
    return word if word[-2] == "i" else word[:-1]


_SHORTEST_PLURAL = 4
#: Endings of plurals, the first that fits: what they become.
PLURAL_ENDINGS = (
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
IRREGULAR_PLURALS = {
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
NO_PLURALS = frozenset(
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

    Runs of letters and digits of any script, folded, singular; a point between digits stays. What hyphens join comes
    joined and in parts: `x-ray` is xray, x, ray, and so is `x ray`; likewise letters before or after a number:
    `covid19` is covid19, covid, 19. Scripts without spaces come as pairs of neighbours, a lone character as itself.
    """
    found: list[str] = []
    letter = ""  # a single letter that the next word may belong to
    for piece in _without_stops(fold(text)).translate(_SEPARATORS).split():
        if letter and piece.isalpha() and _runs(piece) == [piece] and not _is_unspaced(piece[0]):
            found.append(_token(letter + piece))
        letter = piece if len(piece) == 1 and piece.isascii() and piece.isalpha() and piece not in _ARTICLES else ""
        group: list[str] = []
        for half in piece.split("-"):
            for run in _runs(_without_apostrophes(half)):
                if not _is_unspaced(run[0]):
                    group.append(run)
                    continue
                found += _variants(group)
                group = []
                found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
        found += _variants(group)
    return found


def _without_stops(text: str) -> str:
    """The text with its full stops as spaces, but for those between digits."""
    first, *others = text.split(".")
    kept, before = [first], first[-1:]
    for part in others:
        kept.append("." if before.isdigit() and part[:1].isdigit() else " ")
        kept.append(part)
        before = part[-1:]
    return "".join(kept)


def _without_apostrophes(word: str) -> str:
    """`alzheimer's` and `alzheimers'` are words of one stem, `o'brien` is one word."""
    if "'" not in word:
        return word
    return word.strip("'").removesuffix("'s").replace("'", "")


def _runs(word: str) -> list[str]:
    """The word, parted where a script with spaces meets one without."""
    if word.isascii():
        return [word] if word else []
    runs: list[str] = []
    before = None
    for letter in word:
        unspaced = _is_unspaced(letter) or (before is True and category(letter)[0] == "M")
        if unspaced is before:
            runs[-1] += letter
        else:
            runs.append(letter)
            before = unspaced
    return runs


def _is_unspaced(letter: str) -> bool:
    return letter > "\u0dff" and any(first <= letter <= last for first, last in _UNSPACED)


def _variants(group: list[str]) -> list[str]:
    """The tokens of words that hyphens join: all joined if they are few, neighbours joined, each alone, its halves."""
    found = [_token("".join(group))] if len(group) == _JOINED_WHOLE else []
    found += [_token(group[at] + group[at + 1]) for at in range(len(group) - 1)]
    for word in group:
        found.append(_token(word))
        found += _halves(word)
    return found


def _halves(word: str) -> list[str]:
    """Letters and number of a word that is made of one run of each: `covid19`, `10mm`; a lone letter is not parted."""
    if word.isalpha() or word.isdigit():
        return []
    letters = word.rstrip(_DIGITS)
    number = word[len(letters) :]
    if not number:
        letters = word.lstrip(_DIGITS)
        number = word[: len(word) - len(letters)]
    if len(letters) == 1 or not letters.isalpha() or not number:
        return []
    halves = [_token(letters), _token(number)]
    return halves if word.startswith(letters) else halves[::-1]


def _token(word: str) -> str:
    return singular(word[:LONGEST_TOKEN])


class _Separators(dict[int, str]):
    """What each character becomes before a text is split at its spaces; worked out when first met."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        if letter.isalnum() or category(letter)[0] == "M":
            becomes = letter
        elif letter in _HYPHENS:
            becomes = "-"
        else:
            becomes = "'" if letter in _APOSTROPHES else "." if letter == "." else " "
        self[code] = becomes
        return becomes


_SEPARATORS = _Separators()
