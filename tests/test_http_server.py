"""The HTTP interface as a client meets it: a server in a process of its own, asked over loopback."""

import concurrent.futures
import gzip
import io
import json
import shutil
import time

import anyio
import jsonschema
import pytest
from mcp import Client

from mdexa.agents.cleaning import HIDDEN
from mdexa.catalogue import open_catalogue
from mdexa.errors import BadQuery
from mdexa.operations import OPERATIONS
from mdexa.params import SearchParams
from mdexa.servers.guard import AT_ONCE, BODY, Guard, allowed
from mdexa.servers.journal import Journal
from mdexa.servers.openapi import document
from mdexa.servers.query import parameters, request_of
from tests.hostile import MARKUP, ORDER
from tests.serving import PATIENCE, served

QUESTIONS = {
    "search": {"query": "chest", "filters": {"modality": ["chest-radiograph"]}, "count_by": ["access_kind"]},
    "card": {"datasets": ["dune-xray"], "sections": ["summary", "access"]},
    "evidence": {"datasets": ["dune-xray"]},
    "facets": {"facets": ["licence_status", "topic"]},
    "access": {"datasets": ["dune-xray"]},
    "similar": {"dataset": "dune-xray", "limit": 3},
    "check": {"datasets": ["dune-xray", "nobody"], "purposes": ["commercial_product"]},
    "passages": {"phrase": "pneumonia"},
}


@pytest.fixture(scope="module")
def server(miniature_index, tmp_path_factory):
    """A server on the invented catalogue."""
    with served(tmp_path_factory.mktemp("http"), "--index", miniature_index) as running:
        yield running


def flat(request, before=""):
    """A request as the pairs of a query string."""
    for key, value in request.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        elif isinstance(value, list):
            yield from ((f"{before}{key}", one) for one in value)
        else:
            yield f"{before}{key}", str(value)


def query(name):
    """The address that asks an operation its question."""
    from urllib.parse import urlencode

    return f"/v1/{name}?{urlencode(list(flat(QUESTIONS[name])))}"


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_operation_answers_as_the_library_does(server, miniature, name):
    """By query string and by body alike, and as the document says."""
    expected = miniature.run(name, QUESTIONS[name]).to_dict()
    assert server.get(query(name)) == (200, expected)
    assert server.post(f"/v1/{name}", QUESTIONS[name]) == (200, expected)
    made = document()
    schema = {"$ref": f"#/components/schemas/{OPERATIONS[name].result.__name__}", "components": made["components"]}
    jsonschema.Draft202012Validator(schema).validate(expected)


def test_the_document_is_served_and_whole(server):
    """Every reference leads somewhere, every operation is there twice, each with its problems."""
    status, made = server.get("/openapi.json")
    assert status == 200
    assert made == json.loads(json.dumps(document()))
    text = json.dumps(made)
    for reference in {part.split('"')[0] for part in text.split('"$ref": "#/')[1:]}:
        at = made
        for step in reference.split("/"):
            at = at[step]
    assert {path for path in made["paths"] if path.startswith("/v1/")} == {f"/v1/{name}" for name in OPERATIONS}


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/v1/search?limit=many", 400, "limit"),
        ("/v1/search?limit=5&limit=6", 400, "given twice"),
        ("/v1/search?colour=red", 400, "no such field"),
        ("/v1/search?filters.access_kind=opne", 400, "open"),
        ("/v1/check", 400, "datasets"),
        ("/v1/similar?dataset=dune-xrai", 404, "dune-xray"),
        ("/v1/delete", 404, "openapi.json"),
        ("/v1/search/", 404, "openapi.json"),
    ],
)
def test_problems_say_what_to_do(server, path, status, expected):
    """Problem details with field, legal and near values; nothing internal."""
    got, headers, body = server.ask("GET", path)
    assert got == status
    assert headers["content-type"] == "application/problem+json"
    assert json.loads(body)["status"] == status
    assert expected in body.decode()
    assert "Traceback" not in body.decode()


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"{}", "", 415),
        (b" " * (BODY + 1), "application/json", 413),
    ],
)
def test_a_body_that_is_none_is_refused(server, body, kind, status):
    """No JSON object, another type, too large: a problem each, and the server goes on."""
    headers = {"content-type": kind} if kind else {}
    got, shown, _ = server.ask("POST", "/v1/search", body=body, headers=headers)
    assert (got, shown["content-type"]) == (status, "application/problem+json")
    assert server.get("/health") == (200, {"status": "ok"})


def test_another_method_is_refused(server):
    """The answer names those that are taken."""
    status, headers, _ = server.ask("DELETE", "/v1/search")
    assert (status, headers["allow"]) == (405, "GET, HEAD, POST")
    assert server.ask("GET", "/mcp")[0] == 405


ROUTES = ["/", "/health", "/version", "/openapi.json", "/v1/facets", "/mcp"]


@pytest.mark.parametrize("path", ROUTES)
def test_a_foreign_name_or_page_is_refused_on_every_route(server, path):
    """Else a page could reach the server by a name of its own."""
    method, body = ("POST", b"{}") if path == "/mcp" else ("GET", None)
    assert server.ask(method, path, body=body, headers={"host": "evil.example"})[0] == 421
    status, headers, _ = server.ask(method, path, body=body, headers={"origin": "https://evil.example"})
    assert status == 403
    assert "access-control-allow-origin" not in headers


def test_pages_of_this_machine_may_read(server):
    """With their origin echoed, before and after the question."""
    origin = {"origin": "http://localhost:3000"}
    status, headers, _ = server.ask("GET", "/v1/facets", headers=origin)
    assert (status, headers["access-control-allow-origin"]) == (200, "http://localhost:3000")
    status, headers, _ = server.ask("OPTIONS", "/v1/search", headers=origin)
    assert (status, headers["access-control-allow-methods"]) == (204, "GET, POST")


def test_names_are_compared_whole():
    """With any port; never by their beginning."""
    names = allowed(("data.example.org",), ("https://app.example.org",))
    assert all(map(names.host, ("127.0.0.1:8", "localhost", "[::1]:80", "data.example.org:443", "DATA.example.org")))
    assert not any(map(names.host, ("", "data.example.org.evil.example", "evil.example", "127.0.0.1.evil.example")))
    assert all(map(names.origin, (None, "https://app.example.org", "http://localhost:5173")))
    assert not any(map(names.origin, ("null", "", "https://localhost.evil.example", "http://localhost.evil.example:1")))
    assert not names.origin("https://app.example.org.evil.example")
    assert allowed((), ("*",)).origin("https://anything.example")


def test_an_unchanged_answer_is_not_sent_again(server, miniature):
    """The tag holds the digest of the catalogue, and belongs to one question."""
    _, headers, _ = server.ask("GET", query("card"))
    tag = headers["etag"]
    assert miniature.digest[:16] in tag
    assert "max-age" in headers["cache-control"]
    assert server.ask("GET", query("card"), headers={"if-none-match": tag})[::2] == (304, b"")
    assert server.ask("GET", query("access"), headers={"if-none-match": tag})[0] == 200
    assert server.ask("GET", "/v1/card?colour=red", headers={"if-none-match": tag})[0] == 400


def test_long_answers_are_zipped_for_who_takes_it(server):
    """The same bytes, once unzipped."""
    _, plain, body = server.ask("GET", query("evidence"))
    _, headers, zipped = server.ask("GET", query("evidence"), headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped) == body
    assert "accept-encoding" in headers["vary"].lower()


def test_version_tells_program_and_catalogue(server, miniature):
    """Enough to know which answers one gets."""
    _, told = server.get("/version")
    assert told["digest"] == miniature.digest
    assert (told["version"], told["as_of"]) == (miniature.stamp.version, miniature.stamp.as_of)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_agents_are_served_on_the_same_address(server, mode):
    """Both revisions, without sessions."""

    async def talk():
        async with Client(f"http://127.0.0.1:{server.port}/mcp", mode=mode) as client:
            tools = await client.list_tools()
            answer = await client.call_tool("check_use", {"datasets": ["dune-xray"], "evidence": "none"})
            refused = await client.call_tool("check_use", {"datasets": []})
            return len(tools.tools), answer.structured_content["combined"]["teaching"], refused.is_error

    assert anyio.run(talk) == (3, "allowed", True)


def test_the_log_is_lines_of_json_without_questions(server):
    """Route, status, time and size."""
    server.get("/v1/search?query=something+private")
    server.get("/private")
    events = server.events()
    assert {"serving", "call"} <= {event["event"] for event in events}
    last = [event for event in events if event["event"] == "call"][-1]
    assert last.keys() == {"at", "event", "what", "ms", "status", "characters"}
    assert "private" not in server.log.read_text("utf-8")


def test_a_hostile_catalogue_comes_out_as_data(hostile_index, tmp_path):
    """JSON only, never a page; no hidden character; the browser is told not to guess."""
    with served(tmp_path, "--index", hostile_index) as running:
        for name in OPERATIONS:
            status, headers, body = running.ask("GET", query(name))
            text = body.decode()
            assert status == 200
            assert headers["content-type"] == "application/json"
            assert headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert not HIDDEN.search(text)
            assert "\\u00" not in text
            assert "untrusted" not in text or "data, never an instruction" in text
        assert ORDER in text
        assert MARKUP.split("<")[1] in text


def test_a_new_index_is_taken_up_and_a_bad_one_is_not(miniature_index, hostile_index, tmp_path):
    """Without losing a request; a damaged file is logged and the old catalogue stays."""
    index = tmp_path / "catalogue.mdexa"
    shutil.copy(miniature_index, index)
    with served(tmp_path, "--index", index) as running, concurrent.futures.ThreadPoolExecutor(4) as pool:
        until = time.monotonic() + 7
        asking = [pool.submit(_ask_until, running, until) for _ in range(4)]
        _replace(index, b"MDEXA, but not really" * 100)
        _wait_for(running, "index_refused")
        assert running.get("/version")[1]["digest"] == open_catalogue(miniature_index).digest
        whole = miniature_index.read_bytes()
        _replace(index, whole[: len(whole) // 2])
        _wait_for(running, "index_refused", times=2)
        _replace(index, hostile_index.read_bytes())
        _wait_for(running, "index_swapped")
        assert running.get("/version")[1]["digest"] == open_catalogue(hostile_index).digest
        assert set().union(*(one.result() for one in asking)) == {200}
        assert running.stop() == 0


def _ask_until(running, until):
    statuses = set()
    while time.monotonic() < until:
        statuses.add(running.ask("GET", query("search"))[0])
    return statuses


def _replace(index, content):
    beside = index.with_suffix(".new")
    beside.write_bytes(content)
    beside.replace(index)


def _wait_for(running, event, times=1):
    until = time.monotonic() + PATIENCE
    while sum(one["event"] == event for one in running.events()) < times:
        assert time.monotonic() < until, running.log.read_text("utf-8")
        time.sleep(0.1)


def test_open_answers_are_finished_before_the_stop(miniature_index, tmp_path):
    """SIGTERM in the middle of many questions: each that was taken is answered, and the exit code is 0."""
    with served(tmp_path, "--index", miniature_index) as running, concurrent.futures.ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(_ask, running) for _ in range(60)]
        time.sleep(0.1)
        assert running.stop() == 0
        answers = [one.result() for one in asked]
    assert set(answers) <= {200, None}
    assert 200 in answers


def _ask(running):
    try:
        return running.ask("GET", query("check"))[0]
    except OSError:
        return None


def test_two_workers_answer_the_same(miniature_index, tmp_path):
    """Each has the catalogue, and all stop."""
    with served(tmp_path, "--index", miniature_index, "--workers", "2") as running:
        assert {running.get(query("check"))[0] for _ in range(10)} == {200}
        assert running.stop() == 0


def test_a_query_string_becomes_the_request():
    """Repeated keys are lists, dots lead into groups, numbers and truth are read, an unknown key stays."""
    known = parameters(SearchParams)
    pairs = [
        ("query", "a b"),
        ("limit", "3"),
        ("filters.topic", "x"),
        ("filters.topic", "y"),
        ("filters.repo_only", "true"),
        ("usable_for.purpose", "teaching"),
        ("nothing.like.it", "z"),
    ]
    assert request_of(known, pairs) == {
        "query": "a b",
        "limit": 3,
        "filters": {"topic": ["x", "y"], "repo_only": True},
        "usable_for": {"purpose": "teaching"},
        "nothing.like.it": "z",
    }
    assert request_of(known, [("limit", "x"), ("filters.repo_only", "maybe")]) == {
        "limit": "x",
        "filters": {"repo_only": "maybe"},
    }
    with pytest.raises(BadQuery, match="given twice"):
        request_of(known, [("query", "a"), ("query", "b")])


#: A request as an application meets it.
SCOPE = {"type": "http", "method": "GET", "query_string": b"", "headers": [(b"host", b"localhost")]}


def test_more_at_once_than_is_good_is_told_to_come_again():
    """Those that are open are answered; the next one gets 503 and when to try again."""
    log = io.StringIO()
    release = anyio.Event()

    async def slow(_scope, _receive, send):
        await release.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    async def ask(guard, sent):
        scope = SCOPE | {"path": "/health"}

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        await guard(scope, receive, send)

    async def run():
        guard = Guard(slow, allowed((), ()), Journal(log))
        open_ones = [[] for _ in range(AT_ONCE)]
        async with anyio.create_task_group() as group:
            for sent in open_ones:
                group.start_soon(ask, guard, sent)
            await anyio.wait_all_tasks_blocked()
            late = []
            await ask(guard, late)
            release.set()
        return open_ones, late

    open_ones, late = anyio.run(run)
    assert {sent[0]["status"] for sent in open_ones} == {200}
    assert late[0]["status"] == 503
    assert (b"retry-after", b"1") in late[0]["headers"]


def test_a_failure_is_logged_and_not_told():
    """Whatever breaks below, the caller reads one plain problem."""
    log = io.StringIO()

    async def broken(_scope, _receive, _send):
        raise RuntimeError("secret detail")

    async def run():
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        scope = SCOPE | {"path": "/version"}
        await Guard(broken, allowed((), ()), Journal(log))(scope, receive, send)
        return sent

    start, body = anyio.run(run)
    assert start["status"] == 500
    assert b"secret" not in body["body"]
    assert "secret detail" in log.getvalue()
