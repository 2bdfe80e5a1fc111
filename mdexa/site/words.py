"""The words of the interface, one table a language (`languages/<language>.toml`), and sentences made of them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from mdexa.pages import Markup, fill
from mdexa.purposes import COLUMNS, SETTINGS, setting_of
from mdexa.site.places import LANGUAGES

_FOLDER = Path(__file__).parent / "languages"


@cache
def table(language: str) -> dict[str, str]:
    """Key with dots -> words, in one language."""
    return dict(_flat("", tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))))


def _flat(start: str, node: dict[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in node.items():
        found += _flat(f"{start}{key}.", value) if isinstance(value, dict) else [(start + key, _folded(value))]
    return found


def _folded(value: str) -> str:
    """A text on one line; spaces at its ends count where it is nothing but a separator."""
    return value if len(value) < _SEPARATOR else " ".join(value.split())


#: Shorter texts may be separators, such as a comma and a space.
_SEPARATOR = 4


class Words:
    """The interface in one language. A key that is not there is a bug, and KeyError."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._table = table(language)
        #: words without gaps, made once
        self._plain: dict[str, Markup] = {}

    def __call__(self, key: str, /, **parts: Any) -> Markup:
        """The words of a key, its gaps filled with text (escaped) or markup."""
        if parts:
            return fill(self._table[key], **parts)
        if key not in self._plain:
            self._plain[key] = fill(self._table[key])
        return self._plain[key]

    def has(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self._table

    def known(self, kind: str, sentence: str) -> tuple[str | None, str]:
        """The key of a sentence of ours by its English words, if it is one, and what stands in its gap `{names}`."""
        for key, words in table("en").items():
            if key.startswith(f"{kind}."):
                begin, gap, end = words.partition("{names}")
                if sentence == words:
                    return key, ""
                if gap and sentence.startswith(begin) and sentence.endswith(end) and len(sentence) > len(begin + end):
                    return key, sentence[len(begin) : len(sentence) - len(end)]
        return None, ""

    def name(self, kind: str, word: str) -> str:
        """How a word of a fixed list is called; the word itself, readable, if nobody has named it."""
        return self._table.get(f"{kind}.{word}") or word.replace("_", " ")

    def meaning(self, kind: str, word: str) -> str:
        """What a word of a fixed list means; nothing if nobody has said it."""
        return self._table.get(f"{kind}_means.{word}", "")

    def column(self, column: str) -> str:
        """The name of a column: its purpose, and its setting where it has one."""
        purpose, _, setting = column.partition("/")
        name = self.name("purpose", purpose)
        return f"{name} · {self.name('setting', setting)}" if setting else name

    def columns(self, columns: tuple[str, ...]) -> str:
        """The names of several columns; all of them, or all of one setting, and a purpose in both are said once."""
        for setting in SETTINGS:
            every = tuple(column for column in COLUMNS if setting_of(column) == setting)
            if set(columns) == set(every):
                return self._table[f"reason.all_{setting}"]
        if set(columns) == set(COLUMNS):
            return self._table["reason.all_uses"]
        comma = self._table["list.comma"]
        spoken: dict[str, dict[str, None]] = {}
        for column in (column for column in COLUMNS if column in columns):
            purpose, _, setting = column.partition("/")
            both = setting and all(f"{purpose}/{one}" in columns for one in SETTINGS)
            spoken.setdefault("" if both else setting, {})[self.name("purpose", purpose)] = None
        told = [comma.join(names) for setting, names in spoken.items() if not setting]
        told += [
            self._table["reason.in_setting"].format(uses=comma.join(names), setting=self.name("setting", setting))
            for setting, names in spoken.items()
            if setting
        ]
        return self._table["list.semicolon"].join(told)


def languages() -> dict[str, Words]:
    """The interface in all languages."""
    return {language: Words(language) for language in LANGUAGES}
