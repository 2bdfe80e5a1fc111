"""The section on one dataset in Markdown."""

from collections.abc import Iterable, Iterator

from mdexa.card import Access
from mdexa.purposes import permits
from mdexa.reports.marking import code, codes, link, table, text
from mdexa.reports.shapes import (
    Condition,
    DatasetReport,
    Evidence,
    Ground,
    Keeping,
    Looked,
    Note,
    Origins,
    PartsVerdict,
    Question,
    Risk,
)
from mdexa.reports.wording import (
    ACCESS,
    HANDLING,
    LABEL,
    LOOKED,
    OLD,
    SPEAKERS,
    UNREADABLE,
    column_words,
    columns_words,
    dates,
    sought,
    spoken,
    told,
)

_Lines = Iterator[str]
_WHOLE = ("all",)


def section(dataset: DatasetReport, part: str | None) -> _Lines:
    """Everything on one dataset."""
    yield f"## {text(dataset.name)} ({code(dataset.id)})"
    yield ""
    yield from _facts(dataset)
    yield f"### Verdict{f' on the part {code(part)}' if part else ''}"
    yield ""
    yield from _verdicts(dataset)
    yield from _listed(
        f"Risks{' of the whole dataset, not of this part alone' if part else ''}", map(_risk, dataset.flags)
    )
    yield "### Why, by part"
    for group in dataset.parts:
        yield ""
        yield from _group(group)
    yield ""
    yield from _keeping(dataset.keeping, usable=any(permits(group.value) for group in dataset.parts))
    yield from _listed("Open questions, and whom to ask", map(_question, dataset.questions))
    yield from _access(dataset)
    yield from _listed("Evidence", (*map(_evidence, dataset.evidence), *map(_looked, dataset.looked)))
    yield from _listed("Made from, and related", map(_origins, dataset.related))
    yield from _listed("Problems reported in public", map(_origins, dataset.problems))
    handling = HANDLING.get(dataset.handling, spoken(dataset.handling))
    yield f"**Our own handling**, apart from the publisher's licence: {handling}."
    yield ""


def _facts(dataset: DatasetReport) -> _Lines:
    yield from (f"- Asked as: {text(name)}" for name in dataset.asked_as if name != dataset.id)
    facts = (
        ("Publisher", dataset.publisher and text(dataset.publisher)),
        ("Version", dataset.version and text(dataset.version)),
        ("Homepage", dataset.homepage and link(dataset.homepage)),
        ("DOI", dataset.doi and link(f"https://doi.org/{dataset.doi}")),
        ("Licence status", f"**{spoken(dataset.licence_status)}** on a commercial product"),
        ("Availability", _availability(dataset)),
        ("Card reviewed", dataset.reviewed),
    )
    yield from (f"- {name}: {fact}" for name, fact in facts if fact)
    yield ""


def _availability(dataset: DatasetReport) -> str:
    row = dataset.availability
    since = "" if row.since == "unknown" else f" since {row.since}"
    successor = f"; its successor is {text(row.successor)}" if row.successor else ""
    source = f"; source {link(row.source.url)}" if row.source and row.state != "available" else ""
    return f"**{spoken(row.state)}**{since}{successor}{source}"


def _verdicts(dataset: DatasetReport) -> _Lines:
    rows = []
    for row in dataset.verdicts:
        notes = [f"the publisher alone: {spoken(row.own)}"] if row.own != row.value else []
        notes += [f"may be used apart: {codes(row.apart)}"] if row.apart else []
        notes += [f"**{OLD}** ({codes(row.old_evidence)})"] if row.old_evidence else []
        rows.append((column_words(row.column), f"**{spoken(row.value)}**", "; ".join(notes)))
    yield from table(("Purpose", "Verdict", "Note"), rows)


def _risk(row: Risk) -> str:
    grounds = ", ".join(map(_ground, row.grounds))
    because = f" Because of {grounds}." if grounds else ""
    here = "".join(f" {text(said)}" for said in row.here)
    return f"**{row.severity}**: {text(row.what)} {text(row.do)}{because}{here} ({spoken(row.id)})"


def _ground(row: Ground) -> str:
    if row.statement:
        return code(row.statement)
    return f"{text(row.text)} ({code(row.dataset)})" if row.dataset else text(row.text)


def _listed(head: str, rows: Iterable[str]) -> _Lines:
    """A heading and a list, or nothing if the list is empty."""
    every = tuple(rows)
    if every:
        yield f"### {head}"
        yield ""
        yield from (f"- {row}" for row in every)
        yield ""


def _group(group: PartsVerdict) -> _Lines:
    old = f" ({OLD})" if group.old_evidence else ""
    yield f"#### {spoken(group.value)}: {columns_words(group.columns)}{old}"
    yield ""
    named = (f"{code(part.id)}{f' ({text(part.name)})' if part.name != part.id else ''}" for part in group.parts)
    beside = "" if group.counts else "; beside the whole"
    how = "".join(f" ({text(part.how)})" for part in group.parts[:1] if part.how and len(group.parts) == 1)
    yield f"Parts: {', '.join(named)}. Separable: {group.separable}{how}{beside}."
    yield ""
    yield from (f"- {text(row.text)}{_where(row, group)}" for row in group.because)
    for condition in group.conditions:
        origins = text(", ".join(condition.origins))
        yield f"- **Condition:** {text(condition.text)} ({origins}){_where(condition, group)}"
    yield from (f"- **To settle it:** {text(row.text)}{_where(row, group)}" for row in group.questions)
    yield ""


def _where(row: Note | Condition | Question, group: PartsVerdict) -> str:
    """The parts and columns that are meant, where they are not all of the group."""
    parts = f" \\[only {codes(row.parts)}\\]" if len(row.parts) < len(group.parts) else ""
    columns = f" \\[only {columns_words(row.columns)}\\]" if len(row.columns) < len(group.columns) else ""
    return parts + columns


def _keeping(kept: Keeping, *, usable: bool) -> _Lines:
    yield "### What to keep to"
    yield ""
    if not (kept.licences or kept.agreements or kept.conditions):
        nothing = "Nothing is permitted, so there is nothing to keep to yet."
        yield "Nothing is asked for what is permitted." if usable else nothing
        yield ""
    for row in kept.licences:
        name = link(row.url, row.name) if row.url else text(row.name)
        share_alike = " **Share-alike:** what is passed on stays under these terms." if row.share_alike else ""
        said = f"{code(row.key)}; {codes(row.statements)}{_parts(row.parts)}"
        yield f"- **Licence to name:** {name} ({said}){share_alike}"
        yield (
            "- **Credit line** made from the card; use the publisher's own wording where it asks for one: "
            f"{text(row.credit)}"
        )
    for signed in kept.agreements:
        yield f"- **To accept, sign or apply for:** {text(signed.text)}{f': {link(signed.url)}' if signed.url else ''}"
    for duty in kept.conditions:
        origins = text(", ".join(duty.origins))
        yield f"- **Condition:** {text(duty.text)} ({origins}; {columns_words(duty.columns)}{_parts(duty.parts)})"
    yield ""


def _parts(parts: tuple[str, ...]) -> str:
    return "" if parts == _WHOLE else f"; parts {codes(parts)}"


def _question(row: Question) -> str:
    where = f". Ask at {link(row.where)}" if row.where else ""
    return f"{text(row.text)} ({columns_words(row.columns)}{_parts(row.parts)}){where}"


def _access(dataset: DatasetReport) -> _Lines:
    yield "### How to get it"
    yield ""
    yield "The publisher decides and hands out the data. Mdexa offers no files."
    yield ""
    for row in dataset.access:
        yield from _route(row)
    if not dataset.access:
        yield "- No route is known."
    if dataset.contact:
        yield f"- Contact: {link(dataset.contact)}"
    yield ""


def _route(row: Access) -> _Lines:
    parts = f" (for {codes(row.parts)})" if row.parts else ""
    by = f"; decided by {text(row.decided_by)}" if row.decided_by else ""
    blocked = f". Not for: {text(', '.join(row.regions_blocked))}" if row.regions_blocked else ""
    yield f"- {ACCESS.get(row.kind, spoken(row.kind))}{parts}{by}{f': {link(row.url)}' if row.url else ''}{blocked}"
    yield from (f"    {number}. {text(step)}" for number, step in enumerate(row.steps, start=1))
    for heard in row.reports:
        date = "at an unknown date" if heard.date == "unknown" else heard.date
        yield f"    - Reported {date}: {text(heard.what)} {link(heard.source.url)}"


def _evidence(row: Evidence) -> str:
    """A statement on one line of a list; its pieces are set apart by line breaks."""
    name = text(row.licence_name or spoken(row.licence or ""))
    licence = f": {link(row.licence_url, name) if row.licence_url else name}" if row.licence else ""
    parts = f" ({codes(row.parts)})" if row.parts else ""
    said_by = told(row.instrument, row.scope, row.speaker)
    what = "decides" if row.deciding else "does not decide"
    pieces = [f"{code(row.id)} **{what}**: {said_by}{parts}{licence}"]
    pieces += map(text, row.says)
    pieces += (f"Gives: {text(said)}" for said in row.decides)
    pieces += (f"Left out: {text(said)}" for said in row.left_out)
    pieces += map(text, row.notes)
    if row.untrusted_third_party_text:
        pieces.append(f"{LABEL}: “{text(row.untrusted_third_party_text)}”")
    return "<br>".join((*pieces, link(row.url), f"{text(row.locator)}; {dates(row)}"))


def _looked(row: Looked) -> str:
    parts = f" ({codes(row.parts)})" if row.parts else ""
    speaker = SPEAKERS.get(row.speaker, spoken(row.speaker))
    seen = f"{LOOKED[row.result == UNREADABLE]}, {spoken(row.covers)}{parts}: **{sought(row)}**"
    return "<br>".join((seen, link(row.url), f"{text(row.locator)}; {speaker}"))


def _origins(row: Origins) -> str:
    return f"{text(row.text)}{f' {link(row.url)}' if row.url else ''}"
