"""One page's WebSocket: it asks for one thing at a time, and a new question ends the one before."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from malecon.games.errors import GameError
from malecon.interfaces.web.engines import EnginePool
from malecon.interfaces.web.jobs import JobContext, Progress, judge, think
from malecon.interfaces.web.scheduler import Flag, Scheduler, stream
from malecon.interfaces.web.schema import Answer, Ping, Review, SocketMessage, Solve, Stop, Think
from malecon.interfaces.web.solving import solve

MAX_MESSAGE = 256 * 1024
"""Characters of one message."""
IDLE = 30 * 60.0
"""Seconds of silence after which a page is let go; it comes back by itself when someone uses it."""
MAX_SESSIONS = 500
PATIENCE = 30.0
"""Seconds that a page may take to receive one answer."""
Query = Think | Review | Solve
_numbers = itertools.count(1)
_log = logging.getLogger(__name__)


class Server:
    """What all sessions share: threads, engines, and how many of us there are."""

    def __init__(self, threads: int, memory: int) -> None:
        self.slots = Scheduler(threads)
        self.shelf = EnginePool(memory, max(1, memory // (2 * threads)))
        self.sessions: set[Session] = set()


class Session:
    """The conversation with one page."""

    def __init__(self, server: Server, socket: WebSocket) -> None:
        self._server, self._socket = server, socket
        self._number = next(_numbers)
        self._task: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Talk until the page leaves or falls silent."""
        self._server.sessions.add(self)
        self._server.shelf.open_session(self._number)
        try:
            while True:
                async with asyncio.timeout(IDLE):
                    text = await self._socket.receive_text()
                await self._obey(text)
        except TimeoutError:
            with contextlib.suppress(RuntimeError):
                await self._socket.close(4000, "idle")
        except (WebSocketDisconnect, RuntimeError, KeyError):  # the page is gone, or sent what is no text
            pass
        finally:
            self._server.sessions.discard(self)
            self._server.shelf.drop_session(self._number)
            await self._halt()  # last: where the whole server is ending, nothing is waited for

    async def _obey(self, text: str) -> None:
        try:
            if len(text) > MAX_MESSAGE:
                raise GameError(f"a message has at most {MAX_MESSAGE:,} characters, not {len(text):,}")
            message = SocketMessage.model_validate({"message": json.loads(text)}).message
        except (ValidationError, ValueError, RecursionError) as error:
            await self._say({"type": "error", "id": None, "message": one_line(error)})
            return
        match message:
            case Ping():
                await self._say({"type": "pong"})
            case Stop():
                await self._halt()
            case Think() | Review() | Solve():
                await self._halt()
                self._task = asyncio.create_task(self._answer(message))

    async def _halt(self) -> None:
        """End the task in hand and wait until its thread has."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    async def _answer(self, message: Query) -> None:
        try:
            async with contextlib.aclosing(self._thoughts(message)) as answers:
                async for answer in answers:
                    await self._say({"id": message.id, **answer})
            await self._say({"type": "done", "id": message.id})
        except GameError as error:
            await self._say({"type": "error", "id": message.id, "message": str(error)})
        except WebSocketDisconnect:
            pass  # nobody is there to be told
        except Exception:
            _log.exception("a question could not be answered")
            await self._say(
                {"type": "error", "id": message.id, "message": "the engine failed; the server's log has it"}
            )

    async def _thoughts(self, message: Query) -> AsyncGenerator[Answer, None]:
        """What the question comes to, in slices where nobody waits for it to go on."""
        slots, progress = self._server.slots, Progress()
        soon = isinstance(message, Solve) or (isinstance(message, Think) and message.purpose != "analyse")
        threads = 1 if isinstance(message, Solve) else message.thinker.threads
        while True:
            flag = Flag()
            make = self._job(message, flag, progress)
            if slots.waiting:
                yield {"type": "waiting", "before": slots.waiting}
            async with (
                slots.taken(threads, soon=soon),
                contextlib.aclosing(stream(slots, make, flag)) as answers,
            ):
                async for answer in answers:
                    yield answer
            if soon or progress.finished:
                return

    def _job(self, message: Query, flag: Flag, progress: Progress) -> Callable[[], Iterator[Answer]]:
        server, game = self._server, message.game
        if isinstance(message, Solve):
            return lambda: solve(server.slots, flag, message)
        thinker = message.thinker.model_copy(update={"threads": min(message.thinker.threads, server.slots.count)})
        desk = JobContext(server.shelf, server.shelf.place(self._number, game.game, thinker), server.slots, flag)
        if isinstance(message, Review):
            return lambda: judge(desk, game, message.limits, progress)
        return lambda: think(desk, game, message.limits, progress if message.purpose == "analyse" else None)

    async def _say(self, answer: Answer) -> None:
        """Send; a page that takes nothing for too long is as good as gone."""
        async with self._sending:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._socket.send_text(json.dumps(answer))
            except (TimeoutError, RuntimeError):
                raise WebSocketDisconnect(1001) from None


def one_line(error: Any) -> str:
    """What is wrong with a message, in one line."""
    if isinstance(error, ValidationError | RequestValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in ("message", "body"))
        return f"{where or 'message'}: {first['msg']}"
    if isinstance(error, json.JSONDecodeError | RecursionError):
        return "a message is a JSON object with a type: think, review, solve, stop or ping"
    return str(error)
