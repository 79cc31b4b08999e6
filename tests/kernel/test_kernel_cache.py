"""The kernel cache on disk: reused while the sources stay the same, never after a change."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock, Timeout
from support import PROJECT

import malecon
from malecon.kernel import cache_folder, kernel, remove_damaged_files
from malecon.kernel.cache import (
    KERNEL_LAYERS,
    MAX_UNUSED_DAYS,
    PACKAGE,
    CheckedFile,
    _cache_roots,
    sources_digest,
)

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
    monkeypatch.setattr("malecon.kernel.cache.PACKAGE", package / "malecon")
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
    with pytest.raises(RuntimeError, match="set MALECON_CACHE to a writable folder of your own"):
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

    def save(_: CheckedFile, key: Any, data: Any) -> None:
        with pytest.raises(Timeout):
            FileLock(cache_folder() / "saving.lock").acquire(timeout=0)
        saved.append((key, data))

    monkeypatch.setattr(CheckedFile, "save", save)

    @kernel
    def double(number: int) -> int:
        return 2 * number

    assert double(4) == 8
    assert len(saved) == 1
    with FileLock(cache_folder() / "saving.lock").acquire(timeout=600):
        pass


# --- damage and strangers ---------------------------------------------------------------------------------------------


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of compiled code, empty and for this test alone."""
    monkeypatch.setattr("malecon.kernel.cache.cache_folder", lambda: tmp_path)
    return tmp_path


def add(a: int, b: int) -> int:
    return a + b


def run_small() -> tuple[int, int]:
    """Start a small kernel as a new process would, without code in memory; return its result and the cache hits."""
    started: Any = kernel(add)
    return int(started(2, 3)), sum(started.stats.cache_hits.values())


DAMAGES = ("empty", "short", "flipped", "zeros", "longer")


def damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    middle = len(data) // 2
    path.write_bytes(
        {
            "empty": b"",
            "short": data[:middle],
            "flipped": data[:middle] + bytes([data[middle] ^ 0x40]) + data[middle + 1 :],
            "zeros": bytes(len(data)),
            "longer": data + b"x",
        }[how]
    )


def test_damaged_files_are_compiled_again(own_cache: Path) -> None:
    assert run_small() == (5, 0)
    assert run_small() == (5, 1)
    files = [path for path in own_cache.rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert len(files) == 2
    for how, path in itertools.product(DAMAGES, files):
        damage(path, how)
        assert run_small() == (5, 0), f"{path.suffix}, {how}"
    assert run_small() == (5, 1)


def test_damaged_files_are_found_and_removed(own_cache: Path) -> None:
    run_small()
    assert remove_damaged_files() == 0
    damage(next(own_cache.rglob("*.nbc")), "flipped")
    assert remove_damaged_files() == 1
    assert not list(own_cache.rglob("*.nbc"))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners of files")
def test_a_folder_that_others_can_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALECON_CACHE", str(tmp_path))
    folder = find_folder()
    assert folder.stat().st_mode & 0o077 == 0
    folder.chmod(0o777)
    with pytest.raises(RuntimeError, match="only you can write"):
        find_folder()
    folder.chmod(0o700)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(RuntimeError, match="only you can write"):
        find_folder()


def test_a_full_disk_costs_the_cache_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def save(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(CheckedFile, "save", save)

    @kernel
    def triple(number: int) -> int:
        return 3 * number

    assert triple(4) == 12


# --- code from outside the package ------------------------------------------------------------------------------------

GAME = """
from malecon.games.catalogue import GAMES, GameEntry
GAMES["corridor"] = GameEntry("corridor:Corridor", "corridor:CorridorSgf")
from corridor import Corridor
from malecon.games.random_games import RandomGames, play_random_games
lengths, _ = RandomGames(Corridor(9), seed=1).play(100)
print(int(lengths.sum()), sum(play_random_games.stats.cache_hits.values()))
"""


@pytest.mark.slow
def test_an_edited_game_outside_the_package_is_compiled_again(tmp_path: Path) -> None:
    corridor = tmp_path / "corridor.py"
    corridor.write_text((PROJECT / "tests" / "support" / "corridor.py").read_text())
    (tmp_path / "play.py").write_text(GAME)

    def play() -> list[str]:
        environment = {**os.environ, "MALECON_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
        script = [sys.executable, str(tmp_path / "play.py")]
        result = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        return result.stdout.split()

    first, hits = play()
    assert hits == "0"
    assert play() == [first, "1"]
    source = corridor.read_text()
    edited = source.replace(" & (stones >> np.uint64(2))", "")  # two in a row win
    assert edited != source
    corridor.write_text(edited)
    second, hits = play()
    assert hits == "0"
    assert int(second) < int(first)


def test_the_digest_covers_every_package_that_the_search_imports() -> None:
    def imported(package: str) -> set[str]:
        files = (PACKAGE / package).rglob("*.py")
        text = "\n".join(path.read_text(encoding="utf-8") for path in files)
        return set(re.findall(r"(?:from|import) malecon\.(\w+)", text))

    found: set[str] = set()
    new = {"search"}
    while new:
        found |= new
        new = set().union(*map(imported, new)) - found
    assert {package for package in found if (PACKAGE / package).is_dir()} == set(KERNEL_LAYERS)
