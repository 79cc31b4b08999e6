"""Giving memory back to the operating system."""

from __future__ import annotations

import ctypes
import gc
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any


class MemoryReleaser:
    """Releases memory on a thread of its own, once for all requests that arrive before it starts."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="memory")
        self._next: Future[None] | None = None
        self._closed = False

    def request(self) -> None:
        """Release memory soon; to be called from the event loop. After `close` it does nothing."""
        if self._closed:
            return
        if self._next is None or self._next.running() or self._next.done():
            self._next = self._executor.submit(release_memory)

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)


def release_memory() -> None:
    """Collect garbage and return freed memory to the system.

    Game trees and engines are freed in the middle of the heap, where the C library keeps what it frees.
    """
    gc.collect()
    if (trim := _malloc_trim()) is not None:
        trim(0)


@cache
def _malloc_trim() -> Any:
    """Return the function of the GNU C library, None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
