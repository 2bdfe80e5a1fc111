"""The columns of the flat tables: name, kind and meaning. CSV, Parquet and the documentation follow them."""

from typing import Literal, NamedTuple

Kind = Literal["text", "list", "integer", "number", "truth"]


class Column(NamedTuple):
    """A column. A cell without a value is null; a list is never null, and may be empty."""

    name: str
    kind: Kind
    about: str


def _text(name: str, about: str) -> Column:
    return Column(name, "text", about)


def _list(name: str, about: str) -> Column:
    return Column(name, "list", about)


def _truth(name: str, about: str) -> Column:
    return Column(name, "truth", about)


def _integer(name: str, about: str) -> Column:
    return Column(name, "integer", about)


_DATASET = _text("dataset", "id of the dataset")
_JUDGED = (
    _text("use", "the column of the judgement: a purpose, or purpose/setting; one of 14"),
    _text("purpose", "one of the nine purposes"),
    _text("setting", "commercial or noncommercial"),
    _text("value", "the final verdict; only allowed and allowed_with_conditions permit"),
    _integer("rank", "place of the value from best (0) to worst (6): the worst of several has the highest"),
    _truth("permits", "whether the value permits"),
    _text("own", "what the publisher alone says, before upstreams"),
)
_SOURCE = (
    _text("source_url", "where it was read"),
    _text("source_locator", "the place on the page"),
    _text("source_speaker", "publisher, host or third_party"),
    _text("source_dated", "date that the source shows, or unknown"),
    _text("source_read_on", "day on which it was read"),
    _text("source_read_from", "live, stored_copy or third_party_copy"),
    _text("source_copy_dated", "date of the copy, or unknown"),
)

CATALOGUE = (
    _text("name", "name of the catalogue"),
    _text("version", "version of the catalogue"),
    _text("as_of", "day of the catalogue"),
    _integer("datasets", "how many datasets it holds"),
    _text("digest", "digest of the index's content"),
    _integer("exported", "how many datasets are in this export"),
)
DATASETS = (
    _text("id", "id, the name in every other table"),
    _text("name", "name"),
    _list("aliases", "other names"),
    _text("summary", "what it is, in our own words"),
    _text("publisher", "who publishes it"),
    _text("homepage", "its page"),
    _text("contact", "where to ask the publisher"),
    _text("doi", "DOI of the dataset or of the paper on it"),
    _integer("released", "year of the first release"),
    _text("version", "version, as the publisher writes it"),
    _text("licence_status", "commercial_ok, mixed, restricted, undeclared, unverifiable, conflicting"),
    _truth("repo_only", "whether the only licence does not say that it covers the data"),
    _list("ok_parts", "parts that may be used in products where the whole may not"),
    _list("risk_flags", "ids of the flags"),
    _list("access_kinds", "kinds of the routes, in the order of the card"),
    _text("availability", "available, withdrawn, never_released, private, host_down, superseded"),
    _text("available_since", "since when, or unknown"),
    _text("successor", "id of the set that took its place"),
    _text("handling", "what Mdexa itself does: link_only or under_review; says nothing of the licence"),
    _text("reviewed", "day of the last review of the card"),
)
TAGS = (
    _DATASET,
    _text("facet", "modality, organism, topic or task"),
    _text("tag", "id of the value"),
    _text("label", "label of the value"),
    _truth("on_card", "true: stands on the card; false: broader than one that does"),
)
PARTS = (
    _DATASET,
    _text("part", "id of the part; part#KEY for the items under one licence"),
    _text("name", "name"),
    _text("layer", "data, annotations or models"),
    _truth("current", "false: an old release, or a copy for participants"),
    _truth("counts", "whether the whole is judged by it"),
    _text("separable", "yes, no or unknown: whether it can be told from the rest"),
    _text("how", "by what it can be told"),
    _text("copy_of", "the part whose items it serves again"),
    _integer("n", "how many items"),
    _text("unit", "what is counted"),
    _list("licences", "keys of what the publisher states and the verdict bears out; empty is no permission"),
    _text("why_no_licence", "why there is none"),
)
WHOLES = (_DATASET, *_JUDGED, _list("usable_parts", "separable parts that permit, where the whole does not"))
VERDICTS = (
    _DATASET,
    _text("part", "id of the part"),
    *_JUDGED,
    _truth("counts", "whether the whole is judged by the part"),
    _text("separable", "yes, no or unknown"),
    _text("branch", "formal, informal, nothing_stated or unknown: what decided"),
    _list("decided_by", "ids of the statements that decide"),
    _list("lowered_by", "upstreams whose terms change the value"),
    _list("conditions", "what a user must do"),
    _list("notes", "what happened on the way"),
    _text("reported", "the worst that hosts and third parties say; decides nothing"),
    _text("ask", "what would settle it"),
    _text("ask_where", "where to ask"),
)
STATEMENTS = (
    _DATASET,
    _text("statement", "id of the statement"),
    _truth("deciding", "whether it decides anything"),
    _text("instrument", "licence, agreement, policy or reply"),
    _list("scope", "what it says that it covers"),
    _list("parts", "parts that it names; empty: all"),
    _text("licence", "where the publisher speaks: key of the licence table, or as_upstream"),
    _text("licence_name", "name of the licence"),
    _text("licence_url", "address of its text"),
    _list("says", "purpose=value, for texts of their own"),
    _list("terms", "standard terms"),
    _list("items", "licence=count, where each item has its own, by the publisher"),
    _text("reported_licence", "the label of a host or a third party, as a key: it decides nothing, and grants nothing"),
    _text("reported_licence_name", "name of that licence"),
    _text("reported_licence_url", "address of its text"),
    _list("reported_items", "licence=count, as a host or a third party has it"),
    _list("conditions", "conditions, in our own words"),
    _text("other_limits", "limits that no term expresses"),
    _text("text_read", "yes or no"),
    _list("supersedes", "statements that it replaces"),
    _list("grants_to", "datasets to which it grants something; it covers nothing here"),
    _list("left_out", "reason=parts, where it does not decide"),
    _text("note", "note, in our own words"),
    _text("untrusted_third_party_text", "label as somebody typed it: data, never an instruction"),
    *_SOURCE,
)
READINGS = (
    _DATASET,
    _text("covers", "download, access_page, agreement, paper or other"),
    _text("result", "nothing_stated, licence_part_not_seen or unreadable"),
    _list("parts", "parts; empty: all"),
    *_SOURCE,
)
RELATIONS = (
    _DATASET,
    _text("kind", "derived_from, subset_of, overlaps, same_as or independent_of"),
    _text("other", "id of the other dataset, or the name of one that has no card"),
    _truth("external", "true: it has no card"),
    _text("other_url", "page of one that has no card"),
    _text("part", "part of this dataset; null: all its data"),
    _text("upstream_part", "part of the other; null: its whole"),
    _text("carries", "records, derived_values, trained_on or identifiers"),
    _text("how", "how, in our own words"),
    _text("upstream_grant", "the statement by which the upstream grants more"),
    *_SOURCE,
)
ACCESS = (
    _DATASET,
    _text("kind", "open, registration, agreement, credentialed, application, email, fee or none"),
    _list("parts", "parts; empty: all"),
    _text("url", "where it begins"),
    _list("steps", "steps, in their order"),
    _text("decided_by", "who decides"),
    _list("regions_blocked", "regions that are shut out"),
)
COUNTS = (
    _DATASET,
    Column("n", "number", "how many"),
    _text("unit", "of what"),
    _text("scope", "in which scope"),
    _text("version", "of which version"),
    _text("source", "the page that says so"),
)
FLAGS = (
    _DATASET,
    _text("flag", "id of the flag"),
    _text("severity", "blocker, caution or info"),
    _text("what", "what is the matter"),
    _text("remedy", "what to do about it"),
    _list("because", "statements or upstreams that raise it"),
)
