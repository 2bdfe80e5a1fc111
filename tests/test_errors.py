"""Every sentence of every exception is read here: what, where, the legal values or the nearest, what to do next."""

import inspect

import pytest

from mdexa import errors
from mdexa.compiler.finding import Finding


def finding(severity):
    """A finding."""
    return Finding(code="yaml/tab", severity=severity, file="a.yaml", line=1, pointer="", message="m", remedy="r")


OTHER_VERSION = "install the matching version of mdexa, or run `mdexa build` to write it again"
SENTENCES = [
    (errors.CatalogueInvalid([]), "the catalogue has 0 errors; nothing was written"),
    (errors.CatalogueInvalid([finding("error")]), "the catalogue has 1 error; nothing was written"),
    (
        errors.CatalogueInvalid([finding("error"), finding("warning"), finding("error")]),
        "the catalogue has 2 errors; nothing was written",
    ),
    (
        errors.NoSuchDataset("kits20", ["kits19", "kits23"]),
        "no dataset of the catalogue is called 'kits20'; the nearest are kits19, kits23",
    ),
    (
        errors.NoSuchDataset("x"),
        "no dataset of the catalogue is called 'x', and no name is near; search for it by subject",
    ),
    (errors.BadQuery("limit", 0, why="expected more"), "limit: 0 is not accepted, expected more"),
    (errors.BadQuery("basis", "x", ["final", "own"]), "basis: 'x' is not accepted (legal: final, own)"),
    (
        errors.BadQuery("basis", "finl", ["final", "own"], near=["final"], why="it is unknown"),
        "basis: 'finl' is not accepted, it is unknown; did you mean final? (legal: final, own)",
    ),
    (
        errors.BadQuery("topic", "x", range(50)),
        f"topic: 'x' is not accepted (legal: {', '.join(map(str, range(40)))} and 10 others)",
    ),
    (errors.BadQuery("query", "q" * 500), f"query: '{'q' * 99}… is not accepted"),
    (errors.IndexUnreadable("a", "why", "do this"), "a: why; do this"),
    (
        errors.IndexMissing("a"),
        "a: there is no such file; run `mdexa build` to write it again, or reinstall the package",
    ),
    (
        errors.IndexForeign("a"),
        "a: this is not an index of Mdexa; name a file that `mdexa build` has written",
    ),
    (
        errors.IndexVersionMismatch("a", 1, 2),
        f"a: its format version is 2, and this library reads version 1; {OTHER_VERSION}",
    ),
    (
        errors.IndexDamaged("a", "its length", "5 bytes", "4 bytes"),
        f"a: the file is damaged: its length should be 5 bytes, and is 4 bytes; {errors.REBUILD}",
    ),
]


@pytest.mark.parametrize(("error", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_every_sentence_is_as_it_should_be(error, sentence):
    """The sentence of an error is made from its fields, and complete."""
    assert str(error) == sentence


def test_every_exception_has_a_sentence():
    """No exception of the module is without one."""
    classes = {value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, Exception)}
    assert classes - {errors.MdexaError} == {type(error) for error, _ in SENTENCES}
    assert {value.__name__ for value in classes} == set(errors.__all__)


def test_the_tree_is_the_one_in_the_docstring():
    """Who catches a parent catches its children; the built-in parents hold as well."""
    assert all(issubclass(getattr(errors, name), errors.MdexaError) for name in errors.__all__)
    for child in (errors.IndexMissing, errors.IndexForeign, errors.IndexVersionMismatch, errors.IndexDamaged):
        assert issubclass(child, errors.IndexUnreadable)
    assert issubclass(errors.NoSuchDataset, LookupError)
    assert issubclass(errors.BadQuery, ValueError)
    assert set(errors.__all__) <= set(errors.__doc__.replace("-", " ").replace("+", " ").split())


def test_fields_are_there_to_act_on():
    """What the sentence says can be read off the fields."""
    query = errors.BadQuery("basis", "finl", ["final", "own"], near=["final"], why="because")
    assert (query.field, query.got, query.allowed, query.near, query.why) == (
        "basis",
        "finl",
        ("final", "own"),
        ("final",),
        "because",
    )
    name = errors.NoSuchDataset("kits20", iter(["kits19"]))
    assert (name.name, name.near) == ("kits20", ("kits19",))
    damaged = errors.IndexDamaged("a", "its length", 5, 4)
    assert (damaged.path, damaged.what, damaged.expected, damaged.got) == ("a", "its length", 5, 4)
    assert errors.IndexVersionMismatch("a", 1, 2).remedy == OTHER_VERSION
    assert errors.REBUILD == "run `mdexa build` to write it again, or reinstall the package"
    assert len(errors.CatalogueInvalid(iter([finding("warning")])).findings) == 1


def test_hostile_input_is_written_out():
    """What was given is repeated in Python's own writing, so that no character of it acts."""
    assert "\x1b" not in str(errors.BadQuery("query", "\x1b[31m\u202e"))
    assert "\u202e" not in str(errors.NoSuchDataset("\u202e\x07"))
