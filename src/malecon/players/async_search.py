"""Searches for programs that use asyncio: they run on a thread of the loop's executor, and cancelling one stops it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")
StopCheck = Callable[[], bool]


async def run_search(search: Callable[[StopCheck], T]) -> T:
    """Run a blocking search on another thread; if this task is cancelled, stop the search and wait for its end."""
    stopped = threading.Event()
    future = asyncio.get_running_loop().run_in_executor(None, search, stopped.is_set)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        stopped.set()
        with suppress(Exception):
            await future
        raise


async def stream_search(search: Callable[[StopCheck], Iterator[T]]) -> AsyncIterator[T]:
    """Yield what a blocking generator yields on another thread; leaving the loop stops the generator."""
    loop, stopped = asyncio.get_running_loop(), threading.Event()
    queue: asyncio.Queue[T | None] = asyncio.Queue()

    def run() -> None:
        try:
            for item in search(stopped.is_set):
                loop.call_soon_threadsafe(queue.put_nowait, item)
        finally:
            loop.call_soon_threadsafe(queue.put_nowait, None)

    future = loop.run_in_executor(None, run)
    try:
        while (item := await queue.get()) is not None:
            yield item
        await future  # raises what the search raised
    finally:
        stopped.set()
        with suppress(Exception):
            await future
