"""`mdexa serve`: its options, and what it starts. The servers are imported when it runs."""

import argparse
from argparse import Namespace

from mdexa.errors import BadQuery

LAST_PORT = 65535


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of the command."""
    _listening(command)
    command.add_argument(
        "--tools",
        choices=("actions", "endpoints"),
        default="actions",
        help="three tools by what people ask (default), or one tool an operation",
    )
    command.add_argument("--log-arguments", action="store_true", help="write what is asked into the log, too")
    command.add_argument(
        "--index",
        metavar="PATH",
        help="the index file to serve (default: MDEXA_INDEX, else the one that came with mdexa); a new one is taken up",
    )


def _listening(command: argparse.ArgumentParser) -> None:
    command.add_argument("--http", action="store_true", help="serve by HTTP: /mcp for agents, /v1/ for programs")
    command.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    command.add_argument("--port", type=int, default=8765, metavar="N", help="the port to listen on (default 8765)")
    command.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which this server is called, besides this machine's own",
    )
    command.add_argument(
        "--allowed-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="pages of this origin may ask, as in https://example.org; * lets any page ask",
    )
    command.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes that answer by HTTP (default 1)"
    )


def serve(arguments: Namespace) -> int:
    """`mdexa serve`: 0 once it was told to stop."""
    from pathlib import Path

    from mdexa.holdings import default_path

    _require_server()
    index = Path(arguments.index) if arguments.index else default_path()
    if not arguments.http:
        from mdexa.servers import stdio
        from mdexa.servers.journal import Journal
        from mdexa.servers.shelf import Shelf

        journal = Journal(arguments=arguments.log_arguments)
        return stdio.serve(Shelf(index, journal), arguments.tools, journal)
    from mdexa.servers import http_server

    _require_names(arguments)
    settings = http_server.Settings(
        index=str(index),
        tools=arguments.tools,
        host=arguments.host,
        port=arguments.port,
        allowed_hosts=tuple(arguments.allowed_host),
        allowed_origins=tuple(arguments.allowed_origin),
        workers=arguments.workers,
        log_arguments=arguments.log_arguments,
    )
    return http_server.serve(settings)


def _require_names(arguments: Namespace) -> None:
    """Whoever is reached from outside says by which name, or any page could reach it through a name of its own."""
    if arguments.host not in ("127.0.0.1", "localhost", "::1") and not arguments.allowed_host:
        why = "a server that is reached from outside needs --allowed-host with the name by which it is called"
        raise BadQuery("--host", arguments.host, why=why)
    if arguments.workers < 1 or not 0 < arguments.port <= LAST_PORT:
        raise BadQuery("--workers or --port", (arguments.workers, arguments.port), ["1 or more", f"1 to {LAST_PORT}"])


def _require_server() -> None:
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise BadQuery("command", "serve", why="serving needs mcp; install mdexa[serve]")
