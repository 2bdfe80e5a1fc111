"""Small invented collections for the tests of the index: as hypothesis strategies, and built into files."""

from hypothesis import strategies as st

from mdexa.index import Index, IndexWriter

FIELDS = {"title": (3.0, 0.5), "text": (1.0, 0.75)}
FACETS = {"kind": ("image", "text", "signal"), "kin": ("imagery", "b"), "year": ("1999", "2001")}
WORDS = ("lung", "lungs", "ct", "x-ray", "λ", "心电", "the", "of", "rare", "a", "zz")

words = st.sampled_from(WORDS)


@st.composite
def documents(draw, most=40):
    """{id: {fields, facets, names, stored}}"""
    ids = draw(st.lists(st.text("abcé心-", min_size=1, max_size=5), unique=True, max_size=most))
    return {key: draw(_document()) for key in ids}


def _document():
    return st.fixed_dictionaries(
        {
            "fields": st.fixed_dictionaries(
                {}, optional={"title": st.lists(words, max_size=3), "text": st.lists(words, max_size=12)}
            ),
            "facets": st.fixed_dictionaries(
                {},
                optional={
                    facet: st.lists(st.sampled_from(values), max_size=3) for facet, values in FACETS.items()
                },
            ),
            "names": st.lists(st.text("abcdx12", min_size=1, max_size=9), max_size=3),
            "stored": st.fixed_dictionaries({}, optional={"card": st.binary(max_size=20)}),
        }
    )


@st.composite
def questions(draw):
    """Arguments of `Collection.match`: units, filters, without, mode."""
    asked = st.sampled_from((*WORDS, "unknown"))
    filters = {
        facet: st.lists(st.sampled_from((*values, "never")), min_size=1, max_size=2)
        for facet, values in FACETS.items()
    } | {"nothing": st.just(["x"])}
    return {
        "units": draw(st.lists(st.lists(asked, min_size=1, max_size=3, unique=True), max_size=5)),
        "filters": draw(st.dictionaries(st.sampled_from(sorted(filters)), st.none(), max_size=2)),
        "without": draw(st.dictionaries(st.sampled_from(sorted(filters)), st.none(), max_size=1)),
        "mode": draw(st.sampled_from(("any", "all"))),
    } | {
        group: {facet: draw(filters[facet]) for facet in draw(st.sets(st.sampled_from(sorted(filters)), max_size=most))}
        for group, most in (("filters", 2), ("without", 1))
    }


def write(path, documents, *, order=None, room=None, fields=None):
    """Builds a file with one collection `cards` of these documents, added in this order of ids; gives the digest."""
    options = {} if room is None else {"room": room}
    with IndexWriter(path, version="7", as_of="2026-01-31", **options) as writer:
        cards = writer.collection("cards", fields=fields or FIELDS, facets=FACETS)
        for key in documents if order is None else order:
            cards.add(key, **documents[key])
        writer.blob("about", b"{}")
        return writer.close()


def open_cards(path, documents, **options):
    """The collection of a freshly written file."""
    write(path, documents, **options)
    return Index.open(path).collection("cards")


def loaded_after(statement):
    """The modules that a bare interpreter has loaded after a statement, beyond those of a bare start."""
    import subprocess
    import sys
    from pathlib import Path

    root = str(Path(__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {root!r}); old = set(sys.modules); {statement}; print(*set(sys.modules) - old)"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())
