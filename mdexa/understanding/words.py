"""The words of a query in their places."""

from mdexa.lexicon import spans


class Words:
    """The words of a text, and the text itself. Places are numbers of words."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = spans(text)
        self.all = [text[start:stop] for start, stop in self._spans]

    def __len__(self) -> int:
        return len(self.all)

    def typed(self, start: int, stop: int) -> str:
        """The words as they stand in the text, with what stands between them."""
        return " ".join(self._text[self._spans[start][0] : self._spans[stop - 1][1]].split())

    def touch(self, at: int) -> bool:
        """Whether a word follows the one before without a gap."""
        return at > 0 and self._spans[at - 1][1] == self._spans[at][0]
