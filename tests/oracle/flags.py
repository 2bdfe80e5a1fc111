"""Section 4 of the judgement page: licence_status, repo_only, reported, and the ids of the risk flags."""

from tests.oracle.deciding import rule_3
from tests.oracle.sheet import access_rows, covers
from tests.oracle.statement import rule_1
from tests.oracle.words import COLUMNS, NEEDS_PERMISSION, NOT_ALLOWED, SAID, UNSTATED, permits, worse_of


def licence_status(sheet, final, whole):
    """(status, parts that are fine on their own), both for commercial_product."""
    value = whole["commercial_product"]
    if permits(value):
        return "commercial_ok", ()
    fine = [
        piece.id
        for piece in sheet.pieces
        if piece.separable
        and piece.current
        and not piece.copy
        and piece.layer in ("data", "annotations")
        and permits(final[piece.id]["commercial_product"])
    ]
    if fine:
        return "mixed", tuple(sorted(fine))
    return ("restricted" if value in (NEEDS_PERMISSION, NOT_ALLOWED) else value), ()


def repo_only(sheet):
    """A publisher's licence without scope, and nothing in force by the publisher on data or annotations."""
    gone = {one.id for one in sheet.superseded}
    ours = [s for s in sheet.card.statements if s.source.speaker == "publisher" and s.id not in gone and not s.for_]
    badge = any("unstated" in s.scope and s.licence not in (None, "as_upstream") for s in ours)
    return badge and not any({"data", "annotations"}.intersection(s.scope) for s in ours)


def reported(court, sheet):
    """Under 4c and 4d the worst that hosts and third parties say, by part and column."""
    found = {}
    for piece in sheet.pieces:
        row = {}
        for column in COLUMNS:
            values = [value for _, value in of_others(court, sheet, piece, column)]
            if values and court.own(sheet, piece, column).ended in "cd":
                row[column] = worse_of(*values)
        if row:
            found[piece.id] = row
    return found


def of_others(court, sheet, piece, column):
    """(statement, value) of each covering statement that is not the publisher's and speaks."""
    values = [
        (statement, rule_1(court, sheet, piece, statement, column))
        for statement in rule_3(court, sheet, piece, column)
        if statement.source.speaker != "publisher"
    ]
    return [(statement, value) for statement, value in values if value != UNSTATED]


def flags_of(court, sheet, own, final, as_of):
    """The ids of the risk flags, over the current parts."""
    current = [piece for piece in sheet.pieces if piece.current]
    found = set()
    for piece in current:
        found |= set(part_flags(sheet, piece))
        for column in COLUMNS:
            ruled = court.before_availability(sheet, piece, column)
            found |= ruled.flags
            if mirror_disagrees(court, sheet, piece, column, own[piece.id][column]):
                found.add("mirror_disagrees")
            if licence_changed(court, sheet, piece, column, own[piece.id][column]):
                found.add("licence_changed")
            if any(is_stale(statement, as_of) for statement in ruled.deciders):
                found.add("evidence_stale")
    found |= set(card_flags(sheet, current, final))
    return found


def card_flags(sheet, current, final):
    """What is seen only when the parts are laid side by side, or stands on the card."""
    for column in COLUMNS:
        if len({final[piece.id][column] for piece in current}) > 1:
            yield "terms_differ_by_part"
            if any(permits(final[piece.id][column]) and not piece.separable for piece in current):
                yield "not_separable"
    if sheet.card.problems:
        yield "known_problems"
    if sheet.card.handling == "under_review":
        yield "contested"


def part_flags(sheet, piece):
    """jurisdiction_limited: the term in a publisher's statement that covers the part, or regions_blocked."""
    if any(row.regions_blocked for row in access_rows(sheet, piece)):
        yield "jurisdiction_limited"
    for statement in sheet.statements:
        if statement.source.speaker == "publisher" and covers(statement, piece) and "jurisdiction" in statement.terms:
            yield "jurisdiction_limited"


def mirror_disagrees(court, sheet, piece, column, own):
    """Under 4a or 4b: another licence, named by others, permits what `own` does not, or the reverse."""
    ruled = court.own(sheet, piece, column)
    if ruled.ended not in "ab":
        return False
    named = {statement.licence for statement in ruled.deciders}
    return any(
        statement.licence not in {None, "as_upstream", *named}
        and ((permits(value) and not permits(own)) or (value == NOT_ALLOWED and permits(own)))
        for statement, value in of_others(court, sheet, piece, column)
    )


def licence_changed(court, sheet, piece, column, own):
    """A superseded statement of the publisher permitted what is not permitted now, or the reverse.

    A value that nobody could establish then says nothing of a change.
    """
    values = [
        rule_1(court, sheet, piece, statement, column)
        for statement in sheet.superseded
        if statement.source.speaker == "publisher" and covers(statement, piece)
    ]
    return any(value in SAID and permits(value) != permits(own) for value in values)


def is_stale(statement, as_of):
    """Whether the reading is more than 18 months older than `as_of`, or of an unknown date."""
    source = statement.source
    date = source.read_on if source.read_from == "live" else source.copy_dated
    try:
        year, month, day = (int(number) for number in date.split("-"))
        now_year, now_month, now_day = (int(number) for number in as_of.split("-"))
    except ValueError:
        return True
    months = (now_year - year) * 12 + now_month - month
    return months > 18 or (months == 18 and now_day > day)
