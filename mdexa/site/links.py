"""Names as they stand on a page: each with a link to what it names, if that has a place."""

from collections.abc import Sequence

from mdexa.card import Source
from mdexa.pages import Markup, fill, join
from mdexa.purposes import UNSTATED, VALUES, permits
from mdexa.site import places
from mdexa.site.stock import Stock, licence_keys
from mdexa.site.words import Words

#: A link to somebody else's page. That it carries no address of ours is said once, in the head of the page.
_FOREIGN = Markup('<a href="{url}" rel="nofollow">{words}</a>')
_VALUE = Markup('<b class="value {word}">{name}</b>')
_ENGLISH = Markup('<span lang="en">{text}</span>')
_LINK = Markup('<a href="{to}">{words}</a>')


class Linker:
    """Makes the links of one page: `root` leads to the root of the site, `say` has the words."""

    def __init__(self, stock: Stock, say: Words, path: str) -> None:
        self.stock, self.say, self.path = stock, say, path
        self.root = places.root_of(path)
        self._home = places.in_language("", say.language)
        self._values: dict[str, Markup] = {}
        #: part of the page's own dataset -> the anchor of its row
        self.anchors: dict[str, str] = {}

    def to(self, path: str) -> str:
        """The address, from this page, of a page in the same language."""
        return places.relative(self.path, self._home + path)

    def file(self, path: str) -> str:
        """The address, from this page, of a file that all languages share."""
        return self.root + path

    def page(self, path: str, words: object) -> Markup:
        """A link to a page in the same language."""
        return fill(_LINK, to=self.to(path), words=words)

    def shared(self, path: str) -> Markup:
        """A link, by its path, to a file that all languages share."""
        return fill(_LINK, to=self.file(path), words=path)

    def parts(self, ids: Sequence[str]) -> Markup:
        """Links to some parts."""
        return self.few([self.part(part) for part in ids], 8)

    @staticmethod
    def permits(value: str) -> bool:
        """Whether a value lets a use go ahead."""
        return permits(value)

    @staticmethod
    def anchor(name: str, words: object) -> Markup:
        """A link to a place on this page."""
        return fill(_LINK, to=f"#{name}", words=words)

    def statement(self, statement_id: str) -> Markup:
        """A link to a statement on this page."""
        return self.anchor(f"s-{places.slug(statement_id)}", statement_id)

    def part(self, part_id: str) -> Markup:
        """A link to a part on this page."""
        return self.anchor(self.anchors.get(part_id, "facts"), part_id)

    def dataset(self, dataset_id: str) -> Markup:
        """A dataset by its name, with a link to its page; the bare word if no card has this id."""
        entry = self.stock.by_id.get(dataset_id)
        if entry is None:
            return fill("{name}", name=dataset_id)
        return fill(_LINK, to=self.to(places.dataset(dataset_id)), words=entry.card.name)

    def licence(self, expression: str) -> Markup:
        """A licence expression, each key that the table has linked to its page."""
        text = fill("{text}", text=expression)
        for key in sorted(licence_keys(expression), key=len, reverse=True):
            if key == expression and key in self.stock.licences:
                return fill(_LINK, to=self.to(places.licence(key)), words=key)
        if len(licence_keys(expression)) < 2:  # noqa: PLR2004  (one key alone is no expression)
            return text
        words = expression.replace("(", "( ").replace(")", " )").split()
        linked = [self.licence(word) if word in self.stock.licences else fill("{w}", w=word) for word in words]
        return join(linked, " ")

    def value(self, word: str) -> Markup:
        """A value as a coloured word; what is no value of a verdict has no colour."""
        if word not in self._values:
            self._values[word] = fill(
                _VALUE, word=word if word in VALUES else UNSTATED, name=self.say.name("value", word)
            )
        return self._values[word]

    def explained(self, kind: str, word: str) -> Markup:
        """A word of a fixed list, with a link to where it is explained."""
        to = f"{self.to(places.READING)}#{kind}-{places.slug(word)}"
        return fill(_LINK, to=to, words=self.say.name(kind, word))

    def source(self, source: Source) -> Markup:
        """Where something was read, as a link."""
        return self.outside(source.url)

    @staticmethod
    def outside(url: str, words: object = None) -> Markup:
        """A link to somebody else's page; text where it is no web address."""
        if not url.startswith(("https://", "http://")):
            return fill("{url}", url=words or url)
        return fill(_FOREIGN, url=url, words=words or short(url))

    def english(self, text: str) -> Markup:
        """Text of the catalogue, which is in English, marked so on pages in another language."""
        if self.say.language == "en":
            return fill("{text}", text=text)
        return fill(_ENGLISH, text=text)

    def fixed(self, kind: str, text: str) -> Markup:
        """A sentence of Mdexa's own in the language of the page; another text stays English, and is marked."""
        if self.say.language == "en":
            return self.english(text)
        key, names = self.say.known(kind, text)
        if key is None:
            return self.english(text)
        return self.say(key, **({"names": self.english(names)} if names else {}))

    def few(self, names: Sequence[Markup], most: int) -> Markup:
        """The first names, and how many there are besides."""
        comma = self.say("list.comma")
        if len(names) <= most:
            return join(names, comma)
        return join([*names[:most], self.say("list.more", n=len(names) - most)], comma)

    def origin(self, origin: str) -> Markup:
        """Where a condition comes from: access, a statement here, or one of a source."""
        if origin == "access":
            return self.anchor("access", self.say("duties.origin_access"))
        dataset, colon, _ = origin.partition(":")
        if colon:
            return self.say("duties.other_source", dataset=self.dataset(dataset))
        return self.statement(origin)


#: Longer addresses are cut in the middle where they are shown; the link has the whole.
_LONGEST = 64


def short(url: str) -> str:
    """An address as it is shown: without its scheme, and cut in the middle if it is long."""
    bare = url.partition("://")[2].removeprefix("www.").rstrip("/")
    return bare if len(bare) <= _LONGEST else f"{bare[: _LONGEST - 24]}…{bare[-22:]}"
