"""The site in Chromium: built once from the real catalogue and once from the hostile one, from a server and a disk.

Needs the package playwright and a Chromium that is installed already: MDEXA_BROWSER=<its path>.
"""

import functools
import os
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

CHROMIUM = os.environ.get("MDEXA_BROWSER", "")
#: Nothing of the browser itself goes out; root may start it.
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
#: The site stands below this path of the server, as on a host that several projects share.
BELOW = "below/here"
PATIENCE = 10_000


def pytest_collection_modifyitems(items):
    """All tests of this folder need a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.skipif(not CHROMIUM, reason="MDEXA_BROWSER names no Chromium"))


@pytest.fixture(scope="session")
def chromium():
    """A running browser."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served_folder(tmp_path_factory):
    """A folder, and the address at which a server of this test shows it."""
    folder = tmp_path_factory.mktemp("served")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield folder, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_told):
        pass


@pytest.fixture(scope="session")
def site(catalogue, served_folder):
    """The site of the real catalogue: its folder, and its address below a path."""
    from mdexa.site import build

    folder, address = served_folder
    build(catalogue, folder / BELOW)
    return folder / BELOW, f"{address}{BELOW}/"


@pytest.fixture(scope="session")
def hostile_site(hostile_index, served_folder):
    """The address of the site of a catalogue whose every free text holds markup and orders."""
    from mdexa.catalogue import open_catalogue
    from mdexa.site import build

    folder, address = served_folder
    build(open_catalogue(hostile_index), folder / "hostile")
    return f"{address}hostile/"


@pytest.fixture
def page(chromium):
    """A page in a window of its own; errors of scripts, refusals of the policy and foreign requests fail the test."""
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    faults = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    opened.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    opened.on("request", lambda request: faults.append(request.url) if _is_foreign(request.url) else None)
    yield opened
    context.close()
    assert faults == []


def _is_foreign(url):
    return not url.startswith(("http://127.0.0.1:", "file:", "data:"))
