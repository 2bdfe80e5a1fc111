"""The build hook: a catalogue with an error makes no package, and is shown as findings, not as a crash."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_A_CARD = "id: broken\nid: twice\n"


@pytest.fixture
def broken_tree(tmp_path):
    """A copy of the project whose only card cannot be read."""
    for folder in ("mdexa", "schema"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "catalogue" / "cards").mkdir(parents=True)
    (tmp_path / "catalogue" / "cards" / "broken.yaml").write_text(NOT_A_CARD, "utf-8")
    return tmp_path


def test_a_broken_catalogue_makes_no_wheel(broken_tree):
    """The build stops with the findings, file and line, without a traceback, and writes no wheel."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "made"]
    done = subprocess.run(command, cwd=broken_tree, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "cards/broken.yaml:2: error " in done.stderr
    assert "nothing was written" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not list(broken_tree.rglob("*.whl"))
    assert not list(broken_tree.rglob("*.mdexa"))
