"""The end of the server while pages are connected: quiet, without a traceback."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from fastapi import WebSocketDisconnect

from malecon.interfaces.web.friend_socket import FriendConnection
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


def assert_quiet(cancel: Callable[[], Coroutine[Any, Any, asyncio.Task[None]]]) -> None:
    """Run a coroutine that returns a cancelled task, and check that the task ended without an error."""
    with ThreadPoolExecutor(1) as pool:  # browser tests leave an event loop in this thread
        task = pool.submit(lambda: asyncio.run(cancel())).result()
    assert not task.cancelled()
    assert task.exception() is None


def test_a_session_that_is_cancelled_ends_without_an_error(server: Server) -> None:
    async def cancel() -> asyncio.Task[None]:
        socket: Any = SilentSocket()
        task = asyncio.create_task(Session(server, socket).run())
        await asyncio.sleep(0)
        server.close()  # the server's threads end first
        task.cancel()
        await asyncio.wait({task})
        return task

    assert_quiet(cancel)
    assert not server.sessions


class LeavingSocket:
    """A connection whose page disconnects at once."""

    async def receive_text(self) -> str:
        raise WebSocketDisconnect


async def stubborn_job() -> None:
    """A job whose thread takes longer to stop than the server waits."""
    while True:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0.01)
            if asyncio.current_task().cancelling() > 1:
                return


def test_a_session_that_is_cancelled_while_its_job_stops_ends_without_an_error(server: Server) -> None:
    async def cancel() -> asyncio.Task[None]:
        socket: Any = LeavingSocket()
        session = Session(server, socket)
        session._task = job = asyncio.create_task(stubborn_job())
        task = asyncio.create_task(session.run())
        while job.cancelling() == 0:  # until the session waits for its job
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        job.cancel()
        return task

    assert_quiet(cancel)


def test_a_friend_who_is_cancelled_leaves_without_an_error() -> None:
    async def cancel() -> asyncio.Task[None]:
        socket: Any = SilentSocket()
        game: Any = SimpleNamespace(listeners={}, broadcast=lambda: None)
        games: Any = None
        task = asyncio.create_task(FriendConnection(games, game, None, socket).run())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        return task

    assert_quiet(cancel)


def test_memory_can_be_requested_after_the_end() -> None:
    releaser = MemoryReleaser()
    releaser.close()
    releaser.request()
