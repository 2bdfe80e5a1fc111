"""What all tests share: where the project lies, which files belong to it, and hypothesis without chance."""

import shlex
import subprocess
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).parents[1]

# The same examples in every run: a failure here is a failure everywhere, and no run depends on the clock.
hypothesis.settings.register_profile("mdexa", derandomize=True, database=None, deadline=None)
hypothesis.settings.load_profile("mdexa")


@pytest.fixture(scope="session")
def project_files():
    """Paths, from the root, of all files that a commit would hold (in an unpacked sdist: of all files)."""
    if not (ROOT / ".git").exists():
        return sorted(path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file() and _is_source(path))
    # A clone that belongs to another user is refused without the option.
    git = ["git", "-c", "safe.directory=*"]
    command = [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file())


def _is_source(path):
    """Nothing below a folder that tools make, hidden or not."""
    made = {"__pycache__", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "dist"}
    return not made.intersection(path.relative_to(ROOT).parts)


@pytest.fixture(scope="session")
def shipped():
    """The survey of the real catalogue."""
    from mdexa.compiler import survey

    return survey(ROOT / "catalogue")


@pytest.fixture(scope="session")
def verdicts(shipped):
    """The verdicts on the real catalogue, by id."""
    from mdexa.compiler import judged

    return judged(shipped)


@pytest.fixture(scope="session")
def catalogue(shipped, verdicts, tmp_path_factory):
    """The real catalogue, compiled and opened."""
    from mdexa.catalogue import open_catalogue
    from mdexa.compiler.freezing import freeze

    target = tmp_path_factory.mktemp("build") / "catalogue.mdexa"
    freeze(shipped, verdicts, target)
    return open_catalogue(target)


@pytest.fixture(scope="session")
def miniature_survey():
    """The survey of the invented catalogue."""
    from mdexa.compiler import survey

    surveyed = survey(ROOT / "tests" / "miniature")
    assert not surveyed.findings
    return surveyed


@pytest.fixture(scope="session")
def miniature_index(miniature_survey, tmp_path_factory):
    """The path of the invented catalogue's index."""
    from mdexa.compiler import judged
    from mdexa.compiler.freezing import freeze

    target = tmp_path_factory.mktemp("miniature") / "catalogue.mdexa"
    freeze(miniature_survey, judged(miniature_survey), target)
    return target


@pytest.fixture(scope="session")
def miniature(miniature_index):
    """The invented catalogue, opened: 20 cards, one strange thing each."""
    from mdexa.catalogue import open_catalogue

    return open_catalogue(miniature_index)


@pytest.fixture(scope="session")
def hostile_index(miniature_survey, tmp_path_factory):
    """The path of an index whose every free text holds instructions, markup and hidden characters."""
    import msgspec

    from mdexa.compiler import judged
    from mdexa.compiler.freezing import freeze
    from tests.hostile import planted, planted_licence

    cards = {name: planted(card) for name, card in miniature_survey.cards.items()}
    licences = {key: planted_licence(licence) for key, licence in miniature_survey.licences.items()}
    survey = msgspec.structs.replace(miniature_survey, cards=cards, licences=licences)
    target = tmp_path_factory.mktemp("hostile") / "catalogue.mdexa"
    freeze(survey, judged(survey), target)
    return target


@pytest.fixture
def run(capsys, monkeypatch, miniature_index):
    """Runs a command on the invented catalogue in this process, on a terminal of 100 columns."""
    from tests.terminal import inside

    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("MDEXA_INDEX", str(miniature_index))
    return lambda line: inside(capsys, *(shlex.split(line) if isinstance(line, str) else line))


@pytest.fixture
def workplace(monkeypatch, catalogue, tmp_path):
    """A folder that has what the pages speak of: the catalogue, two indexes, a model card, a list of names."""
    monkeypatch.setenv("MDEXA_INDEX", str(catalogue.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "catalogue").symlink_to(ROOT / "catalogue")
    for name in ("old.mdexa", "new.mdexa", "build/catalogue.mdexa"):
        (tmp_path / name).symlink_to(catalogue.path)
    (tmp_path / "README.md").write_text("---\ndatasets:\n- kits19\n- medmnist\n---\n# A model\n", "utf-8")
    (tmp_path / "datasets.txt").write_text("kits19\nmedmnist\n", "utf-8")
    return tmp_path
