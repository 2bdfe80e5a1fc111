"""Where each page stands, and how one page points to another.

Every address is a path below the root of the site, written out to its file, so that pages work from any folder of a
server and from a disk. `docs/site.md` promises these paths: they are stable.
"""

import re
from hashlib import sha256

#: The languages of the interface, the first one at the root.
LANGUAGES = ("en", "zh")
#: What `lang` says on a page of each.
TAGS = {"en": "en", "zh": "zh-Hans"}

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
#: Longer names of files make some disks fail.
LONGEST = 100

START = "index.html"
DATASETS = "datasets/index.html"
BROWSE = "browse/index.html"
LICENCES = "licences/index.html"
VOCABULARY = "vocabulary/index.html"
READING = "reading/index.html"
CHANGES = "changes/index.html"
ABOUT = "about/index.html"

STYLE = "assets/style.css"
ICON = "assets/icon.svg"
FEED = "feed.xml"
SEARCH_STYLE = "search/search.css"
#: What is fetched before the first paint, after it, and with low priority beside both.
SEARCH_FIRST = "search/first.js"
SEARCH_SCRIPTS = ("search/engine.js", "search/page.js")
SEARCH_DATA = "search/data/start.js"
API = "api/v1"


def dataset(dataset_id: str) -> str:
    """The page of a dataset."""
    return f"datasets/{dataset_id}/index.html"


def licence(key: str) -> str:
    """The page of an entry of the licence table."""
    return f"licences/{slug(key)}/index.html"


def concept(facet: str, value: str) -> str:
    """The page of a value of the vocabulary."""
    return f"vocabulary/{slug(facet)}/{slug(value)}/index.html"


def facet(name: str) -> str:
    """The page of a facet that is no tag: its values with their datasets."""
    return f"browse/{slug(name)}/index.html"


def document(dataset_id: str) -> str:
    """The machine-readable document of a dataset."""
    return f"{API}/datasets/{dataset_id}.json"


def slug(name: str) -> str:
    """A name as part of a path and as an anchor; one that had to be changed or cut ends with a mark of its own."""
    plain = _UNSAFE.sub("-", name).strip("-.")
    if plain and plain == name and len(name) <= LONGEST:
        return plain
    mark = sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{plain[:LONGEST].strip('-.')}-{mark}".lstrip("-")


def in_language(path: str, language: str) -> str:
    """The path of a page in a language."""
    return path if language == LANGUAGES[0] else f"{language}/{path}"


def relative(path: str, to: str) -> str:
    """What leads from one page to another file, as short as it can be."""
    steps = path.split("/")[:-1]
    ends = to.split("/")
    at = 0
    while at < len(steps) and at < len(ends) - 1 and steps[at] == ends[at]:
        at += 1
    return "../" * (len(steps) - at) + "/".join(ends[at:])


def root_of(path: str) -> str:
    """What leads from a page to the root of the site: nothing, or as many `../` as the page is deep."""
    return "../" * path.count("/")
