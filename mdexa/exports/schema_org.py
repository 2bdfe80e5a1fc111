"""schema.org Dataset: what search engines read, a file a dataset, and the same within the pages of the site."""

from collections.abc import Sequence
from functools import partial

from mdexa.exports.describing import Description, Node, doi, fields, filled
from mdexa.exports.documents import document
from mdexa.exports.folder import File, file_id
from mdexa.holdings import Holdings


def describe(holdings: Holdings, doc: int, *, page: str | None = None) -> Node:
    """A dataset as JSON-LD. `page`: the address of its page on a site, if it has one, which becomes its `@id`."""
    described = Description(holdings, doc)
    head = {"@context": "https://schema.org/", "@type": "Dataset", "@id": f"{page}#dataset" if page else None}
    linked = {"citation": doi(described.card), "mainEntityOfPage": page}
    return filled({**head, **fields(described, "Dataset"), **linked})


def script(holdings: Holdings, doc: int, *, page: str | None = None) -> str:
    """The same as text that may stand as it is in `<script type="application/ld+json">`: no text can leave it."""
    return document(describe(holdings, doc, page=page)).decode()


def files(holdings: Holdings, docs: Sequence[int]) -> tuple[File, ...]:
    """A file a dataset, `<id>.schema-org.json`. IndexDamaged for an id that is none."""
    return tuple(File(f"{file_id(holdings, doc)}.schema-org.json", partial(_one, holdings, doc)) for doc in docs)


def _one(holdings: Holdings, doc: int) -> list[bytes]:
    return [document(describe(holdings, doc))]
