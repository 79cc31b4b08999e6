"""A second process that compiles half of the search while this one compiles the other half.

Both write into the same cache, which `kernel.cache` locks while machine code is stored. If no second process can be
started, or it fails, this process compiles everything: only time is lost.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from malecon import system

MODULE = "malecon.warmup.parallel_kernels"


@contextmanager
def compiling_in_parallel(game: str) -> Iterator[None]:
    """Let a second process compile its half in the meantime, and wait for it at the end."""
    process = _start(game) if system.num_cores() > 1 else None
    try:
        yield
        if process is not None:
            process.wait()
    finally:
        if process is not None:
            process.kill()
            process.wait()


def _start(game: str) -> subprocess.Popen[bytes] | None:
    nothing = subprocess.DEVNULL
    with suppress(OSError):
        return subprocess.Popen([sys.executable, "-m", MODULE, game], stdin=nothing, stdout=nothing, stderr=nothing)
    return None
