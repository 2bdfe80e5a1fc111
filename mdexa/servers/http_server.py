"""The HTTP interface: one route an operation, its document, and the tools for agents, in one application."""

import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl
from zlib import crc32

import anyio
import anyio.to_thread
import msgspec
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mdexa.agents.cleaning import to_json
from mdexa.errors import BadQuery, MdexaError
from mdexa.holdings import Holdings
from mdexa.operations import OPERATIONS, Operation, run
from mdexa.servers.guard import BODY, MCP_PATH, Guard, allowed
from mdexa.servers.journal import Journal
from mdexa.servers.mcp_server import AT_ONCE, Desk, make_server
from mdexa.servers.openapi import Health, Version, document
from mdexa.servers.problems import MEDIA_TYPE, problem, problem_of
from mdexa.servers.query import parameters, request_of
from mdexa.servers.shelf import PERIOD, Shelf
from mdexa.version import __version__

JSON = "application/json"
#: An answer is fresh so long, and then asked for again with its tag, since a new release may have come.
FRESH = "public, max-age=300"
SMALLEST_ZIPPED, ZIP_LEVEL = 1024, 5
#: Seconds that open answers get after SIGTERM.
GRACE = 5
#: How the workers of one server learn what to serve.
ENVIRONMENT = "MDEXA_SERVE"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a server is told when it starts."""

    index: str
    tools: str = "actions"
    host: str = "127.0.0.1"
    port: int = 8765
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    workers: int = 1
    log_arguments: bool = False


class Routes:
    """The routes, answered from what stands on the shelf."""

    def __init__(self, shelf: Shelf, design: str) -> None:
        self.shelf, self.design = shelf, design
        self.document = to_json(document())
        self.limiter: anyio.CapacityLimiter | None = None

    def listed(self) -> list[Route]:
        """All of them."""
        operations = [
            Route(f"/v1/{name}", self._operation(operation), methods=["GET", "POST"])
            for name, operation in OPERATIONS.items()
        ]
        fixed = {
            "/": self.index,
            "/health": self.health,
            "/version": self.version,
            "/openapi.json": self.openapi,
        }
        return [*operations, *(Route(path, answer, methods=["GET"]) for path, answer in fixed.items())]

    def _operation(self, operation: Operation) -> Callable[[Request], Any]:
        known = parameters(operation.params)

        async def answer(request: Request) -> Response:
            holdings = self.shelf.current
            try:
                if request.method == "POST":
                    asked = _body(await request.body(), request.headers.get("content-type", ""))
                else:
                    asked = request_of(known, parse_qsl(request.url.query, keep_blank_values=True, errors="replace"))
                if request.method == "GET" and _unchanged(request, holdings):
                    return Response(status_code=304, headers=_headers(request, holdings))
                content = await self._aside(_answered, holdings, operation.name, asked)
            except MdexaError as error:
                found = problem_of(error)
                if found is None:
                    raise
                return Response(found[1], status_code=found[0], media_type=MEDIA_TYPE)
            headers = _headers(request, holdings) if request.method == "GET" else {"cache-control": "no-store"}
            return Response(content, media_type=JSON, headers=headers)

        return answer

    async def _aside(self, work: Callable[..., bytes], *given: Any) -> bytes:
        if self.limiter is None:
            self.limiter = anyio.CapacityLimiter(AT_ONCE)
        return await anyio.to_thread.run_sync(work, *given, limiter=self.limiter)

    async def index(self, _request: Request) -> Response:
        """Where things are."""
        places = {"operations": [f"/v1/{name}" for name in OPERATIONS], "document": "/openapi.json", "mcp": MCP_PATH}
        return Response(to_json(places), media_type=JSON)

    async def health(self, _request: Request) -> Response:
        """The server answers, and holds a catalogue."""
        return Response(to_json(Health(status="ok")), media_type=JSON, headers={"cache-control": "no-store"})

    async def version(self, _request: Request) -> Response:
        """Program, catalogue, digest."""
        holdings = self.shelf.current
        stamp = holdings.stamp
        told = Version(
            mdexa=__version__,
            catalogue=stamp.name,
            version=stamp.version,
            as_of=stamp.as_of,
            datasets=stamp.datasets,
            digest=holdings.index.digest,
        )
        return Response(to_json(told), media_type=JSON, headers={"cache-control": "no-cache"})

    async def openapi(self, request: Request) -> Response:
        """The document of this interface; it changes with the program, not with the catalogue."""
        tag = f'W/"{crc32(self.document):08x}"'
        headers = {"cache-control": FRESH, "etag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self.document, media_type=JSON, headers=headers)


def _answered(holdings: Holdings, operation: str, asked: dict[str, Any]) -> bytes:
    return to_json(run(holdings, operation, asked))


def _body(body: bytes, content_type: str) -> dict[str, Any]:
    """The request in a body. BadQuery if it is no JSON object."""
    if content_type.partition(";")[0].strip().lower() != JSON:
        raise HTTPException(415, f"send the body as {JSON}")
    try:
        asked = msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadQuery("the body", "what was sent", ["a JSON object"], why="it is not JSON") from None
    if not isinstance(asked, dict):
        raise BadQuery("the body", type(asked).__name__, ["a JSON object"])
    return asked


def _tag(request: Request, holdings: Holdings) -> str:
    """An answer depends on its question, the catalogue and the program, and on nothing else."""
    question = f"{request.url.path}?{request.url.query}".encode()
    return f'W/"{holdings.index.digest[:16]}-{__version__}-{crc32(question):08x}"'


def _unchanged(request: Request, holdings: Holdings) -> bool:
    given = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    return _tag(request, holdings) in given


def _headers(request: Request, holdings: Holdings) -> dict[str, str]:
    return {"cache-control": FRESH, "etag": _tag(request, holdings)}


async def _problem(_request: Request, error: Exception) -> Response:
    """What the routing refuses: no such address, another method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    kinds = {404: "no-such-route", 405: "method", 415: "media-type"}
    details = {404: "see /openapi.json", 405: "see /openapi.json", 415: f"send the body as {JSON}"}
    kind = kinds.get(status, "failure")
    given = (error.headers or {}) if isinstance(error, HTTPException) else {}
    headers = {name: ", ".join(sorted(value.split(", "))) for name, value in given.items()}
    body = problem(status, kind, details.get(status, "the failure was logged"))
    return Response(body, status_code=status, media_type=MEDIA_TYPE, headers=headers)


def make_app(settings: Settings, journal: Journal | None = None) -> Guard:
    """The whole application. IndexUnreadable if there is no good index to begin with."""
    journal = journal or Journal(arguments=settings.log_arguments)
    shelf = Shelf(Path(settings.index), journal)
    server = make_server(Desk(shelf, settings.tools, journal), settings.tools)
    # Host and Origin are checked in front of every route; the SDK's own check covers one of them only.
    own = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    mcp = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=BODY,
        transport_security=own,
    )

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with server.session_manager.run(), anyio.create_task_group() as group:
            group.start_soon(_watch, shelf)
            journal.write("serving", transport="http", tools=settings.tools, index=shelf.current.index.digest)
            yield
            group.cancel_scope.cancel()
        journal.write("stopped", why="signal")

    app = Starlette(
        routes=[*Routes(shelf, settings.tools).listed(), *mcp.routes],
        lifespan=lifespan,
        exception_handlers={HTTPException: _problem, Exception: _problem},
    )
    app.router.redirect_slashes = False
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=ZIP_LEVEL)
    return Guard(app, allowed(settings.allowed_hosts, settings.allowed_origins), journal)


async def _watch(shelf: Shelf) -> None:
    while True:
        await anyio.sleep(PERIOD)
        await anyio.to_thread.run_sync(shelf.refresh)


def make_worker() -> Guard:
    """The application of one worker of several, told by the environment what to serve."""
    return make_app(msgspec.convert(json.loads(os.environ[ENVIRONMENT]), Settings))


def serve(settings: Settings) -> int:
    """Serves until SIGTERM or SIGINT; open answers are finished first. Gives 0."""
    # uvicorn raises the signal again once it has stopped; by then it has been obeyed.
    signal.signal(signal.SIGTERM, lambda _number, _frame: None)
    common: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": GRACE,
    }
    if settings.workers == 1:
        uvicorn.run(make_app(settings), **common)
        return 0
    Shelf(Path(settings.index), Journal())  # a bad index is told here, and not by every worker
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()
    uvicorn.run("mdexa.servers.http_server:make_worker", factory=True, workers=settings.workers, **common)
    return 0
