"""Every page of the site in one language: its path, its template and what it shows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from mdexa import card
from mdexa.explanation import LEFT_OUT
from mdexa.exports.schema_org import script
from mdexa.pages import Markup, environment, fill
from mdexa.params import FlagId, LicenceStatus
from mdexa.purposes import PURPOSES, SETTINGS, VALUES
from mdexa.site import datasets, listings, places
from mdexa.site.links import Linker
from mdexa.site.news import News
from mdexa.site.search import words as search_words
from mdexa.site.stock import LISTED, Entry, Stock
from mdexa.site.words import Words, table

#: Nothing but what lies beside the pages: no other server, no script or style within a page.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)
NAVIGATION = (
    (places.DATASETS, "site.datasets"),
    (places.BROWSE, "site.browse"),
    (places.LICENCES, "site.licences"),
    (places.VOCABULARY, "site.vocabulary"),
    (places.READING, "site.reading"),
    (places.CHANGES, "site.changes"),
    (places.ABOUT, "site.about"),
)
#: What a description for search engines has room for.
DESCRIPTION = 160
#: JSON-LD that is longer is told without the parts of the dataset: a page has its weight.
LINKED = 14_000
#: kind of words -> all words of it, in the order in which the page of meanings tells them
MEANT: dict[str, tuple[str, ...]] = {
    "value": VALUES,
    "status": get_args(LicenceStatus),
    "purpose": PURPOSES,
    "setting": SETTINGS,
    "flag": get_args(FlagId),
    "speaker": get_args(card.Speaker),
    "instrument": get_args(card.Instrument),
    "scope": get_args(card.Scope),
    "left_out": tuple(LEFT_OUT),
    "term": get_args(card.Term),
    "carries": get_args(card.Carries),
    "read_from": get_args(card.ReadFrom),
    "result": get_args(card.ReadingResult),
    "basis": ("text", "licensor_faq", "our_reading"),
    "access_kind": get_args(card.AccessKind),
    "availability": get_args(card.AvailabilityState),
    "handling": get_args(card.Handling),
}


class Pages:
    """The pages of one language. `base` is the address of the site, if it is known."""

    def __init__(self, stock: Stock, say: Words, news: News, base: str) -> None:
        self._stock, self._say, self._news, self._base = stock, say, news, base
        self._templates = environment(Path(__file__).parent / "templates")
        other = next(language for language in places.LANGUAGES if language != say.language)
        self._other = other
        self._templates.globals |= {
            "t": say,
            "places": places,
            "stamp": stock.stamp,
            "nav": NAVIGATION,
            "policy": POLICY,
            "lang": places.TAGS[say.language],
            "other_lang": places.TAGS[other],
        }

    def every(self) -> Iterator[tuple[str, str]]:
        """(path, page) of every page."""
        yield from self._start()
        yield from self._lists()
        yield from self._licences()
        yield from self._vocabulary()
        yield from self._prose()
        yield from self.datasets()

    def datasets(self) -> Iterator[tuple[str, str]]:
        """The pages of all datasets."""
        for entry in self._stock.entries:
            link = self._link(places.dataset(entry.id))
            page = f"{self._base}{places.dataset(entry.id)}" if self._base else None
            yield self._page(
                "dataset.html",
                places.dataset(entry.id),
                entry.card.name,
                entry.card.summary,
                link,
                row=entry.row,
                linked=self._linked(entry, page),
                file_code=fill("{file}", file=f"catalogue/cards/{entry.id}.yaml"),
                **datasets.content(self._stock, entry, link),
            )

    def _linked(self, entry: Entry, page: str | None) -> Markup:
        """The dataset as JSON-LD without the spaces that people would want; it has no `<`.

        Of a set with very many parts it is told without them: they stand on the page, and in the export.
        """
        text = msgspec.json.format(script(self._stock.holdings, entry.doc, page=page), indent=-1)
        if len(text) <= LINKED:
            return Markup(text)
        told = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        rest = msgspec.json.encode({key: value for key, value in told.items() if key != "hasPart"})
        return Markup(rest.decode())

    def _start(self) -> Iterator[tuple[str, str]]:
        say, link = self._say, self._link(places.START)
        told = Markup(search_words(say.language, site=table(say.language)))
        yield self._page(
            "start.html",
            places.START,
            say("start.title"),
            say("site.tagline"),
            link,
            search_words=told,
            **listings.start(self._stock, link),
        )

    def _lists(self) -> Iterator[tuple[str, str]]:
        say, stock = self._say, self._stock
        lead = say("browse.all_lead", n=stock.stamp.datasets)
        yield self._page("datasets.html", places.DATASETS, say("browse.all"), lead, letters=listings.letters(stock))
        link = self._link(places.BROWSE)
        shown = listings.browse(stock, link)
        yield self._page("browse.html", places.BROWSE, say("browse.title"), say("browse.lead"), link, **shown)
        for name in LISTED:
            link = self._link(places.facet(name))
            title = say("browse.by", facet=stock.facet(name, say.language))
            definition = stock.holdings.facets[name].definition
            values = listings.values(stock, name, link)
            yield self._page(
                "facet.html", places.facet(name), title, definition, link, definition=definition, values=values
            )

    def _licences(self) -> Iterator[tuple[str, str]]:
        say, stock = self._say, self._stock
        kinds = listings.licences(stock)
        yield self._page("licences.html", places.LICENCES, say("licence.title"), say("licence.lead"), kinds=kinds)
        for key, entry in stock.licences.items():
            content = listings.licence(stock, entry)
            yield self._page("licence.html", places.licence(key), key, entry.name, **content)

    def _vocabulary(self) -> Iterator[tuple[str, str]]:
        say, stock = self._say, self._stock
        link = self._link(places.VOCABULARY)
        trees = listings.vocabulary(stock, link)
        title, lead = say("vocabulary.title"), say("vocabulary.lead")
        yield self._page("vocabulary.html", places.VOCABULARY, title, lead, link, **trees)
        for concept_id, concept in stock.concepts.items():
            facet, _, value = concept_id.partition("/")
            if facet == "use_term":
                continue
            path = places.concept(facet, value)
            link = self._link(path)
            content = listings.concept(stock, concept_id, link)
            label = stock.label(concept_id, say.language)
            yield self._page("concept.html", path, label, concept.definition, link, **content)

    def _prose(self) -> Iterator[tuple[str, str]]:
        say, stock = self._say, self._stock
        yield self._page("changes.html", places.CHANGES, say("changes.title"), say("changes.lead"), news=self._news)
        yield self._page("reading.html", places.READING, say("reading.title"), say("reading.lead"), lists=MEANT)
        link = self._link(places.ABOUT)
        yield self._page(
            "about.html",
            places.ABOUT,
            say("about.title"),
            say("site.tagline"),
            link,
            digest=str(stock.holdings.index.digest),
            example=fill("{p}", p=f"{places.API}/datasets/<id>.json"),
            api_index=link.shared(f"{places.API}/index.json"),
            openapi=link.shared(f"{places.API}/openapi.json"),
            llms=link.shared("llms.txt"),
        )

    def _link(self, path: str) -> Linker:
        return Linker(self._stock, self._say, places.in_language(path, self._say.language))

    def _page(
        self, template: str, path: str, title: str, description: str, link: Linker | None = None, **content: Any
    ) -> tuple[str, str]:
        """A page: where it stands, and its text. `path` is that in the first language."""
        linker = link or self._link(path)
        shown = self._templates.get_template(template).render(
            title=title,
            description=_short(description),
            here=path,
            link=linker,
            other=linker.root + places.in_language(path, self._other),
            **content,
        )
        return linker.path, shown


def _short(text: str) -> str:
    """A description as search engines show it. Markup stays whole: it comes from the words of the interface."""
    if len(text) <= DESCRIPTION or isinstance(text, Markup):
        return text
    return text[: DESCRIPTION - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"
