"""A served page and a browser to look at it, for tests: one server and one browser for all of them."""

import os
import shutil
import socket
import threading
import time
from contextlib import contextmanager

import pytest

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = {"width": 1280, "height": 850}, {"width": 390, "height": 844}
PATIENCE = 600_000  # milliseconds; only a page that is broken takes so long, on however busy a machine
FLAGS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


@contextmanager
def served(app):
    """The address of an application that runs in a thread."""
    import uvicorn

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@contextmanager
def chromium():
    """A browser without a window; tests are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        pytest.skip("there is no Chromium here: scripts/install-chromium")
    with playwright.sync_playwright() as tool:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = tool.chromium.launch(executable_path=path, args=[*FLAGS, *sandbox])
        yield browser
        browser.close()


class Page:
    """A page of the board, in the words of someone who uses it."""

    def __init__(self, browser, address, size):
        self.address = address
        self.context = browser.new_context(
            viewport=size, has_touch=size == PHONE, accept_downloads=True, permissions=["clipboard-write"]
        )
        self.problems = []
        self.tab = self.new_tab()

    def new_tab(self):
        """Another tab of the same browser; scripts that fail there are told at the end."""
        tab = self.context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.on("pageerror", lambda error: self.problems.append(str(error)))
        tab.on("dialog", lambda dialog: dialog.accept())
        return tab

    def begin(self):
        """As new: nothing is remembered."""
        self.problems.clear()
        self.tab.goto(f"{self.address}icon.svg")
        self.tab.evaluate("localStorage.clear(); sessionStorage.clear()")

    def open(self, fragment):
        """Go to a game."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.address}#{fragment}")
        self.tab.wait_for_selector("#board .cell")
        return self

    def click(self, cell):
        """Click in the middle of a cell, as soon as any may be clicked."""
        self.tab.wait_for_selector("#board .cell.can")
        self.tab.locator(f"[data-cell={cell}]").click()

    def press(self, *keys):
        """Press keys, one after the other."""
        for key in keys:
            self.tab.keyboard.press(key)

    def stones(self):
        """How many stones, pieces and arrows are there."""
        return self.tab.locator("#board .layer-stones > *").count()

    def wait_for(self, condition, argument=None):
        """Wait until a condition in JavaScript holds."""
        return self.tab.wait_for_function(condition, arg=argument)

    def wait_for_stones(self, number):
        """Wait until so many are there."""
        self.wait_for("n => document.querySelectorAll('#board .layer-stones > *').length === n", number)

    def wait_for_text(self, name, text):
        """Wait until the element of a name says so."""
        self.wait_for("([n, t]) => document.getElementById(n).textContent.includes(t)", [name, text])

    def wait_for_status(self, text):
        """Wait until the line of state says so."""
        self.wait_for_text("status", text)

    def leave(self):
        """Scripts that failed are told."""
        assert self.problems == []


@pytest.fixture(scope="session")
def address(warm):
    pytest.importorskip("fastapi", reason="the web extra is not installed")
    from malecon.interfaces.web.app import create_app

    with served(create_app(threads=1, memory=64)) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def pages(browser, address):
    """A page of each size, made when it is asked for."""
    made = {}

    def page(size):
        name = str(size)
        made[name] = made.get(name) or Page(browser, address, size)
        made[name].begin()
        return made[name]

    yield page
    for page in made.values():
        page.context.close()


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def page(pages, request):
    page = pages(request.param)
    yield page
    page.leave()


@pytest.fixture
def wide(pages):
    page = pages(DESKTOP)
    yield page
    page.leave()
