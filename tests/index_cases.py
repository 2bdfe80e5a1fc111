"""Small invented collections for the tests of the index: as hypothesis strategies, and built into files."""

import subprocess
import sys
from pathlib import Path

from hypothesis import strategies as st

from mdexa.index import Index, IndexWriter

FIELDS = {"title": (3.0, 0.5), "text": (1.0, 0.75)}
FACETS = {"kind": ("image", "text", "signal"), "kin": ("imagery", "b"), "year": ("1999", "2001")}
WORDS = ("lung", "lungs", "ct", "x-ray", "λ", "心电", "the", "of", "rare", "a", "zz")

#: Of 40 documents, so that each kind of posting occurs when the shares are lowered.
PLAIN = {
    f"card-{n:02}": {
        "fields": {"title": ["lung", f"word{n}"], "text": ["ct"] * (n % 4) + ["scan", f"part{n % 7}"]},
        "facets": {"kind": [("image", "text", "signal")[n % 3]], "year": ["1999" if n < 30 else "2001"]},
        "stored": {"card": b'{"n": %d}' % n},
        "names": [f"kits{n}", "shared"],
    }
    for n in range(40)
}


@st.composite
def documents(draw, most=40):
    """Documents by id: {id: {fields, facets, names, stored}}."""
    ids = draw(st.lists(st.text("abcé心-", min_size=1, max_size=5), unique=True, max_size=most))
    return {key: draw(_document()) for key in ids}


def _document():
    words = st.sampled_from(WORDS)
    values = {facet: st.lists(st.sampled_from(own), max_size=3) for facet, own in FACETS.items()}
    fields = {"title": st.lists(words, max_size=3), "text": st.lists(words, max_size=12)}
    return st.fixed_dictionaries(
        {
            "fields": st.fixed_dictionaries({}, optional=fields),
            "facets": st.fixed_dictionaries({}, optional=values),
            "names": st.lists(st.text("abcdx12", min_size=1, max_size=9), max_size=3),
            "stored": st.fixed_dictionaries({}, optional={"card": st.binary(max_size=20)}),
        }
    )


@st.composite
def questions(draw):
    """Arguments of `Collection.match`: units, those beside, filters, without, mode."""
    unit = st.lists(st.sampled_from((*WORDS, "unknown")), min_size=1, max_size=3, unique=True)
    values = {**FACETS, "nothing": ("x",)}
    return {
        "units": draw(st.lists(unit, max_size=5)),
        "beside": draw(st.one_of(st.just([]), st.lists(unit, max_size=2))),
        "filters": draw(_filters(values, 2)),
        "without": draw(_filters(values, 1)),
        "mode": draw(st.sampled_from(("any", "all"))),
    }


def _filters(values, most):
    pairs = [
        st.tuples(st.just(facet), st.lists(st.sampled_from((*own, "never")), min_size=1, max_size=2))
        for facet, own in values.items()
    ]
    return st.lists(st.one_of(pairs), max_size=most, unique_by=lambda pair: pair[0]).map(dict)


def write(path, documents, *, order=None, room=None):
    """Builds a file with one collection `cards` of these documents, added in this order of ids; gives the digest."""
    options = {} if room is None else {"room": room}
    with IndexWriter(path, version="7", as_of="2026-01-31", **options) as writer:
        cards = writer.collection("cards", fields=FIELDS, facets=FACETS)
        for key in documents if order is None else order:
            cards.add(key, **documents[key])
        writer.blob("about", b'{"release": 7}')
        return writer.close()


def open_cards(path, documents, **options):
    """The collection of a freshly written file."""
    write(path, documents, **options)
    return Index.open(path).collection("cards")


def lower_shares(monkeypatch):
    """Makes rare, middle and frequent postings of what a few documents hold; and no test waits for the disk."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    monkeypatch.setattr("mdexa.index.sections.MIDDLE_SHARE", 8)
    monkeypatch.setattr("mdexa.index.sections.FREQUENT_SHARE", 3)


def read_all(path):
    """Everything that can be asked of a file, as one value that can be compared."""
    with Index.open(path) as index:
        answers = [index.version, index.as_of, [(name, index.blob(name)) for name in index.blobs()]]
        for name in index.collections():
            cards = index.collection(name)
            ids = [cards.id(document) for document in range(len(cards))]
            answers.append([(cards.doc(key), cards.stored(place, "card")) for place, key in enumerate(ids)])
            terms = [term for term, _ in cards.terms_under("", 1000)]
            answers.append([ids, terms, [cards.match([term]).top(50) for term in terms]])
            answers.append([(key, cards.name(key)) for key, _ in cards.names_under("", 1000)])
            answers.append([cards.near_terms(f"{term}x", 9) for term in terms])
            answers.append([cards.near_names(f"{key[:-1]}0", 9) for key, _ in cards.names_under("", 1000)])
            match = cards.match([terms[:2], terms[2:]], filters={"kind": ["image", "text"]})
            answers.append([match.top(50), match.total, match.facets(FACETS), match.relaxed()])
    return answers


def loaded_after(statement):
    """The modules that a bare interpreter has loaded after a statement, beyond those of a bare start."""
    root = str(Path(__file__).parents[1])
    before = f"import sys; sys.path.insert(0, {root!r}); old = set(sys.modules)"
    code = f"{before}; {statement}; print(*set(sys.modules) - old)"
    command = [sys.executable, "-I", "-S", "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())
