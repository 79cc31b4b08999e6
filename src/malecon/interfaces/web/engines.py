"""Pool of the engines of all sessions within one memory budget; the least recently used engines are evicted first.

An engine keeps its tree while it is in the pool, so that the next request of a session continues from it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from malecon.interfaces.web.schema import EngineSettings
from malecon.players.factory import make_player
from malecon.players.player import Player


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

    `budget` limits the megabytes of all engines together, `max_memory` those of one engine.
    """

    def __init__(self, budget: int, max_memory: int) -> None:
        self._budget, self._max_memory = budget, max_memory
        self._idle: OrderedDict[EngineKey, Player] = OrderedDict()
        self._used: dict[EngineKey, int] = {}
        self._sessions: set[int] = set()
        self._lock = threading.Lock()

    @property
    def megabytes(self) -> int:
        """Memory limit of all engines in the pool together."""
        with self._lock:
            return self._total()

    def _total(self) -> int:
        return sum(key.memory for key in self._idle) + sum(self._used.values())

    def key(self, session: int, game: str, settings: EngineSettings) -> EngineKey:
        """Return the key of a request's engine, with its memory capped at the limit of one engine."""
        memory = min(settings.memory, self._max_memory)
        return EngineKey(session, game, settings.player.strip(), settings.threads, memory, settings.seed)

    def acquire(self, key: EngineKey) -> Player:
        """Return the engine of a key, a new one if necessary; raise GameError if its text is not a player."""
        with self._lock:
            player = self._idle.pop(key, None)
            self._used[key] = key.memory
            while self._total() > self._budget and self._idle:
                self._idle.popitem(last=False)
        try:
            return player or _new_player(key)
        except Exception:
            self._forget(key)
            raise

    def release(self, key: EngineKey, player: Player) -> None:
        """Keep an engine for the next request of its session."""
        with self._lock:
            if self._used.pop(key, None) is not None and key.session in self._sessions:
                self._idle[key] = player

    def open_session(self, session: int) -> None:
        """Keep the engines of a session from now on."""
        with self._lock:
            self._sessions.add(session)

    def close_session(self, session: int) -> None:
        """Drop the engines of a session; an engine in use is dropped when it is released."""
        with self._lock:
            self._sessions.discard(session)
            for key in [key for key in self._idle if key.session == session]:
                del self._idle[key]

    def _forget(self, key: EngineKey) -> None:
        with self._lock:
            self._used.pop(key, None)


def _new_player(key: EngineKey) -> Player:
    return make_player(key.player, game=key.game, threads=key.threads, memory=key.memory, seed=key.seed, external=False)
