"""Fixtures that several test files share, and the same start however the tests are run."""

from __future__ import annotations

import os
import signal
import sys
from collections import defaultdict

import pytest
from support.browser import address, browser, page, pages, wide  # noqa: F401 (fixtures)
from support.commands import command, warm  # noqa: F401 (fixtures)
from support.game_data import data  # noqa: F401 (a fixture)

# A process started in the background may inherit an ignored SIGINT and would pass it on to every process it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Terminal, locale, colours and bytecode of the processes that tests start are the same whoever starts the run.
sys.dont_write_bytecode = False
for name in ("COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING"):
    os.environ.pop(name, None)
os.environ |= {"PYTHONUTF8": "1", "TERM": "xterm"}


@pytest.fixture
def own_code_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the games and rules that other tests have defined: they are part of this process's code id."""
    monkeypatch.setattr("malecon.kernel.cache._outside_functions", defaultdict(set))


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that needs a browser as slow: starting one takes long."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
