"""Running compile steps: one process at a time, garbage collection off, and no Ctrl-C lost in the compiler."""

from __future__ import annotations

import gc
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from malecon.games.errors import GameError
from malecon.kernel import cache_folder as find_cache_folder
from malecon.kernel import remove_damaged_files

MARKER_PREFIX = "warm-"


@dataclass(frozen=True)
class Step:
    """One group of kernels to compile."""

    name: str
    run: Callable[[], None]
    seconds: int
    """Approximate duration."""
    marker: Path
    """The file that marks the step as done on this kind of machine and Python."""


def cache_folder() -> Path:
    """Return the folder of compiled code; raise GameError if none can be written."""
    try:
        return find_cache_folder()
    except RuntimeError as error:
        raise GameError(str(error)) from None


def repair_cache() -> int:
    """Remove damaged files from the cache, and the marks of the steps that wrote them; return how many there were."""
    damaged = remove_damaged_files()
    if damaged:
        for marker in cache_folder().glob(f"{MARKER_PREFIX}*"):
            marker.unlink(missing_ok=True)
    return damaged


def run_step(step: Step) -> None:
    """Compile one group of kernels and mark it as done; do nothing if another process has done so meanwhile."""
    with FileLock(cache_folder() / "compiling.lock"), compiling():  # two processes would compile everything twice
        if not step.marker.exists():
            step.run()
            step.marker.touch()


@contextmanager
def compiling() -> Iterator[None]:
    """Prepare for the compiler: no warnings, and no garbage collection, which takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        with _catching_interrupts(), warnings.catch_warnings():
            # numba warns at length that a struct may stand for the start of another; that is intended here.
            warnings.filterwarnings("ignore", message=".*considered a subtype")
            yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _catching_interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt at the end if one was raised inside an LLVM callback, which swallows it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []

    def note(number: int, _frame: Any) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if not interrupts:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt
