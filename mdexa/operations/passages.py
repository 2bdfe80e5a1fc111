"""passages: the sentences of cards that answer a phrase, each with field, source, date and whose word it rests on."""

from collections.abc import Iterator
from zlib import crc32

from mdexa.errors import BadQuery
from mdexa.holdings import Holdings
from mdexa.names import resolve_all
from mdexa.params import PassagesParams
from mdexa.results import PassagesResult
from mdexa.text import fold_name, tokens

#: Of the passages that hold every word, so many are looked at for the words in their order.
PHRASE_CANDIDATES = 500


def passages(holdings: Holdings, params: PassagesParams) -> PassagesResult:
    """Passages with the phrase itself first, then by how many of its words they hold."""
    found, unresolved = resolve_all(holdings, params.datasets)
    filters = {"dataset": [holdings.datasets.id(doc) for doc in found] or ["none"]} if params.datasets else {}
    terms = list(dict.fromkeys(tokens(params.phrase)))
    known = [term for term in terms if holdings.passages.term(term)]
    ranked, total = _ranked(holdings, params.phrase, known, filters, _wanted(holdings, params))
    offset = _offset(holdings, params)
    page = ranked[offset : offset + params.limit]
    shown = offset + len(page)
    return PassagesResult(
        passages=tuple(holdings.passage(doc) for doc in page),
        total=total,
        complete=shown >= total,
        remaining=max(total - shown, 0),
        cursor=f"{shown}.{_fingerprint(holdings, params)}" if shown < total else None,
        sentence=_sentence(total, shown),
        unresolved=unresolved,
        unknown_words=tuple(_unknown(holdings, params.phrase)),
        catalogue=holdings.stamp,
    )


def _unknown(holdings: Holdings, phrase: str) -> Iterator[str]:
    """The words as typed of which no form is in any passage."""
    for word in dict.fromkeys(phrase.split()):
        terms = tokens(word)
        if terms and not any(holdings.passages.term(term) for term in terms):
            yield word


def _wanted(holdings: Holdings, params: PassagesParams) -> int:
    return _offset(holdings, params) + params.limit


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
    key = fold_name(phrase)
    exact = [doc for doc in candidates if key in fold_name(holdings.passage(doc).text)]
    first = set(exact)
    rest = [hit.doc for hit in match.top(wanted + len(exact)) if hit.doc not in first]
    return [*exact, *rest], match.total


def _fingerprint(holdings: Holdings, params: PassagesParams) -> str:
    question = "\0".join((params.phrase, *params.datasets, holdings.index.digest))
    return f"{crc32(question.encode()):08x}"


def _offset(holdings: Holdings, params: PassagesParams) -> int:
    if params.cursor is None:
        return 0
    start, _, fingerprint = params.cursor.partition(".")
    if not (start.isascii() and start.isdigit()) or fingerprint != _fingerprint(holdings, params):
        why = "it belongs to another question or another release of the catalogue"
        raise BadQuery("cursor", params.cursor, ["the cursor of the answer before, with the same question"], why=why)
    return int(start)


def _sentence(total: int, shown: int) -> str:
    if not total:
        return "No passage of any card holds these words. This is final: other words for the same will not help."
    more = f"; {total - shown} more follow" if total > shown else "; the list is complete"
    many = "1 passage holds" if total == 1 else f"{total} passages hold"
    return f"{many} at least one of the words{more}."
