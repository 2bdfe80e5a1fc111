"""Synthetic cards and queries, any number of them, the same for everybody: what the engines are measured on.

Words are drawn as words of a language are (Zipf), filters as facets are (a few values have most cards). Card `i` is the
same whatever the number of cards. Nothing here is a dataset.
"""

import json
import math
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

#: Distinct words of the invented language.
WORDS = 150_000
#: Facet -> (number of values, most values of one card).
FACETS = {
    "modality": (24, 3),
    "organism": (12, 2),
    "topic": (60, 3),
    "task": (20, 3),
    "licence": (18, 1),
    "access": (8, 1),
}
#: The most frequent words, as in any text about data.
FREQUENT = """
    the of and in with data patients from images study for dataset clinical was annotated by to were scans cohort
    each hospital subjects labels records public release license access research samples version a sequencing
    expression tissue cells human mouse cancer disease
""".split()  # noqa: SIM905 - one word a line would fill pages
#: Words that a query takes without looking at a card: the frequent ones that mean something.
ASKED = FREQUENT[3:]
_STARTS = """
    cardio neuro hepato nephro osteo derma gastro pulmo haemo onco cyto immuno endo myo arthro angio lympho broncho
    entero retino kerato phono thyro adeno chondro colo cranio cysto fibro glyco histo hydro leuko lipo macro mela
""".split()  # noqa: SIM905 - as above
_MIDDLES = [a + b + c for a in "bcdfghjklmnprstvz" for b in "aeiou" for c in ("", "l", "n", "r", "s", "x")]
_ENDS = """
    itis oma osis graphy gram scopy ectomy pathy genesis emia uria plasty tomy lysis cyte blast penia ase
""".split()  # noqa: SIM905 - as above
_SPACE = len(_STARTS) * len(_MIDDLES) * len(_ENDS)
#: Without a common divisor with _SPACE, so that neighbours in rank are no neighbours in spelling.
_STRIDE = 78_553
_TOKEN = re.compile("[a-z0-9]+")


class Query(NamedTuple):
    """Words, any of which may match; filters, all of which must; and the id of a card that exists."""

    words: str
    filters: dict[str, str]
    card: str


def word(rank: int) -> str:
    """The word of a rank, 0 the most frequent; no two ranks below WORDS share one."""
    if rank < len(FREQUENT):
        return FREQUENT[rank]
    rest, end = divmod(rank * _STRIDE % _SPACE, len(_ENDS))
    middle, start = divmod(rest, len(_STARTS))
    return _STARTS[start] + _MIDDLES[middle] + _ENDS[end]


def _values(facet: str) -> list[str]:
    return [f"{facet[:3]}-{word(len(FREQUENT) + 97 * place + 13 * len(facet))}" for place in range(FACETS[facet][0])]


VALUES = {facet: _values(facet) for facet in FACETS}


def _common(chance: random.Random) -> str:
    """A word as texts have them: the chance of a rank falls with the rank (Zipf with exponent 1)."""
    return word(int(math.exp(chance.random() * math.log(WORDS))) - 1)


def _rare(chance: random.Random) -> str:
    """A word that is none of the frequent ones: for titles."""
    return word(len(FREQUENT) + int(math.exp(chance.random() * math.log(WORDS - len(FREQUENT) - 1))))


def _sentence(chance: random.Random, least: int, most: int) -> str:
    return " ".join(_common(chance) for _ in range(chance.randint(least, most))).capitalize() + "."


def _value(chance: random.Random, facet: str) -> str:
    values = VALUES[facet]
    return values[int(len(values) ** chance.random()) - 1]


def card_at(number: int, seed: int = 1) -> dict[str, Any]:
    """One card."""
    chance = random.Random(f"card {seed} {number}")  # noqa: S311 - chance of a benchmark, the same each time
    title = [_rare(chance) for _ in range(chance.randint(3, 6))]
    name = f"{title[0][:12]}-{number:07d}"
    return {
        "id": name,
        "title": " ".join(title).title(),
        "aliases": [_rare(chance) for _ in range(chance.randint(0, 3))],
        "summary": _sentence(chance, 32, 72),
        "facts": [_sentence(chance, 13, 28) for _ in range(chance.randint(4, 6))],
        "facets": {
            facet: sorted({_value(chance, facet) for _ in range(chance.randint(1, most))})
            for facet, (_, most) in FACETS.items()
        },
        "statements": [_statement(chance, name, place) for place in range(chance.randint(2, 5))],
        "access": [_sentence(chance, 6, 12) for _ in range(2)],
    }


def _statement(chance: random.Random, name: str, place: int) -> dict[str, Any]:
    """Carried along in the card and in no index: it makes a card as long as real ones are."""
    return {
        "id": f"s{place}",
        "source": f"https://{name}.example.org/page/{chance.randint(1, 99999)}",
        "as_stated": _value(chance, "licence"),
        "note": _sentence(chance, 12, 24),
    }


def text_of(card: dict[str, Any]) -> str:
    """What every engine indexes of a card."""
    return " ".join([card["title"], *card["aliases"], card["summary"], *card["facts"]])


def tokens(text: str) -> list[str]:
    """The words of a text: runs of a-z and 0-9, no stemming, no stop words, the same for every engine."""
    return _TOKEN.findall(text.lower())


def query_at(number: int, cards: int, seed: int = 1) -> Query:
    """One query for a catalogue of some size; one in ten asks for words that no card has."""
    chance = random.Random(f"query {seed} {number}")  # noqa: S311 - as above
    card = card_at(chance.randrange(cards), seed)
    if chance.random() < 0.1:
        words = [f"zz{word(chance.randrange(WORDS))[::-1]}" for _ in range(chance.randint(1, 6))]
    else:
        words = _words_about(card, chance)
    filters = {}
    for facet in chance.sample(sorted(FACETS), chance.choices((0, 1, 2, 3), (40, 30, 20, 10))[0]):
        filters[facet] = chance.choice(card["facets"][facet]) if chance.random() < 0.8 else _value(chance, facet)
    return Query(" ".join(dict.fromkeys(words)), filters, card["id"])


def _words_about(card: dict[str, Any], chance: random.Random) -> list[str]:
    """One to six words: from the title, from the text, frequent ones, and some that are by chance in no card."""
    title, body = tokens(card["title"]), tokens(text_of(card))
    kinds = chance.choices("tbfr", (40, 40, 15, 5), k=chance.choices((1, 2, 3, 4, 5, 6), (20, 30, 22, 14, 8, 6))[0])
    draw = {"t": lambda: chance.choice(title), "b": lambda: chance.choice(body), "f": lambda: chance.choice(ASKED)}
    return [draw[kind]() if kind in draw else _rare(chance) for kind in kinds]


def write(folder: Path, cards: int, queries: int, seed: int = 1) -> None:
    """Writes cards.jsonl and queries.jsonl; the same arguments, the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    _lines(folder / "cards.jsonl", (card_at(number, seed) for number in range(cards)))
    _lines(folder / "queries.jsonl", (query_at(number, cards, seed)._asdict() for number in range(queries)))


def _lines(path: Path, rows: Iterator[dict[str, Any]]) -> None:
    unfinished = path.with_suffix(".part")
    with unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    unfinished.replace(path)


def read_cards(path: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """The cards of a file, each with its JSON."""
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line), line.rstrip(b"\n")


def read_queries(path: Path) -> list[Query]:
    """The queries of a file."""
    return [Query(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
