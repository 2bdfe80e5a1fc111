"""Writing what `near` reads: the keys as lanes, ordered by length, and where which character stands."""

from array import array

from mdexa.index.near import LONGEST, SHORTEST
from mdexa.index.sections import FamilyWriter, RecordsWriter, SectionFile

_NO_KEY = 0xFFFFFFFF
#: Keys with one of these are marks of the library on top, and nothing that people type.
_PUNCTUATION = frozenset("!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~")


class NearWriter:
    """Collects the keys of a family, then writes their lanes."""

    def __init__(self) -> None:
        self._by_length: list[list[tuple[str, int]]] = [[] for _ in range(LONGEST + 1)]
        self._count = 0

    def add(self, key: bytes) -> None:
        """Takes the next key of the dictionary."""
        text = key.decode()
        if SHORTEST <= len(text) <= LONGEST and not _PUNCTUATION.intersection(text):
            self._by_length[len(text)].append((text, self._count))
        self._count += 1

    def finish(self, out: SectionFile, name: str, folder: str) -> None:
        """Appends the sections."""
        starts, numbers = array("I"), array("I")
        standing: dict[tuple[int, str], array[int]] = {}
        for keys in self._by_length:
            starts.append(len(numbers))
            for lane, (text, number) in enumerate(keys, len(numbers)):
                numbers.append(number)
                for spot in enumerate(text):
                    standing.setdefault(spot, array("I")).append(lane)
            numbers.extend([_NO_KEY] * (-len(numbers) % 8))
        starts.append(len(numbers))
        lanes = FamilyWriter(out, name, folder, len(numbers))
        by_key = sorted((bytes((position,)) + character.encode(), found) for (position, character), found in standing.items())
        for key, found in by_key:
            lanes.add(key, found.tolist())
        lanes.finish()
        order = RecordsWriter(out, f"{name}.order", folder)
        for column in (starts, numbers):
            order.add(b"".join([number.to_bytes(4, "little") for number in column]))
        order.finish()
