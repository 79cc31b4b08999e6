"""The kernel cache on disk: reused while the sources stay the same, never after a change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock, Timeout
from numba.core.caching import FunctionCache

import malecon
from malecon.kernel import cache_folder
from malecon.kernel.jit import MAX_UNUSED_DAYS, SharedCache, _cache_roots, sources_digest

# A kernel in another file calls play(), which is implemented in rules.py; two sides are not a fork.
SCRIPT = """
import json, numba
before = numba.config.CACHE_DIR
from malecon import Havannah
from malecon.games.contract import play
from malecon.kernel import cache_folder, kernel

@kernel
def play_white(position, board, cell):
    position.to_move = 0
    return play(position, board, cell)

position = Havannah(4)
how = [int(play_white(position.struct, position.boards[0], position.geometry.by_name[c])) for c in ("b1", "b2", "a2")]
print(json.dumps({
    "how": how,
    "found": sum(play_white.stats.cache_hits.values()),
    "folder": str(cache_folder()),
    "kept": numba.config.CACHE_DIR == before,
}))
"""
FORK = 4


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the package with a script next to it."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(malecon.__file__).parent, tmp_path / "malecon", ignore=skip)
    (tmp_path / "script.py").write_text(SCRIPT)
    return tmp_path


def run(package: Path) -> dict[str, Any]:
    """Run the script in a new process with the copy and its own cache; return its output."""
    environment = {**os.environ, "MALECON_CACHE": str(package / "cache"), "PYTHONPATH": str(package)}
    environment |= {"NUMBA_CACHE_DIR": str(package / "elsewhere"), "NUMBA_DISABLE_JIT": "0"}
    script = [sys.executable, str(package / "script.py")]
    result = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.mark.slow
def test_the_cache_is_reused_until_a_called_function_changes(package: Path) -> None:
    first = run(package)
    assert first["how"] == [0, 0, 0]
    assert first["found"] == 0
    assert first["kept"], "importing malecon moved the cache of everybody who uses numba"
    assert Path(first["folder"]).parent == package / "cache"
    assert not (package / "elsewhere").exists()

    assert run(package) == first | {"found": 1}

    rules = package / "malecon" / "games" / "havannah" / "rules.py"
    source = rules.read_text()
    assert source.count("sides.bit_count() >= 3") == 1
    rules.write_text(source.replace("sides.bit_count() >= 3", "sides.bit_count() >= 2"))
    edited = run(package)
    assert edited["how"] == [0, 0, FORK]
    assert edited["found"] == 0
    assert edited["folder"] != first["folder"]


def test_the_digest_changes_with_any_source_that_may_hold_a_kernel(package: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("malecon.kernel.jit.PACKAGE", package / "malecon")
    seen = {sources_digest()}
    for layer in ("kernel", "games", "games/havannah", "knowledge", "search"):
        (package / "malecon" / layer).mkdir(exist_ok=True)
        (package / "malecon" / layer / "another.py").write_text("")
        seen.add(sources_digest())
        (package / "malecon" / layer / "another.py").write_text("x = 1")
        seen.add(sources_digest())
    assert len(seen) == 11
    (package / "malecon" / "version.py").write_text("")
    assert sources_digest() in seen


# --- the folder -------------------------------------------------------------------------------------------------------


def find_folder() -> Path:
    """Find the cache folder again."""
    folder: Path = cache_folder.__wrapped__()
    return folder


def test_malecon_cache_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALECON_CACHE", str(tmp_path / "here"))
    assert find_folder().parent == tmp_path / "here"


def test_the_default_folders_are_tried_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MALECON_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert list(_cache_roots())[:2] == [tmp_path / "xdg" / "malecon", tmp_path / "home" / ".cache" / "malecon"]
    assert find_folder().parent == tmp_path / "xdg" / "malecon"
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert find_folder().parent == tmp_path / "home" / ".cache" / "malecon"


def test_an_unwritable_malecon_cache_is_an_error_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("MALECON_CACHE", str(tmp_path / "file" / "here"))
    with pytest.raises(RuntimeError, match="set MALECON_CACHE to a writable folder"):
        find_folder()


def test_only_kernel_folders_unused_for_long_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["kernels-0123456789abcdef", "kernels-recently-used0", "0123456789abcdef", "my-project-folder"]
    long_ago = time.time() - (MAX_UNUSED_DAYS + 1) * 86400
    for name in names:
        (tmp_path / name).mkdir()
        if name != names[1]:
            os.utime(tmp_path / name, (long_ago, long_ago))
    monkeypatch.setenv("MALECON_CACHE", str(tmp_path))
    kept = {folder.name for folder in (find_folder(), *(tmp_path / name for name in names[1:]))}
    assert {folder.name for folder in tmp_path.iterdir()} == kept


# --- several processes ------------------------------------------------------------------------------------------------


def test_machine_code_is_stored_under_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes that store different signatures of a function at once must not pick the same file name."""
    saved = []

    def save(_: SharedCache, signature: str, code: bytes) -> None:
        with pytest.raises(Timeout):
            FileLock(cache_folder() / "saving.lock").acquire(timeout=0)
        saved.append((signature, code))

    monkeypatch.setattr(FunctionCache, "save_overload", save)
    SharedCache(run).save_overload("(int64,)", b"code")
    assert saved == [("(int64,)", b"code")]
    with FileLock(cache_folder() / "saving.lock").acquire(timeout=600):
        pass
