"""The files of the search: scripts put together, each part of the data as a script, and the words of the interface."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from mdexa.catalogue import Catalogue
from mdexa.holdings import Holdings
from mdexa.site.search.parts import parts

_OWN = Path(__file__).parent
#: The pieces of the engine and of the interface, each using those before it.
ENGINE = ("text", "lexicon", "packing", "nearness", "store", "matching", "reader", "filters", "engine")
PAGE = ("elements", "asking", "answer", "facets", "page")
#: What the parts of the data are called where the scripts find them.
PARTS_NAME = "mdexaSearchParts"
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^ +|\n(?=\n)", re.MULTILINE)
#: Kinds of words that the page takes from the tables of the site.
SITE_WORDS = ("value", "status", "purpose", "setting", "access_kind", "availability", "flag", "handling", "repo_only")


def files(catalogue: Catalogue) -> Iterator[tuple[str, bytes]]:
    """(path below the root of the site, content) of every file of the search."""
    yield "search/first.js", script(("first",)).encode()
    yield "search/engine.js", script(ENGINE).encode()
    yield "search/page.js", script(PAGE).encode()
    yield "search/search.css", (_OWN / "search.css").read_bytes()
    for name, told in data(catalogue).items():
        yield f"search/data/{name}.js", part(name, told).encode()


def data(catalogue: Catalogue) -> dict[str, str]:
    """Name -> JSON of every part of what the engine searches in."""
    return parts(Holdings(catalogue.path))


def part(name: str, told: str) -> str:
    """A part as a script that only puts it where the page looks for it."""
    return f'(self.{PARTS_NAME}??={{}})["{name}"]={told};\n'


def script(pieces: tuple[str, ...]) -> str:
    """Scripts joined to one that leaves no names behind but those that it means to, without what only people need."""
    texts = [(_OWN / "scripts" / f"{piece}.js").read_text("utf-8") for piece in pieces]
    return "(() => {\n'use strict';\n" + _INDENT.sub("", _COMMENT.sub("", "\n".join(texts))) + "})();\n"


def words(language: str, *, site: Mapping[str, str]) -> str:
    """The words of the page as JSON that can stand in a script tag; `site` is the site's own table, flat."""
    own = {f"search.{key}": text for key, text in table(language).items()}
    shared = {key: text for key, text in site.items() if key.partition(".")[0] in SITE_WORDS}
    told = {"language": language, "words": dict(sorted((own | shared).items()))}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def table(language: str) -> dict[str, str]:
    """Key -> words of the search, in one language."""
    return tomllib.loads((_OWN / "languages" / f"{language}.toml").read_text("utf-8"))
