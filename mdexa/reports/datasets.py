"""The section on one dataset: its verdicts with their reasons in sentences, and how to get, keep to and settle it."""

import msgspec

from mdexa.card import AS_UPSTREAM, Card
from mdexa.columns import chosen_parts
from mdexa.holdings import Holdings
from mdexa.purposes import UNDECLARED, UNVERIFIABLE, permits
from mdexa.reports.evidence import evidence, looked, problems, related
from mdexa.reports.grouping import Group, grouped
from mdexa.reports.keeping import keeping
from mdexa.reports.risks import risks, stale
from mdexa.reports.shapes import (
    ColumnVerdict,
    Condition,
    DatasetReport,
    Note,
    PartName,
    PartsVerdict,
    Question,
)
from mdexa.reports.wording import GIVES, INSTRUMENTS, clauses, copied, edge, note, spoken
from mdexa.results import Checked, StatementView
from mdexa.verdict import Judged, Taken


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A dataset that is being written about: its card, its verdicts, and what was asked of it."""

    holdings: Holdings
    doc: int
    card: Card
    judged: Judged
    checked: Checked
    columns: tuple[str, ...]
    part: str | None
    statements: dict[str, StatementView]


def dataset_report(opened: Opened, asked_as: tuple[str, ...]) -> DatasetReport:
    """Everything on one dataset."""
    card, checked, links = opened.card, opened.checked, opened.holdings.links(opened.doc)
    parts = tuple(_parts_verdict(opened, group) for group in grouped(checked.parts))
    chosen = chosen_parts(opened.judged, opened.part)
    return DatasetReport(
        id=card.id,
        name=card.name,
        asked_as=asked_as,
        publisher=card.publisher,
        version=card.version,
        doi=card.doi,
        homepage=card.homepage,
        contact=card.contact,
        reviewed=card.reviewed,
        licence_status=checked.licence_status,
        verdicts=tuple(_verdict(checked, parts, column) for column in opened.columns),
        parts=parts,
        keeping=keeping(opened.holdings, card, opened.statements, parts, {part.id for part in chosen}),
        questions=_questions(parts),
        access=card.access,
        availability=card.availability,
        flags=risks(opened.holdings, checked, opened.statements, links, len(card.problems)),
        problems=problems(card),
        related=related(links),
        evidence=tuple(evidence(view) for view in opened.statements.values()),
        looked=looked(card),
        handling=card.handling,
    )


def _verdict(checked: Checked, parts: tuple[PartsVerdict, ...], column: str) -> ColumnVerdict:
    whole = checked.whole[column]
    counting = [row for row in parts if column in row.columns and row.counts] or parts
    old = (name for row in counting if column in row.columns for name in row.old_evidence)
    return ColumnVerdict(
        column=column,
        value=whole.value,  # type: ignore[arg-type]  # a word of the index; msgspec proves it when the report is closed
        own=whole.own or whole.value,  # type: ignore[arg-type]
        apart=checked.ok_parts.get(column, ()),
        old_evidence=tuple(dict.fromkeys(old)) if permits(whole.value) else (),
    )


def _parts_verdict(opened: Opened, group: Group) -> PartsVerdict:
    how = {part.id: part.how for part in opened.judged.parts}
    return PartsVerdict(
        value=group.value,  # type: ignore[arg-type]
        own=group.own or group.value,  # type: ignore[arg-type]
        parts=tuple(PartName(id=part, name=name, how=how[part]) for part, name in group.parts.items()),
        columns=group.columns,
        counts=group.counts,
        separable=group.separable,
        because=tuple(_because(opened, group)),
        conditions=tuple(
            Condition(text=on.what.what, origins=on.what.origins, parts=on.parts, columns=on.columns)
            for on in group.conditions
        ),
        questions=tuple(
            Question(text=on.what.what, where=on.what.where, parts=on.parts, columns=on.columns) for on in group.asks
        ),
        old_evidence=_old(opened, group),
    )


def _old(opened: Opened, group: Group) -> tuple[str, ...]:
    """The statements by which a permission rests on old evidence."""
    old = stale(opened.checked.flags) if permits(group.value) else frozenset()
    return tuple(dict.fromkeys(taken.statement for taken in group.taken if taken.statement in old))


def _because(opened: Opened, group: Group) -> list[Note]:
    """Why the value is what it is, in the order in which it comes about."""
    everywhere = {"parts": tuple(group.parts), "columns": group.columns}
    said = [Note(text=_taken(opened, taken, group.columns), **everywhere) for taken in group.taken]
    if not group.taken:
        said.append(Note(text=_no_statement(group), **everywhere))
    said += [Note(text=note(on.what), parts=on.parts, columns=on.columns) for on in group.notes]
    if group.own:
        text = f"By the publisher's own words alone the verdict would be “{spoken(group.own)}”."
        said.append(Note(text=text, **everywhere))
    said += [Note(text=edge(on.what), parts=on.parts, columns=on.columns) for on in group.edges]
    for on in group.reported:
        names = ", ".join(on.what.statements)
        text = f"Reported by others, which never decides: “{spoken(on.what.value)}” ({names})."
        said.append(Note(text=text, parts=on.parts, columns=on.columns))
    return said


def _taken(opened: Opened, taken: Taken, columns: tuple[str, ...]) -> str:
    view = opened.statements[taken.statement]
    entry = opened.holdings.licences.get(taken.licence or "")
    kind = INSTRUMENTS.get(view.instrument, spoken(view.instrument))
    named = entry.name if entry else taken.licence
    by = f" by {named}" if named and named != AS_UPSTREAM else ""
    where = f"; {clauses(entry, columns)}" if entry and columns else ""
    terms = f"; with the terms {', '.join(map(spoken, view.terms))}" if view.terms else ""
    text = f"The publisher's {kind} {taken.statement} {GIVES.get(taken.value, f'says {spoken(taken.value)}')}"
    # How fresh the words are belongs beside what they decide.
    copy = copied(view.source)
    return f"{text}{by}{where}{terms}{f'; {copy}' if copy else ''}."


def _no_statement(group: Group) -> str:
    own = group.own or group.value
    pieces = {part.partition("#")[2] for part in group.parts}
    if pieces == {"none"}:
        return "These items carry no licence."
    if pieces == {"rest"}:
        return "Nobody says what licence these items carry."
    if own == UNDECLARED:
        return "The place where the publisher gives the data away was read, and states no terms on this."
    if own == UNVERIFIABLE:
        return "No statement of the publisher covers this, and the place where one would stand was not read whole."
    return "No single statement of the publisher decides this."


def _questions(parts: tuple[PartsVerdict, ...]) -> tuple[Question, ...]:
    """The open questions of all parts, each once, with everything that it is asked for."""
    found: dict[tuple[str, str | None], list[Question]] = {}
    for row in parts:
        for question in row.questions:
            found.setdefault((question.text, question.where), []).append(question)
    return tuple(
        Question(
            text=f"{text[:1].upper()}{text[1:]}",
            where=where,
            parts=tuple(dict.fromkeys(part for row in rows for part in row.parts)),
            columns=tuple(dict.fromkeys(column for row in rows for column in row.columns)),
        )
        for (text, where), rows in found.items()
    )
