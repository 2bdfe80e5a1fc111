"""The project as a package: what is in it, what must never be, and that it works with one dependency."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[0-9][0-9A-Za-z.]*)(?P<marker> ; .+)?")

#: A folder of somebody's machine; the same words inside an address are fine.
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:work|farm|root|home/[a-z]+)/")
#: Written so that it does not find itself.
REGISTRY_HOST = re.compile(r"pypi\.org|python[h]osted|registry\.npmjs|deb\.debian")

#: An interpreter in which nothing is installed but msgspec.
BASE_INSTALL = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in {"mdexa", "msgspec"}:
            raise ModuleNotFoundError(f"{name} is not part of the base install", name=name)

sys.meta_path.insert(0, Refuse())
"""


def pins():
    """The version that constraints.txt gives to each name."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    found = [PIN.fullmatch(line) for line in lines if line and not line.startswith("#")]
    assert all(found), "each line of constraints.txt is a comment or NAME==VERSION with at most a marker"
    return {canonicalize_name(pin["name"]): pin["version"] for pin in found}


def run(code):
    """What a fresh interpreter prints for the code, run from the root."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_build_holds_only_its_readme(project_files):
    """What a build writes is never part of the project."""
    assert [path.as_posix() for path in project_files if path.parts[0] == "build"] == ["build/README.md"]


def test_no_compiled_index_is_part_of_the_project(project_files):
    """An index beside the library would be read instead of the catalogue that was just compiled."""
    assert not [path for path in project_files if path.suffix in {".mdexa", ".whl", ".pyc"}]


@pytest.mark.parametrize("unwanted", [MACHINE_PATH, REGISTRY_HOST], ids=["path of a machine", "registry host"])
def test_no_trace_of_a_machine(project_files, unwanted):
    """No file names a folder of the machine that it was written on, or a host that packages come from."""
    found = []
    for path in project_files:
        text = (ROOT / path).read_text("utf-8", errors="replace")
        found += [f"{path}:{text.count(chr(10), 0, hit.start()) + 1}" for hit in unwanted.finditer(text)]
    assert not found


def test_constraints_name_one_version_of_each():
    """constraints.txt is a sorted list of names with one version each, and nothing else."""
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line[:1] != "#"]
    names = [line.partition("==")[0].lower() for line in lines]
    assert len(pins()) == len(lines)
    assert names == sorted(names)


def test_constraints_hold_all_that_is_needed():
    """All that mdexa with its extras and its build require is pinned, and installed in that version."""
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    wanted += [Requirement(text) for texts in extras.values() for text in texts]
    wanted += [Requirement(text) for text in PROJECT["build-system"]["requires"]]
    installed = {}
    while wanted:
        requirement = wanted.pop()
        name = canonicalize_name(requirement.name)
        if name == "mdexa" or (name, *requirement.extras) in installed:
            continue
        distribution = metadata.distribution(name)
        installed[name, *requirement.extras] = distribution.version
        wanted += [need for need in map(Requirement, distribution.requires or ()) if applies(need, requirement.extras)]
    pinned = pins()
    assert {name: version for (name, *_), version in installed.items() if pinned.get(name) != version} == {}


def applies(need, extras):
    """Whether a requirement of a package counts here, under the extras that were asked of the package."""
    return need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras))


def test_build_requirements_are_those_of_the_compile_extra():
    """What compiles the catalogue into the wheel is what the extra names."""
    extra = {Requirement(text).name for text in PROJECT["project"]["optional-dependencies"]["compile"]}
    base = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    build = {Requirement(text).name for text in PROJECT["build-system"]["requires"]}
    assert build == base | extra | {"hatchling"}


def test_import_needs_only_the_base_install():
    """`import mdexa` and every public name of it work with msgspec as the only package."""
    code = f"{BASE_INSTALL}\nimport mdexa\nfor name in mdexa.__all__: getattr(mdexa, name)\nprint('fine')"
    assert run(code) == "fine\n"


def test_public_names_are_exact():
    """`__all__` is sorted, and `dir` of the package shows these names and no other public one."""
    shown = run("import mdexa; print(*mdexa.__all__); print(*[n for n in dir(mdexa) if n[0] != '_'])").splitlines()
    promised, visible = (line.split() for line in shown)
    assert promised == sorted(promised)
    submodules = {path.stem for path in (ROOT / "mdexa").iterdir()}
    assert set(visible) - submodules <= set(promised)
    assert {name for name in promised if name[0] != "_"} <= set(visible)


def test_version_is_the_same_everywhere():
    """The constant, the package, the newest entry of the changelog and the build agree on the version."""
    constant = ast.literal_eval((ROOT / "mdexa/version.py").read_text("utf-8").rpartition("=")[2].strip())
    assert run("import mdexa; print(mdexa.__version__)").strip() == constant
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1] == constant
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "mdexa/version.py"
    assert "version" in PROJECT["project"]["dynamic"]


@pytest.mark.parametrize(
    ("name", "last_words"),
    [("LICENSE", "limitations under the License."), ("catalogue/LICENSE", "this CC0 or use of the Work.")],
)
def test_licences_are_complete(name, last_words):
    """The code is Apache-2.0, the catalogue CC0-1.0, and both texts are whole and shipped."""
    assert PROJECT["project"]["license"] == "Apache-2.0 AND CC0-1.0"
    assert name in PROJECT["project"]["license-files"]
    assert (ROOT / name).read_text("utf-8").rstrip().endswith(last_words)


def test_pages_link_to_what_exists(project_files):
    """Every relative link of a page leads to a file or folder of the project."""
    pages = [path for path in project_files if path.suffix == ".md"]
    lost = [
        f"{page}: {target}"
        for page in pages
        for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", (ROOT / page).read_text("utf-8"))
        if not (ROOT / page.parent / target).exists()
    ]
    assert not lost


def test_pages_name_targets_that_exist(project_files):
    """Every `make X` of a page is a target of the Makefile, and every target is explained in the help."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    explained = set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())
    named = {
        target
        for page in project_files
        if page.suffix == ".md"
        for target in re.findall(r"`make ([a-z]+)", (ROOT / page).read_text("utf-8"))
    }
    assert named <= explained == phony
