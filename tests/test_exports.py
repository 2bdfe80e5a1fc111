"""Exports as a user makes them: formats, names, folders, determinism, and the catalogue that stands in each."""

import hashlib
import json

import msgspec
import pytest

from mdexa.cli.exporting import FORMATS as COMMAND_FORMATS
from mdexa.errors import BadQuery
from mdexa.exports import FORMATS, export, printed
from mdexa.exports.documents import document, line
from mdexa.exports.folder import LIST, Export
from tests.terminal import ROOT, program

PRINTED = {"croissant", "schema-org", "jsonl", "opensearch"}


@pytest.fixture
def hostile(hostile_index):
    """The catalogue whose every free text is hostile."""
    from mdexa.catalogue import open_catalogue

    return open_catalogue(hostile_index)


def contents(folder):
    """Name -> bytes of the files of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_command_names_the_formats_of_the_table():
    """The command line knows the formats without loading them, and knows all of them."""
    assert tuple(FORMATS) == COMMAND_FORMATS


def test_every_format_is_in_the_docs():
    """Each format has its row and its heading on the page of exports."""
    page = (ROOT / "docs" / "exports.md").read_text("utf-8")
    for name in FORMATS:
        assert f"| `{name}` |" in page
        assert f"\n## {name.lower()}\n" in page.lower()


@pytest.mark.parametrize("form", FORMATS)
def test_each_export_lists_its_files(miniature, tmp_path, form):
    """The list of a folder names every file with its size and digest, and the catalogue."""
    done = export(miniature, form, tmp_path / "out")
    listed = json.loads((tmp_path / "out" / LIST).read_bytes())
    assert msgspec.convert(listed, Export) == done
    assert listed["complete"] is True
    assert listed["exported"] == len(miniature)
    assert listed["catalogue"]["digest"] == miniature.digest
    files = contents(tmp_path / "out")
    assert files.keys() == {LIST, *(row["name"] for row in listed["files"])}
    for row in listed["files"]:
        assert row["bytes"] == len(files[row["name"]])
        assert row["sha256"] == hashlib.sha256(files[row["name"]]).hexdigest()


@pytest.mark.parametrize("form", FORMATS)
def test_each_export_carries_the_catalogue(miniature, tmp_path, form):
    """Name, version, day and digest stand in the files themselves, for a file may travel without its folder."""
    export(miniature, form, tmp_path / "out")
    stamp = miniature.stamp
    for name, content in contents(tmp_path / "out").items():
        if name == "datasets.schema.json" or (form == "csv" and name not in ("catalogue.csv", LIST)):
            continue  # a schema is of every catalogue; the tables of CSV are told by one of them
        for word in (stamp.name, stamp.version, stamp.as_of, miniature.digest):
            assert word.encode() in content, f"{name}: {word}"


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_index_gives_the_same_bytes(miniature, tmp_path, form):
    """Two exports are equal, byte for byte, whatever order the names came in."""
    export(miniature, form, tmp_path / "one", ["dune-xray", "aurora-ct"])
    export(miniature, form, tmp_path / "two", ["aurora-ct", "沙丘胸片", "Aurora Kidney CT"])
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_the_hash_seed_changes_nothing(miniature, miniature_index, tmp_path):
    """A process with another hash seed writes the same bytes in each format."""
    for form in FORMATS:
        export(miniature, form, tmp_path / form)
        seeded = {"MDEXA_INDEX": str(miniature_index), "PYTHONHASHSEED": "7"}
        done = program("export", form, "--target", tmp_path / f"{form}-7", **seeded)
        assert (done.code, done.err) == (0, "")
        assert contents(tmp_path / form) == contents(tmp_path / f"{form}-7")


@pytest.mark.parametrize("form", FORMATS)
def test_a_name_of_no_dataset_writes_nothing(run, tmp_path, form):
    """A name that is near to some is an error that lists them, and no folder is made."""
    done = run(["export", form, "aurora-ct", "harbour-ecgs", "QTZ", "--target", str(tmp_path / "out")])
    assert done.code == 2
    assert "2 of 3 names" in done.err
    assert "harbour-ecg" in done.err.replace("harbour-ecgs", "")
    assert "quartz-eeg" in done.err
    assert done.out == ""
    assert not (tmp_path / "out").exists()


def test_hostile_names_are_refused_in_one_line(run, tmp_path):
    """Names that steer, are endless, or were never text get one harmless line and no traceback."""
    for name in ("", "\x1b[31m", "a" * 100_000, "../../etc/passwd", "\udcff", "\u202e"):
        done = run(["export", "csv", name, "--target", str(tmp_path / "out")])
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert len(done.err) < 1000
        assert "\x1b" not in done.err


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_printed_is_what_is_written(miniature, run, tmp_path, form):
    """One dataset goes to standard output as it goes into a file; a format of several tables is refused there."""
    export(miniature, form, tmp_path / "out", ["raven-text"])
    done = run(f"export {form} raven-text --target -")
    if form in PRINTED:
        assert done.code == 0
        assert done.out.encode() in contents(tmp_path / "out").values()
    else:
        assert done.code == 2
        assert "a folder" in done.err
        assert done.out == ""


def test_many_files_cannot_be_printed(miniature):
    """Two datasets in a format with a file a dataset are two files, and neither is chosen."""
    with pytest.raises(BadQuery, match="is 2 files"):
        printed(miniature, "croissant", ["aurora-ct", "dune-xray"])


def test_an_unknown_format_is_refused_with_the_nearest(miniature, tmp_path, run):
    """A misspelt format names the legal ones."""
    with pytest.raises(BadQuery, match="did you mean croissant"):
        export(miniature, "crossant", tmp_path / "out")
    done = run("export crossant")
    assert done.code == 2
    assert "croissant" in done.err


def test_exporting_again_removes_what_is_made_no_more(miniature, tmp_path):
    """A second export of fewer datasets leaves no file of the first, and keeps what is not ours."""
    target = tmp_path / "out"
    export(miniature, "schema-org", target)
    (target / "notes.txt").write_text("mine")
    export(miniature, "schema-org", target, ["dune-xray"])
    assert contents(target).keys() == {"dune-xray.schema-org.json", "notes.txt", LIST}
    assert (target / "notes.txt").read_text() == "mine"


def test_a_folder_that_is_not_ours_is_left_alone(miniature, tmp_path):
    """Files without our list, a list of another format or of nothing, and a file in place of a folder are refused."""
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "thesis.txt").write_text("mine")
    other = tmp_path / "other"
    export(miniature, "jsonl", other)
    broken = tmp_path / "broken"
    export(miniature, "csv", broken)
    (broken / LIST).write_text('{"files": 1}')
    for target in (strange, other, broken, strange / "thesis.txt"):
        before = contents(target) if target.is_dir() else target.read_bytes()
        with pytest.raises(BadQuery, match="--target"):
            export(miniature, "csv", target)
        assert (contents(target) if target.is_dir() else target.read_bytes()) == before


def test_a_file_of_the_same_name_that_is_not_ours_is_not_replaced(miniature, tmp_path):
    """In a folder of ours, a file that the list does not name is somebody's own, whatever it is called."""
    target = tmp_path / "out"
    export(miniature, "schema-org", target, ["dune-xray"])
    (target / "aurora-ct.schema-org.json").write_text("mine")
    with pytest.raises(BadQuery, match="same names"):
        export(miniature, "schema-org", target)
    assert (target / "aurora-ct.schema-org.json").read_text() == "mine"


def test_a_list_that_was_tampered_with_removes_nothing_elsewhere(miniature, tmp_path):
    """Names in the list that lead out of the folder are not followed."""
    target, treasure = tmp_path / "out", tmp_path / "treasure.txt"
    treasure.write_text("mine")
    export(miniature, "csv", target)
    listed = json.loads((target / LIST).read_bytes())
    names = ["../treasure.txt", str(treasure), ".."]
    listed["files"] += [{"name": name, "bytes": 0, "sha256": ""} for name in names]
    (target / LIST).write_text(json.dumps(listed))
    export(miniature, "csv", target)
    assert treasure.read_text() == "mine"


def test_an_export_that_breaks_off_leaves_whole_files(miniature, tmp_path, monkeypatch):
    """When making a file fails, the file of before is as it was, no piece lies about, and the next export succeeds."""
    target = tmp_path / "out"
    export(miniature, "jsonl", target)
    before = (target / "datasets.jsonl").read_bytes()

    def breaks(*_):
        yield b"half a li"
        raise RuntimeError("broken")

    monkeypatch.setattr("mdexa.exports.jsonl._lines", breaks)
    with pytest.raises(RuntimeError):
        export(miniature, "jsonl", target)
    assert (target / "datasets.jsonl").read_bytes() == before
    assert not list(target.glob(".*"))
    monkeypatch.undo()
    assert export(miniature, "jsonl", target).complete


def test_a_folder_that_cannot_be_written_is_told(run, tmp_path):
    """A target below a file is wrong use, with the reason."""
    (tmp_path / "file").write_text("")
    done = run(["export", "csv", "--target", str(tmp_path / "file" / "below")])
    assert done.code == 2
    assert done.err.startswith("mdexa: --target")


def test_without_pyarrow_the_error_names_the_extra(miniature, tmp_path, monkeypatch):
    """A plain install exports all but Parquet, and is told how to get that."""
    monkeypatch.setattr("mdexa.exports.parquet.find_spec", lambda _: None)
    with pytest.raises(BadQuery, match=r"install mdexa\[parquet\]"):
        export(miniature, "parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_json_holds_no_character_that_steers():
    """Both writers of JSON escape directions, invisible characters and line ends of other readers, and lose nothing."""
    text = 'a"\\\u2028\u2029\u202e\u200b\ufeff\x00\x7f\x85\U000e0041</script>&胸🫁'
    for written in (line({"a": text}), document({"a": text})):
        assert json.loads(written)["a"] == text
        shown = written.decode()
        assert not set("\u2028\u2029\u202e\u200b\ufeff\x00\x7f\x85\U000e0041") & set(shown)
        assert "胸🫁" in shown
        assert shown.endswith("\n")
    assert line({"a": text}).count(b"\n") == 1
    assert b"<" not in document({"a": text})


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"parquet"}))
def test_hostile_text_steers_nobody(hostile, tmp_path, form):
    """No export of hostile cards holds a character that turns writing round, hides, or steers a terminal."""
    export(hostile, form, tmp_path / "out")
    for name, content in contents(tmp_path / "out").items():
        text = content.decode("utf-8")
        assert "\x1b" not in text, name
        assert "\x00" not in text, name
    assert not {"\u202e", "\u2066", "\u200b", "\U000e0041"} & set(text), name
