"""The static site: pages for people, documents for programs, made from an index file alone.

All links are relative: the site works from any folder of a server and from a disk. The same index gives the same bytes.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mdexa.catalogue import Catalogue
from mdexa.changes import compare
from mdexa.errors import BadQuery
from mdexa.pages import style
from mdexa.site import places, robots
from mdexa.site.api import documents
from mdexa.site.folder import Folder
from mdexa.site.news import News, feed, news
from mdexa.site.pages import Pages
from mdexa.site.search import files as search_files
from mdexa.site.stock import Stock
from mdexa.site.words import languages

__all__ = ["Built", "build", "checked_base"]

_OWN = Path(__file__).parent
#: A web address that can stand in Markdown, XML and HTML as it is.
_ADDRESS = re.compile(r"https?://[\w.-]+(:\d+)?(/[\w.~%+@,=&;:!$-]*)*")


class Built(msgspec.Struct, frozen=True):
    """What was written, and where."""

    target: Path
    pages: int
    files: int


def build(catalogue: Catalogue, target: Path, *, base_url: str | None = None, older: Catalogue | None = None) -> Built:
    """Writes the site of a catalogue into a folder; what an earlier run left there and this one does not is removed.

    `base_url` is the address at which it will stand: only with it are there a map of the site and absolute links in the
    feed. `older` is an earlier release, to tell what changed since. BadQuery for an address that is none, or a folder
    that holds files of others where the site's would go.
    """
    base = checked_base(base_url)
    stock = Stock(catalogue)
    told = news(stock, compare(older.holdings, catalogue.holdings) if older else None)
    folder = Folder(target)
    try:
        written = []
        for say in languages().values():
            for path, page in Pages(stock, say, told, base).every():
                folder.write(path, page.encode("utf-8", "replace"))
                written.append(path)
        for path, content in _beside(stock, told, base, written):
            folder.write(path, content)
        return Built(target, len(written), folder.finish())
    finally:
        folder.close()


def checked_base(base_url: str | None) -> str:
    """The address of the site with a slash at its end; empty if it is not known. BadQuery if it is no web address."""
    if not base_url:
        return ""
    if not _ADDRESS.fullmatch(base_url):
        raise BadQuery("--base-url", base_url, ["https://data.example.org/mdexa/"], why="it is no web address")
    return base_url.rstrip("/") + "/"


def slim(sheet: str) -> str:
    """A style sheet without its comments and the spaces that only people need."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", bare)).replace(": ", ":").replace(";}", "}").strip()


def _beside(stock: Stock, told: News, base: str, pages: list[str]) -> Iterator[tuple[str, bytes]]:
    """All files that are no pages."""
    yield places.STYLE, slim(style() + (_OWN / "style.css").read_text("utf-8")).encode()
    yield places.ICON, (_OWN / "icon.svg").read_bytes()
    yield places.FEED, feed(told, stock.stamp, base).encode("utf-8", "replace")
    yield "llms.txt", robots.llms(stock.stamp, base).encode()
    yield "robots.txt", robots.robots(base).encode()
    if base:
        yield "sitemap.xml", robots.sitemap(pages, stock.stamp, base).encode()
    yield from documents(stock)
    yield from search_files(stock.catalogue)
