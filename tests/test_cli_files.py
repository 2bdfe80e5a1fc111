"""The command line and files: indexes that cannot be trusted, catalogues that are broken, targets that are kept."""

import json
import shutil
import subprocess
import sys
from zlib import crc32

import pytest

import mdexa
from tests.terminal import ROOT

MINIATURE = ROOT / "tests" / "miniature"


# Index files


def test_index_goes_before_the_environment(run, miniature_index, monkeypatch):
    """--index names the file, else MDEXA_INDEX."""
    monkeypatch.setenv("MDEXA_INDEX", "nowhere.mdexa")
    assert run(["info", "--index", miniature_index]).code == 0
    done = run("info")
    assert done.code == 2
    assert done.err.startswith("mdexa: nowhere.mdexa: there is no such file; run `mdexa build`")


def altered(path, how):
    """A file made from an index, or something else in its place."""
    content = path.read_bytes()
    if how == "truncated":
        return content[: len(content) // 2]
    if how == "stub":
        return content[:10]
    if how == "newer":
        head = content[:8] + (99).to_bytes(4, "little")
        return head + crc32(head).to_bytes(4, "little") + content[16:]
    if how == "header":
        return content[:20] + bytes([content[20] ^ 1]) + content[21:]
    if how == "longer":
        return content + b"x"
    return {"foreign": b"PK\x03\x04 not ours", "empty": b"", "text": b"name: Miniature\n"}[how]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("truncated", "the file is damaged: its length should be"),
        ("stub", "the file is damaged"),
        ("newer", "its format version is 99, and this library reads version"),
        ("header", "the file is damaged: the checksum of the header"),
        ("longer", "the file is damaged: its length should be"),
        ("foreign", "this is not an index of Mdexa; name a file that `mdexa build` has written"),
        ("text", "this is not an index of Mdexa"),
        ("empty", "the file is damaged"),
    ],
)
@pytest.mark.parametrize("command", ["search kidney", "check aurora-ct", "explain aurora-ct", "info"])
def test_an_index_that_cannot_be_trusted_is_refused(run, miniature_index, tmp_path, how, words, command):
    """One line with the way out, code 2, and nothing that could be taken for an answer."""
    path = tmp_path / "some.mdexa"
    path.write_bytes(altered(miniature_index, how))
    done = run([*command.split(), "--index", path])
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert "mdexa" in done.err.rpartition(";")[2]


def test_damage_inside_an_index_is_never_an_answer(run, miniature_index, tmp_path):
    """With any single byte altered a command gives the right answer or refuses, in one line and with code 2."""
    content, path = miniature_index.read_bytes(), tmp_path / "some.mdexa"
    right = run("check aurora-ct --purpose commercial_product --json")
    refused = 0
    for place in range(100, len(content), len(content) // 150):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :])
        done = run(["check", "aurora-ct", "--purpose", "commercial_product", "--json", "--index", path])
        if done.code == 2:
            refused += 1
            assert done.out == ""
            assert "the file is damaged" in done.err
        else:
            assert (done.code, done.out) == (right.code, right.out)
    assert refused


def test_a_folder_is_no_index(run, tmp_path):
    """A folder, or a name that no file can have, is refused like any other file."""
    for name in (tmp_path, "a\0b", "x" * 5000):
        done = run(["info", "--index", name])
        assert (done.code, done.out) == (2, "")
        assert done.err.count("\n") == 1


# Building


@pytest.fixture
def folder(tmp_path):
    """A copy of the miniature that may be broken."""
    shutil.copytree(MINIATURE, tmp_path / "catalogue")
    return tmp_path / "catalogue"


def break_card(folder):
    """Misspells a key of a card."""
    card = folder / "cards" / "dune-xray.yaml"
    card.write_text(card.read_text("utf-8").replace("publisher: Dune", "publishr: Dune"), "utf-8")


def test_build_writes_an_index_that_answers(run, folder, tmp_path):
    """A sound folder is compiled; what it prints names the file and its digest."""
    target = tmp_path / "made" / "here.mdexa"
    done = run(["build", folder, "--target", target])
    assert done.code == 0
    digest = mdexa.open(target).digest
    assert done.out == f"0 errors, 0 warnings; 20 datasets in {target}, digest {digest}\n"
    assert [path.name for path in target.parent.iterdir()] == ["here.mdexa"]


def test_a_broken_card_is_told_by_file_and_line_and_changes_nothing(run, folder, tmp_path):
    """File, line, remedy and code 1; the last good index stays as it was, byte for byte, with nothing beside it."""
    target = tmp_path / "build" / "catalogue.mdexa"
    run(["build", folder, "--target", target])
    before, stat = target.read_bytes(), target.stat()
    break_card(folder)
    done = run(["build", folder, "--target", target])
    assert done.code == 1
    assert "cards/dune-xray.yaml:7: error shape/unknown-key: the key `publishr` is not known" in done.out
    assert "did you mean `publisher`?" in done.out
    assert done.out.endswith(f"1 error, 0 warnings; {target} is as it was\n")
    assert target.read_bytes() == before
    assert (target.stat().st_mtime_ns, target.stat().st_ino) == (stat.st_mtime_ns, stat.st_ino)
    assert [path.name for path in target.parent.iterdir()] == ["catalogue.mdexa"]


def test_a_broken_card_makes_no_index(run, folder, tmp_path):
    """Where there was no index there is none afterwards."""
    break_card(folder)
    done = run(["build", folder, "--target", tmp_path / "new.mdexa"])
    assert done.code == 1
    assert done.out.endswith("nothing was written\n")
    assert not (tmp_path / "new.mdexa").exists()


def test_validate_tells_and_writes_nothing(run, folder, tmp_path):
    """Findings and code 1, or how many cards were checked and code 0."""
    assert run(["validate", folder]).out == "0 errors, 0 warnings; 20 cards checked\n"
    break_card(folder)
    done = run(["validate", folder])
    assert done.code == 1
    assert "cards/dune-xray.yaml:7: error shape/unknown-key" in done.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["catalogue"]


def test_findings_come_as_json(run, folder):
    """--json prints the findings with all their fields, and nothing else."""
    break_card(folder)
    for command in (["validate", folder], ["build", folder, "--target", folder.parent / "x.mdexa"]):
        done = run([*command, "--json"])
        (found,) = json.loads(done.out)
        assert done.code == 1
        assert (found["code"], found["file"], found["line"]) == ("shape/unknown-key", "cards/dune-xray.yaml", 7)
        assert found["remedy"]


def test_warnings_are_counted_and_shown_on_request(run, folder):
    """A warning stops nothing; it is a number by its code, and whole with --warnings."""
    table = folder / "licences.yaml"
    text = table.read_text("utf-8")
    entry = text[text.index("  - key: MIT") : text.index("  - key: LicenseRef-Quokka")]
    table.write_text(text + entry.replace("key: MIT", "key: 0BSD"), "utf-8")
    done = run(["validate", folder])
    assert done.code == 0
    assert done.out == (
        "1 warning meaning/licence-unused\n(--warnings shows them)\n0 errors, 1 warning; 20 cards checked\n"
    )
    assert "warning meaning/licence-unused: no card names 0BSD" in run(["validate", folder, "--warnings"]).out


@pytest.mark.parametrize("target", ["folder", "below-a-file"])
def test_a_target_that_cannot_be_written_is_refused(run, folder, tmp_path, target):
    """A folder, or a place where none can be made, is one line and code 2."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    place = tmp_path / "folder" if target == "folder" else tmp_path / "file" / "x.mdexa"
    done = run(["build", folder, "--target", place])
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("mdexa: --target: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", ["build", "validate"])
def test_without_the_compiler_the_extra_is_named(run, folder, monkeypatch, command):
    """Where the packages of the compiler are missing, the command says which and how to get them."""
    monkeypatch.setitem(sys.modules, "yaml", None)
    done = run([command, folder])
    assert done.code == 2
    assert f"command: '{command}' is not accepted, it needs yaml" in done.err
    assert "install mdexa[compile]" in done.err


def test_asking_needs_no_compiler(miniature_index):
    """A search runs where no package but msgspec can be imported, and build says what is missing."""
    blocked = (
        "import sys; sys.modules.update(dict.fromkeys(('yaml', 'jsonschema', 'license_expression', 'jinja2', 'mcp')))"
    )
    code = f"{blocked}\nfrom mdexa.cli import main\nsys.exit(main(sys.argv[1:]))"

    def ask(*argv):
        command = [sys.executable, "-c", code, *argv]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ask("search", "kidney", "--index", str(miniature_index)).returncode == 0
    done = ask("build")
    assert done.returncode == 2
    assert "it needs yaml, jsonschema, license_expression" in done.stderr
