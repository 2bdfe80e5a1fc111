"""Sustained load on a server over loopback: requests a second, p50 and p99, errors.

    python -m tests.benchmarks.load --workers 2 --connections 16 --seconds 20

Starts `mdexa serve --http`, keeps so many connections open, and asks a fixed mixture on each, one after the other:
routes and tools, short and long answers. Needs nothing but Python; the load comes from the same machine and takes part
of it.
"""

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from mdexa.holdings import default_path
from tests.serving import served

MIXTURE = (
    ("search", "GET", "/v1/search?query=chest+x-ray+with+reports", None),
    ("search, usable", "POST", "/v1/search", {"query": "CT", "usable_for": {"purpose": "commercial_product"}}),
    ("check of one", "POST", "/v1/check", {"datasets": ["kits19"], "purposes": ["commercial_product"]}),
    ("card", "GET", "/v1/card?datasets=medmnist", None),
    ("access", "GET", "/v1/access?datasets=mimic-iv", None),
    ("find_datasets", "POST", "/mcp", ("find_datasets", {"query": "kidney segmentation"})),
    ("check_use", "POST", "/mcp", ("check_use", {"datasets": ["mimic-iv", "kits19"], "purposes": ["model_training"]})),
    ("get_dataset", "POST", "/mcp", ("get_dataset", {"datasets": ["ham10000"]})),
)


class Result(NamedTuple):
    """One request: what, how long in milliseconds, whether it went well."""

    what: str
    ms: float
    good: bool


def raw(port, method, path, asked):
    """A request as bytes."""
    headers = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept: application/json, text/event-stream"]
    body = b""
    if isinstance(asked, tuple):
        name, arguments = asked
        call = {"name": name, "arguments": arguments}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}).encode()
        headers.append("MCP-Protocol-Version: 2025-11-25")
    elif asked is not None:
        body = json.dumps(asked).encode()
    if body:
        headers += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*headers, "", ""]).encode() + body


async def answer(reader):
    """Status and body of one answer on an open connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.partition("content-length:")[2].partition("\r\n")[0])
    return int(head.split(" ", 2)[1]), await reader.readexactly(length)


async def ask_on(port, until, offset, results):
    """One connection: the mixture over and over, each worker beginning at another place of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    at = offset
    with contextlib.closing(writer):
        while time.perf_counter() < until:
            what, *rest = MIXTURE[at % len(MIXTURE)]
            started = time.perf_counter()
            writer.write(raw(port, *rest))
            status, body = await answer(reader)
            good = status == 200 and b'"isError":true' not in body and b'"error"' not in body[:200]
            results.append(Result(what, (time.perf_counter() - started) * 1000, good))
            at += 1


def percentile(values, share):
    """The value below which this share of all lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


async def measure(port, connections, seconds):
    """All results of some seconds."""
    results = []
    until = time.perf_counter() + seconds
    asking = [ask_on(port, until, offset, results) for offset in range(connections)]
    failed = [one for one in await asyncio.gather(*asking, return_exceptions=True) if one is not None]
    return results, failed


def show(results, failed, seconds):
    """The table."""
    kinds = defaultdict(list)
    for result in results:
        kinds[result.what].append(result.ms)
        kinds["all"].append(result.ms)
    print(
        f"{len(results) / seconds:.0f} requests a second, {sum(not one.good for one in results)} wrong answers, "
        f"{len(failed)} broken connections"
    )
    for what, times in kinds.items():
        print(f"{what:16} {len(times):7} p50 {percentile(times, 0.5):7.2f} ms   p99 {percentile(times, 0.99):7.2f} ms")


def main():
    """Starts the server, asks, prints."""
    parser = argparse.ArgumentParser(description="sustained load over loopback")
    parser.add_argument("--index", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20)
    arguments = parser.parse_args()
    index = arguments.index or default_path()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), "--index", index.resolve(), "--workers", arguments.workers) as server,
    ):
        asyncio.run(measure(server.port, arguments.connections, 2))  # warm
        results, failed = asyncio.run(measure(server.port, arguments.connections, arguments.seconds))
        show(results, failed, arguments.seconds)
        print("exit code after SIGTERM:", server.stop())


if __name__ == "__main__":
    main()
