"""Files and folders that are ours: no name leads out, one run writes at a time, nothing is left, nothing is torn."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from mdexa.catalogue import open_catalogue
from mdexa.compiler import judged
from mdexa.compiler.freezing import freeze
from mdexa.errors import BadQuery, IndexDamaged
from mdexa.exports import export
from mdexa.exports.folder import LIST as EXPORTED
from mdexa.exports.folder import File, write
from mdexa.exports.origin import origin_of
from mdexa.files import put
from mdexa.folders import ID, LOCK, LONGEST_ID, discard_leftovers, is_path, locked, proven_id
from mdexa.reports import files as reports
from mdexa.site import build
from mdexa.site.folder import LIST, Folder
from tests.terminal import ROOT

FOREIGN = ("../../evil", "/etc/x", "x\n- injected", "..", ".hidden", "a/b", "a\\b", "", "UPPER", "-x", "a" * 65)


@pytest.fixture(scope="module")
def foreign(miniature_survey, tmp_path_factory):
    """A catalogue made by others, in which one card has another id."""

    def make(dataset):
        cards = dict(miniature_survey.cards)
        card = cards.pop("quartz-eeg")
        survey = replace(miniature_survey, cards={**cards, dataset: replace(card, id=dataset)})
        target = tmp_path_factory.mktemp("foreign") / "foreign.mdexa"
        freeze(survey, judged(survey), target)
        return open_catalogue(target)

    return make


def everything(folder):
    """Every path below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_the_pattern_of_ids_is_that_of_the_schema():
    """Files are named by what a card may be called, and by nothing else."""
    slug = json.loads((ROOT / "schema" / "card.schema.json").read_text("utf-8"))["$defs"]["slug"]
    assert slug["pattern"] == f"^{ID}$"
    assert slug["maxLength"] == LONGEST_ID


@pytest.mark.parametrize("dataset", FOREIGN)
def test_an_id_that_is_none_names_no_file(dataset):
    """An id that leads out, hides, breaks a line or is endless is refused with what is legal, in one harmless line."""
    with pytest.raises(IndexDamaged, match="lower-case letters") as caught:
        proven_id(dataset, Path("foreign.mdexa"))
    assert "\n" not in str(caught.value)
    assert proven_id("quartz-eeg-2", Path("foreign.mdexa")) == "quartz-eeg-2"


@pytest.mark.parametrize("dataset", ["../../evil", "/etc/x", "x\n- injected"])
def test_a_foreign_index_writes_nothing_outside(foreign, tmp_path, dataset):
    """Exports that name files by ids, and the site, refuse an index whose ids lead elsewhere, and write nothing."""
    catalogue = foreign(dataset)
    for form in ("croissant", "schema-org"):
        with pytest.raises(IndexDamaged, match="the id of a dataset"):
            export(catalogue, form, tmp_path / "deep" / "below" / form)
    with pytest.raises(IndexDamaged, match="the id of a dataset"):
        build(catalogue, tmp_path / "deep" / "below" / "site")
    assert everything(tmp_path) == []


@pytest.mark.parametrize("name", ["../evil", "/etc/x", "a\nb", "..", ".", "", ".x", "a//b", "a/../b", "a\\b", "-x"])
def test_both_folders_refuse_a_name_that_is_no_path(miniature, tmp_path, name):
    """Whoever asks for it: no file is written under a name that is no plain path below the folder."""
    assert not is_path(name)
    with pytest.raises(BadQuery, match="plain name"):
        write(tmp_path / "out", "csv", origin_of(miniature.holdings), 1, [File(name, lambda: [b"x"])])
    folder = Folder(tmp_path / "site")
    with pytest.raises(BadQuery, match="plain name"):
        folder.write(name, b"x")
    folder.close()
    assert everything(tmp_path) == ["site", f"site/{LIST}"]


def test_two_writers_of_one_file_do_not_take_each_others_pieces(tmp_path):
    """Many puts into one file from several threads: each succeeds, the file is whole, and nothing is left beside."""
    target, errors = tmp_path / "file", []

    def run(letter):
        try:
            for _ in range(150):
                put(target, [letter * 2000], durable=False)
        except OSError as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(letter,)) for letter in (b"a", b"b", b"c", b"d")]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not errors
    assert len(set(target.read_bytes())) == 1
    assert everything(tmp_path) == ["file"]


def test_a_name_that_is_free_again_is_not_discarded(tmp_path, monkeypatch):
    """Between the renaming and its end another run takes the same name: its piece stays, here and in reports."""
    real = Path.replace
    other = []

    def renamed_and_taken(self, target):
        real(self, target)
        self.write_bytes(b"of another run")
        other.append(self)

    monkeypatch.setattr(Path, "replace", renamed_and_taken)
    put(tmp_path / "file", [b"x"])
    monkeypatch.setattr(reports, "_writer", lambda _: lambda _: b"x")
    reports.write(None, [reports.Target("a.md", tmp_path / "a.md", "markdown")])
    assert [path.read_bytes() for path in other] == [b"of another run"] * 2


def test_what_was_not_renamed_is_discarded(tmp_path, monkeypatch):
    """Where renaming fails nothing lies about, neither of one file nor of several of which the first succeeded."""
    real = Path.replace

    def fails(self, target):
        if target.name == "b.md":
            raise OSError(28, "No space left on device")
        real(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="No space"):
        put(tmp_path / "b.md", [b"x"])
    monkeypatch.setattr(reports, "_writer", lambda _: lambda _: b"x")
    wanted = [reports.Target(name, tmp_path / name, "markdown") for name in ("a.md", "b.md", "c.md")]
    with pytest.raises(BadQuery, match="No space"):
        reports.write(None, wanted)
    assert everything(tmp_path) == ["a.md"]


def test_a_second_run_is_told_that_the_first_is_there(miniature, tmp_path):
    """While one run holds a folder another is refused in plain words, changes nothing, and leaves the lock."""
    for target, run in (("site", build), ("out", lambda catalogue, path: export(catalogue, "csv", path))):
        run(miniature, tmp_path / target)
        with locked(tmp_path / target, "--target"):
            before = everything(tmp_path)
            with pytest.raises(BadQuery, match=rf"another run writes there.*delete {re.escape(LOCK)}"):
                run(miniature, tmp_path / target)
            assert everything(tmp_path) == before
            assert "removes this file at its end" in (tmp_path / target / LOCK).read_text()
        run(miniature, tmp_path / target)
        assert not (tmp_path / target / LOCK).exists()


def test_rebuilds_at_once_tear_nothing(miniature_index, tmp_path):
    """Two processes into one folder: one succeeds, the other too or is told; the site is whole afterwards."""
    command = [sys.executable, "-m", "mdexa", "site", "--index", str(miniature_index), "--target", str(tmp_path / "s")]
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    runs = [subprocess.Popen(command, cwd=tmp_path, env=surroundings, stderr=subprocess.PIPE) for _ in range(2)]
    told = [(run.communicate()[1].decode(), run.returncode) for run in runs]
    assert 0 in [code for _, code in told]
    assert all(code == 0 or (code == 2 and "another run writes there" in err) for err, code in told)
    listed = [line for line in (tmp_path / "s" / LIST).read_text().splitlines() if not line.startswith("#")]
    there = [str(path.relative_to(tmp_path / "s")) for path in (tmp_path / "s").rglob("*") if path.is_file()]
    assert sorted(there) == sorted([*listed, LIST])


def test_a_lock_of_a_run_that_was_killed_holds_nobody_up(tmp_path):
    """The system lets go of what a killed process held: the file that it left is taken over."""
    pytest.importorskip("fcntl")
    code = (
        "import sys, time; from pathlib import Path; from mdexa.folders import locked\n"
        "with locked(Path(sys.argv[1]), '--target'): print('held', flush=True); time.sleep(60)"
    )
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE) as run:
        assert run.stdout.readline() == b"held\n"
        with pytest.raises(BadQuery, match="another run"), locked(tmp_path, "--target"):
            pass
        run.send_signal(signal.SIGKILL)
    assert (tmp_path / LOCK).is_file()
    with locked(tmp_path, "--target"):
        pass
    assert everything(tmp_path) == []


def test_where_the_system_frees_no_lock_the_file_itself_is_one(tmp_path, monkeypatch):
    """Without locks of the system, a file that is there holds the folder, and the error names it."""
    monkeypatch.setattr("mdexa.folders.FREED_BY_SYSTEM", False)
    with locked(tmp_path, "--target"), pytest.raises(BadQuery, match=re.escape(LOCK)), locked(tmp_path, "--target"):
        pass
    assert everything(tmp_path) == []


def test_a_lock_that_is_a_link_is_not_followed(miniature, tmp_path):
    """A prepared link in the place of the lock writes into nobody's file."""
    treasure = tmp_path / "treasure"
    treasure.write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / LOCK).symlink_to(treasure)
    with pytest.raises(BadQuery, match="cannot be written"):
        export(miniature, "csv", tmp_path / "out")
    assert treasure.read_text() == "mine"


def test_links_in_a_site_lead_to_no_file_outside(miniature, tmp_path):
    """A list that is a link, a folder that is one, and a prepared link beside a page are refused or left alone."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("mine")
    site = tmp_path / "site"
    build(miniature, site)
    (site / "datasets" / ".index.html.new").symlink_to(outside / "index.html")
    (site / "datasets" / "index.html").write_text("an older page")
    build(miniature, site)
    (site / "gone").symlink_to(outside, target_is_directory=True)
    listed = (site / LIST).read_text()
    (site / LIST).write_text(f"{listed}gone/index.html\n")
    with pytest.raises(BadQuery, match="is a link"):
        build(miniature, site)
    (site / "gone").unlink()
    (site / LIST).unlink()
    (site / LIST).symlink_to(outside / "index.html")
    with pytest.raises(BadQuery, match=f"{LIST} in it is a link"):
        build(miniature, site)
    assert everything(outside) == ["index.html"]
    assert (outside / "index.html").read_text() == "mine"


def test_a_new_folder_that_became_a_link_is_refused(tmp_path):
    """Parents are looked at for each page, those that no earlier run wrote among them; a linked page is replaced."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "page").write_text("mine")
    folder = Folder(tmp_path / "site")
    folder.write("page", b"ours")
    (tmp_path / "site" / "new").symlink_to(outside, target_is_directory=True)
    with pytest.raises(BadQuery, match="new in it is a link"):
        folder.write("new/file", b"x")
    folder.finish()
    folder.close()
    (tmp_path / "site" / "page").unlink()
    (tmp_path / "site" / "page").symlink_to(outside / "page")
    again = Folder(tmp_path / "site")
    again.write("page", b"mine")
    again.close()
    assert not (tmp_path / "site" / "page").is_symlink()
    assert everything(outside) == ["page"]


def test_pieces_of_a_killed_run_are_removed_by_the_next(miniature, tmp_path):
    """What a killed run left beside listed files goes; what looks like it and belongs to others stays."""
    site, out = tmp_path / "site", tmp_path / "out"
    build(miniature, site)
    export(miniature, "csv", out)
    ours = [site / "datasets" / ".index.html.0.partial", site / f".{LIST}.3.partial"]
    ours += [out / ".parts.csv.0.partial", out / f".{EXPORTED}.12.partial"]
    others = [site / ".thesis.0.partial", out / ".parts.csv.partial", out / ".thesis.txt.0.partial"]
    for path in (*ours, *others):
        path.write_text("half a")
    build(miniature, site)
    export(miniature, "csv", out)
    assert not [path for path in ours if path.exists()]
    assert all(path.exists() for path in others)


def test_a_first_run_that_was_killed_at_once_stops_no_second(miniature, tmp_path):
    """A folder that holds a half list and a lock, and nothing else, is still one for an export."""
    (tmp_path / f".{EXPORTED}.0.partial").write_text("{")
    (tmp_path / LOCK).write_text("")
    assert export(miniature, "csv", tmp_path).complete
    assert not list(tmp_path.glob(".*"))


def test_leftovers_of_no_place_are_none(tmp_path):
    """A folder that is not there is no error, and a file without the form of a piece is none."""
    (tmp_path / ".a.0.partial.txt").write_text("mine")
    discard_leftovers([tmp_path / "nowhere" / "a", tmp_path / "a"])
    assert everything(tmp_path) == [".a.0.partial.txt"]
