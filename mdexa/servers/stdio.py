"""Serving one client over standard input and output. Ends with the input, or on SIGTERM once no call is open."""

import os
import signal
import sys
from typing import Any

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.stdio import stdio_server

from mdexa.servers.journal import Journal
from mdexa.servers.mcp_server import Desk, make_server
from mdexa.servers.shelf import PERIOD, Shelf

#: Seconds between two looks at whether an answer is still open, and in which one begins or leaves.
MOMENT = 0.02
#: Seconds that open answers get after a signal.
GRACE = 2.0


def serve(shelf: Shelf, design: str, journal: Journal) -> int:
    """Serves until the input ends. Gives 0."""
    anyio.run(_serve, shelf, design, journal)
    journal.write("stopped", why="end of input")
    return 0


async def _serve(shelf: Shelf, design: str, journal: Journal) -> None:
    desk = Desk(shelf, design, journal)
    server = make_server(desk, design)
    async with anyio.create_task_group() as group:
        group.start_soon(_watch, shelf)
        if sys.platform != "win32":  # there signals end the process by themselves
            group.start_soon(_leave_on_signal, desk)
        async with stdio_server() as (reader, writer):
            journal.write("serving", transport="stdio", tools=design, index=shelf.current.index.digest)
            passed_on, messages = anyio.create_memory_object_stream[Any](0)
            group.start_soon(_relay, reader, passed_on, desk)
            await server.run(messages, writer, server.create_initialization_options())
        group.cancel_scope.cancel()


async def _relay(reader: Any, passed_on: MemoryObjectSendStream[Any], desk: Desk) -> None:
    """Hands the input on. Its end is handed on only when all is answered that was asked before."""
    async with passed_on:
        async for message in reader:
            await passed_on.send(message)
        await _idle(desk)


async def _idle(desk: Desk) -> None:
    await anyio.sleep(MOMENT)
    while desk.open:  # noqa: ASYNC110  no event tells of a request that has not begun yet
        await anyio.sleep(MOMENT)
    await anyio.sleep(MOMENT)


async def _watch(shelf: Shelf) -> None:
    while True:
        await anyio.sleep(PERIOD)
        await anyio.to_thread.run_sync(shelf.refresh)


async def _leave_on_signal(desk: Desk) -> None:
    """A thread blocks in reading the input and cannot be woken, so the process leaves by itself; it writes no files."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for number in signals:
            with anyio.move_on_after(GRACE):
                await _idle(desk)
            desk.journal.write("stopped", why=signal.Signals(number).name)
            os._exit(0)
