"""The files of the search: scripts put together, the data as a script, and the words of the interface."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from mdexa.catalogue import Catalogue
from mdexa.holdings import Holdings
from mdexa.site.search.data import Packed, other_scripts, packed

_OWN = Path(__file__).parent
#: The parts of the engine and of the interface, each using those before it.
ENGINE = ("text", "lexicon", "store", "matching", "reader", "filters", "engine")
PAGE = ("elements", "asking", "answer", "facets", "page")
#: What the data are called where the scripts find them.
DATA_NAME, FORMS_NAME = "mdexaSearchData", "mdexaSearchForms"
#: Kinds of words that the page takes from the tables of the site.
SITE_WORDS = ("value", "status", "purpose", "setting", "access_kind", "availability", "flag", "handling", "repo_only")


def files(catalogue: Catalogue) -> Iterator[tuple[str, bytes]]:
    """(path below the root of the site, content) of every file of the search."""
    yield "search/engine.js", script(ENGINE).encode()
    yield "search/page.js", script(PAGE).encode()
    yield "search/search.css", (_OWN / "search.css").read_bytes()
    told, forms = data(catalogue)
    yield "search/data.js", f"self.{DATA_NAME}={told};\n".encode()
    yield "search/forms.js", f"self.{FORMS_NAME}={forms};\n".encode()


def data(catalogue: Catalogue) -> tuple[str, str]:
    """What the engine searches in, and what it needs besides for other scripts, as JSON."""
    holdings = Holdings(catalogue.path)
    return _json(packed(holdings)), _json(other_scripts(holdings))


def _json(told: Packed) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def script(parts: tuple[str, ...]) -> str:
    """Scripts joined to one that leaves no names behind but those that it means to."""
    texts = [(_OWN / "scripts" / f"{part}.js").read_text("utf-8") for part in parts]
    return "(() => {\n'use strict';\n" + "\n".join(texts) + "})();\n"


def words(language: str, *, site: Mapping[str, str]) -> str:
    """The words of the page as JSON that can stand in a script tag; `site` is the site's own table, flat."""
    own = {f"search.{key}": text for key, text in table(language).items()}
    shared = {key: text for key, text in site.items() if key.partition(".")[0] in SITE_WORDS}
    told = {"language": language, "words": dict(sorted((own | shared).items()))}
    return _json(told).replace("<", "\\u003c")


@cache
def table(language: str) -> dict[str, str]:
    """Key -> words of the search, in one language."""
    return tomllib.loads((_OWN / "languages" / f"{language}.toml").read_text("utf-8"))
