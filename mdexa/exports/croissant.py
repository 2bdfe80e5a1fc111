"""Croissant 1.1: JSON-LD for machine learning. Metadata alone: Mdexa knows no files, and invents none.

Of what the specification requires, a card may lack a licence (see `stated.py`) and a date, always lacks a creator,
and files and records: readers that validate say so in warnings, and that is right.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from mdexa.exports.describing import Description, Node, doi, fields, filled
from mdexa.exports.documents import document
from mdexa.exports.folder import File, file_id
from mdexa.holdings import Holdings

CONFORMS_TO = "http://mlcommons.org/croissant/1.1"

#: The context of the specification, with the names that the validator of MLCommons expects beside them.
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "annotation": "cr:annotation",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "duo": "http://purl.obolibrary.org/obo/DUO_",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "excludes": "cr:excludes",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "prov": "http://www.w3.org/ns/prov#",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "readLines": "cr:readLines",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "sdVersion": "cr:sdVersion",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
    "unArchive": "cr:unArchive",
    "value": "cr:value",
}


def describe(holdings: Holdings, doc: int) -> Node:
    """A dataset as Croissant. Parts are works within it: a file has one dataset, which readers look for by its type."""
    described = Description(holdings, doc)
    head = {"@context": CONTEXT, "@type": "sc:Dataset", "conformsTo": CONFORMS_TO}
    shared = fields(described, "CreativeWork")
    upstreams = [{**row, "@type": "prov:Entity"} for row in shared.get("isBasedOn", ())]
    # The validator takes keywords as text alone, where the specification takes terms, too.
    terms = shared.pop("keywords", [])
    shared |= {"keywords": [term["name"] for term in terms], "about": terms}
    own = {"citeAs": doi(described.card), "sdVersion": described.origin.version, "prov:wasDerivedFrom": upstreams}
    return filled({**head, **shared, **own})


def files(holdings: Holdings, docs: Sequence[int]) -> tuple[File, ...]:
    """A file a dataset, `<id>.croissant.json`. IndexDamaged for an id that is none."""
    return tuple(File(f"{file_id(holdings, doc)}.croissant.json", partial(_one, holdings, doc)) for doc in docs)


def _one(holdings: Holdings, doc: int) -> list[bytes]:
    return [document(describe(holdings, doc))]
