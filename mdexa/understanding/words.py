"""The words of a query in their places."""

from collections.abc import Iterator

from mdexa.lexicon import is_break, spans
from mdexa.text import fold_name, singular


class Words:
    """The words of a text, and the text itself. Places are numbers of words."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = spans(text)
        self.all = [text[start:stop] for start, stop in self._spans]
        self._folded = [fold_name(word) for word in self.all]
        self._keys = [singular(word) for word in self._folded]

    def __len__(self) -> int:
        return len(self.all)

    def typed(self, start: int, stop: int) -> str:
        """The words as they stand in the text, with what stands between them."""
        return " ".join(self._text[self._spans[start][0] : self._spans[stop - 1][1]].split())

    def folded(self, start: int, stop: int) -> str:
        """The words as the name of a dataset is looked up."""
        return "".join(self._folded[start:stop])

    def key(self, start: int, stop: int) -> str:
        """The words as a form of the vocabulary is looked up."""
        return "".join(self._keys[start:stop])

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Beginning and end of the stretches over which a form may reach."""
        for at in range(start + 1, stop):
            if is_break(self._text[self._spans[at - 1][1] : self._spans[at][0]]):
                yield start, at
                start = at
        if start < stop:
            yield start, stop

    def touch(self, at: int) -> bool:
        """Whether a word follows the one before without a gap."""
        return at > 0 and self._spans[at - 1][1] == self._spans[at][0]
