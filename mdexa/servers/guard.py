"""What stands before every route: Host and Origin, sizes, how many at once, safe headers, and a line in the log."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from mdexa.operations import OPERATIONS
from mdexa.servers.journal import Journal, clock
from mdexa.servers.problems import problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Bytes of a request's body and of its query string; requests that are answered at once.
BODY, QUERY, AT_ONCE = 1 << 20, 1 << 16, 64
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MCP_PATH = "/mcp"
ROUTES = {"/", "/health", "/version", "/openapi.json", MCP_PATH, *(f"/v1/{name}" for name in OPERATIONS)}
SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, POST"),
    (
        b"access-control-allow-headers",
        b"accept, content-type, if-none-match, mcp-method, mcp-name, mcp-protocol-version",
    ),
    (b"access-control-max-age", b"86400"),
    (b"content-length", b"0"),
)


class Allowed(msgspec.Struct, frozen=True):
    """Who may be called by which name, and from which pages. `*` among the origins: from any page."""

    hosts: tuple[str, ...]
    origins: tuple[str, ...]

    def host(self, given: str) -> bool:
        """Whether the Host header names this server, with any port or none."""
        return _without_port(given) in self.hosts

    def origin(self, given: str | None) -> bool:
        """Whether a page of this origin may ask. No Origin: no page asks."""
        if given is None or "*" in self.origins:
            return True
        scheme, _, host = given.partition("://")
        return given in self.origins or (
            scheme == "http" and _without_port(host) in LOOPBACK and "loopback" in self.origins
        )


def allowed(hosts: tuple[str, ...], origins: tuple[str, ...]) -> Allowed:
    """The named hosts and origins besides this machine's own."""
    return Allowed((*LOOPBACK, *(_without_port(host) for host in hosts)), ("loopback", *origins))


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isascii() and port.isdigit() else host.lower()


class Guard:
    """An ASGI application around the application. Nothing reaches it that is not in order."""

    def __init__(self, app: App, names: Allowed, journal: Journal) -> None:
        self.app, self.names, self.journal = app, names, journal
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        out = _Outbound(send, origin)
        started = clock()
        refusal = self._refusal(scope, headers, origin)
        if refusal is not None:
            await _refuse(out, *refusal)
        elif scope["method"] == "OPTIONS":
            await out.answer(204, PREFLIGHT)
        else:
            await self._pass(scope, receive, out)
        self.journal.call(f"{scope['method']} {_route(scope['path'])}", started, str(out.status), out.sent)

    def _refusal(self, scope: Scope, headers: dict[bytes, str], origin: str | None) -> tuple[int, str, str] | None:
        declared = headers.get(b"content-length", "0")
        checks = (
            (not self.names.host(headers.get(b"host", "")), (421, "host", "this server does not go by that name")),
            (not self.names.origin(origin), (403, "origin", "pages of that origin may not ask this server")),
            (len(scope["query_string"]) > QUERY, (414, "query", f"a query string has at most {QUERY} bytes; use POST")),
            (declared.isdigit() and int(declared[:20]) > BODY, (413, "body", f"a body has at most {BODY} bytes")),
            (_opens_stream(scope), (405, "method", "this route takes POST; the server sends nothing unasked")),
            (self._open >= AT_ONCE, (503, "busy", "the server is busy; try again in a second")),
        )
        return next((refusal for wrong, refusal in checks if wrong), None)

    async def _pass(self, scope: Scope, receive: Receive, out: "_Outbound") -> None:
        self._open += 1
        try:
            body = await _body(receive)
            if body is None:
                await _refuse(out, 413, "body", f"a body has at most {BODY} bytes")
            else:
                await self.app(scope, _replay(body, receive), out)
        except Exception as error:  # noqa: BLE001  nothing of a failure is told
            self.journal.failure(_route(scope["path"]), error)
            if not out.status:
                await _refuse(out, 500, "failure", "the server failed on this request; the failure was logged")
        finally:
            self._open -= 1


def _opens_stream(scope: Scope) -> bool:
    return scope["path"] == MCP_PATH and scope["method"] in ("GET", "DELETE", "HEAD", "PUT", "PATCH")


def _route(path: str) -> str:
    """The path if it is one of ours: what else a caller writes there is not logged."""
    return path if path in ROUTES else "other"


async def _body(receive: Receive) -> bytes | None:
    """The whole body, None once it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > BODY:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def _refuse(out: "_Outbound", status: int, kind: str, detail: str) -> None:
    body = problem(status, kind, detail)
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"retry-after", b"1")] if status == 503 else []  # noqa: PLR2004
    headers += [(b"allow", b"POST, OPTIONS")] if kind == "method" else []
    await out.answer(status, headers, body)


class _Outbound:
    """Sends an answer with the headers that all answers have, and counts it."""

    def __init__(self, send: Send, origin: str | None) -> None:
        self._send, self.status, self.sent = send, 0, 0
        echoed = [(b"access-control-allow-origin", origin.encode("latin-1"))] if origin else []
        self._extra = [*SAFE, *echoed, (b"access-control-expose-headers", b"etag")]

    async def __call__(self, message: Message) -> None:
        """An ASGI message."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            extra = self._extra if self.status not in (403, 421) else list(SAFE)
            given = list(message.get("headers", ()))
            varies = [value for name, value in given if name.lower() == b"vary"]
            kept = [row for row in given if row[0].lower() != b"vary"]
            message["headers"] = [*kept, *extra, (b"vary", b", ".join([b"origin", *varies]))]
        self.sent += len(message.get("body", b""))
        await self._send(message)

    async def answer(self, status: int, headers: Any, body: bytes = b"") -> None:
        """A whole answer."""
        await self({"type": "http.response.start", "status": status, "headers": list(headers)})
        await self({"type": "http.response.body", "body": body})
