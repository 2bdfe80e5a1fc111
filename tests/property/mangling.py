"""Wrong words put into a catalogue that passed validation: unknown, empty, misspelt, new, or taken away."""

import msgspec
from hypothesis import strategies as st

#: What nobody may take for a permission.
ODD = ("", "unknown", "Allowed", "alowed", "permitted", "ALLOWED_WITH_CONDITIONS", "allowed ", "yes please", "all")
#: Stands for a key that is taken away.
GONE = None

#: Fields that the judgement reads. Ids and names stay, so that a verdict can be found again.
READ = {
    "scope", "instrument", "licence", "says", "terms", "text_read", "supersedes", "for_", "parts", "items", "known",
    "exhaustive", "source", "statements", "speaker", "read_from", "read_on", "copy_dated", "layer", "current", "kind",
    "covers", "result", "dataset", "external", "part", "upstream_part", "carries", "upstream_grant", "access",
    "availability", "state", "publisher", "readings", "relations", "columns", "value", "other_limits",
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


def field_of(path):
    """The field that a path leads to, so that rare fields are mangled as often as common ones."""
    return [step for step in path if isinstance(step, str)][-1]


@st.composite
def mangled(draw, table):
    """A dictionary of structs (cards by id, or licences by key) with up to three wrong words."""
    for _ in range(draw(st.sampled_from([1, 0, 2, 3]))):
        name = draw(st.sampled_from(sorted(table)))
        found = list(places(table[name]))
        if found:
            field = draw(st.sampled_from(sorted({field_of(path) for path in found})))
            path = draw(st.sampled_from([path for path in found if field_of(path) == field]))
            word = draw(st.sampled_from([*ODD, GONE] if isinstance(path[-1], tuple) else ODD))
            table = {**table, name: put(table[name], path, word)}
    return table
