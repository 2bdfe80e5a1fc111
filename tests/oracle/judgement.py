"""The rules of the judgement page once more, as literally as can be: the yardstick of property tests.

Read it beside the page, one function a rule: `sheet` (items, 2), `table` and `statement` (1), `deciding`
(3 to 7), `edges` and `upstream` (8), here 9 and 10, `flags` (section 4). It is slow, keeps no reasons, and
shares nothing with `mdexa.judgement` but the structs of a card. Where the page leaves room, the reading taken
stands at its function.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mdexa.card import Card, Licence
from tests.oracle.deciding import Ruled, decide
from tests.oracle.flags import flags_of, licence_status, repo_only, reported
from tests.oracle.sheet import Piece, Sheet, counting, external_card, sheet_of
from tests.oracle.table import Side
from tests.oracle.upstream import rule_8
from tests.oracle.words import COLUMNS, NEEDS_PERMISSION, STILL_THERE, UNVERIFIABLE, capped, permits, worse_of


@dataclass(frozen=True)
class Verdicts:
    """Everything that is compared for one dataset."""

    own: Mapping[str, Mapping[str, str]]
    final: Mapping[str, Mapping[str, str]]
    whole: Mapping[str, str]
    licence_status: str
    ok_parts: tuple[str, ...]
    repo_only: bool
    flags: frozenset[str]
    reported: Mapping[str, Mapping[str, str]]
    conditions: Mapping[str, Mapping[str, frozenset[tuple[str, str]]]] = field(compare=False, default_factory=dict)


def judge(cards: Mapping[str, Card], licences: Mapping[str, Licence], as_of: str) -> dict[str, Verdicts]:
    """Verdicts of every card, by its id."""
    court = Court(cards, licences)
    return {name: verdicts_of(court, sheet, as_of) for name, sheet in court.sheets.items()}


#: Whoever comes back to a question that is still being answered learns nothing: cycles are build errors.
CYCLE = Ruled(UNVERIFIABLE)


@dataclass(eq=False)
class Court:
    """All sheets, the licence table, and the answers so far."""

    cards: Mapping[str, Card]
    licences: Mapping[str, Licence]
    sheets: dict[str, Sheet] = field(default_factory=dict)
    externals: dict[int, Sheet] = field(default_factory=dict)
    sides: dict[tuple[str, str], Side] = field(default_factory=dict)
    answers: dict[tuple[str, int, str, str], Ruled] = field(default_factory=dict)

    def __post_init__(self):
        self.sheets = {name: sheet_of(card) for name, card in self.cards.items()}

    def once(self, rule, sheet, piece, column, compute):
        """The answer that was found before, or is found now."""
        key = (rule, id(sheet), piece.id, column)
        if key not in self.answers:
            self.answers[key] = CYCLE
            self.answers[key] = compute(self, sheet, piece, column)
        return self.answers[key]

    def own(self, sheet, piece, column) -> Ruled:
        """Rules 1 to 7."""
        return self.once("own", sheet, piece, column, decide)

    def before_availability(self, sheet, piece, column) -> Ruled:
        """Rules 1 to 8."""
        return self.once("upstream", sheet, piece, column, rule_8)

    def upstream(self, edge) -> tuple[Sheet | None, list[Piece]]:
        """Where an edge comes from. An external is one part; without `upstream_part` it meets the whole."""
        if edge.external is not None:
            if id(edge.external) not in self.externals:
                self.externals[id(edge.external)] = sheet_of(external_card(edge.external))
            sheet = self.externals[id(edge.external)]
            return sheet, counting(sheet)
        if edge.dataset not in self.sheets:
            return None, []
        sheet = self.sheets[edge.dataset]
        if edge.upstream_part is None:
            return sheet, counting(sheet)
        return sheet, [piece for piece in sheet.pieces if edge.upstream_part in (piece.id, piece.origin)]


def verdicts_of(court, sheet, as_of):
    """The verdicts of one card."""
    own = {piece.id: {c: court.own(sheet, piece, c).value for c in COLUMNS} for piece in sheet.pieces}
    ruled = {piece.id: {c: court.before_availability(sheet, piece, c) for c in COLUMNS} for piece in sheet.pieces}
    final = {
        name: {column: rule_9(sheet.card, each.value) for column, each in row.items()} for name, row in ruled.items()
    }
    conditions = {
        name: {
            column: each.conditions | each.access
            for column, each in row.items()
            if permits(final[name][column]) or final[name][column] == NEEDS_PERMISSION
        }
        for name, row in ruled.items()
    }
    whole = {column: rule_10(sheet, final, column) for column in COLUMNS}
    status, ok_parts = licence_status(sheet, final, whole)
    return Verdicts(
        own=own,
        final=final,
        whole=whole,
        licence_status=status,
        ok_parts=ok_parts,
        repo_only=repo_only(sheet),
        flags=frozenset(flags_of(court, sheet, own, final, as_of)),
        reported=reported(court, sheet),
        conditions=conditions,
    )


def rule_9(card, value):
    """Withdrawn, or in a state that is unknown: capped at needs_permission."""
    return value if card.availability.state in STILL_THERE else capped(value, NEEDS_PERMISSION)


def rule_10(sheet, final, column):
    """The worst of the parts that count; none that counts: unverifiable."""
    values = [final[piece.id][column] for piece in counting(sheet)]
    return worse_of(*values) if values else UNVERIFIABLE
