"""The MCP server in both revisions: in this process, and over standard input and output in one of its own."""

import json
import os
import signal
import subprocess
from pathlib import Path

import anyio
import jsonschema
import mcp_types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from mdexa.agents.cleaning import HIDDEN
from mdexa.agents.contracts import contract
from mdexa.agents.lessons import INTERNAL
from mdexa.agents.tools import ACTIONS, ENDPOINTS
from mdexa.servers.journal import Journal
from mdexa.servers.mcp_server import Desk, make_server
from mdexa.servers.shelf import Shelf
from tests.hostile import ORDER
from tests.serving import PATIENCE, ROOT, command

MODES = {"2026-07-28": {}, "2025-11-25": {"mode": "legacy"}}


class Lines:
    """A stream that keeps what is written to it."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        """Keeps the text."""
        self.text += text

    def flush(self):
        """Has nothing to do."""

    def events(self):
        """The lines as they were logged."""
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def log():
    """What the server logs."""
    return Lines()


def talk(index, log, mode, conversation, design="actions", desk=None):
    """Holds a conversation with a server in this process, in one revision."""

    async def run():
        journal = Journal(log)
        server = make_server(desk or Desk(Shelf(index, journal), design, journal), design)
        async with Client(server, **MODES[mode]) as client:
            return await conversation(client)

    return anyio.run(run)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("design", "tools"), [("actions", ACTIONS), ("endpoints", ENDPOINTS)])
def test_the_list_of_tools_is_the_contracts(miniature_index, log, mode, design, tools):
    """What goes over the wire is what was accepted, in a fixed order and on one page."""

    async def conversation(client):
        listed = await client.list_tools()
        assert listed.next_cursor is None
        return [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed.tools]

    assert talk(miniature_index, log, mode, conversation, design) == [contract(tool) for tool in tools]


@pytest.mark.parametrize("mode", MODES)
def test_an_answer_is_text_and_the_same_structured(miniature_index, log, mode):
    """A client of either kind reads the same, and it fits the output schema."""

    async def conversation(client):
        return await client.call_tool("check_use", {"datasets": ["dune-xray"], "part": None})

    result = talk(miniature_index, log, mode, conversation)
    assert not result.is_error
    assert json.loads(result.content[0].text) == result.structured_content
    jsonschema.validate(result.structured_content, contract(ACTIONS[1])["outputSchema"])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, "datasets is missing"),
        ({"datasets": []}, "datasets"),
        ({"datasets": ["   "]}, "datasets"),
        ({"datasets": ["x"] * 51}, "length <= 50"),
        ({"datasets": ["dune-xray"], "purposes": ["selling"]}, "Legal: academic_research"),
        ({"datasets": ["dune-xray"], "colour": "red"}, "no such field"),
        ({"datasets": "dune-xray"}, "expected a list"),
        ({"datasets": [{"name": "dune-xray"}]}, "datasets"),
        ({"datasets": ["dune-xray"], "cursor": "7.00000000"}, "another question"),
        ({"datasets": ["dune-xray"], "part": "nowhere"}, "has no such part"),
    ],
)
def test_wrong_arguments_are_an_error_that_teaches(miniature_index, log, mode, arguments, expected):
    """The result is an error with text alone: no structured content that would break the output schema."""

    async def conversation(client):
        return await client.call_tool("check_use", arguments)

    result = talk(miniature_index, log, mode, conversation)
    assert result.is_error
    assert result.structured_content is None
    assert expected in result.content[0].text
    assert "check_use" in result.content[0].text
    assert log.events()[-1]["status"] == "refused"


@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_there_is_an_error_of_the_protocol(miniature_index, log, mode):
    """An unknown tool, resource or prompt, or a prompt without its argument: invalid params."""

    async def conversation(client):
        codes = []
        for ask in (
            lambda: client.call_tool("delete_dataset", {}),
            lambda: client.read_resource("mdexa://cards/nobody"),
            lambda: client.get_prompt("write_a_poem", {}),
            lambda: client.get_prompt("check_training_mix", {}),
        ):
            with pytest.raises(MCPError) as refused:
                await ask()
            codes.append(refused.value.error.code)
        return codes

    assert talk(miniature_index, log, mode, conversation) == [mcp_types.INVALID_PARAMS] * 4


@pytest.mark.parametrize("mode", MODES)
def test_nothing_internal_leaves(miniature_index, log, mode):
    """A failure is logged with its traceback; the client gets one plain sentence."""
    journal = Journal(log)
    desk = Desk(Shelf(miniature_index, journal), "actions", journal)

    def broken(*_):
        raise RuntimeError("secret detail in /secret/place")

    desk._answer = broken

    async def conversation(client):
        with pytest.raises(MCPError) as failed:
            await client.call_tool("check_use", {"datasets": ["dune-xray"]})
        return failed.value.error

    error = talk(miniature_index, log, mode, conversation, desk=desk)
    assert (error.code, error.message) == (mcp_types.INTERNAL_ERROR, INTERNAL)
    assert "secret" not in json.dumps(error.model_dump(), default=str)
    assert "secret detail" in "".join(log.events()[-1]["traceback"])


@pytest.mark.parametrize("mode", MODES)
def test_resources_prompts_and_completion(miniature_index, log, mode):
    """Cards and evidence by address, prompts with their arguments, names and values as they are typed."""

    async def conversation(client):
        resources = [one.uri for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        card = (await client.read_resource("mdexa://cards/dune-xray")).contents[0]
        evidence = (await client.read_resource("mdexa://cards/dune-xray/evidence")).contents[0]
        prompts = (await client.list_prompts()).prompts
        mix = await client.get_prompt("check_training_mix", {"datasets": "dune-xray,\nember-notes\u202e"})
        reference = mcp_types.PromptReference(type="ref/prompt", name="find_substitute")
        names = await client.complete(reference, {"name": "dataset", "value": "Dune"})
        purposes = await client.complete(reference, {"name": "purpose", "value": "model_"})
        return resources, templates, card, evidence, prompts, mix, names, purposes

    found = talk(miniature_index, log, mode, conversation)
    resources, templates, card, evidence, prompts, mix, names, purposes = found
    assert resources == ["mdexa://guide/verdicts", "mdexa://licences"]
    assert "mdexa://cards/{id}" in templates
    assert json.loads(card.text)["datasets"][0]["id"] == "dune-xray"
    assert json.loads(evidence.text)["results"][0]["statements"]
    assert all(prompt.description for prompt in prompts)
    assert "dune-xray, ember-notes." in mix.messages[0].content.text
    assert names.completion.values == ["dune-xray"]
    assert purposes.completion.values == ["model_training", "model_release"]


def test_the_endpoints_have_no_prompts(miniature_index, log):
    """A prompt names tools, and those are the actions."""

    async def conversation(client):
        with pytest.raises(MCPError):
            await client.list_prompts()
        return True

    assert talk(miniature_index, log, "2025-11-25", conversation, "endpoints")


def test_the_newer_revision_may_keep_what_it_was_told(miniature_index, log):
    """Definitions for an hour, for everybody."""

    async def conversation(client):
        listed, read = await client.list_tools(), await client.read_resource("mdexa://licences")
        return [(one.ttl_ms, one.cache_scope) for one in (listed, read)]

    assert talk(miniature_index, log, "2026-07-28", conversation) == [(3_600_000, "public"), (300_000, "public")]


def test_the_log_tells_no_arguments_unless_asked(miniature_index, log):
    """Tool, time, size and status; what was asked only where the operator wants it."""

    async def conversation(client):
        await client.call_tool("find_datasets", {"query": "something private"})

    talk(miniature_index, log, "2026-07-28", conversation)
    [event] = [event for event in log.events() if event["event"] == "call"]
    assert event.keys() == {"at", "event", "what", "ms", "status", "characters"}
    assert "private" not in log.text
    telling = Lines()
    Journal(telling, arguments=True).call("find_datasets", 0, "ok", 1, {"query": "something private"})
    assert "something private" in telling.text


@pytest.mark.parametrize("mode", MODES)
def test_a_hostile_catalogue_comes_out_clean(hostile_index, log, mode):
    """Instructions and markup stay text inside JSON, hidden characters go, and the answer says what to make of it."""

    async def conversation(client):
        arguments = {"datasets": ["dune-xray"], "evidence": "all"}
        checked = await client.call_tool("check_use", arguments)
        card = await client.read_resource("mdexa://cards/dune-xray")
        return checked, card.contents[0].text

    checked, card = talk(hostile_index, log, mode, conversation)
    assert ORDER in card
    assert checked.structured_content["treat_as_data"]
    for text in (checked.content[0].text, card):
        assert not HIDDEN.search(text)
    assert not any(ORDER in event.get("what", "") for event in log.events())


def hello(number=1):
    """The handshake of 2025-11-25, as lines."""
    client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    first = {"jsonrpc": "2.0", "id": number, "method": "initialize", "params": client}
    return [first, {"jsonrpc": "2.0", "method": "notifications/initialized"}]


def request(number, method, **params):
    """A request as a line."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def process(index):
    """A server over standard input and output."""
    pipe = subprocess.PIPE
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    line = command("--index", index)
    return subprocess.Popen(line, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_stdio_answers_all_and_ends_with_the_input(miniature_index):
    """One JSON message a line and nothing else; the last answer leaves before the end; exit code 0."""
    lines = [*hello(), request(2, "tools/call", name="check_use", arguments={"datasets": ["dune-xray"]})]
    served = process(miniature_index)
    out, log = served.communicate("".join(json.dumps(line) + "\n" for line in lines), timeout=PATIENCE)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2]
    assert "dune-xray" in answers[0]["result"]["instructions"] or answers[0]["result"]["instructions"]
    assert answers[1]["result"]["structuredContent"]["results"][0]["id"] == "dune-xray"
    assert served.returncode == 0
    assert json.loads(log.splitlines()[-1])["why"] == "end of input"


def test_stdio_stops_on_sigterm(miniature_index):
    """Exit code 0, and the log says why."""
    served = process(miniature_index)
    served.stdin.write(json.dumps(hello()[0]) + "\n")
    served.stdin.flush()
    assert json.loads(served.stdout.readline())["id"] == 1
    served.send_signal(signal.SIGTERM)
    _, log = served.communicate(timeout=PATIENCE)
    assert served.returncode == 0
    assert json.loads(log.splitlines()[-1]) | {"at": 0} == {"at": 0, "event": "stopped", "why": "SIGTERM"}


def test_stdio_survives_what_is_no_message(miniature_index):
    """A line that is no JSON, and a request that is malformed, do not end the server."""
    lines = [json.dumps(line) for line in hello()]
    lines += ["{", '{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": 5}}']
    lines.append(json.dumps(request(8, "tools/list")))
    served = process(miniature_index)
    out, _ = served.communicate("".join(f"{line}\n" for line in lines), timeout=PATIENCE)
    by_id = {answer.get("id"): answer for answer in map(json.loads, out.splitlines())}
    assert by_id[7]["error"]["code"] == mcp_types.INVALID_PARAMS
    assert len(by_id[8]["result"]["tools"]) == 3


def test_a_server_does_not_start_without_a_good_index(tmp_path):
    """One sentence with the way out, no traceback, exit code 2."""
    (tmp_path / "bad.mdexa").write_bytes(b"no index at all")
    done = subprocess.run(
        command("--index", tmp_path / "bad.mdexa"), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "not an index of Mdexa" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_module_of_the_servers_can_write():
    """No file is opened for writing, nothing is removed, renamed or run, anywhere on the way of a request."""
    folder = ROOT / "mdexa"
    paths = [*(folder / "servers").glob("*.py"), *(folder / "agents").glob("*.py")]
    assert paths
    for path in paths:
        text = path.read_text("utf-8")
        for act in ("open(", "write_text", "write_bytes", "unlink", "rename", "subprocess", "rmtree", "mkdir"):
            assert act not in text.replace("reopen(", ""), (path.name, act)
        assert Path(path).suffix == ".py"
