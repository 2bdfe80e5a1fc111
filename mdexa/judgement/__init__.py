"""The judgement: from cards and the licence table to a verdict with its reasons. See `docs/judgement.md`.

Pure: no file is read here, and the same cards give the same verdicts in any order.
"""

from collections.abc import Callable, Mapping

import msgspec

from mdexa.card import Card, Licence
from mdexa.judgement.asking import ask
from mdexa.judgement.flags import Evidence, raise_flags
from mdexa.judgement.lineage import Lineage, Node, trace
from mdexa.judgement.pieces import Piece, Pieces
from mdexa.judgement.ruling import PieceRuling, rule
from mdexa.judgement.upstream import Standing
from mdexa.judgement.whole import licence_status, ok_parts, repo_only, whole_values
from mdexa.purposes import COLUMNS
from mdexa.verdict import Judged, JudgedPart, Ruling

__all__ = ["judge"]


def judge(
    cards: Mapping[str, Card],
    licences: Mapping[str, Licence],
    as_of: str,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Judged]:
    """The verdicts of every card, by id. `as_of` (YYYY-MM-DD) is the day by which evidence is called stale."""
    lineage = trace(cards)
    order = lineage.order()
    ruled: dict[Node, PieceRuling] = {}
    standings: dict[Node, Mapping[str, Standing]] = {}
    for done, node in enumerate(order, start=1):
        ruled[node] = rule(node, lineage, standings, licences)
        standings[node] = ruled[node].standings
        if progress:
            progress(done, len(order))
    return {card_id: _judged(card_id, lineage, ruled, licences, as_of) for card_id in sorted(cards)}


def _judged(
    card_id: str,
    lineage: Lineage,
    ruled: Mapping[Node, PieceRuling],
    licences: Mapping[str, Licence],
    as_of: str,
) -> Judged:
    divided = lineage.cards[card_id]
    mine = {piece.id: ruled[card_id, piece.id] for piece in divided.pieces}
    rulings = {piece_id: piece.rulings for piece_id, piece in mine.items()}
    guards = {piece_id: piece.guard for piece_id, piece in mine.items()}
    whole = whole_values(divided, rulings)
    permitting = ok_parts(divided, rulings)
    status = licence_status(whole, permitting)
    return Judged(
        id=card_id,
        licence_status=status,
        ok_parts=permitting if status == "mixed" else (),
        repo_only=repo_only(divided.card),
        parts=tuple(_part(divided, piece, rulings[piece.id]) for piece in divided.pieces),
        whole=whole,
        flags=raise_flags(Evidence(divided, rulings, guards, licences, as_of)),
    )


def _part(divided: Pieces, piece: Piece, rulings: Mapping[str, Ruling]) -> JudgedPart:
    part = piece.part
    asked = {
        column: msgspec.structs.replace(rulings[column], ask=ask(divided.card, rulings[column])) for column in COLUMNS
    }
    return JudgedPart(
        id=piece.id,
        name=part.name,
        layer=part.layer,
        current=piece.is_current,
        separable=part.separable,
        counts=piece.counts,
        rulings=_grouped(asked),
        how=part.how,
        copy_of=part.copy_of,
        n=part.n,
        unit=part.unit,
    )


def _grouped(rulings: Mapping[str, Ruling]) -> tuple[Ruling, ...]:
    """Columns that share one derivation share one ruling."""
    groups: list[Ruling] = []
    for column in COLUMNS:
        bare = msgspec.structs.replace(rulings[column], columns=())
        for at, group in enumerate(groups):
            if msgspec.structs.replace(group, columns=()) == bare:
                groups[at] = msgspec.structs.replace(group, columns=(*group.columns, column))
                break
        else:
            groups.append(rulings[column])
    return tuple(groups)
