"""Whether a verdict rests on enough: who was read, where, and when."""

from collections.abc import Iterator

from mdexa.card import UNKNOWN, Source
from mdexa.compiler.finding import Finding
from mdexa.compiler.gates.judgements import JudgedCard, Judgements, of_each_card
from mdexa.judgement.flags import STALE_AFTER_MONTHS
from mdexa.judgement.terms import COMMERCIAL_COLUMNS
from mdexa.purposes import permits

SILENT = ("undeclared", "unverifiable")
_YEAR = 12


@of_each_card
def silence_names_what_was_read(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """A set that states nothing, or of which nothing could be read, says where somebody looked."""
    status = judged.judged.licence_status
    if status in SILENT and not judged.card.readings:
        message = f"the card comes out {status}, and names no place that was read"
        remedy = "look at the publisher's page, record and repository; add what was found, or `readings`"
        yield judged.draft.warning("quality/nothing-read", ("id",), message, remedy)


@of_each_card
def verdicts_rest_on_more_than_a_copy(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """What decides was read at the publisher's place, or the publisher's place was looked for."""
    speaking = [statement for _, statement in judged.rows() if statement.scope != ("unstated",)]
    sources = [statement.source for statement in speaking]
    heard = any(source.speaker == "publisher" and source.read_from != "third_party_copy" for source in sources)
    places = {source.url for source in sources}
    if not heard and len(places) == 1 and not judged.card.readings:
        message = "all that is known of the terms comes from one copy or register"
        remedy = "find the publisher's own page; if it cannot be had, say under `readings` where it was looked for"
        yield judged.draft.warning("quality/single-mirror", ("statements", 0), message, remedy, got=min(places))


@of_each_card
def commercial_use_rests_on_the_data(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """`commercial_ok` needs a word of the publisher on the data themselves."""
    if judged.judged.licence_status != "commercial_ok":
        return
    covering = {
        statement.id
        for _, statement in judged.rows()
        if statement.source.speaker == "publisher" and "data" in statement.scope
    }
    bearing = {
        taken.statement
        for ruling in judged.rulings()
        if permits(ruling.value) and not set(COMMERCIAL_COLUMNS).isdisjoint(ruling.columns)
        for taken in ruling.taken
    }
    if not covering & bearing:
        message = "commercial use is permitted, and no statement of the publisher on the data says so"
        remedy = "find the publisher's statement on the data; where the set is no data, say so in an exemption"
        yield judged.draft.warning("quality/commercial-without-data", ("id",), message, remedy)


@of_each_card
def permissions_are_dated(judged: JudgedCard, _judgements: Judgements) -> Iterator[Finding]:
    """A permission has a day: that of the text, that of the copy, or that of reading it at its place."""
    permitting = judged.permitting()
    for path, statement in judged.rows():
        if statement.id in permitting and last_seen(statement.source) == UNKNOWN:
            message = f"`{statement.id}` permits, and neither the text nor the copy that was read has a date"
            remedy = "look for the date of the page, of its archive or of the commit, and write `dated` or `copy_dated`"
            place = (*path, "source")
            yield judged.draft.warning("quality/no-date", place, message, remedy, got=statement.id)


@of_each_card
def permissions_are_fresh(judged: JudgedCard, judgements: Judgements) -> Iterator[Finding]:
    """A permission was last seen within the months before the day of the catalogue that flags call fresh."""
    permitting = judged.permitting()
    limit = months_before(judgements.as_of, STALE_AFTER_MONTHS)
    for path, statement in judged.rows():
        seen = last_seen(statement.source)
        if statement.id in permitting and seen != UNKNOWN and seen < limit:
            message = f"`{statement.id}` permits, and was last seen on {seen}, over {STALE_AFTER_MONTHS} months ago"
            remedy = "read the text again at its place; if it still stands, bring the dates up to that reading"
            place = (*path, "source")
            yield judged.draft.warning("quality/stale-evidence", place, message, remedy, got=statement.id)


def last_seen(source: Source) -> str:
    """The last day on which a text is known to have stood at its place, or `unknown`."""
    if source.read_from == "live":
        return source.read_on
    return max((day for day in (source.dated, source.copy_dated) if day != UNKNOWN), default=UNKNOWN)


def months_before(day: str, months: int) -> str:
    """The day some months before, of the same number; no calendar is asked, since days are only compared."""
    year, month = int(day[:4]), int(day[5:7]) - months
    while month < 1:
        year, month = year - 1, month + _YEAR
    return f"{year:04}-{month:02}{day[7:]}"
