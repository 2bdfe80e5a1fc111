"""Which legal words a misspelt one may have meant."""

from difflib import get_close_matches
from functools import cache

from mdexa.compiler.finding import quote

#: More legal words than this are not all listed beside a near one.
_BEARABLE = 20
#: So many are listed where none is near.
_LISTED = 40


@cache
def near(word: str, legal: tuple[str, ...]) -> tuple[str, ...]:
    """Up to three legal words that look like the one given, the nearest first."""
    folded: dict[str, str] = {}
    for candidate in legal:
        folded.setdefault(_loose(candidate), candidate)
    return tuple(folded[match] for match in get_close_matches(_loose(word[:100]), folded, n=3, cutoff=0.6))


def _loose(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def choose(word: str, legal: tuple[str, ...]) -> str:
    """A remedy: the nearest legal word, and what else is legal as long as the list is bearable."""
    matches = near(word, legal)
    sentences = [f"did you mean {_alternatives(matches)}?"] if matches else []
    if len(legal) <= _BEARABLE or not matches:
        sentences.append(f"legal: {', '.join(legal[:_LISTED])}{' ...' if len(legal) > _LISTED else ''}")
    return " ".join(sentences)


def _alternatives(words: tuple[str, ...]) -> str:
    quoted = [quote(word) for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
