"""Rule 8: each edge judged against `own`, grants, and the clash of share-alike licences."""

from tests.oracle.deciding import Ruled
from tests.oracle.edges import edge_column, edge_value
from tests.oracle.sheet import edges_of, is_formal
from tests.oracle.statement import rule_1
from tests.oracle.table import leaf_choices, node_choices, parsed
from tests.oracle.words import (
    ALLOWED,
    CONFLICTING,
    RESTRICTING,
    WITH_CONDITIONS,
    permits,
    purpose,
    worse_of,
)


def judged_against(own, edge):
    """What an edge makes of `own`."""
    if permits(own):
        if permits(edge):
            return own
        return CONFLICTING if edge in RESTRICTING else edge
    return worse_of(own, edge) if edge in RESTRICTING else own


def is_granted(court, sheet, piece, edge, column):
    """Whether the edge lowers nothing in this column. A grant that does not hold is none."""
    grant = edge.upstream_grant or ""
    up = court.sheets.get(edge.dataset) if edge.external is None else None
    if grant == "same_publisher":
        return up is not None and up.card.publisher is not None and up.card.publisher == sheet.card.publisher
    if grant.startswith("up:"):
        granting = [
            statement
            for statement in (up.statements if up else ())
            if statement.id == grant.removeprefix("up:") and sheet.name in statement.for_ and is_formal(statement)
        ]
    else:
        granting = [
            statement for statement in sheet.statements if statement.id == grant and piece.id in statement.parts
        ]
        granting = granting if piece.id != piece.origin else []
    return any(permits(rule_1(court, sheet, piece, statement, column)) for statement in granting)


def rule_8(court, sheet, piece, column) -> Ruled:
    """Each edge judged against `own`, the worst kept; then the clash of share-alike licences."""
    own = court.own(sheet, piece, column)
    values, flags, conditions = [own.value], set(own.flags), set(own.conditions)
    for edge in edges_of(sheet, piece):
        value, _ = edge_value(court, edge, column)
        if value is None:
            continue
        hands_on = any(hands_to_source(statement, column) for statement in own.deciders)
        conditions |= edge_value(court, edge, column)[1] if hands_on else travelling(court, sheet, piece, edge, column)
        if is_granted(court, sheet, piece, edge, column):
            continue
        lowered = judged_against(own.value, value)
        if lowered != own.value:
            flags.add("upstream_restricted" if value in RESTRICTING else "upstream_unclear")
        values.append(lowered)
    value = worse_of(*values)
    if purpose(column) in ("redistribution", "derived_data_release") and clash(court, sheet, piece, column):
        flags.add("share_alike_clash")
        value = worse_of(value, CONFLICTING)
    if value == ALLOWED and conditions:
        value = WITH_CONDITIONS
    return Ruled(value, own.ended, own.deciders, frozenset(flags), frozenset(conditions), own.access)


def hands_to_source(statement, column):
    """Whether a decider refers to the terms of the source in this column, and so takes over what they ask."""
    return statement.licence == "as_upstream" and not {column, purpose(column)} & set(statement.says)


def travelling(court, sheet, piece, edge, column, seen=()):
    """The conditions that come along an edge: of what a publisher took from its own set only those of others."""
    if edge.upstream_grant != "same_publisher" or not is_granted(court, sheet, piece, edge, column):
        return edge_value(court, edge, column)[1]
    wanted, (up, pieces) = edge_column(edge, column), court.upstream(edge)
    found = set()
    for each in pieces:
        if (id(up), each.id) not in seen:
            further = (*seen, (id(up), each.id))
            for above in edges_of(up, each):
                if edge_column(above, wanted) is not None:
                    found |= travelling(court, up, each, above, wanted, further)
    return found


def clash(court, sheet, piece, column):
    """Whether every way of choosing among the ORs leaves share-alike licences of two families."""
    combined = {frozenset()}
    for choices in families_along(court, sheet, piece, column, set()):
        combined = {families | choice for families in combined for choice in choices}
    return all(len(families) > 1 for families in combined)


def families_along(court, sheet, piece, column, seen):
    """Choices of each decider of the part and of parts along ungranted edges of records or derived values.

    All in one column: an edge of derived values asks the upstream's deciders of that column too.
    """
    if (id(sheet), piece.id) in seen:
        return set()
    seen.add((id(sheet), piece.id))
    found = {family_choices(court, sheet, one) for one in court.own(sheet, piece, column).deciders}
    for edge in edges_of(sheet, piece):
        if edge.carries == "trained_on" or is_granted(court, sheet, piece, edge, column):
            continue
        up, pieces = court.upstream(edge)
        for each in pieces:
            found |= families_along(court, up, each, column, seen)
    return found


def family_choices(court, sheet, statement):
    """Sets of share-alike families, one for each choice of the user. A term alone is a family of its own.

    An OR with a side that is not share-alike has none, so that a term beside it stands alone.
    """
    choices = {frozenset()}
    if statement.licence in court.licences:
        choices = leaf_choices(court, statement.licence)
    elif statement.licence not in (None, "as_upstream"):
        choices = node_choices(court, parsed(statement.licence))
    if "share_alike" in statement.terms:
        choices = {frozenset({f"{sheet.name}: {statement.id}"})} if frozenset() in choices else choices
    return frozenset(choices)
