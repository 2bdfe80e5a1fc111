"""A dataset as schema.org describes one: the fields that Croissant and schema.org have in common.

Nothing is said that a card does not hold: no creator (cards name a publisher), no files (Mdexa links, and hosts none),
and no identifier of the DOI, which may be that of a paper.
"""

from typing import Any
from urllib.parse import quote

from mdexa.card import Card, Count, Licence, Relation
from mdexa.exports import data_use, stated, wording
from mdexa.exports.origin import origin_of
from mdexa.exports.stated import LicenceTable, Stated
from mdexa.holdings import Holdings
from mdexa.params import TAG_FACETS
from mdexa.verdict import Judged, JudgedPart

Node = dict[str, Any]

#: Ontology -> where its ids live. Ids of other ontologies are given as codes, without an address.
ONTOLOGIES = {
    "EDAM": "http://edamontology.org/",
    "MeSH": "http://id.nlm.nih.gov/mesh/",
    **{name: f"http://purl.obolibrary.org/obo/{name}_" for name in ("DUO", "MONDO", "NCBITaxon", "UBERON")},
}
_WEB = ("https://", "http://")


class Description:
    """A dataset that is being described, with all that is read for it once."""

    def __init__(self, holdings: Holdings, doc: int) -> None:
        self.holdings = holdings
        self.card: Card = holdings.card(doc)
        self.judged: Judged = holdings.judged(doc)
        self.origin = origin_of(holdings)
        self.stated = stated.of_whole(holdings.licences, self.card, self.judged)


def fields(described: Description, part_type: str) -> Node:
    """The shared fields, in the order in which they are shown. `part_type` is the type of parts."""
    card = described.card
    table = described.holdings.licences
    codes = data_use.of_whole(table, card, described.judged)
    text = wording.whole(described.origin, described.judged, described.stated)
    return filled(
        {
            "name": card.name,
            "alternateName": list(card.aliases),
            "description": card.summary,
            "url": web(card.homepage),
            "identifier": _property(described.origin.name, card.id),
            "version": card.version,
            "datePublished": str(card.released) if card.released else None,
            "publisher": _organization(card),
            "keywords": _keywords(described),
            "license": licence(described.stated, table),
            "usageInfo": usage(codes, described.origin.name, text),
            "conditionsOfAccess": wording.access(card),
            "isAccessibleForFree": _is_free(card),
            "creativeWorkStatus": None if card.availability.state == "available" else card.availability.state,
            "size": [_quantity(row) for row in card.counts],
            "isBasedOn": _upstreams(described),
            "hasPart": _parts(described, part_type),
            "includedInDataCatalog": _catalog(described),
            "sdDatePublished": described.origin.as_of,
        }
    )


def filled(node: Node) -> Node:
    """The node without the fields that say nothing."""
    return {key: value for key, value in node.items() if value is not None and value not in ([], "")}


def web(address: str | None) -> str | None:
    """An address of the web, None for anything else: a script is no address."""
    return address if address is not None and address.startswith(_WEB) else None


def doi(card: Card) -> str | None:
    """The address of the card's DOI, which is that of the dataset or of the paper on it."""
    return f"https://doi.org/{quote(card.doi, safe='/:;().,-_~')}" if card.doi else None


def licence(given: Stated, table: LicenceTable) -> Any:
    """The licence by its address, or by its name where it has none of its own; None where there is none."""
    return _licence(given.licences[0], table) if given.licences else None


def _licence(row: Licence, table: LicenceTable) -> Any:
    # An address that several entries share (such as that of a whole family) does not tell which of them is meant.
    address = web(row.url)
    shared = sum(1 for other in table.values() if other.url == row.url) > 1
    return address if address and not shared else {"@type": "CreativeWork", "name": row.name}


def usage(codes: tuple[str, ...], reader: str, text: str) -> list[Node]:
    """Terms of the Data Use Ontology, and the verdict in words."""
    terms = [
        {
            "@type": "DefinedTerm",
            "name": data_use.CODES[code].label,
            "termCode": code.replace(":", "_"),
            "url": f"{data_use.PREFIX}{code.partition(':')[2]}",
        }
        for code in codes
    ]
    return [*terms, {"@type": "CreativeWork", "name": f"Reading of the terms by {reader}", "text": text}]


def _property(kind: str, value: str) -> Node:
    return {"@type": "PropertyValue", "propertyID": kind, "value": value}


def _organization(card: Card) -> Node | None:
    return {"@type": "Organization", "name": card.publisher} if card.publisher else None


def _keywords(described: Description) -> list[Node]:
    return [
        _keyword(described.holdings, facet, value)
        for facet in TAG_FACETS
        for value in getattr(described.card.tags, facet)
    ]


def _keyword(holdings: Holdings, facet: str, value: str) -> Node:
    concept = holdings.concept(f"{facet}/{value}")
    codes = concept.ontology if concept else ()
    links = [link for link in map(_ontology_link, codes) if link]
    return filled(
        {
            "@type": "DefinedTerm",
            "name": concept.label if concept else value,
            "description": concept.definition if concept else None,
            "inDefinedTermSet": facet,
            "termCode": list(codes),
            "sameAs": links,
        }
    )


def _ontology_link(code: str) -> str | None:
    ontology, _, term = code.partition(":")
    return f"{ONTOLOGIES[ontology]}{quote(term)}" if ontology in ONTOLOGIES else None


def _quantity(row: Count) -> Node:
    told = ", ".join(text for text in (row.scope, row.version and f"version {row.version}") if text)
    node = {"@type": "QuantitativeValue", "value": row.n, "unitText": row.unit, "description": told}
    return filled({**node, "url": web(row.source)})


def _is_free(card: Card) -> bool | None:
    """Known only where every route is open, or every route costs a fee."""
    kinds = {row.kind for row in card.access}
    if card.availability.state != "available":
        return None
    return True if kinds == {"open"} else False if kinds == {"fee"} else None


def _upstreams(described: Description) -> list[Node]:
    made = [row for row in described.card.relations if row.kind in ("derived_from", "subset_of")]
    rows = [_upstream(described.holdings, row) for row in made if row.dataset != described.card.id]
    return [row for at, row in enumerate(rows) if row not in rows[:at]]


def _upstream(holdings: Holdings, row: Relation) -> Node:
    # Not typed as a dataset: readers of Croissant look for the one node that is.
    if row.external is not None:
        return filled({"@type": "CreativeWork", "name": row.external.name, "url": web(row.external.url)})
    doc = holdings.datasets.doc(row.dataset or "")
    upstream = holdings.card(doc) if doc is not None else None
    identifier = _property(holdings.release.name, row.dataset or "")
    node = {"@type": "CreativeWork", "name": upstream.name if upstream else row.dataset, "identifier": identifier}
    return filled({**node, "url": web(upstream.homepage) if upstream else None})


def _parts(described: Description, part_type: str) -> list[Node]:
    """Each part with its own licence; of a dataset that has only one, nothing that was not said already."""
    parts = described.judged.parts
    return [_part(described, part, part_type) for part in parts] if len(parts) > 1 else []


def _part(described: Description, part: JudgedPart, part_type: str) -> Node:
    table, card = described.holdings.licences, described.card
    given = stated.of_part(table, card, part)
    told = [part.how, None if part.current else "not current", part.copy_of and f"the same items as {part.copy_of}"]
    count = {"@type": "QuantitativeValue", "value": part.n, "unitText": part.unit}
    text = wording.part(described.origin, part, given)
    return filled(
        {
            "@type": part_type,
            "name": part.name,
            "identifier": _property(f"{described.origin.name} part of {card.id}", part.id),
            "description": "; ".join(row for row in told if row),
            "keywords": part.layer,
            "license": licence(given, table),
            "usageInfo": usage(data_use.of_part(table, card, part), described.origin.name, text),
            "size": filled(count) if part.n is not None else None,
        }
    )


def _catalog(described: Description) -> Node:
    origin = described.origin
    return {
        "@type": "DataCatalog",
        "name": origin.name,
        "version": origin.version,
        "dateModified": origin.as_of,
        "identifier": _property("digest of the index", origin.digest),
    }
