"""`mdexa check` with files of names, reports and a gate, as it is typed."""

import io
import json
import os
import sys

import pytest

from tests.terminal import program


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def typed(monkeypatch):
    """Puts bytes on standard input."""

    def put(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return put


def files(folder):
    """The names of all files of a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_reports_are_written_and_told(run, folder):
    """Each file is written whole, nothing stands beside it, and the terminal shows the list as a whole."""
    targets = ["a.html", "b.md", "c.csv", "d.json", "E.HTM"]
    options = " ".join(f"--report {name}" for name in targets)
    done = run(f"check aurora-ct dune-xray --purpose teaching {options}")
    assert done.code == 0
    assert files(folder) == sorted(targets)
    assert all(f"written: {name}" in done.out for name in targets)
    assert "All together" in done.out
    assert "images-licence" not in done.out
    assert json.loads((folder / "d.json").read_text("utf-8"))["summary"]["datasets"] == 2
    assert (folder / "a.html").read_bytes() == (folder / "E.HTM").read_bytes()


def test_json_is_printed_beside_a_report(run, folder):
    """--json still prints the result, and nothing else."""
    done = run("check dune-xray --purpose teaching --json --report a.md")
    assert json.loads(done.out)["combined"] == {"teaching": "allowed"}
    assert files(folder) == ["a.md"]


def test_names_from_files_arguments_and_standard_input(run, folder, typed):
    """All sources count, in the order arguments, then files; each name keeps its place."""
    (folder / "list.txt").write_text("Aurora Kidney CT\nnothing\n", "utf-8")
    (folder / "table.csv").write_text("dataset\r\nraven-text\r\n", "utf-8")
    typed(b"---\ndatasets: org/kestrel\n---\n")
    done = run("check dune-xray --from list.txt --from - --from table.csv --purpose teaching --report r.json")
    report = json.loads((folder / "r.json").read_text("utf-8"))
    assert [(row["name"], row["origins"][0]) for row in report["asked"]["names"]] == [
        ("dune-xray", {"source": "arguments", "place": "name 1"}),
        ("Aurora Kidney CT", {"source": "list.txt", "place": "line 1"}),
        ("nothing", {"source": "list.txt", "place": "line 2"}),
        ("org/kestrel", {"source": "standard input", "place": "line 2, datasets"}),
        ("raven-text", {"source": "table.csv", "place": "line 2, column dataset"}),
    ]
    assert done.code == 1
    assert "not judged: “nothing”" in done.out


def test_what_was_seen_in_files_is_told(run, folder):
    """Rows without a name are told beside the result, with and without a report, and shut the gate."""
    (folder / "rows.csv").write_text("dataset,x\n,mimic-iv\ndune-xray,2\n", "utf-8")
    for options in ("", "--json", "--report r.json"):
        done = run(f"check --from rows.csv --purpose teaching {options}")
        assert (done.code, done.err) == (1, "rows.csv: no name in column dataset on line 2\n")
        assert run(f"check --from rows.csv --purpose teaching --fail-on unresolved {options}").code == 1
    (row,) = json.loads((folder / "r.json").read_text("utf-8"))["unresolved"]
    assert row["name"] == "without a name: line 2, column dataset"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("check dune-xray --purpose commercial_product", 0),
        ("check aurora-ct --purpose commercial_product", 1),
        ("check aurora-ct --purpose commercial_product --fail-on conflicting", 0),
        ("check aurora-ct --purpose commercial_product --fail-on conflicting,not_allowed", 1),
        ("check aurora-ct --purpose commercial_product --fail-on conflicting --fail-on not_allowed", 1),
        ("check dune-xray nothing --purpose teaching --fail-on not_allowed,conflicting", 0),
        ("check dune-xray nothing --purpose teaching --fail-on unresolved", 1),
        ("check dune-xray nothing --purpose teaching --fail-on unverifiable", 1),
        ("check nothing --purpose teaching --fail-on not_allowed", 0),
        ("check aurora-ct --part outlines --purpose commercial_product --fail-on not_allowed", 0),
        ("check dune-xray --purpose teaching --fail-on never", 2),
        ("check dune-xray --purpose teaching --fail-on not_allowed,", 2),
        ("check dune-xray --purpose teaching --fail-on ''", 2),
        ("check", 2),
        ("check ''", 2),
        (f"check {'x' * 201}", 2),
        ("check dune-xray '\u200b' --purpose teaching", 1),
        ("check --purpose teaching --report a.html", 2),
    ],
)
def test_exit_codes(run, folder, line, code):
    """0, 1 or 2: all permits, something that fails the gate, wrong use; the same with a report and as JSON."""
    assert run(line).code == code
    assert run(f"{line} --json").code == code
    if code < 2:
        assert run(f"{line} --report r.html").code == code
        assert files(folder) == ["r.html"]


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("r.pdf", "its ending tells no format (legal: a name that ends in .html, .md, .csv or .json)"),
        ("r", "its ending tells no format"),
        ("sub.html", "it is a folder"),
        ("r.html/", "it is the name of a folder"),
        ("nowhere/r.html", "there is no folder"),
        ("names.csv", "names are read from it, and it would be overwritten"),
        ("linked.csv", "names are read from it"),
        ("x\0.md", "it cannot be written"),
        ("a" * 300 + ".md", "it cannot be written"),
    ],
)
def test_targets_are_refused_before_the_work(run, folder, target, words):
    """A target that cannot be written is told before anything is; the other targets are not written either."""
    (folder / "sub.html").mkdir()
    (folder / "names.csv").write_text("dataset\ndune-xray\n", "utf-8")
    (folder / "linked.csv").symlink_to("names.csv")
    before = files(folder)
    done = run(["check", "--from", "names.csv", "--report", "ok.html", "--report", target])
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert files(folder) == before


def test_the_same_target_twice_is_refused(run, folder):
    """Also by another spelling of its path."""
    done = run("check dune-xray --report a.html --report ./a.html")
    assert done.code == 2
    assert "it is given twice" in done.err
    assert files(folder) == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_protected_folder_is_refused(run, folder):
    """A folder without the right to write is told before the work."""
    (folder / "shut").mkdir(mode=0o500)
    done = run("check dune-xray --report shut/a.html")
    assert done.code == 2
    assert "write-protected" in done.err


def test_an_error_leaves_the_report_of_before(run, folder, monkeypatch):
    """If a file cannot be finished, no target is changed and nothing is left beside them."""
    for name in ("a.html", "b.csv"):
        (folder / name).write_text("before", "utf-8")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mdexa.files.os.fsync", full)
    done = run("check dune-xray --report a.html --report b.csv")
    assert (done.code, done.out) == (2, "")
    assert "No space left on device" in done.err
    assert {path.read_text("utf-8") for path in folder.iterdir()} == {"before"}
    assert files(folder) == ["a.html", "b.csv"]


def test_a_link_is_followed(run, folder):
    """A target that is a link stays one; the file that it leads to is replaced."""
    (folder / "real.md").write_text("before", "utf-8")
    (folder / "link.md").symlink_to("real.md")
    run("check dune-xray --report link.md")
    assert (folder / "link.md").is_symlink()
    assert (folder / "real.md").read_text("utf-8").startswith("# Use report")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check --from sub", "it is a folder"),
        ("check --from - --from -", "standard input can be read once"),
        ("check --from empty.txt", "--from: 'empty.txt' is not accepted, it is empty"),
        ("check --from list.txt --column x", "which has no columns"),
    ],
)
def test_files_of_names_are_refused(run, folder, typed, line, words):
    """What is no file of names is told in one line."""
    (folder / "sub").mkdir()
    (folder / "empty.txt").write_bytes(b"")
    (folder / "list.txt").write_text("dune-xray\n", "utf-8")
    typed(b"dune-xray\n")
    done = run(line)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1


def test_the_same_bytes_in_another_process(folder, miniature_index):
    """Reports do not depend on the seed of hashes."""
    contents = set()
    for seed in ("1", "2"):
        line = ["check", "raven-text", "aurora-ct", "quartz", "--index", miniature_index]
        targets = [word for name in ("a.html", "a.md", "a.csv", "a.json") for word in ("--report", folder / name)]
        done = program(*line, *targets, PYTHONHASHSEED=seed)
        assert done.code == 1
        contents.add(tuple((folder / name).read_bytes() for name in files(folder)))
    assert len(contents) == 1
