"""HTTP and WebSocket routes of the games between friends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from malecon.games.errors import GameError
from malecon.interfaces.web.answers import Invitation
from malecon.interfaces.web.compiling import Compiler
from malecon.interfaces.web.friends import MAX_WATCHERS, SIDES, FriendGame, FriendGames
from malecon.interfaces.web.schema import ColourWord, FriendMessage, FriendMove, FriendResign, JsonObject, NewFriendGame
from malecon.interfaces.web.work import while_connected

NO_GAME, CROWDED = 4404, 4429
MAX_TEXT = 2000
MAX_QUEUE = 100
"""Messages that a connection may leave unread."""


def add_friends(app: FastAPI, games: FriendGames, compiler: Compiler) -> None:
    """Add the routes."""

    @app.post("/api/friends", summary="Start a game by link between two browsers", response_model=Invitation)
    async def start(wanted: NewFriendGame, request: Request) -> JsonObject:
        await while_connected(compiler.ensure(wanted.game.game), request)
        game = games.create(wanted)
        side: ColourWord = random.choice(SIDES) if wanted.side == "random" else wanted.side
        other: ColourWord = "black" if side == "white" else "white"
        links = {"invite": games.link(game.keys[other]), "watch": game.watch_link}
        return {"key": game.keys[side], "side": side, **links}

    @app.websocket("/api/friends/{key}")
    async def play(websocket: WebSocket, key: str) -> None:
        await websocket.accept()
        game = games.find(key)
        if game is None or len(game.listeners) >= MAX_WATCHERS:
            await websocket.close(CROWDED if game else NO_GAME)
            return
        await FriendConnection(games, game, game.side_of(key), websocket).run()


class FriendConnection:
    """A page that plays or watches a game. Messages are queued, so that a slow page delays nobody."""

    def __init__(self, games: FriendGames, game: FriendGame, side: ColourWord | None, socket: WebSocket) -> None:
        self._games, self._game, self._side, self._socket = games, game, side, socket
        self._queue: asyncio.Queue[JsonObject] = asyncio.Queue(MAX_QUEUE)

    async def run(self) -> None:
        """Send what happens and handle what the page sends, until either side disconnects."""
        listener = self._put
        self._game.listeners[listener] = self._side
        self._game.broadcast()
        tasks = [asyncio.create_task(self._guarded(work)) for work in (self._send_all, self._receive_all)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the server shuts down
            pass
        finally:
            for task in tasks:
                task.cancel()
            del self._game.listeners[listener]
            self._game.broadcast()

    def _put(self, message: JsonObject) -> None:
        """Queue a message; a page that does not read loses the oldest ones, and the next state has everything."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(message)

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):  # disconnected, or a binary message
            await work()

    async def _send_all(self) -> None:
        while True:
            await self._socket.send_text(json.dumps(await self._queue.get()))

    async def _receive_all(self) -> None:
        while True:
            text = await self._socket.receive_text()
            try:
                self._handle(text)
            except (GameError, ValidationError, ValueError) as error:
                reason = str(error) if isinstance(error, GameError) else "malformed message"
                self._put({"type": "error", "message": reason})
                self._put(self._game.state(self._side))

    def _handle(self, text: str) -> None:
        """Do what a player asks for; spectators can only watch."""
        message = FriendMessage.model_validate({"message": json.loads(text[:MAX_TEXT])}).message
        if self._side is None:
            return
        if isinstance(message, FriendMove):
            self._game.play(self._side, message.move, message.ply)
        elif isinstance(message, FriendResign):
            self._game.resign(self._side)
        else:
            self._games.offer_rematch(self._game, self._side)
