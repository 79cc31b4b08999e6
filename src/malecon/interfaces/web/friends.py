"""Games between two browsers of one server: seats by secret link, spectators, clocks kept here, rematches.

A game has three keys: one for each seat and one for spectators. Whoever has the key of a seat plays that side, from any
number of tabs; the game outlives their connections. All of this runs on the event loop.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.web.positions import COLOURS, start_of
from malecon.interfaces.web.schema import ColourWord, JsonObject, NewFriendGame

MAX_GAMES = 500
MAX_WATCHERS = 50
"""Connections per game."""
IDLE_SECONDS = 24 * 3600.0
SIDES: tuple[ColourWord, ColourWord] = ("white", "black")
Listener = Callable[[JsonObject], None]


class FriendClock:
    """The time that each side has left; without minutes there is none."""

    def __init__(self, minutes: float, increment: float) -> None:
        self.minutes, self.increment = minutes, increment
        self.left = dict.fromkeys(SIDES, 60.0 * minutes)
        self.running: ColourWord | None = None
        self._since = 0.0

    def now(self) -> dict[ColourWord, float]:
        """Return the seconds left at this moment."""
        left = dict(self.left)
        if self.running:
            left[self.running] = max(0.0, left[self.running] - (time.monotonic() - self._since))
        return left

    def run(self, side: ColourWord | None) -> None:
        """Run a side's time, or nobody's."""
        self.left = self.now()
        self.running, self._since = (side if self.minutes else None), time.monotonic()

    def press(self, side: ColourWord) -> None:
        """Stop a side's time after its move and add the increment."""
        self.run(None)
        self.left[side] += self.increment


@dataclass(eq=False)
class FriendGame:
    """One game: position, keys, clock and those who listen."""

    request: NewFriendGame
    position: Position
    clock: FriendClock
    keys: dict[ColourWord, str]
    watch_key: str
    watch_link: str
    """The address for spectators."""
    flagged: ColourWord | None = None
    resigned: ColourWord | None = None
    listeners: dict[Listener, ColourWord | None] = field(default_factory=dict)
    rematch_wanted: set[ColourWord] = field(default_factory=set)
    touched: float = field(default_factory=time.monotonic)
    timer: asyncio.TimerHandle | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the board, by resignation or on time."""
        return self.position.is_over or self.flagged is not None

    @property
    def to_move(self) -> ColourWord:
        """The side to move."""
        return "white" if str(self.position.to_move) == "White" else "black"

    def side_of(self, key: str) -> ColourWord | None:
        """Return the side of a seat's key; None for spectators."""
        return next((side for side in SIDES if secrets.compare_digest(self.keys[side], key)), None)

    def state(self, side: ColourWord | None) -> JsonObject:
        """Return everything that a page shows of the game."""
        game = self.request.game
        seats = list(self.listeners.values())
        moves = list(self.position.moves) + ([f"resign:{self.resigned}"] if self.resigned else [])
        return {
            "type": "state",
            "side": side,
            "start": {"game": game.game, "board": game.board, "swap": game.swap, "setup": None},
            "moves": moves,
            "clock": {
                "minutes": self.clock.minutes,
                "increment": self.clock.increment,
                "left": self.clock.now(),
                "running": self.clock.running,
            },
            "flagged": self.flagged,
            "present": {each: each in seats for each in SIDES},
            "spectators": seats.count(None),
            "rematch": sorted(self.rematch_wanted),
            "watch": self.watch_link,
        }

    def broadcast(self) -> None:
        """Send the state to all listeners."""
        for listener, side in list(self.listeners.items()):
            listener(self.state(side))

    # --- what players do ---------------------------------------------------------------------------------------------

    def play(self, side: ColourWord, move: str, ply: int) -> None:
        """Play a move; raise GameError if it is not this side's turn, or illegal. A repeated move changes nothing."""
        self._check_flag()
        if ply < self.position.ply:
            return  # sent again after a lost connection
        if self.is_over:
            raise GameError("the game is over")
        if side != self.to_move or ply != self.position.ply:
            raise GameError("it is not your turn")
        self.position.play(move)
        self.clock.press(side)
        self._continue()

    def resign(self, side: ColourWord) -> None:
        """Resign for a side."""
        if not self.is_over:
            self.position.resign(COLOURS[side])
            self.resigned = side
            self._continue()

    def _continue(self) -> None:
        """Run the clock of the side to move, and tell everybody."""
        self.touched = time.monotonic()
        self.clock.run(None if self.is_over or not self.position.ply else self.to_move)
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.clock.running:
            seconds = self.clock.left[self.clock.running]
            self.timer = asyncio.get_running_loop().call_later(seconds, self._check_flag)
        self.broadcast()

    def _check_flag(self) -> None:
        """End the game if the running side has no time left."""
        side = self.clock.running
        if side and not self.is_over and self.clock.now()[side] <= 0:
            self.flagged = side
            self._continue()


class FriendGames:
    """All games of the server by their keys."""

    def __init__(self, token: str | None = None) -> None:
        self._games: dict[str, FriendGame] = {}
        self._token = token

    def __len__(self) -> int:
        return len({id(game) for game in self._games.values()})

    def create(self, request: NewFriendGame) -> FriendGame:
        """Create a game; raise GameError if the board is wrong or there are too many games."""
        self._drop_idle()
        if len(self) >= MAX_GAMES:
            raise GameError("too many games are being played here; try again later")
        position = start_of(request.game)
        keys = {side: secrets.token_urlsafe(12) for side in SIDES}
        clock = FriendClock(request.minutes, request.increment)
        watch_key = secrets.token_urlsafe(12)
        game = FriendGame(request, position, clock, keys, watch_key, self.link(watch_key))
        for key in (*keys.values(), game.watch_key):
            self._games[key] = game
        return game

    def link(self, key: str) -> str:
        """Return the address of a key, with the token that another browser needs."""
        return f"/?token={self._token}#friend={key}" if self._token else f"/#friend={key}"

    def find(self, key: str) -> FriendGame | None:
        """Return the game of a key."""
        return self._games.get(key)

    def offer_rematch(self, game: FriendGame, side: ColourWord) -> None:
        """Note that a side wants a rematch; when both do, start it with colours swapped and send each its new key."""
        if not game.is_over:
            return
        game.rematch_wanted.add(side)
        if len(game.rematch_wanted) < len(SIDES):
            game.broadcast()
            return
        game.rematch_wanted.clear()
        again = self.create(game.request)
        new_keys = {"white": again.keys["black"], "black": again.keys["white"], None: again.watch_key}
        for listener, each in list(game.listeners.items()):
            listener({"type": "rematch", "key": new_keys[each]})

    def _drop_idle(self) -> None:
        limit = time.monotonic() - IDLE_SECONDS
        idle = [key for key, game in self._games.items() if game.touched < limit and not game.listeners]
        for key in idle:
            del self._games[key]
