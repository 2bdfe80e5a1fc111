"""What a gate looks at: the cards with their lines, and the verdicts that were derived from them."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TypeAlias

import msgspec

from mdexa.card import Card, Statement
from mdexa.compiler.draft import Draft, Drafts, Step
from mdexa.compiler.finding import Finding
from mdexa.purposes import permits
from mdexa.verdict import Judged, Ruling


class Judgements(msgspec.Struct, frozen=True):
    """A catalogue without errors, judged."""

    drafts: Drafts
    verdicts: dict[str, Judged]

    @property
    def as_of(self) -> str:
        """The day of the catalogue."""
        assert self.drafts.release is not None, "without its release file a catalogue is not judged"
        return self.drafts.release.value.as_of


class JudgedCard(msgspec.Struct, frozen=True):
    """One card with what was derived from it."""

    draft: Draft[Card]
    judged: Judged

    @property
    def card(self) -> Card:
        """What the curator wrote."""
        return self.draft.value

    def rulings(self) -> Iterator[Ruling]:
        """Every ruling on a part that counts for the whole."""
        return (ruling for part in self.judged.parts if part.counts for ruling in part.rulings)

    def rows(self) -> Iterator[tuple[Step, Statement]]:
        """The statements of the card, each with its place."""
        return ((("statements", place), statement) for place, statement in enumerate(self.card.statements))

    def deciding(self) -> set[str]:
        """The ids of the statements that decide anything."""
        return {taken.statement for ruling in self.rulings() for taken in ruling.taken}

    def permitting(self) -> set[str]:
        """The ids of the statements on which a permission rests."""
        return {taken.statement for ruling in self.rulings() if permits(ruling.value) for taken in ruling.taken}


Gate: TypeAlias = Callable[[Judgements], Iterable[Finding]]


def of_each_card(gate: Callable[[JudgedCard, Judgements], Iterable[Finding]]) -> Gate:
    """A gate for the catalogue made from a gate for one card."""

    @wraps(gate)
    def of_all(judgements: Judgements) -> Iterator[Finding]:
        for card_id, draft in judgements.drafts.by_id.items():
            yield from gate(JudgedCard(draft, judgements.verdicts[card_id]), judgements)

    return of_all
