"""The row of a dataset: what a list shows of it. Written once at build, passed through at reading."""

from mdexa.card import Card
from mdexa.params import TAG_FACETS
from mdexa.results import Row
from mdexa.verdict import Judged

LINE_LENGTH = 90
TAG_VALUES = 3
FLAGS = 4
PARTS = 4
NAME_LENGTH = 80

#: Shown worst first where several routes exist: the guard looks at all of them, and so should the reader.
_ACCESS_ORDER = (
    "none",
    "application",
    "credentialed",
    "agreement",
    "email",
    "fee",
    "registration",
    "open",
)


def make_row(card: Card, judged: Judged) -> Row:
    """The row of a card, without what only a query can add."""
    grave = [flag.id for flag in judged.flags if flag.severity != "info"]
    return Row(
        id=card.id,
        name=shorten(card.name, NAME_LENGTH),
        line=shorten(card.summary, LINE_LENGTH),
        tags={facet: few(getattr(card.tags, facet), TAG_VALUES) for facet in TAG_FACETS},
        licence_status=judged.licence_status,
        ok_parts=few(judged.ok_parts, PARTS) if judged.licence_status == "mixed" else (),
        repo_only=judged.repo_only,
        risk_flags=few(grave, FLAGS),
        access=access_kind(card),
        availability=card.availability.state,
        handling=card.handling,
    )


def access_kind(card: Card) -> str:
    """The most guarded route to a current original; open if the card has no row."""
    copies = {part.id for part in card.parts if part.copy_of is not None or part.current == "no"}
    kinds = {row.kind for row in card.access if not row.parts or not copies.issuperset(row.parts)}
    return next((kind for kind in _ACCESS_ORDER if kind in kinds), "open")


def few(values: tuple[str, ...] | list[str], most: int) -> tuple[str, ...]:
    """The first values, and how many there are besides as `+n`."""
    return tuple(values) if len(values) <= most else (*values[:most], f"+{len(values) - most}")


def shorten(text: str, length: int) -> str:
    """A text that fits the length, cut between words where it does not."""
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    cut = text[: length - 1]
    at_word = cut.rpartition(" ")[0]
    return f"{at_word if len(at_word) > length // 2 else cut}…"
