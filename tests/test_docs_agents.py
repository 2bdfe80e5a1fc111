"""The page on agents, and the files for clients: they say what the program does."""

import json
import re
import shlex
from pathlib import Path

import pytest

from mdexa.agents.prompts import PROMPTS
from mdexa.agents.resources import RESOURCES, TEMPLATES
from mdexa.agents.tools import ACTIONS, ENDPOINTS
from mdexa.cli.arguments import parser
from mdexa.version import __version__
from tests.benchmarks.agents import BEGIN, END, measure, requests_of_agents

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "agents.md").read_text("utf-8")
CLIENTS = ROOT / "docs" / "clients"


def blocks(kind):
    """The fenced blocks of one kind."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_names_everything_that_is_served():
    """Tools of both designs, resources, prompts."""
    for tool in ACTIONS:
        assert f"`{tool.name}`" in PAGE
    for name in [tool.name for tool in ENDPOINTS] + [one.uri for one in (*RESOURCES, *TEMPLATES)]:
        assert name in PAGE
    assert all(prompt.name in PAGE for prompt in PROMPTS)


def test_the_page_names_every_option_of_the_server(capsys):
    """And no other one."""
    with pytest.raises(SystemExit):
        parser().parse_args(["serve", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert options == set(re.findall(r"`(--[a-z-]+)", PAGE)) | {"--http"}


def test_snippets_for_clients_are_json_and_start_the_server():
    """Each names `mdexa serve`, or the address that it has by default."""
    for block in blocks("json"):
        [servers] = json.loads(block).values()
        entry = servers["mdexa"]
        assert entry.get("url") == "http://127.0.0.1:8765/mcp" or [entry["command"], *entry["args"]] == [
            "mdexa",
            "serve",
        ]


def test_commands_are_understood():
    """What the page shows of `mdexa` can be typed."""
    lines = [line for block in blocks("console") for line in block.splitlines() if "mdexa serve" in line]
    assert len(lines) == 3
    for line in lines:
        words = shlex.split(line)
        parser().parse_args(words[words.index("serve") :])


def test_the_files_for_clients_fit_this_version():
    """The registry's file and the bundle name this version and these tools, and keep the registry's lengths."""
    server = json.loads((CLIENTS / "server.json").read_text("utf-8"))
    manifest = json.loads((CLIENTS / "bundle" / "manifest.json").read_text("utf-8"))
    assert server["version"] == server["packages"][0]["version"] == manifest["version"] == __version__
    assert f"mdexa[serve]=={__version__}" in (CLIENTS / "bundle" / "pyproject.toml").read_text("utf-8")
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"])
    assert len(server["description"]) <= 100
    assert [tool["name"] for tool in manifest["tools"]] == [tool.name for tool in ACTIONS]
    assert [prompt["name"] for prompt in manifest["prompts"]] == [prompt.name for prompt in PROMPTS]


@pytest.fixture(scope="module")
def outcomes(catalogue):
    """The benchmark on the real catalogue."""
    return measure(catalogue.path)


def test_every_request_is_answered_right_in_one_or_two_calls(outcomes):
    """By the three tools: right, no use let through that is not permitted, nothing refused, nothing empty."""
    assert len(outcomes["actions"]) == 30
    for row in outcomes["actions"]:
        assert not row.missed, row
        assert row.calls <= 2
        assert (row.wrong_permissions, row.refused, row.empty, row.after_complete) == (0, 0, 0, 0)


def test_no_design_permits_what_is_not_permitted(outcomes):
    """Also one tool an operation."""
    assert not any(row.wrong_permissions for rows in outcomes.values() for row in rows)


def test_the_page_shows_the_benchmark():
    """Every request has its row, and the page says that the caller is no model."""
    shown = PAGE.partition(BEGIN)[2].partition(END)[0]
    assert "no model" in shown
    for request in requests_of_agents():
        assert f"| {request['id']} |" in shown
