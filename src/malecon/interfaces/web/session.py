"""Sessions: one WebSocket each. A session runs one job at a time; a new request cancels the running one."""

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
from malecon.interfaces.web.compiling import SOLVER_PARTS, Compiler, engine_parts
from malecon.interfaces.web.engines import EnginePool
from malecon.interfaces.web.friends import FriendGames
from malecon.interfaces.web.jobs import JobContext, Progress, review_game, solve, think
from malecon.interfaces.web.library import GameFolder
from malecon.interfaces.web.memory import MemoryReleaser
from malecon.interfaces.web.scheduler import Scheduler, StopFlag, stream
from malecon.interfaces.web.schema import JsonObject, Ping, Review, SocketMessage, Solve, Stop, Think
from malecon.interfaces.web.work import Desk

MAX_MESSAGE = 256 * 1024
"""Characters per message."""
IDLE_SECONDS = 30 * 60.0
"""Seconds without a message until a session is closed; the page reconnects on the next use."""
MAX_SESSIONS = 500
SEND_TIMEOUT = 30.0
"""Seconds until a client that does not read its messages is disconnected."""
MAX_POSITIONS, MAX_RECORDS = 100, 20
"""HTTP requests that are queued or running, by kind."""
JobRequest = Think | Review | Solve
_ids = itertools.count(1)
_log = logging.getLogger(__name__)


class Server:
    """State shared by all requests: the threads for each kind of work, the engines and the list of sessions."""

    def __init__(self, threads: int, memory: int, token: str | None = None) -> None:
        self.scheduler = Scheduler(threads)
        self.compiler = Compiler()
        self.releaser = MemoryReleaser()
        self.positions, self.records = Desk("positions", MAX_POSITIONS), Desk("records", MAX_RECORDS, self.releaser)
        self.engines = EnginePool(memory, max(1, memory // (2 * threads)))
        self.sessions: set[Session] = set()
        self.friends = FriendGames(token)
        self.library: GameFolder | None = None

    def close(self) -> None:
        """Shut the threads down when their current jobs end."""
        for owner in (self.scheduler, self.compiler, self.releaser, self.positions, self.records):
            owner.close()


class Session:
    """The connection to one page."""

    def __init__(self, server: Server, socket: WebSocket) -> None:
        self._server, self._socket = server, socket
        self._id = next(_ids)
        self._task: asyncio.Task[None] | None = None
        self._send_lock = asyncio.Lock()

    async def run(self) -> None:
        """Handle messages until the page disconnects or is idle for too long."""
        self._server.sessions.add(self)
        self._server.engines.open_session(self._id)
        try:
            while True:
                async with asyncio.timeout(IDLE_SECONDS):
                    text = await self._socket.receive_text()
                await self._handle(text)
        except TimeoutError:
            with contextlib.suppress(RuntimeError):
                await self._socket.close(4000, "idle")
        except (WebSocketDisconnect, RuntimeError, KeyError):  # disconnected, or sent a binary message
            pass
        except asyncio.CancelledError:  # the server shuts down; nothing is left to do after this coroutine
            pass
        finally:
            self._server.sessions.discard(self)
            self._server.engines.close_session(self._id)
            with contextlib.suppress(asyncio.CancelledError):  # the server shuts down and does not wait for the job
                await self._cancel_job()
            self._server.releaser.request()

    async def _handle(self, text: str) -> None:
        try:
            if len(text) > MAX_MESSAGE:
                raise GameError(f"message of {len(text):,} characters is too long: at most {MAX_MESSAGE:,}")
            message = SocketMessage.model_validate({"message": json.loads(text)}).message
        except (ValidationError, ValueError, RecursionError) as error:
            await self._send({"type": "error", "id": None, "message": one_line(error)})
            return
        match message:
            case Ping():
                await self._send({"type": "pong"})
            case Stop():
                await self._cancel_job()
            case Think() | Review() | Solve():
                await self._cancel_job()
                self._task = asyncio.create_task(self._run_job(message))

    async def _cancel_job(self) -> None:
        """Cancel the running job and wait for its thread."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    async def _run_job(self, request: JobRequest) -> None:
        try:
            async with contextlib.aclosing(self._results(request)) as results:
                async for result in results:
                    await self._send({"id": request.id, **result})
            await self._send({"type": "done", "id": request.id})
        except GameError as error:
            await self._send({"type": "error", "id": request.id, "message": str(error)})
        except WebSocketDisconnect:
            pass
        except Exception:
            _log.exception("job failed")
            text = "the engine failed; see the server log"
            await self._send({"type": "error", "id": request.id, "message": text})

    async def _results(self, request: JobRequest) -> AsyncGenerator[JsonObject, None]:
        """Run a job and yield its messages; background jobs run in time slices."""
        async with contextlib.aclosing(self._compile(request)) as messages:
            async for message in messages:
                yield message
        scheduler, progress = (
            self._server.scheduler,
            Progress(reviewed=request.skip if isinstance(request, Review) else 0),
        )
        urgent = isinstance(request, Solve) or (isinstance(request, Think) and request.purpose != "analyse")
        threads = 1 if isinstance(request, Solve) else request.thinker.threads
        while True:
            stop_flag = StopFlag()
            job = self._job(request, stop_flag, progress)
            if scheduler.waiting:
                yield {"type": "waiting", "before": scheduler.waiting}
            async with (
                scheduler.acquire(threads, urgent=urgent),
                contextlib.aclosing(stream(scheduler, job, stop_flag)) as results,
            ):
                async for result in results:
                    yield result
            if urgent or progress.finished:
                return

    def _compile(self, request: JobRequest) -> AsyncGenerator[JsonObject, None]:
        game = request.game.game
        parts = SOLVER_PARTS if isinstance(request, Solve) else engine_parts(request.thinker.player, game)
        return self._server.compiler.compile(game, parts)

    def _job(self, request: JobRequest, stop_flag: StopFlag, progress: Progress) -> Callable[[], Iterator[JsonObject]]:
        scheduler, engines, game = self._server.scheduler, self._server.engines, request.game
        if isinstance(request, Solve):
            return lambda: solve(scheduler, stop_flag, request)
        settings = request.thinker.model_copy(update={"threads": min(request.thinker.threads, scheduler.slots)})
        context = JobContext(engines, engines.key(self._id, game.game, settings), scheduler, stop_flag)
        if isinstance(request, Review):
            return lambda: review_game(context, game, request.limits, progress)
        return lambda: think(context, game, request.limits, progress if request.purpose == "analyse" else None)

    async def _send(self, message: JsonObject) -> None:
        """Send a message; raise WebSocketDisconnect if the client does not accept it in time."""
        async with self._send_lock:
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self._socket.send_text(json.dumps(message))
            except (TimeoutError, RuntimeError):
                raise WebSocketDisconnect(1001) from None


def one_line(error: Any) -> str:
    """Return an error in a message as one line."""
    if isinstance(error, ValidationError | RequestValidationError):
        first = error.errors()[0]
        field = ".".join(str(key) for key in first["loc"] if key not in ("message", "body"))
        return f"{field or 'message'}: {first['msg']}"
    if isinstance(error, json.JSONDecodeError | RecursionError):
        return "invalid JSON: send an object with a type of think, review, solve, stop or ping"
    return str(error)
