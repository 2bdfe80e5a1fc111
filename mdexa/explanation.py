"""The derivation of a verdict in sentences, rule by rule, so that a reader can recompute it by hand from the card."""

from collections.abc import Iterator

from mdexa.card import Card, Licence, Reading, Source
from mdexa.columns import chosen_parts, columns_asked
from mdexa.holdings import Holdings
from mdexa.names import require
from mdexa.params import ExplainParams
from mdexa.purposes import permits
from mdexa.results.shared import read_when
from mdexa.verdict import EdgeUse, JudgedPart, LeftOut, Ruling, Taken

LEFT_OUT = {
    "superseded": "a later statement of the publisher replaces it",
    "grant_elsewhere": "a grant to other datasets; it covers nothing here",
    "scope_unstated": "it does not say what it covers, so it covers nothing (rule 2)",
    "other_scope": "it speaks of another layer (rule 2)",
    "other_part": "it names other parts (rule 2)",
    "narrower_speaks": "the same source says something of its own about this part (rule 3)",
    "host": "a copy or register does not speak for the publisher (rule 4)",
    "third_party": "a third party does not speak for the publisher (rule 4)",
    "silent": "it covers the part and says nothing on this use (rule 4)",
    "beside_formal": "a reply or a copy beside formal text counts only if it restricts (rule 6)",
}
BRANCHES = {
    "formal": "4a. Formal statements of the publisher cover the part: they decide.",
    "informal": "4b. Only replies, or others' copies of the publisher's words, cover the part: they decide, capped.",
    "nothing_stated": "4c. The publisher's place was read, and states nothing: undeclared.",
    "unknown": "4d. No statement of the publisher covers the part, and where one would stand was not read whole.",
}
NOTES = {
    "silent": "5. All that decide are silent on this use: a permission is needed.",
    "conflict_within": "5. Two statements of one instrument ({detail}) contradict each other.",
    "layers_differ": "5. One instrument permits what another does not: the stricter one holds.",
    "restricted_by": "6. {detail} restricts it further.",
    "reply_disagrees": "6. The reply {detail} would permit it; a reply changes nothing beside formal text.",
    "reply_capped": "4b. A reply alone permits nothing: capped at needs_permission.",
    "copy_capped": "4b. A third party's copy alone permits nothing: capped at unverifiable.",
    "agreement_unread": "7. The data stand behind an agreement whose text was not read: unverifiable.",
    "access_capped": "7. Access is by {detail}: somebody must say yes first.",
    "upstream_restricted": "8. The upstream {detail} lowers it.",
    "upstream_unclear": "8. The upstream {detail} lowers it, since its terms are not established.",
    "share_alike_clash": "8. Two share-alike licences that exclude each other meet here.",
    "withdrawn": "9. The dataset is withdrawn: capped at needs_permission.",
}

#: Notes of what happens after the edges.
_LATE = ("share_alike_clash", "withdrawn")


def explain(holdings: Holdings, params: ExplainParams) -> str:
    """The derivation as lines of text. NoSuchDataset, or BadQuery for a part that the dataset has not."""
    doc = require(holdings, params.dataset)
    card, judged = holdings.card(doc), holdings.judged(doc)
    columns = columns_asked([params.purpose] if params.purpose else [], params.setting)
    lines = [f"{card.id}: {card.name}", f"licence status: {judged.licence_status}"]
    for piece in chosen_parts(judged, params.part):
        lines += ["", f"part {piece.id} ({piece.name}; {_traits(piece)})"]
        for ruling in piece.rulings:
            shared = [column for column in ruling.columns if column in columns]
            if shared:
                lines += ["", f"  {', '.join(shared)}: {ruling.value}"]
                lines += [f"    {line}" for line in _derivation(card, piece, ruling, shared, holdings.licences)]
    if params.part is None:
        lines += ["", "10. The whole is the worst of the parts that count:"]
        lines += [f"    {column}: {judged.whole[column]}" for column in columns]
    return "\n".join(lines)


def _traits(piece: JudgedPart) -> str:
    traits = [f"layer {piece.layer}", "current" if piece.current else "not current"]
    traits.append("counts towards the whole" if piece.counts else "shown beside the whole")
    traits.append("separable" if piece.separable == "yes" else f"separable: {piece.separable}")
    return ", ".join(traits)


def _reading(row: Reading) -> str:
    """A place that gave no statement; of one that could not be read, no reading is told."""
    if row.result == "unreadable":
        return f"tried on {row.source.read_on}: could not be read: {row.source.url}"
    return f"read: {_source(row.source)}: {row.result.replace('_', ' ')}"


def _derivation(
    card: Card, piece: JudgedPart, ruling: Ruling, columns: list[str], licences: dict[str, Licence]
) -> Iterator[str]:
    heads = [note.partition(":") for note in ruling.notes]
    for taken in ruling.taken:
        yield f"1. {_taken(card, taken, columns, licences)}"
    for row in ruling.left_out:
        yield f"-  {_left_out(card, row)}"
    yield BRANCHES[ruling.branch]
    yield from _of_items(piece)
    for at in ruling.readings:
        yield f"   {_reading(card.readings[at])}"
    for head, _, detail in heads:
        if not head.startswith(("upstream", *_LATE)):
            yield NOTES[head].format(detail=detail)
    yield f"7. own value: {ruling.own}"
    for edge in ruling.edges:
        yield f"8. {_edge(edge, ruling.own)}"
    for head, _, detail in heads:
        if head in _LATE:
            yield NOTES[head].format(detail=detail)
    yield from _beside(ruling)


def _of_items(piece: JudgedPart) -> Iterator[str]:
    if piece.id.endswith("#none"):
        yield "   These items carry no licence: undeclared."
    if piece.id.endswith("#rest"):
        yield "   Nobody says what licence these items carry: unverifiable."


def _beside(ruling: Ruling) -> Iterator[str]:
    """What is shown beside a verdict and does not change it."""
    for condition in ruling.conditions:
        yield f"   condition: {condition.what} ({condition.origin})"
    if ruling.reported:
        said = ", ".join(ruling.reported.statements)
        yield f"   reported, never a verdict: {ruling.reported.value} ({said})"
    if ruling.ask:
        yield f"   to settle it: {ruling.ask.what}" + (f" ({ruling.ask.where})" if ruling.ask.where else "")


def _taken(card: Card, taken: Taken, columns: list[str], licences: dict[str, Licence]) -> str:
    statement = next(row for row in card.statements if row.id == taken.statement)
    text = f"{taken.statement} [{statement.instrument}] gives {taken.value}"
    entry = licences.get(taken.licence or "")
    if entry is not None:
        text += f" by {entry.key}, {'; '.join(_clauses(entry, columns))}"
    elif taken.licence:
        text += f" by {taken.licence}"
    if statement.terms:
        text += f"; terms {', '.join(statement.terms)}"
    return f"{text}; {_source(statement.source)}"


def _clauses(entry: Licence, columns: list[str]) -> Iterator[str]:
    """Where the text says it; where that is not the same for all columns, the columns behind each clause."""
    found: dict[str, list[str]] = {}
    for column in columns:
        ruling = entry.columns[column]  # type: ignore[index]
        found.setdefault(f"{ruling.clause} ({ruling.basis.replace('_', ' ')})", []).append(column)
    for clause, holding in found.items():
        yield clause if len(found) == 1 else f"{clause} for {', '.join(holding)}"


def _left_out(card: Card, row: LeftOut) -> str:
    statement = next(one for one in card.statements if one.id == row.statement)
    said = f" (it would say {row.value})" if row.value else ""
    return f"left out {row.statement}{said}: {LEFT_OUT[row.reason]}; {_source(statement.source)}"


def _edge(edge: EdgeUse, own: str) -> str:
    target = f"{edge.upstream}, part {edge.upstream_part}" if edge.upstream_part else edge.upstream
    text = f"made from {target} ({edge.carries.replace('_', ' ')}), whose value here is {edge.value}"
    if edge.granted:
        return f"{text}: a grant lets it lower nothing"
    if edge.gives == own:
        return f"{text}: changes nothing" if not permits(edge.value) else f"{text}: agrees"
    return f"{text}: against {own} that gives {edge.gives}"


def _source(source: Source) -> str:
    dated = "undated" if source.dated == "unknown" else f"dated {source.dated}"
    return f"{source.speaker.replace('_', ' ')}, {dated}, {read_when(source)}: {source.url}"
