"""All that the browser needs of an index to search like the library, in parts that are fetched when a question asks.

Each part is one plain object, written as JSON. `docs/site-search.md` names them and their keys, and `scripts/store.js`
reads them. Documents are numbered in the order of their ids.
"""

import json
from hashlib import sha256

from mdexa.holdings import Holdings
from mdexa.site.search import facets, nearness, postings, start
from mdexa.site.search.packing import Packed, ascending, words

#: Raised when a key changes its meaning: an engine that was kept by a browser refuses data of another number.
FORMAT = 2
#: The part that every question needs; it says into which others the rest is divided.
START = "start"
#: The Chinese names of concepts, for pages in Chinese.
LABELS = "labels-zh"
#: So many rows make a part. `scripts/elements.js` has the same number.
ROWS_A_PART = 256
#: So much of the digest tells one release from another.
_DIGEST = 12


def parts(holdings: Holdings) -> dict[str, str]:
    """Name of a part -> its JSON. All carry the digest of all: parts of two releases are never read together."""
    found: dict[str, Packed] = {LABELS: start.chinese(holdings)}
    shelves = postings.shelves(holdings)
    found |= {f"words-{at}": shelf.packed for at, shelf in enumerate(shelves)}
    near = nearness.near(holdings)
    for name, shelved in near.items():
        found |= {f"{name}-{at}": packed for at, (_, packed) in enumerate(shelved)}
    found |= {f"facet-{name}": told for name, told in facets.apart(holdings).items()}
    found |= {f"rows-{at}": told for at, told in enumerate(start.rows(holdings, ROWS_A_PART))}
    told: Packed = {
        **start.packed(holdings),
        "facets": facets.packed(holdings),
        "words": words([shelf.begins for shelf in shelves]),
        **{name: ascending(length for length, _ in shelved) for name, shelved in near.items()},
        "rows": ROWS_A_PART,
    }
    return _stamped({START: told, **found})


def _stamped(found: dict[str, Packed]) -> dict[str, str]:
    digest = sha256(_json(found).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    return {name: _json({"format": FORMAT, "digest": digest, **told}) for name, told in found.items()}


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
