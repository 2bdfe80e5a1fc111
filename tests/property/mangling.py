"""Wrong words put into a catalogue that passed validation: unknown, empty, misspelt, new, or taken away."""

import msgspec
from hypothesis import strategies as st

#: What nobody may take for a permission.
ODD = ("", "unknown", "Allowed", "alowed", "permitted", "ALLOWED_WITH_CONDITIONS", "allowed ", "yes please", "all")
#: Stands for a key that is taken away.
GONE = None

#: Fields that the judgement reads. Ids and names stay, so that a verdict can be found again.
READ = {
    "scope", "instrument", "licence", "says", "terms", "text_read", "supersedes", "for_", "parts", "items",
    "known", "exhaustive", "source", "speaker", "read_from", "read_on", "copy_dated", "url", "layer", "current",
    "separable", "copy_of", "kind", "covers", "result", "dataset", "external", "statements", "part",
    "upstream_part", "carries", "upstream_grant", "access", "availability", "state", "publisher", "readings",
    "relations", "handling", "share_alike", "family", "columns", "value", "other_limits",
}  # fmt: skip


def places(value, path=()):
    """Paths to every word in a struct that can be replaced, and to every key that can be."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from places(each, (*path, number))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield (*path, ("key", key))
            yield from places(each, (*path, ("value", key)))
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name in READ:
                yield from places(getattr(value, name), (*path, name))


def put(value, path, word):
    """The value with the word at the end of the path."""
    if not path:
        return word
    step, rest = path[0], path[1:]
    if isinstance(value, tuple):
        return (*value[:step], put(value[step], rest, word), *value[step + 1 :])
    if isinstance(value, dict):
        kind, key = step
        if kind == "value":
            return {**value, key: put(value[key], rest, word)}
        kept = {name: each for name, each in value.items() if name != key}
        return kept if word is GONE else {**kept, word: value[key]}
    return msgspec.structs.replace(value, **{step: put(getattr(value, step), rest, word)})


@st.composite
def mangled(draw, table):
    """A dictionary of structs (cards by id, or licences by key) with one to three wrong words."""
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(table)))
        found = list(places(table[name]))
        if found:
            path = draw(st.sampled_from(found))
            word = draw(st.sampled_from([*ODD, GONE] if isinstance(path[-1], tuple) else ODD))
            table = {**table, name: put(table[name], path, word)}
    return table
