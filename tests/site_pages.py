"""Pages of the site as a test reads them: elements, links, ids, headings, and the text in its languages."""

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

#: Elements without an end.
VOID = {"meta", "link", "br", "input", "hr", "img", "rect", "path", "area", "base", "col", "source", "wbr"}


class Element(NamedTuple):
    """An element: its name, attributes, and the languages and elements that it stands in."""

    tag: str
    attributes: dict[str, str]
    inside: tuple[str, ...]
    lang: str


class Page(HTMLParser):
    """A page, read strictly: an end that fits no start is an error."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.text = path.read_text("utf-8")
        self.elements: list[Element] = []
        #: (text, element around it)
        self.said: list[tuple[str, Element]] = []
        self._open: list[Element] = []
        self.feed(self.text)
        self.close()
        assert not self._open, f"{path}: {[one.tag for one in self._open]} are never closed"

    def handle_starttag(self, tag, attrs):
        """An element begins."""
        attributes = {name: value or "" for name, value in attrs}
        lang = attributes.get("lang") or (self._open[-1].lang if self._open else "")
        element = Element(tag, attributes, tuple(one.tag for one in self._open), lang)
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        """An element that is closed where it begins."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        """An element ends: it has to be the one that was opened last."""
        assert self._open, f"{self.path}: </{tag}> has no start"
        assert self._open[-1].tag == tag, f"{self.path}: </{tag}> inside <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data):
        """Text."""
        if data.strip() and self._open:
            self.said.append((data, self._open[-1]))

    def all(self, tag):
        """The attributes of all elements of a name."""
        return [one.attributes for one in self.elements if one.tag == tag]

    @property
    def ids(self):
        """All ids, in order."""
        return [one.attributes["id"] for one in self.elements if "id" in one.attributes]

    @property
    def links(self):
        """Where its anchors lead."""
        return [one["href"] for one in self.all("a") if "href" in one]

    @property
    def words(self):
        """Everything that a reader sees or hears, but for scripts."""
        return " ".join(text for text, around in self.said if around.tag not in ("script", "style"))


def pages_of(site: Path) -> dict[str, Page]:
    """All pages of a site by their path."""
    return {str(path.relative_to(site)): Page(path) for path in sorted(site.rglob("*.html"))}


def target_of(page: str, link: str) -> tuple[str, str]:
    """The path below the root of the site that a relative link leads to, and the anchor there."""
    path, _, anchor = link.partition("#")
    if not path:
        return page, anchor
    steps = page.split("/")[:-1]
    for step in path.split("/"):
        if step == "..":
            assert steps, f"{page}: {link} leads out of the site"
            steps.pop()
        elif step != ".":
            steps.append(step)
    return "/".join(steps), anchor
