"""Tags on cards, the vocabulary itself, and the facets."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from mdexa.card import Card, Concept, Vocabulary
from mdexa.compiler.draft import Draft, Drafts, Step, of_each_card
from mdexa.compiler.finding import Finding, quote
from mdexa.compiler.nearest import choose, near
from mdexa.text import fold_name

TAGS = ("modality", "organism", "topic", "task")


@of_each_card
def tags_exist(card: Draft[Card], drafts: Drafts) -> Iterator[Finding]:
    """Every tag is a value of its facet."""
    for facet in TAGS:
        vocabulary = drafts.vocabularies.get(facet)
        if vocabulary is None:
            continue
        legal = _ids(vocabulary.value)
        for place, tag in enumerate(getattr(card.value.tags, facet)):
            if tag not in legal:
                path = ("tags", facet, place)
                yield card.error(
                    "meaning/no-such-tag",
                    path,
                    f"{quote(tag)} is no value of {facet}",
                    _which(tag, facet, legal, drafts),
                    got=tag,
                    expected=near(tag, legal),
                )


def _ids(vocabulary: Vocabulary) -> tuple[str, ...]:
    return tuple(concept.id for concept in vocabulary.concepts)


def _which(tag: str, facet: str, legal: tuple[str, ...], drafts: Drafts) -> str:
    """The value that the tag is a word for, in this facet or in another, else the nearest one."""
    for other in (facet, *TAGS):
        vocabulary = drafts.vocabularies.get(other)
        for concept in vocabulary.value.concepts if vocabulary else ():
            if fold_name(tag) in {fold_name(form) for _, form in _forms(concept)}:
                return f"write {quote(concept.id)}" + ("" if other == facet else f" under `{other}`")
    return f"{choose(tag, legal)}; a value that is missing is added to vocabulary/{facet}.yaml"


def facets_are_file_names(drafts: Drafts) -> Iterator[Finding]:
    """The values of a facet stand in the file of its name."""
    for vocabulary in drafts.vocabularies.values():
        stem, facet = PurePosixPath(vocabulary.file).stem, vocabulary.value.facet
        if stem != facet:
            message = f"the facet is {quote(facet)}, and the file is called {quote(stem + '.yaml')}"
            yield vocabulary.error(
                "meaning/facet-not-file-name",
                ("facet",),
                message,
                f"write `facet: {stem}`",
                got=facet,
                expected=(stem,),
            )


def concepts_are_unique(drafts: Drafts) -> Iterator[Finding]:
    """An id means one value of its facet."""
    for vocabulary in drafts.vocabularies.values():
        seen: set[str] = set()
        for place, concept in enumerate(vocabulary.value.concepts):
            if concept.id in seen:
                message = f"two values are called {quote(concept.id)}"
                yield vocabulary.error(
                    "meaning/concept-repeated",
                    ("concepts", place, "id"),
                    message,
                    "merge the two",
                    got=concept.id,
                )
            seen.add(concept.id)


def broader_values_exist(drafts: Drafts) -> Iterator[Finding]:
    """`broader` names a value of the same facet."""
    for vocabulary in drafts.vocabularies.values():
        legal = _ids(vocabulary.value)
        for place, concept in enumerate(vocabulary.value.concepts):
            for step, wider in enumerate(concept.broader):
                if wider not in legal:
                    path = ("concepts", place, "broader", step)
                    message = f"there is no value {quote(wider)}"
                    yield vocabulary.error(
                        "meaning/no-such-concept",
                        path,
                        message,
                        choose(wider, legal),
                        got=wider,
                        expected=near(wider, legal),
                    )


def broader_values_make_no_circle(drafts: Drafts) -> Iterator[Finding]:
    """No value is wider than itself."""
    for vocabulary in drafts.vocabularies.values():
        broader = {concept.id: concept.broader for concept in vocabulary.value.concepts}
        told: set[str] = set()
        for place, concept in enumerate(vocabulary.value.concepts):
            above = _above(concept.id, broader)
            if concept.id in above and not above & told:
                told.add(concept.id)
                message = f"{quote(concept.id)} is wider than itself, over {', '.join(concept.broader)}"
                path = ("concepts", place, "broader")
                yield vocabulary.error(
                    "meaning/broader-circle", path, message, "take one step of the circle out", got=concept.id
                )


def _above(start: str, broader: dict[str, tuple[str, ...]]) -> set[str]:
    found: set[str] = set()
    pending = list(broader[start])
    while pending:
        wider = pending.pop()
        if wider not in found:
            found.add(wider)
            pending += broader.get(wider, ())
    return found


def words_mean_one_value(drafts: Drafts) -> Iterator[Finding]:
    """A word that people type means one value of its facet."""
    for vocabulary in drafts.vocabularies.values():
        owners: dict[str, str] = {}
        for place, concept in enumerate(vocabulary.value.concepts):
            for path, form in _forms(concept):
                at = ("concepts", place, *path)
                folded = fold_name(form)
                owner = owners.setdefault(folded, concept.id) if folded else ""
                if not folded:
                    message = f"nothing is left of {quote(form)} without spaces and punctuation"
                    yield vocabulary.error("meaning/synonym-empty", at, message, "take it out", got=form)
                elif owner != concept.id:
                    remedy = "leave it to the value that people mean by it, or to the wider of the two"
                    message = f"{quote(form)} means {quote(owner)} too"
                    yield vocabulary.error("meaning/synonym-shared", at, message, remedy, got=form)


def words_of_two_facets_are_pointed_out(drafts: Drafts) -> Iterator[Finding]:
    """Values of two facets that share a word are named, once for each pair of facets."""
    owners: dict[str, tuple[str, str]] = {}
    for facet, vocabulary in sorted(drafts.vocabularies.items()):
        shared: dict[str, dict[str, None]] = {}
        for concept in vocabulary.value.concepts:
            for _, form in _forms(concept):
                other, owner = owners.setdefault(fold_name(form), (facet, concept.id))
                if other != facet:
                    shared.setdefault(other, {})[f"{concept.id} ({owner})"] = None
        for other, pairs in shared.items():
            message = f"values that share a word with a value of {other}: {', '.join(pairs)}"
            remedy = "leave the words that mean both, since a search looks for both; take out the others"
            yield vocabulary.warning("meaning/synonym-across-facets", ("concepts",), message, remedy)


def _forms(concept: Concept) -> Iterator[tuple[Step, str]]:
    yield ("id",), concept.id
    yield ("label",), concept.label
    if concept.label_zh is not None:
        yield ("label_zh",), concept.label_zh
    for language, forms in concept.synonyms.items():
        for place, form in enumerate(forms):
            yield ("synonyms", language, place), form


def facets_are_complete(drafts: Drafts) -> Iterator[Finding]:
    """Each facet stands once, the four tags are there, and a reserved name says what to ask instead."""
    facets = drafts.facets
    if facets is None:
        return
    seen: set[str] = set()
    for place, facet in enumerate(facets.value.facets):
        path = ("facets", place)
        if facet.id in seen:
            yield facets.error(
                "meaning/facet-repeated",
                (*path, "id"),
                f"two facets are called {quote(facet.id)}",
                "merge the two",
                got=facet.id,
            )
        seen.add(facet.id)
        if (facet.kind == "reserved") != (facet.instead is not None):
            says = "says" if facet.instead else "does not say"
            message = f"the {facet.kind} facet {quote(facet.id)} {says} what to ask instead"
            remedy = "a reserved name has `instead`, the others have none"
            yield facets.error("meaning/facet-instead", path, message, remedy)
        if (facet.kind == "tag") != (facet.id in TAGS):
            message = f"{quote(facet.id)} is called {quote(facet.kind)}"
            yield facets.error(
                "meaning/facet-kind",
                (*path, "kind"),
                message,
                f"the tags are {', '.join(TAGS)}, and no others",
                got=facet.kind,
            )
    for tag in TAGS:
        if tag not in seen:
            yield facets.error(
                "meaning/facet-missing", ("facets",), f"the tag {quote(tag)} is missing", "add it", got=tag
            )
