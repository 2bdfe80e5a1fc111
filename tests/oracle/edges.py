"""What an edge brings from its upstream, before anything is judged against it."""

from tests.oracle.sheet import edges_of
from tests.oracle.words import UNVERIFIABLE, purpose, setting, worse_of


def edge_column(edge, column):
    """The upstream's column that an edge brings to a column, or None. No or unknown `carries`: records."""
    if edge.carries == "derived_values":
        touched = purpose(column) in ("redistribution", "derived_data_release")
        return f"derived_data_release/{setting(column)}" if touched else None
    return f"model_release/{setting(column)}" if edge.carries == "trained_on" else column


def edge_value(court, edge, column):
    """Value of an edge in a column before availability (None: it has none), and what conditions travel."""
    wanted = edge_column(edge, column)
    if wanted is None:
        return None, frozenset()
    sheet, pieces = court.upstream(edge)
    ruled = [court.before_availability(sheet, piece, wanted) for piece in pieces]
    if not ruled:
        return UNVERIFIABLE, frozenset()
    return worse_of(*(each.value for each in ruled)), frozenset().union(*(each.conditions for each in ruled))


def as_upstream(court, sheet, piece, column):
    """The worst of the edges that have a value here; none: unverifiable. A grant does not raise it."""
    values = [edge_value(court, edge, column)[0] for edge in edges_of(sheet, piece)]
    values = [value for value in values if value is not None]
    return worse_of(*values) if values else UNVERIFIABLE
