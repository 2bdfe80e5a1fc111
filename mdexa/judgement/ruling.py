"""Rules 1 to 9 for one piece: a ruling on each of the 14 columns."""

from collections.abc import Iterable, Mapping

import msgspec

from mdexa.judgement.deciding import Hearing, Joined, decide, hear
from mdexa.judgement.guard import Guard, guard
from mdexa.judgement.lineage import Lineage, Node
from mdexa.judgement.pieces import Piece, Pieces
from mdexa.judgement.share_alike import Choices, choices_of, clashes, together
from mdexa.judgement.speech import Licences, cap, conditions
from mdexa.judgement.upstream import Inflow, Standing, Standings, inflows
from mdexa.purposes import (
    ALLOWED,
    COLUMNS,
    CONDITIONS,
    CONFLICTING,
    NEEDS_PERMISSION,
    UNVERIFIABLE,
    permits,
    purpose_of,
    setting_of,
    worse_of,
)
from mdexa.verdict import Condition, Ruling

#: Redistribution comes first: a term on trained models looks at it.
_ORDER = sorted(COLUMNS, key=lambda column: purpose_of(column) != "redistribution")
_SHARED = ("redistribution", "derived_data_release")
#: States of availability under which a permission stands. Rule 9 caps all others: withdrawn, and words nobody knows.
_STANDING = ("available", "never_released", "private", "host_down", "superseded")


class PieceRuling(msgspec.Struct, frozen=True):
    """The rulings on a piece, one a column, and its standing towards those made from it."""

    rulings: Mapping[str, Ruling]
    standings: Mapping[str, Standing]
    guard: Guard


def rule(node: Node, lineage: Lineage, standings: Standings, licences: Licences) -> PieceRuling:
    """The rulings on one piece; those of every piece upstream must be in `standings`."""
    divided, piece = lineage.cards[node[0]], lineage.piece(node)
    fence = guard(divided, piece, licences)
    rulings: dict[str, Ruling] = {}
    standing: dict[str, Standing] = {}
    for column in _ORDER:
        redistribution = rulings.get(f"redistribution/{setting_of(column)}")
        hearing = hear(
            divided,
            piece,
            column,
            licences,
            redistributable=redistribution is not None and permits(redistribution.own),
        )
        flows = inflows(node, piece, column, lineage, standings, licences)
        rulings[column], standing[column] = _rule_column(divided, piece, column, hearing, flows, fence, licences)
    return PieceRuling(rulings, standing, fence)


def _rule_column(
    divided: Pieces,
    piece: Piece,
    column: str,
    hearing: Hearing,
    flows: tuple[Inflow, ...],
    fence: Guard,
    licences: Licences,
) -> tuple[Ruling, Standing]:
    upstream = worse_of(flow.value for flow in flows) if flows else UNVERIFIABLE
    joined = decide(divided, piece, hearing, upstream)
    own, guard_notes = fence.apply(joined.value, silent=joined.silent)
    said = _said_conditions(joined, hearing, column, licences)
    own = _with_conditions(own, (*said, *fence.conditions()))
    lowered, edge_notes = _lowered(own, flows)
    choices = _choices(divided, joined, flows, licences)
    clash = purpose_of(column) in _SHARED and clashes(choices)
    traded = worse_of((lowered, CONFLICTING)) if clash else lowered
    travelling = _distinct((*said, *_inherited(joined, flows)))
    traded = _with_conditions(traded, travelling)
    value = _available(divided, traded, silent=joined.silent)
    late = {"share_alike_clash": clash, "withdrawn": value != traded}
    notes = [*joined.notes, *guard_notes, *edge_notes, *(note for note, met in late.items() if met)]
    shown = permits(value) or value == NEEDS_PERMISSION
    ruling = Ruling(
        columns=(column,),
        value=value,
        own=own,
        branch=joined.branch,  # type: ignore[arg-type]
        joined=joined.value,
        taken=tuple(voice.taken() for voice in joined.deciders),
        left_out=joined.left_out,
        notes=tuple(dict.fromkeys(notes)),
        edges=tuple(flow.use(own) for flow in flows),
        conditions=_distinct((*travelling, *fence.conditions())) if shown else (),
        readings=joined.readings,
        reported=joined.reported,
    )
    return ruling, Standing(traded, travelling, choices)


def _said_conditions(joined: Joined, hearing: Hearing, column: str, licences: Licences) -> tuple[Condition, ...]:
    """Conditions of every statement of the publisher that covers the piece, silent ones included."""
    if joined.branch not in ("formal", "informal"):
        return ()
    return _distinct(
        condition for voice in hearing.publisher for condition in conditions(voice.statement, column, licences)
    )


def _inherited(joined: Joined, flows: tuple[Inflow, ...]) -> Iterable[Condition]:
    """The conditions that come along the edges."""
    handed_on = any(voice.speech.upstream for voice in joined.deciders)
    return (condition for flow in flows for condition in flow.travelling(handed_on=handed_on))


def _distinct(rows: Iterable[Condition]) -> tuple[Condition, ...]:
    return tuple(dict.fromkeys(rows))


def _with_conditions(value: str, rows: tuple[Condition, ...]) -> str:
    """Any condition turns allowed into allowed with conditions."""
    return CONDITIONS if value == ALLOWED and rows else value


def _lowered(own: str, flows: tuple[Inflow, ...]) -> tuple[str, list[str]]:
    """Each edge is judged against `own`; the worst result is kept."""
    value, notes = own, []
    for flow in flows:
        gives = flow.against(own)
        if gives != own:
            notes.append(flow.note)
            value = worse_of((value, gives))
    return value, notes


def _choices(divided: Pieces, joined: Joined, flows: tuple[Inflow, ...], licences: Licences) -> Choices:
    own = [choices_of(divided.card.id, voice.statement, licences) for voice in joined.deciders]
    return together([*own, *(flow.choices for flow in flows)])


def _available(divided: Pieces, value: str, *, silent: bool) -> str:
    """Rule 9."""
    stands = divided.card.availability.state in _STANDING
    return value if stands else cap(value, NEEDS_PERMISSION, silent=silent)
