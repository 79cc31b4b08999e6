"""Thinking for many pages at once on a fixed number of threads.

A job takes as many slots as its engine has threads. Moves and hints, for which someone waits, have three turns of four;
within a kind it is first come first served. Analyses and reviews give their slots up after a slice when others wait,
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
"""Seconds that a job thinks before it lets others have their turn."""
SHORT_SLICE = 0.2
"""Seconds that an analysis or review thinks when moves wait."""
LONG_TURN = 4
"""Every so manieth turn is one of analyses and reviews, where moves wait too."""

Waiter = tuple[int, asyncio.Future[None]]


class Scheduler:
    """So many threads for all; of each kind whoever waits longest is served first."""

    def __init__(self, count: int) -> None:
        self.count = self._free = count
        self._soon: deque[Waiter] = deque()
        self._long: deque[Waiter] = deque()
        self._turn = 0
        self.executor = ThreadPoolExecutor(count, thread_name_prefix="think")

    @property
    def waiting(self) -> int:
        """How many jobs wait; any thread may ask."""
        return len(self._soon) + len(self._long)

    def slice_over(self, start: float, *, soon: bool) -> bool:
        """Whether a job that began at a time should let others think; any thread may ask."""
        used = time.perf_counter() - start
        return bool(self.waiting) and (used >= SLICE or (not soon and bool(self._soon) and used >= SHORT_SLICE))

    @asynccontextmanager
    async def taken(self, wanted: int, *, soon: bool = True) -> AsyncIterator[None]:
        """Hold so many slots, at most all of them; `soon` where someone waits for the answer to go on."""
        waiter = (min(wanted, self.count), asyncio.get_running_loop().create_future())
        queue = self._soon if soon else self._long
        queue.append(waiter)
        self._serve()
        try:
            await waiter[1]
        except asyncio.CancelledError:
            if waiter in queue:
                queue.remove(waiter)
                self._serve()  # it may have kept others from slots that were too few for it
            else:
                self._release(waiter[0])
            raise
        try:
            yield
        finally:
            self._release(waiter[0])

    def _release(self, count: int) -> None:
        self._free += count
        self._serve()

    def _serve(self) -> None:
        while queue := self._next_queue():
            wanted, future = queue[0]
            if future.done():  # cancelled; it leaves the queue by itself
                return
            if wanted > self._free:
                return
            queue.popleft()
            self._turn += 1
            self._free -= wanted
            future.set_result(None)

    def _next_queue(self) -> deque[Waiter]:
        """Whose turn it is; empty where nobody waits."""
        if self._soon and self._long:
            return self._long if self._turn % LONG_TURN == LONG_TURN - 1 else self._soon
        return self._soon or self._long

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


async def stream(slots: Scheduler, make: Callable[[], Iterator[Any]], flag: Flag) -> AsyncGenerator[Any, None]:
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
