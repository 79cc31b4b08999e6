"""The end of the server while pages are connected: quiet, without a traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from malecon.interfaces.web.memory import MemoryReleaser
from malecon.interfaces.web.session import Server, Session


class SilentSocket:
    """A connection whose page sends nothing."""

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        raise AssertionError


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(threads=1, memory=16)
    yield found
    found.close()


def test_a_session_that_is_cancelled_ends_without_an_error(server: Server) -> None:
    async def cancel() -> asyncio.Task[None]:
        socket: Any = SilentSocket()
        task = asyncio.create_task(Session(server, socket).run())
        await asyncio.sleep(0)
        server.close()  # the server's threads end first
        task.cancel()
        await asyncio.wait({task})
        return task

    with ThreadPoolExecutor(1) as pool:  # browser tests leave an event loop in this thread
        task = pool.submit(lambda: asyncio.run(cancel())).result()
    assert not task.cancelled()
    assert task.exception() is None
    assert not server.sessions


def test_memory_can_be_requested_after_the_end() -> None:
    releaser = MemoryReleaser()
    releaser.close()
    releaser.request()
