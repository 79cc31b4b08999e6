"""What several test files share: where the game data lies, and the board in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import PROJECT
from support.browser import address, browser, page, pages, wide  # noqa: F401 (fixtures)
from support.commands import warm  # noqa: F401 (a fixture)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of game data that is kept outside the project."""
    folder = PROJECT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the game data is not here (../shared/data)")
    return folder
