"""Work of HTTP requests that takes more than a moment, off the event loop.

Each desk has one thread and a bounded queue: Python code on many threads would compete with the event loop for the
interpreter lock. Work ends with its connection, and it includes writing the answer as JSON.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from fastapi import Request

from malecon.interfaces.web.memory import MemoryReleaser
from malecon.interfaces.web.scheduler import StopFlag

Result = TypeVar("Result")
MAX_SECONDS = 60.0
"""Seconds until a request is abandoned, the time in the queue included."""


class BusyError(Exception):
    """The server cannot do the work of a request now."""


class Desk:
    """Runs the work of one kind of requests in order of arrival; at most `max_waiting` are queued or running."""

    def __init__(self, name: str, max_waiting: int, releaser: MemoryReleaser | None = None) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._max_waiting, self._releaser = max_waiting, releaser
        self._futures: set[Future[bytes]] = set()

    async def run(self, request: Request, work: Callable[[StopFlag], Any]) -> bytes:
        """Return the result of the work as JSON, or as it is if it is text.

        Raise BusyError if too much is waiting, if it takes too long, or if the client has gone.
        """
        if len(self._futures) >= self._max_waiting:
            raise BusyError
        stop_flag = StopFlag()
        future = self._executor.submit(_encoded, work, stop_flag)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        try:
            return await while_connected(asyncio.wrap_future(future), request)
        finally:
            stop_flag.set()
            future.cancel()
            if self._releaser is not None:
                self._releaser.request()

    def close(self) -> None:
        """Drop the work that has not started."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _encoded(work: Callable[[StopFlag], Any], stop_flag: StopFlag) -> bytes:
    result = work(stop_flag)
    return (result if isinstance(result, str) else json.dumps(result)).encode(errors="surrogatepass")


async def while_connected(work: Awaitable[Result], request: Request) -> Result:
    """Wait for work while the client is connected; raise BusyError if it takes too long or the client has gone."""
    result, gone = asyncio.ensure_future(work), asyncio.create_task(_disconnected(request))
    either: set[asyncio.Future[Any]] = {result, gone}
    try:
        await asyncio.wait(either, timeout=MAX_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not result.done():
            raise BusyError
        return result.result()
    finally:
        gone.cancel()
        result.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
