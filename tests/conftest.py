"""What several test files share: where the game data lies, and boards that are drawn instead of described."""

from __future__ import annotations

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of game data that is kept outside the project."""
    folder = PROJECT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the game data is not here (../shared/data)")
    return folder
