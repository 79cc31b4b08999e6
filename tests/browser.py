"""A served page and a browser to look at it, for tests."""

import os
import shutil
import socket
import threading
import time
from contextlib import contextmanager

import pytest

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = {"width": 1280, "height": 850}, {"width": 390, "height": 844}


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
        browser = tool.chromium.launch(executable_path=path, args=sandbox)
        yield browser
        browser.close()


class Page:
    """A page of the board, in the words of someone who uses it."""

    def __init__(self, browser, address, size):
        self.address = address
        self.context = browser.new_context(viewport=size, has_touch=size == PHONE, accept_downloads=True)
        self.tab = self.context.new_page()
        self.tab.set_default_timeout(30_000)
        self.problems = []
        self.tab.on("pageerror", lambda error: self.problems.append(str(error)))
        self.tab.on("dialog", lambda dialog: dialog.accept())

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

    def stones(self):
        """How many stones, pieces and arrows are there."""
        return self.tab.locator("#board .layer-stones > *").count()

    def wait_for_stones(self, number):
        """Wait until so many are there."""
        self.tab.wait_for_function(
            "n => document.querySelectorAll('#board .layer-stones > *').length === n", arg=number
        )

    def wait_for_status(self, text):
        """Wait until the line of state says so."""
        self.tab.wait_for_function("t => document.getElementById('status').textContent.includes(t)", arg=text)

    def close(self):
        """Leave; scripts that failed are told."""
        self.context.close()
        assert self.problems == []
