"""A second process that compiles half of the search while this one compiles the other half.

It has a folder of its own for compiled code, since two processes must not write into one. When it is done, whatever
this process has not compiled itself is taken over from there. Where no second process can be had, nothing is lost but
time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from malecon.kernel import cache_folder

FOLDER = "beside"
INDEX, CODE = ".nbi", ".nbc"  # numba keeps an index for each function, and a file for each kind of arguments


@contextmanager
def compiling_beside(game: str) -> Iterator[None]:
    """Let another process compile its half meanwhile; at the end wait for it and take its work over."""
    folder = cache_folder() / FOLDER
    process = _start(game, folder) if num_cores() > 1 else None
    try:
        yield
        if process is not None and process.wait() == 0:
            take_over(folder / cache_folder().name, cache_folder())
    finally:
        if process is not None:
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def num_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start(game: str, folder: Path) -> subprocess.Popen[bytes] | None:
    """Start the process with a copy of what is compiled already; None where that cannot be done."""
    with suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)
        ignored = shutil.ignore_patterns(FOLDER, "*.lock", "warm-*")
        shutil.copytree(cache_folder(), folder / cache_folder().name, ignore=ignored)
        command = [sys.executable, "-m", __name__, game]
        nothing = subprocess.DEVNULL
        environment = {**os.environ, "MALECON_CACHE": str(folder)}
        return subprocess.Popen(command, env=environment, stdin=nothing, stdout=nothing, stderr=nothing)
    return None


def take_over(source: Path, target: Path) -> None:
    """Move the compiled functions that the target does not have; an index comes after the code that it names."""
    for index in source.rglob(f"*{INDEX}"):
        place = target / index.relative_to(source)
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            for code in index.parent.glob(f"{index.stem}.*{CODE}"):
                shutil.move(code, place.parent / code.name)
            shutil.move(index, place)


def main(game: str) -> None:
    """Compile the half of a game's search that does not make nodes."""
    from malecon.warmup.half import compile_half
    from malecon.warmup.steps import compiling, small_position

    with compiling():
        compile_half(small_position(game))


if __name__ == "__main__":
    main(sys.argv[1])
