"""Opening a catalogue and asking it: what every answer carries, and that one catalogue serves everybody alike."""

import os
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

import mdexa
from mdexa import results
from mdexa.catalogue import Catalogue
from mdexa.operations import OPERATIONS

#: A legal request for each operation.
REQUESTS = {
    "search": {"query": "kidney ct", "count_by": ["licence_status"]},
    "card": {"datasets": ["aurora-ct"], "sections": ["summary", "relations"]},
    "evidence": {"datasets": ["aurora-ct"], "purposes": ["commercial_product"]},
    "facets": {"facets": ["access_kind"]},
    "access": {"datasets": ["grove-ehr"]},
    "similar": {"dataset": "aurora-ct"},
    "check": {"datasets": ["aurora-ct", "dune-xray"], "purposes": ["commercial_product"]},
    "passages": {"phrase": "outlines of tumours"},
}


def test_public_names_are_those_that_are_promised():
    """Every name of `__all__` can be had, and nothing else is given out as if it were public."""
    assert all(getattr(mdexa, name) is not None for name in mdexa.__all__)
    assert mdexa.Catalogue is Catalogue
    assert mdexa.BadQuery.__name__ == "BadQuery"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        mdexa.nothing  # noqa: B018


def test_open_takes_text_and_paths(miniature_index):
    """A path may be given as text or as a path; both open the same catalogue."""
    assert mdexa.open(str(miniature_index)).digest == mdexa.open(miniature_index).digest


@pytest.mark.parametrize("bad", [0, b"catalogue.mdexa", 3.5, ["catalogue.mdexa"]], ids=repr)
def test_open_refuses_what_names_no_file(bad):
    """A number, bytes or a list is no path: told as a wrong argument, with what is legal."""
    with pytest.raises(mdexa.BadQuery, match=r"path: .* is not accepted"):
        mdexa.open(bad)


def test_open_takes_the_index_of_the_environment(miniature_index, monkeypatch):
    """Without a path, MDEXA_INDEX names the file; an empty one names none."""
    monkeypatch.setenv("MDEXA_INDEX", str(miniature_index))
    assert mdexa.open().stamp.name == "Miniature"
    monkeypatch.setenv("MDEXA_INDEX", os.devnull)
    with pytest.raises(mdexa.IndexUnreadable):
        mdexa.open()


def test_open_without_any_index_says_how_to_get_one(tmp_path, monkeypatch):
    """Where no index came with the package and none was built, the error names the place and the way out."""
    monkeypatch.delenv("MDEXA_INDEX", raising=False)
    monkeypatch.setattr("mdexa.holdings.__file__", str(tmp_path / "mdexa" / "holdings.py"))
    with pytest.raises(mdexa.IndexMissing, match="mdexa build"):
        mdexa.open()


def test_open_prefers_the_index_inside_the_package(tmp_path, monkeypatch, miniature_index):
    """The index that came with the package goes before the one of a checkout."""
    monkeypatch.delenv("MDEXA_INDEX", raising=False)
    monkeypatch.setattr("mdexa.holdings.__file__", str(tmp_path / "mdexa" / "holdings.py"))
    for folder in ("mdexa", "build"):
        (tmp_path / folder).mkdir()
    built, inside = tmp_path / "build" / "catalogue.mdexa", tmp_path / "mdexa" / "catalogue.mdexa"
    built.write_bytes(miniature_index.read_bytes())
    assert mdexa.open().path == built
    inside.write_bytes(miniature_index.read_bytes())
    assert mdexa.open().path == inside


def test_a_catalogue_says_what_it_is(miniature, miniature_index):
    """Its size, name, version, day, file and digest can be read off it."""
    assert len(miniature) == 20
    assert repr(miniature) == "<Miniature 3.1, as of 2026-11-30: 20 datasets>"
    assert miniature.stamp.to_dict() == {
        "name": "Miniature",
        "version": "3.1",
        "as_of": "2026-11-30",
        "datasets": 20,
    }
    assert miniature.path == miniature_index
    assert len(miniature.digest) == 64


def test_every_operation_has_an_example():
    """The examples that the tests below run cover the table of operations."""
    assert REQUESTS.keys() == OPERATIONS.keys()


@pytest.mark.parametrize("name", REQUESTS)
def test_every_answer_carries_the_catalogue(miniature, name):
    """Name, version and day of the catalogue stand in every answer."""
    answer = miniature.run(name, REQUESTS[name])
    assert isinstance(answer, OPERATIONS[name].result)
    assert answer.catalogue == miniature.stamp


@pytest.mark.parametrize("name", REQUESTS)
def test_answers_survive_a_round_trip(miniature, name):
    """An answer turned into plain values, or into JSON, gives the same answer again."""
    answer = miniature.run(name, REQUESTS[name])
    kind = OPERATIONS[name].result
    assert msgspec.convert(answer.to_dict(), kind) == answer
    assert msgspec.json.decode(msgspec.json.encode(answer), type=kind) == answer


@pytest.mark.parametrize("name", REQUESTS)
def test_answers_are_the_same_each_time(miniature, miniature_index, name):
    """The same question on the same file gives the same bytes, from one catalogue or from another."""
    encode = msgspec.json.Encoder(order="deterministic").encode
    first = encode(miniature.run(name, REQUESTS[name]))
    assert encode(miniature.run(name, REQUESTS[name])) == first
    assert encode(mdexa.open(miniature_index).run(name, REQUESTS[name])) == first


def test_methods_are_the_operations(miniature):
    """A method gives what the operation of its name gives for the same request."""
    assert miniature.search("kidney ct", count_by=["licence_status"]) == miniature.run("search", REQUESTS["search"])
    assert miniature.card("aurora-ct", sections=["summary", "relations"]) == miniature.run("card", REQUESTS["card"])
    assert miniature.evidence("aurora-ct", purposes=["commercial_product"]) == miniature.run(
        "evidence", REQUESTS["evidence"]
    )
    assert miniature.facets("access_kind") == miniature.run("facets", REQUESTS["facets"])
    assert miniature.access("grove-ehr") == miniature.run("access", REQUESTS["access"])
    assert miniature.similar("aurora-ct") == miniature.run("similar", REQUESTS["similar"])
    assert miniature.check("aurora-ct", "dune-xray", purposes=["commercial_product"]) == miniature.run(
        "check", REQUESTS["check"]
    )
    assert miniature.passages("outlines of tumours") == miniature.run("passages", REQUESTS["passages"])


@pytest.mark.parametrize("method", ["check", "card", "evidence", "access"])
def test_names_may_come_as_a_list(miniature, method):
    """Names may be given one by one or as one list; a notebook has them in a list."""
    names = ["aurora-ct", "dune-xray"]
    ask = getattr(miniature, method)
    assert ask(names) == ask(tuple(names)) == ask(*names)


def test_answers_cannot_be_changed(miniature):
    """A result and a row refuse to be written to."""
    answer = miniature.search("kidney")
    for frozen in (answer, answer.rows[0], miniature.stamp):
        with pytest.raises(AttributeError):
            frozen.name = "another"


def test_threads_share_a_catalogue(miniature_index):
    """Many threads that ask one freshly opened catalogue at once get what one thread gets."""
    catalogue = mdexa.open(miniature_index)
    alone = {name: mdexa.open(miniature_index).run(name, REQUESTS[name]) for name in REQUESTS}
    asked = [*REQUESTS] * 8
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda name: catalogue.run(name, REQUESTS[name]), asked))
    assert answers == [alone[name] for name in asked]


def test_results_are_one_family():
    """Whatever an operation gives is a Result, so that it shows itself and turns into plain values."""
    assert all(issubclass(row.result, results.Result) for row in OPERATIONS.values())
    assert all(issubclass(getattr(results, name), results.Result) for name in results.__all__)


def test_the_real_catalogue_answers(catalogue):
    """The shipped catalogue opens, holds at least sixty datasets, and answers each kind of question."""
    assert len(catalogue) >= 60
    assert "chexpert" in [row.id for row in catalogue.search("chest x-ray", limit=50).rows]
    assert catalogue.check("kits19", purposes=["commercial_product"]).combined == {"commercial_product": "not_allowed"}
    assert catalogue.access("mimic-iv").datasets[0].routes[0].kind == "credentialed"
