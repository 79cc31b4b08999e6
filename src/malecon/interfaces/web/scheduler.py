"""Scheduling of the searches of all sessions on a fixed number of threads.

A job occupies as many slots as its engine has threads. Urgent jobs (moves and hints: a person is waiting) get three of
four slots; every Nth slot goes to background jobs. Each queue is first come, first served. A background job (analysis
or review) releases its slots after a time slice if other jobs are waiting, and queues again; its engine keeps its tree.
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
"""Seconds that a job runs before it yields to waiting jobs."""
SHORT_SLICE = 0.2
"""Seconds that a background job runs while urgent jobs are waiting."""
BACKGROUND_EVERY = 4
"""Every Nth slot goes to background jobs if both queues are occupied."""

Waiter = tuple[int, asyncio.Future[None]]


class Scheduler:
    """A fixed number of slots, one per thread, with a queue of urgent and a queue of background jobs."""

    def __init__(self, slots: int) -> None:
        self.slots = self._free = slots
        self._urgent: deque[Waiter] = deque()
        self._background: deque[Waiter] = deque()
        self._served = 0
        self.executor = ThreadPoolExecutor(slots, thread_name_prefix="search")

    @property
    def waiting(self) -> int:
        """Number of waiting jobs. Thread-safe."""
        return len(self._urgent) + len(self._background)

    def should_yield(self, start: float, *, urgent: bool) -> bool:
        """Return whether a job that started at `start` (`perf_counter`) should yield to others. Thread-safe."""
        used = time.perf_counter() - start
        return bool(self.waiting) and (used >= SLICE or (not urgent and bool(self._urgent) and used >= SHORT_SLICE))

    @asynccontextmanager
    async def acquire(self, slots: int, *, urgent: bool = True) -> AsyncIterator[None]:
        """Hold slots, capped at the total; `urgent` if a person is waiting for the result."""
        waiter = (min(slots, self.slots), asyncio.get_running_loop().create_future())
        queue = self._urgent if urgent else self._background
        queue.append(waiter)
        self._serve()
        try:
            await waiter[1]
        except asyncio.CancelledError:
            if waiter in queue:
                queue.remove(waiter)
                self._serve()  # this job may have blocked smaller ones behind it
            else:
                self._release(waiter[0])
            raise
        try:
            yield
        finally:
            self._release(waiter[0])

    def _release(self, slots: int) -> None:
        self._free += slots
        self._serve()

    def _serve(self) -> None:
        while queue := self._next_queue():
            wanted, future = queue[0]
            if future.done():  # cancelled; `acquire` removes it from the queue
                return
            if wanted > self._free:
                return
            queue.popleft()
            self._served += 1
            self._free -= wanted
            future.set_result(None)

    def _next_queue(self) -> deque[Waiter]:
        """Return the queue to serve next; it is empty if no job is waiting."""
        if self._urgent and self._background:
            is_background = self._served % BACKGROUND_EVERY == BACKGROUND_EVERY - 1
            return self._background if is_background else self._urgent
        return self._urgent or self._background

    def close(self) -> None:
        """Shut the threads down when their current jobs end."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class StoppedError(Exception):
    """A job was stopped; its result is not wanted."""


class StopFlag:
    """Signals a job's thread to stop, and calls `on_set` to interrupt its search."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.on_set: Callable[[], None] | None = None

    def set(self) -> None:
        """Request the stop."""
        self._event.set()
        if self.on_set is not None:
            self.on_set()

    @property
    def is_set(self) -> bool:
        """Whether a stop was requested."""
        return self._event.is_set()

    def check(self) -> bool:
        """Raise StoppedError if a stop was requested; else return False."""
        if self._event.is_set():
            raise StoppedError
        return False


async def stream(
    scheduler: Scheduler, job: Callable[[], Iterator[Any]], stop_flag: StopFlag
) -> AsyncGenerator[Any, None]:
    """Run an iterator in a thread of the scheduler and yield its items as they arrive.

    If the caller leaves early, the thread is stopped and awaited: a slot is free only when its thread is.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    def put(kind: str, item: Any) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, (kind, item))

    def run() -> None:
        try:
            for item in job():
                put("item", item)
                if stop_flag.is_set:
                    break
            put("end", None)
        except Exception as error:  # re-raised in the event loop below
            put("error", error)

    task = loop.run_in_executor(scheduler.executor, run)
    try:
        while True:
            kind, item = await queue.get()
            if kind == "end":
                return
            if kind == "error":
                raise item
            yield item
    finally:
        stop_flag.set()
        await asyncio.shield(task)
