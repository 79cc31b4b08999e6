"""No kernel leaves its arrays, on any board size."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from support import PROJECT


@pytest.mark.slow
@pytest.mark.parametrize(("game", "searches"), [("havannah", 14), ("breakthrough", 8), ("amazons", 6)])
def test_no_index_is_out_of_bounds_on_any_board(game: str, searches: int) -> None:
    script = [sys.executable, "-W", "ignore", str(PROJECT / "tests" / "support" / "bounds_probe.py"), game]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) == searches
