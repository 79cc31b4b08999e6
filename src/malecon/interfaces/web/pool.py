"""Thinking for many pages at once on a fixed number of threads, first come first served.

A job takes as many slots as its engine has threads. Long analyses give their slots up after a slice when others wait,
and queue again; their engines keep their trees meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

SLICE = 1.0
"""Seconds that an analysis thinks before it lets others have their turn."""


class Slots:
    """So many threads for all; whoever waits longest is served first."""

    def __init__(self, count: int) -> None:
        self.count = self._free = count
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        self.executor = ThreadPoolExecutor(count, thread_name_prefix="think")

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(not future.done() for _, future in self._waiting)

    @asynccontextmanager
    async def taken(self, wanted: int) -> AsyncIterator[None]:
        """Hold so many slots, at most all of them."""
        wanted = min(wanted, self.count)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, future))
        self._serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._release(wanted)
            raise
        try:
            yield
        finally:
            self._release(wanted)

    def _release(self, count: int) -> None:
        self._free += count
        self._serve()

    def _serve(self) -> None:
        while self._waiting:
            wanted, future = self._waiting[0]
            if future.done():
                self._waiting.popleft()
            elif wanted <= self._free:
                self._waiting.popleft()
                self._free -= wanted
                future.set_result(None)
            else:
                return

    def close(self) -> None:
        """Let the threads end when they are done."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class Flag:
    """Tells a thread to stop, and calls what makes it stop soon."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.on_set: Callable[[], None] | None = None

    def set(self) -> None:
        """Stop now."""
        self._event.set()
        if self.on_set is not None:
            self.on_set()

    @property
    def is_set(self) -> bool:
        """Whether to stop."""
        return self._event.is_set()


async def stream(slots: Slots, make: Callable[[], Iterator[Any]], flag: Flag) -> AsyncGenerator[Any, None]:
    """Run an iterator in a thread of the pool and give its items here as they come.

    When the caller leaves early, the thread is told to stop and waited for, so that a slot is free only when it is.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    def tell(kind: str, item: Any) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, (kind, item))

    def run() -> None:
        try:
            for item in make():
                tell("item", item)
                if flag.is_set:
                    break
            tell("end", None)
        except Exception as error:  # whatever it is, the page that asked is told
            tell("error", error)

    task = loop.run_in_executor(slots.executor, run)
    try:
        while True:
            kind, item = await queue.get()
            if kind == "end":
                return
            if kind == "error":
                raise item
            yield item
    finally:
        flag.set()
        await asyncio.shield(task)


def slice_over(start: float, slots: Slots) -> bool:
    """Whether an analysis that began at a time should let others think."""
    return slots.waiting > 0 and time.perf_counter() - start >= SLICE
