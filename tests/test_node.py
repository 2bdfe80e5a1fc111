"""The server with the clients that others wrote: both official ones, the Inspector, and the conformance suite.

Needs node and packages that are not Python's: `npm install` in a copy of tests/node, and MDEXA_NODE=<that folder>.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.serving import ROOT, command, served

FOLDER = Path(os.environ.get("MDEXA_NODE", "nowhere")) / "node_modules"
NODE = FOLDER / ".bin" / "node"
CLIENTS = ROOT / "tests" / "node" / "clients.mjs"
BASELINE = ROOT / "tests" / "node" / "baseline.yml"

pytestmark = [
    pytest.mark.node,
    pytest.mark.skipif(not NODE.exists(), reason="MDEXA_NODE names no folder with node and the packages"),
]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}


def node(*arguments):
    """What a node program prints; it has to end well."""
    line = [str(NODE), *map(str, arguments)]
    done = subprocess.run(line, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def server(miniature_index, tmp_path_factory):
    """A server on the invented catalogue."""
    with served(tmp_path_factory.mktemp("node"), "--index", miniature_index) as running:
        yield running


@pytest.mark.parametrize(("which", "era"), [("old", "2025-11-25"), ("new", "2025-11-25"), ("new", "2026-07-28")])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_official_clients_get_everything(server, miniature_index, which, era, transport):
    """Tools, lessons, resources, prompts and completion; a client that checks the output schema finds no fault."""
    http = transport == "http"
    target = [f"http://127.0.0.1:{server.port}/mcp"] if http else command("--index", miniature_index)
    got = json.loads(node(CLIENTS, FOLDER.parent, which, era, transport, *target))
    assert got["tools"] == ["find_datasets", "check_use", "get_dataset"]
    assert "Mdexa" in got["instructions"]
    assert "dune-xray" in got["found"]
    assert got["combined"] == "unverifiable"
    assert len(got["pairs"]) == 1
    assert got["refused"][0]
    assert "check_use" in got["refused"][1]
    assert got["unknown"] == -32602
    assert got["resources"] == ["mdexa://guide/verdicts", "mdexa://licences"]
    assert got["prompts"] == ["check_training_mix", "find_substitute"]
    assert got["completed"] == ["dune-xray"]


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_finds_nothing_to_say(server, miniature_index, era):
    """Strictly, over both transports; and its call of a tool is answered."""
    cli = [FOLDER / ".bin" / "mcp-inspector", "--cli", "--protocol-era", era, "--format", "json"]
    url = ["--transport", "http", "--server-url", f"http://127.0.0.1:{server.port}/mcp"]
    stdio = ["--", *command("--index", miniature_index)]
    for target in (url, stdio):
        assert "check_use" in node(*cli, "--method", "tools/list", "--strict", *target)
    asked = ["--method", "tools/call", "--tool-name", "find_datasets", "--tool-arg", "query=chest"]
    assert "dune-xray" in node(*cli, *asked, *url)


STABLE = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"]
NEXT = [
    "tools-list",
    "resources-list",
    "prompts-list",
    "sep-2164-resource-not-found",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "server-stateless",
]


@pytest.mark.parametrize(
    ("suite", "revision", "scenario"),
    [
        *(("conformance-stable", None, scenario) for scenario in STABLE),
        *(("conformance-next", "2025-11-25", scenario) for scenario in STABLE),
        *(("conformance-next", "2026-07-28", scenario) for scenario in NEXT),
    ],
)
def test_the_conformance_suite_passes(server, suite, revision, scenario):
    """The scenarios that do not need the suite's own tools."""
    version = ["--spec-version", revision] if revision else []
    expected = ["--expected-failures", BASELINE] if scenario == "server-stateless" else []
    program = FOLDER / suite / "dist" / "index.js"
    url = f"http://127.0.0.1:{server.port}/mcp"
    node(program, "server", "--url", url, "--scenario", scenario, *version, *expected)
