"""The invariant of the judgement page, told from the verdicts and the cards alone.

A third, deliberately coarse reading: it knows neither rules nor order, only what must stand behind a permission.
"""

from tests.oracle.words import COLUMNS, NO_EDGE, VALUES, permits, purpose, setting

FORMAL = ("licence", "agreement", "policy")


def speaks_for_publisher(card, statement):
    """Formal, the publisher's own, held from the publisher, in force, and about this dataset."""
    gone = {old for one in card.statements for old in one.supersedes}
    return (
        statement.source.speaker == "publisher"
        and statement.instrument in FORMAL
        and statement.source.read_from in ("live", "stored_copy")
        and statement.id not in gone
    )


def said_to_permit(statement, column):
    """Whether `says` permits the column; None if it is silent."""
    for key in (column, purpose(column)):
        if key in statement.says:
            return permits(statement.says[key])
    return None


def entry_permits(licences, key, column):
    """Whether one entry of the table was read and permits."""
    entry = licences.get(key)
    ruling = entry.columns.get(column) if entry is not None and entry.text_read == "yes" else None
    return ruling is not None and permits(ruling.value)


def licence_permits(licences, licence, column):
    """Whether a licence can permit: one of the keys that it names does."""
    words = licence.replace("(", " ").replace(")", " ").split()
    return any(entry_permits(licences, word, column) for word in words)


def own_licence(statement, part_id):
    """The licence that a statement gives to a part: an `items` statement names it in the generated part."""
    if statement.items is None:
        return statement.licence
    return part_id.partition("#")[2] or None


def stands_behind(card, licences, statement, part_id, layer, column):
    """Whether a statement covers the part and permits, by itself or by pointing upstream."""
    base = part_id.partition("#")[0]
    licence = own_licence(statement, part_id)
    if not (
        speaks_for_publisher(card, statement)
        and not statement.for_
        and layer in statement.scope
        and (not statement.parts or base in statement.parts or part_id in statement.parts)
        and statement.text_read in (None, "yes")
        and (licence is not None or statement.text_read == "yes")
        and statement.other_limits is None
    ):
        return False
    said = said_to_permit(statement, column)
    if said is None and licence == "as_upstream":
        return any(edge_column(edge, column) is not None for edge in edges_of(card, part_id, layer))
    return said if said is not None else licence is not None and licence_permits(licences, licence, column)


def layer_of(card, part_id):
    """The layer of a part, or of the part that it was made from."""
    return next((part.layer for part in card.parts if part.id == part_id.partition("#")[0]), "data")


def edges_of(card, part_id, layer):
    """The edges that carry something to the part, an odd word taken for the worst."""
    known = {part.id for part in card.parts} or {"all"}
    base = part_id.partition("#")[0]
    return [
        edge
        for edge in card.relations
        if edge.kind not in NO_EDGE
        and edge.carries != "identifiers"
        and (
            (edge.part is None and layer == "data")
            or edge.part in (base, part_id)
            or (edge.part is not None and edge.part.partition("#")[0] not in known)
        )
    ]


def edge_column(edge, column):
    """The upstream's column that counts for a column, or None."""
    if edge.carries == "derived_values":
        wanted = purpose(column) in ("redistribution", "derived_data_release")
        return f"derived_data_release/{setting(column)}" if wanted else None
    return f"model_release/{setting(column)}" if edge.carries == "trained_on" else column


def upstream_permits(cards, licences, verdicts, edge, column):
    """Whether the upstream of an edge permits its own column. `verdicts` are those before availability."""
    if edge.external is not None:
        return any(
            speaks_for_publisher(edge.external, one)
            and (said_to_permit(one, column) or licence_permits(licences, one.licence or "", column))
            for one in edge.external.statements
        )
    if edge.dataset not in cards:
        return False
    up = verdicts[edge.dataset]
    if edge.upstream_part is None:
        return permits(up.whole[column])
    met = [name for name in up.final if edge.upstream_part in (name, name.partition("#")[0])]
    return bool(met) and all(permits(up.final[name][column]) for name in met)


def is_granted(cards, licences, card, part_id, edge, column):
    """Whether a grant that holds lets the edge pass in this column."""
    grant = edge.upstream_grant or ""
    up = cards.get(edge.dataset) if edge.external is None else None
    if grant == "same_publisher":
        return up is not None and up.publisher is not None and up.publisher == card.publisher
    if grant.startswith("up:"):
        return any(
            f"up:{one.id}" == grant
            and card.id in one.for_
            and speaks_for_publisher(up, one)
            and (said_to_permit(one, column) or licence_permits(licences, one.licence or "", column))
            for one in (up.statements if up else ())
        )
    return any(
        one.id == grant and one.items is not None and licence_permits(licences, own_licence(one, part_id) or "", column)
        for one in card.statements
    )


def unfounded(cards, licences, verdicts, before_availability):
    """(card, part, column) of each permission with nothing behind it, or with an edge against it."""
    for name, card in cards.items():
        for part_id, row in verdicts[name].final.items():
            layer = layer_of(card, part_id)
            for column in COLUMNS:
                if permits(row[column]) and not is_founded(
                    cards, licences, before_availability, card, part_id, layer, column
                ):
                    yield name, part_id, column


def is_founded(cards, licences, verdicts, card, part_id, layer, column):
    """The invariant itself: a formal statement permits, and every edge that has a value permits or is granted."""
    behind = [one for one in card.statements if stands_behind(card, licences, one, part_id, layer, column)]
    by_word = [
        one for one in behind if own_licence(one, part_id) != "as_upstream" or said_to_permit(one, column) is not None
    ]
    edges = [
        (edge, edge_column(edge, column))
        for edge in edges_of(card, part_id, layer)
        if edge_column(edge, column) is not None
    ]
    open_edges = [edge for edge, wanted in edges if upstream_permits(cards, licences, verdicts, edge, wanted)]
    closed = [edge for edge, _ in edges if edge not in open_edges]
    # What rests on upstream alone needs an upstream that permits: a grant does not raise it.
    founded = bool(by_word) or (bool(behind) and bool(open_edges) and not closed)
    return founded and all(is_granted(cards, licences, card, part_id, edge, column) for edge in closed)


def values_are_known(verdicts):
    """Whether every verdict is one of the seven values."""
    return all(
        value in VALUES
        for each in verdicts.values()
        for row in (*each.own.values(), *each.final.values(), each.whole)
        for value in row.values()
    )
