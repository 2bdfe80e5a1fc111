"""Writing what `near` reads: the keys as lanes, ordered by length, and where which character stands."""

from __future__ import annotations

from array import array

from mdexa.index.near import LONGEST, SHORTEST
from mdexa.index.sections import FamilyWriter, RecordsWriter, SectionFile

_NO_KEY = 0xFFFFFFFF
#: Keys with one of these are marks of the library on top, and nothing that people type.
_PUNCTUATION = frozenset("!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~")


class NearWriter:
    """Collects the keys of a family, then writes their lanes."""

    def __init__(self) -> None:
        self._keys: list[list[str]] = [[] for _ in range(LONGEST + 1)]  # by length
        self._numbers = [array("I") for _ in range(LONGEST + 1)]
        self._count = 0

    def add(self, key: bytes) -> None:
        """Takes the next key of the dictionary."""
        text = key.decode()
        if SHORTEST <= len(text) <= LONGEST and _PUNCTUATION.isdisjoint(text):
            self._keys[len(text)].append(text)
            self._numbers[len(text)].append(self._count)
        self._count += 1

    def finish(self, out: SectionFile, name: str, folder: str) -> None:
        """Appends the sections."""
        starts, numbers = array("I"), array("I")
        standing: list[dict[str, array[int]]] = [{} for _ in range(LONGEST)]  # by position
        for length, keys in enumerate(self._keys):
            starts.append(len(numbers))
            joined = "".join(keys)
            for position in range(length):
                _note_lanes(standing[position], joined[position::length], len(numbers))
            numbers.extend(self._numbers[length])
            numbers.extend([_NO_KEY] * (-len(numbers) % 8))
            keys.clear()
        starts.append(len(numbers))
        lanes = FamilyWriter(out, name, folder, len(numbers))
        for position, own in enumerate(standing):
            for character, found in sorted(own.items()):
                lanes.add(bytes((position,)) + character.encode(), found.tolist())
        lanes.finish()
        order = RecordsWriter(out, f"{name}.order", folder)
        for column in (starts, numbers):
            order.add(b"".join([number.to_bytes(4, "little") for number in column]))
        order.finish()


def _note_lanes(held: dict[str, array[int]], characters: str, first: int) -> None:
    """Notes for each character the lanes that have it."""
    for lane, character in enumerate(characters, first):
        try:
            held[character].append(lane)
        except KeyError:
            held[character] = array("I", (lane,))
