"""Pool of the engines of all sessions within one memory budget; the least recently used engines are evicted first.

An engine keeps its tree while it is in the pool, so that the next request of a session continues from it. The budget
counts what engines take, which is more than the tree that a request asks for: each thread has tables of its own.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.web.schema import EngineSettings
from malecon.players.engine import Engine
from malecon.players.factory import make_player
from malecon.players.player import Player
from malecon.players.random import RandomPlayer

MEGABYTE = 1 << 20
MAX_ENGINES = 4  # idle engines per session


@dataclass(frozen=True)
class EngineKey:
    """Identifies an engine: its session, its game and its settings."""

    session: int
    game: str
    player: str
    threads: int
    memory: int
    seed: int


class EnginePool:
    """Engines by key. An engine is acquired for use and then released; only released engines can be evicted.

    `budget` limits the megabytes of all engines together, `max_memory` those of the tree of one engine. Engines in use
    may exceed the budget; there are at most as many as the scheduler has slots.
    """

    def __init__(self, budget: int, max_memory: int) -> None:
        self._budget, self._max_memory = budget, max_memory
        self._idle: OrderedDict[EngineKey, Player] = OrderedDict()
        self._used: dict[EngineKey, Player | None] = {}
        self._sessions: set[int] = set()
        self._lock = threading.Lock()

    @property
    def megabytes(self) -> int:
        """Memory of all engines in the pool together."""
        with self._lock:
            return self._total()

    def _total(self) -> int:
        players = [*self._idle.items(), *self._used.items()]
        return sum(_megabytes(key, player) for key, player in players)

    def key(self, session: int, game: str, settings: EngineSettings) -> EngineKey:
        """Return the key of a request's engine, with its memory capped at the limit of one engine."""
        memory = min(settings.memory, self._max_memory)
        return EngineKey(session, game, settings.player.strip(), settings.threads, memory, settings.seed)

    def acquire(self, key: EngineKey) -> Player:
        """Return the engine of a key, a new one if necessary; raise GameError if its text is not a player."""
        with self._lock:
            player = self._idle.pop(key, None)
            self._used[key] = player
            evicted = self._evict()
        _close(evicted)
        try:
            player = player or _new_player(key)
        except Exception:
            with self._lock:
                self._used.pop(key, None)
            raise
        with self._lock:
            self._used[key] = player
        return player

    def release(self, key: EngineKey, player: Player) -> None:
        """Keep an engine for the next request of its session, if the session is open and memory permits."""
        with self._lock:
            self._used.pop(key, None)
            dropped = []
            if key.session in self._sessions:
                self._idle[key] = player
                own = [each for each in self._idle if each.session == key.session]
                dropped = [self._idle.pop(each) for each in own[:-MAX_ENGINES]] + self._evict()
            else:
                dropped = [player]
        _close(dropped)

    def _evict(self) -> list[Player]:
        """Remove idle engines until the rest is within the budget."""
        evicted = []
        while self._idle and self._total() > self._budget:
            evicted.append(self._idle.popitem(last=False)[1])
        return evicted

    def open_session(self, session: int) -> None:
        """Keep the engines of a session from now on."""
        with self._lock:
            self._sessions.add(session)

    def close_session(self, session: int) -> None:
        """Drop the engines of a session; an engine in use is dropped when it is released."""
        with self._lock:
            self._sessions.discard(session)
            dropped = [self._idle.pop(key) for key in list(self._idle) if key.session == session]
        _close(dropped)


def _megabytes(key: EngineKey, player: Player | None) -> int:
    """Return the memory of an engine; before its first search, what was asked for."""
    size = player.memory_bytes if isinstance(player, Engine) else 0
    return -(-size // MEGABYTE) or (key.memory if player is None or isinstance(player, Engine) else 0)


def _close(players: Iterable[Player]) -> None:
    for player in players:
        player.close()


def _new_player(key: EngineKey) -> Player:
    try:
        player = make_player(
            key.player, game=key.game, threads=key.threads, memory=key.memory, seed=key.seed, external=False
        )
    except GameError as error:  # the rest of the message lists everything that is available
        reason = str(error).partition(";")[0]
        raise GameError(f"{reason}: choose another engine for this game under Engine") from None
    if not isinstance(player, Engine | RandomPlayer):
        raise GameError(f"{player.name} cannot be stopped and is not allowed here; choose a preset or techniques")
    return player
