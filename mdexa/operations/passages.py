"""passages: the sentences of cards that answer a phrase, each with field, source, date and whose word it rests on."""

from collections.abc import Iterator

import msgspec

from mdexa.fillers import GRAMMAR
from mdexa.holdings import Holdings
from mdexa.lexicon import form_key, words
from mdexa.names import resolve_all
from mdexa.operations.paging import cursor_at, place_of
from mdexa.params import PassagesParams
from mdexa.results import PassagesResult
from mdexa.text import fold_name, tokens

#: Of the passages that hold every word, so many are looked at for the words in their order.
PHRASE_CANDIDATES = 500
#: Of the words that are near to one that is nowhere, so many are offered.
NEAR_WORDS = 3


def passages(holdings: Holdings, params: PassagesParams) -> PassagesResult:
    """Passages with the phrase itself first, then by how many of its words they hold."""
    found, unresolved = resolve_all(holdings, params.datasets)
    filters = {"dataset": [holdings.datasets.id(doc) for doc in found] or ["none"]} if params.datasets else {}
    known = [term for term in _asked(params.phrase) if holdings.passages.term(term)]
    offset = place_of(params.cursor, _question(params), holdings.index.digest)
    ranked, total = _ranked(holdings, params.phrase, known, filters, offset + params.limit)
    unknown = tuple(_unknown(holdings, params.phrase))
    page = ranked[offset : offset + params.limit]
    shown = offset + len(page)
    return PassagesResult(
        passages=tuple(holdings.passage(doc) for doc in page),
        total=total,
        complete=shown >= total,
        remaining=max(total - shown, 0),
        cursor=cursor_at(shown, _question(params), holdings.index.digest) if shown < total else None,
        sentence=_sentence(total, shown, tuple(_other_words(holdings, unknown))),
        unresolved=unresolved,
        unknown_words=unknown,
        catalogue=holdings.stamp,
    )


def _asked(phrase: str) -> list[str]:
    """The terms of a phrase; without its words of grammar, unless there are no others."""
    telling = " ".join(word for word in words(phrase) if form_key([word]) not in GRAMMAR)
    left_out = set(tokens(phrase)) & {term for word in words(phrase) for term in tokens(word)} - set(tokens(telling))
    terms = list(dict.fromkeys(tokens(phrase)))
    return [term for term in terms if term not in left_out] or terms


def _unknown(holdings: Holdings, phrase: str) -> Iterator[str]:
    """The words as typed of which no form is in any passage."""
    for word in dict.fromkeys(phrase.split()):
        terms = tokens(word)
        if terms and not any(holdings.passages.term(term) for term in terms):
            yield word


def _ranked(
    holdings: Holdings, phrase: str, known: list[str], filters: dict[str, list[str]], wanted: int
) -> tuple[list[int], int]:
    """The best documents, at least `wanted` of them if there are so many, and the number of all."""
    if not known:
        return [], 0
    units = [[term] for term in known]
    match = holdings.passages.match(units, filters=filters)
    whole = holdings.passages.match(units, filters=filters, mode="all")
    candidates = [hit.doc for hit in whole.top(PHRASE_CANDIDATES)]
    key = _spelt(phrase)
    exact = [doc for doc in candidates if key in _spelt(holdings.passage(doc).text)]
    first = set(exact)
    rest = [hit.doc for hit in match.top(wanted + len(exact)) if hit.doc not in first]
    return [*exact, *rest], match.total


def _spelt(text: str) -> str:
    """The words of a text in their order, folded and singular, with a space on either side."""
    return f" {' '.join(form_key([word]) for word in words(text))} "


def _other_words(holdings: Holdings, unknown: tuple[str, ...]) -> Iterator[str]:
    """What to say of words that no passage holds: near ones that some do, and the language of all."""
    for word in unknown:
        near = [term for term, _, _ in holdings.passages.near_terms(fold_name(word), NEAR_WORDS)]
        if near:
            yield f"Near to {word}: {', '.join(near)}."
    if any(not fold_name(word).isascii() for word in unknown):
        yield "Passages are in English."


def _question(params: PassagesParams) -> bytes:
    """What a cursor belongs to: the request, whatever the size of its pages."""
    return msgspec.json.encode(msgspec.structs.replace(params, cursor=None, limit=10))


def _sentence(total: int, shown: int, others: tuple[str, ...]) -> str:
    if not total:
        final = others or ("This is final: other words for the same will not help.",)
        return " ".join(("No passage of any card holds these words.", *final))
    more = f"; {total - shown} more follow" if total > shown else "; the list is complete"
    many = "1 passage holds" if total == 1 else f"{total} passages hold"
    return " ".join((f"{many} at least one of the words{more}.", *others))
