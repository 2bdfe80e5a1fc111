"""The mapping of the search cluster: strict, so that a document with a field that is not here is refused."""

from typing import Any

from mdexa.purposes import COLUMNS

Mapping = dict[str, Any]

#: Lucene refuses a keyword above 32,766 bytes; a character has at most four.
LONGEST_KEYWORD = 8191

KEYWORD: Mapping = {"type": "keyword", "ignore_above": LONGEST_KEYWORD}
#: Kept and given back, never searched: addresses, and words of third parties.
KEPT: Mapping = {"type": "keyword", "index": False, "doc_values": False}
TRUTH: Mapping = {"type": "boolean"}
WHOLE_NUMBER: Mapping = {"type": "integer"}
DAY: Mapping = {"type": "date", "format": "strict_date"}
#: As it stands, by English word stems, and by pairs of characters for Chinese, Japanese and Korean.
TEXT: Mapping = {
    "type": "text",
    "analyzer": "standard",
    "fields": {"english": {"type": "text", "analyzer": "english"}, "cjk": {"type": "text", "analyzer": "cjk"}},
}
#: A text that is also counted, sorted and matched whole, whatever its case.
NAME: Mapping = {
    **TEXT,
    "fields": {**TEXT["fields"], "exact": {**KEYWORD, "normalizer": "folded"}},
}

SETTINGS: Mapping = {
    "index": {"number_of_shards": 1},
    "analysis": {"normalizer": {"folded": {"type": "custom", "filter": ["lowercase"]}}},
}


def key_of(column: str) -> str:
    """A column of the judgement as the name of a field: `model_training/commercial` -> `model_training_commercial`."""
    return column.replace("/", "_")


def _object(properties: Mapping) -> Mapping:
    return {"properties": properties}


def _nested(properties: Mapping) -> Mapping:
    return {"type": "nested", "properties": properties}


def _all(kind: Mapping, *names: str) -> Mapping:
    return dict.fromkeys(names, kind)


_VALUES = _object({key_of(column): KEYWORD for column in COLUMNS})
_PARTS = _nested(
    {
        **_all(KEYWORD, "id", "layer", "separable", "copy_of", "licences"),
        **_all(TRUTH, "current", "counts"),
        "name": TEXT,
        "verdict": _VALUES,
    }
)
_STATEMENTS = _nested(
    {
        **_all(KEYWORD, "id", "instrument", "scope", "parts", "licence", "reported_licence", "terms"),
        **_all(KEYWORD, "speaker", "read_from"),
        **_all(TEXT, "conditions", "other_limits", "note"),
        **_all(DAY, "dated", "read_on"),
        **_all(KEPT, "url", "untrusted_third_party_text"),
        "deciding": TRUTH,
    }
)
_RELATIONS = _nested(
    {**_all(KEYWORD, "kind", "other", "direction", "part", "upstream_part", "carries"), "external": TRUTH}
)
_CATALOGUE = _object({**_all(KEYWORD, "name", "version", "digest"), "as_of": DAY, "datasets": WHOLE_NUMBER})

PROPERTIES: Mapping = {
    "catalogue": _CATALOGUE,
    **_all(KEYWORD, "id", "doi", "version", "licence_status", "ok_parts", "risk_flags", "access_kind", "availability"),
    **_all(KEYWORD, "successor", "handling", "modality", "organism", "topic", "task"),
    **_all(NAME, "name", "aliases", "publisher"),
    **_all(TEXT, "summary", "tag_words", "facts", "access_steps", "history", "problems"),
    **_all(KEPT, "homepage", "contact"),
    "released": WHOLE_NUMBER,
    "reviewed": DAY,
    "repo_only": TRUTH,
    "verdict": _VALUES,
    "own_verdict": _VALUES,
    "parts": _PARTS,
    "statements": _STATEMENTS,
    "relations": _RELATIONS,
}
