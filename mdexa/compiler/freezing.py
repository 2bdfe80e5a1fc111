"""The last stage: every document of a judged catalogue into one index file."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from mdexa.compiler.documents import (
    FIELDS,
    PASSAGE_FACETS,
    PASSAGE_FIELDS,
    SHOWN_FACETS,
    VERDICT_FACETS,
    Document,
    Speller,
    concept_document,
    dataset_document,
    passage_documents,
)
from mdexa.compiler.links import links_of
from mdexa.compiler.survey import Survey
from mdexa.index import IndexWriter
from mdexa.index.collecting import CollectionWriter
from mdexa.params import PARTS_FACET
from mdexa.verdict import Judged

_json = msgspec.json.Encoder(order="deterministic")


def freeze(
    surveyed: Survey,
    verdicts: Mapping[str, Judged],
    target: Path,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Writes the index and gives its content digest. An error leaves the file of before untouched."""
    speller = Speller(surveyed.vocabulary, surveyed.cards.values())
    links = links_of(surveyed.cards)
    release = surveyed.release
    assert release is not None, "a catalogue without its release file is an error of the survey"
    target.parent.mkdir(parents=True, exist_ok=True)
    with IndexWriter(target, version=release.version, as_of=release.as_of) as writer:
        datasets = writer.collection("datasets", fields=FIELDS, facets=(*SHOWN_FACETS, PARTS_FACET, *VERDICT_FACETS))
        passages = writer.collection("passages", fields=PASSAGE_FIELDS, facets=PASSAGE_FACETS)
        concepts = writer.collection("concepts", fields={}, facets=())
        for done, (card_id, card) in enumerate(sorted(surveyed.cards.items()), start=1):
            _add(datasets, dataset_document(card, verdicts[card_id], links[card_id], speller))
            for passage in passage_documents(card):
                _add(passages, passage)
            if progress:
                progress(done, len(surveyed.cards))
        for concept_id in sorted(speller.concepts):
            _add(concepts, concept_document(concept_id, speller))
        writer.blob("release", _json.encode(release))
        writer.blob("facets", _json.encode(surveyed.facets))
        writer.blob("licences", _json.encode(surveyed.licences))
        return writer.close()


def _add(collection: CollectionWriter, document: Document) -> None:
    collection.add(
        document.id,
        fields=document.fields,
        facets=document.facets,
        stored=document.stored,
        names=document.names,
    )
