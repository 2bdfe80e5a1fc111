"""Labels: the bare words of a source beside the key that we made of them."""

import re
from collections.abc import Iterator

from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.gates.judgements import JudgedCard, Judgements, of_each_card

#: A name of a licence has fewer words, and no verb.
_MOST_WORDS = 10
_VERB = re.compile(r"\b(is|are|was|were|may|must|shall|should|can|cannot|will|has|have|does|do)\b", re.IGNORECASE)
#: What both the label and the key of a Creative Commons licence name, each in its own way.
_ELEMENTS = {
    "nc": re.compile(r"\bnc\b|non-?\s?commercial", re.IGNORECASE),
    "nd": re.compile(r"\bnd\b|no-?\s?deriv", re.IGNORECASE),
    "sa": re.compile(r"\bsa\b|share-?\s?alike", re.IGNORECASE),
}
_CREATIVE_COMMONS = re.compile(r"\bcc[\s-]|\bcc0|creative commons", re.IGNORECASE)
_ZERO = re.compile(r"\bcc[\s-]?0|\bzero\b|public domain dedication", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\d.])(\d\.\d)(?![\d.])")


@of_each_card
def labels_agree_with_keys(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """A label and the key beside it speak of one licence, as far as both name their elements."""
    for path, statement in judged.rows():
        label, key = statement.untrusted_third_party_text or "", statement.licence or ""
        why = _disagreement(label, key)
        if why:
            message = f"the label {quote(label)} stands beside the key {quote(key)}: {why}"
            remedy = "look at the source again: mend the one that is wrong"
            place = (*path, "untrusted_third_party_text")
            yield judged.draft.warning("quality/label-disagrees", place, message, remedy, got=statement.id)


def _disagreement(label: str, key: str) -> str:
    """What one of the two has and the other has not; empty where nothing speaks against them."""
    if not _CREATIVE_COMMONS.search(label) or not key.startswith("CC") or " " in key:
        return ""
    for element, pattern in _ELEMENTS.items():
        said, kept = bool(pattern.search(label)), f"-{element.upper()}" in key
        if said != kept:
            return f"only the {'label' if said else 'key'} has {element.upper()}"
    if bool(_ZERO.search(label)) != key.startswith("CC0"):
        return "only one of them is CC0"
    versions, ours = set(_VERSION.findall(label)), _VERSION.findall(key)
    return f"the label has version {', '.join(sorted(versions))}" if versions and not versions & set(ours) else ""


@of_each_card
def labels_are_no_sentences(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """A label is the name of a licence: sentences of a source are not copied."""
    for path, statement in judged.rows():
        label = statement.untrusted_third_party_text or ""
        if len(label.split()) > _MOST_WORDS or _VERB.search(label):
            message = f"{quote(label)} reads like a sentence of the source"
            remedy = "keep the bare name of the licence, or leave it out and say it in `note` in own words"
            place = (*path, "untrusted_third_party_text")
            yield judged.draft.warning("quality/label-is-sentence", place, message, remedy, got=statement.id)
