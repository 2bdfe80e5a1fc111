"""A server in a process of its own, on a free port of this machine, and how it is asked."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Seconds in which a server answers, or the test fails.
PATIENCE = 20


def command(*arguments):
    """The command line of `mdexa serve`."""
    return [sys.executable, "-m", "mdexa", "serve", *map(str, arguments)]


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Served:
    """A running server: where it is, and what it has logged."""

    def __init__(self, process, port, log):
        self.process, self.port, self.log = process, port, log

    def ask(self, method, path, *, body=None, headers=None):
        """Status, headers and body of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()

    def get(self, path, **headers):
        """Status and JSON of a GET."""
        status, _, body = self.ask("GET", path, headers=headers)
        return status, json.loads(body)

    def post(self, path, request):
        """Status and JSON of a POST."""
        headers = {"content-type": "application/json"}
        status, _, body = self.ask("POST", path, body=json.dumps(request), headers=headers)
        return status, json.loads(body)

    def events(self):
        """The lines of the log."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def stop(self):
        """Tells it to stop, and gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def served(folder, *arguments):
    """A server that answers, ended when the test ends."""
    port, log = free_port(), folder / "server.log"
    with log.open("w") as stream:
        line = command("--http", "--port", port, *arguments)
        process = subprocess.Popen(line, cwd=ROOT, stderr=stream, env=os.environ | {"PYTHONPATH": str(ROOT)})
        server = Served(process, port, log)
        try:
            _wait(server)
            yield server
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


def _wait(server):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.process.poll() is None:
        with contextlib.suppress(OSError):
            if server.get("/health")[0] == 200:
                return
        time.sleep(0.05)
    raise AssertionError(server.log.read_text("utf-8"))
