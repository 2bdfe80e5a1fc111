"""Addresses: each has a host that can exist, and no password in it."""

from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from mdexa.compiler.draft import Draft, Drafts
from mdexa.compiler.finding import Finding, quote

#: Fields that hold an address, whatever struct they stand in.
_FIELDS = ("url", "homepage", "contact", "source")


def addresses_are_well_formed(drafts: Drafts) -> Iterator[Finding]:
    """Every address can be opened by a reader as far as its text can tell."""
    for draft in (*drafts.cards, *((drafts.licences,) if drafts.licences else ())):
        yield from _of(draft)


def _of(draft: Draft[Any]) -> Iterator[Finding]:
    for path, node in draft.nodes:
        for field in _FIELDS:
            url = getattr(node, field, None)
            wrong = _against(url) if isinstance(url, str) else ""
            if wrong:
                remedy = "copy the address from the browser's own field"
                yield draft.error("meaning/bad-address", (*path, field), f"{quote(url)} {wrong}", remedy, got=str(url))


#: By the rules of the domain name system.
_LONGEST_LABEL = 63


@cache
def _against(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "cannot be taken apart into host and path"
    if parts.username is not None or parts.password is not None:
        return "holds a user name or password"
    *domain, top = labels = host.removesuffix(".").split(".")
    if ":" in host or top.isdecimal():
        return "names a machine by its number"
    if not domain or not all(_is_label(label) for label in labels):
        return "has no host that could exist"
    return ""


def _is_label(label: str) -> bool:
    edges = label[:1] + label[-1:]
    return 0 < len(label) <= _LONGEST_LABEL and "-" not in edges and all(c.isalnum() or c in "-_" for c in label)
