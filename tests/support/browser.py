"""The web page in a browser: one server and one browser for all tests of a worker."""

import os
import shutil
from contextlib import contextmanager

import pytest
from support.web import new_app, served

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = {"width": 1280, "height": 850}, {"width": 390, "height": 844}
PATIENCE = 180_000  # milliseconds; only a broken page takes so long, even on a busy machine
FLAGS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


@contextmanager
def chromium():
    """Yield a headless browser; skip the test if none is installed."""
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
    """The page of the board, with the actions of its user."""

    def __init__(self, browser, address, size):
        self.address = address
        self.context = browser.new_context(
            viewport=size, has_touch=size == PHONE, accept_downloads=True, permissions=["clipboard-write"]
        )
        self.problems = []
        self.tab = self.new_tab()

    def new_tab(self):
        """Open another tab and record the errors of its scripts."""
        tab = self.context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.on("pageerror", lambda error: self.problems.append(str(error)))
        tab.on("dialog", lambda dialog: dialog.accept())
        return tab

    def begin(self):
        """Clear everything that the page has stored."""
        self.problems.clear()
        self.tab.goto(f"{self.address}icon.svg")
        self.tab.evaluate("localStorage.clear(); sessionStorage.clear(); indexedDB.deleteDatabase('malecon')")

    def open(self, fragment):
        """Open a game by the fragment of its link."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.address}#{fragment}")
        self.tab.wait_for_selector("#board .cell")
        return self

    def click(self, cell):
        """Click a cell once the board accepts clicks."""
        self.tab.wait_for_selector("#board .cell.can")
        self.tab.locator(f"[data-cell={cell}]").click()

    def press(self, *keys):
        """Press keys one after the other."""
        for key in keys:
            self.tab.keyboard.press(key)

    def stones(self):
        """Return the number of stones, pieces and arrows on the board."""
        return self.tab.locator("#board .layer-stones > *").count()

    def wait_for(self, condition, argument=None):
        """Wait for a JavaScript condition to hold."""
        return self.tab.wait_for_function(condition, arg=argument)

    def wait_for_stones(self, number):
        """Wait for a number of stones, pieces and arrows."""
        self.wait_for("n => document.querySelectorAll('#board .layer-stones > *').length === n", number)

    def wait_for_text(self, name, text):
        """Wait for an element, given by its id, to contain a text."""
        self.wait_for("([n, t]) => document.getElementById(n).textContent.includes(t)", [name, text])

    def wait_for_status(self, text):
        """Wait for the status line to contain a text."""
        self.wait_for_text("status", text)

    def leave(self):
        """Check that no script failed."""
        assert self.problems == []


@pytest.fixture(scope="session")
def address(warm):
    pytest.importorskip("fastapi", reason="the web extra is not installed")
    with served(new_app(memory=64)) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def pages(browser, address):
    """Return pages by window size, opened on first use."""
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
