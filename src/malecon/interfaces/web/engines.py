"""The engines of all pages, within one budget of memory: those used least lately go first.

An engine keeps its tree as long as it stands here, so a page that thinks on finds what it knew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from malecon.interfaces.web.schema import Thinker
from malecon.players.factory import make_player
from malecon.players.player import Player


@dataclass(frozen=True)
class EngineKey:
    """Whose engine it is, for which game, and how it was asked for."""

    session: int
    game: str
    player: str
    threads: int
    memory: int
    seed: int


class EnginePool:
    """Engines by place. An engine is taken for use and put back; only those that are back can be dropped."""

    def __init__(self, budget: int, most: int) -> None:
        self._budget, self._most = budget, most
        self._idle: OrderedDict[EngineKey, Player] = OrderedDict()
        self._used: dict[EngineKey, int] = {}
        self._sessions: set[int] = set()
        self._lock = threading.Lock()

    @property
    def megabytes(self) -> int:
        """What all engines may grow to."""
        with self._lock:
            return self._total()

    def _total(self) -> int:
        return sum(place.memory for place in self._idle) + sum(self._used.values())

    def place(self, session: int, game: str, thinker: Thinker) -> EngineKey:
        """Where a request's engine stands; it gets no more memory than the server has for one."""
        memory = min(thinker.memory, self._most)
        return EngineKey(session, game, thinker.player.strip(), thinker.threads, memory, thinker.seed)

    def take(self, place: EngineKey) -> Player:
        """The engine of a place, a new one where there is none; GameError where its text names no player."""
        with self._lock:
            player = self._idle.pop(place, None)
            self._used[place] = place.memory
            while self._total() > self._budget and self._idle:
                self._idle.popitem(last=False)
        try:
            return player or _new_player(place)
        except Exception:
            self._forget(place)
            raise

    def put_back(self, place: EngineKey, player: Player) -> None:
        """Keep an engine for its page's next question."""
        with self._lock:
            if self._used.pop(place, None) is not None and place.session in self._sessions:
                self._idle[place] = player

    def open_session(self, session: int) -> None:
        """A page is there: keep its engines from now on."""
        with self._lock:
            self._sessions.add(session)

    def drop_session(self, session: int) -> None:
        """A page is gone: drop its engines; one that still thinks is dropped when it is put back."""
        with self._lock:
            self._sessions.discard(session)
            for place in [place for place in self._idle if place.session == session]:
                del self._idle[place]

    def _forget(self, place: EngineKey) -> None:
        with self._lock:
            self._used.pop(place, None)


def _new_player(key: EngineKey) -> Player:
    return make_player(key.player, game=key.game, threads=key.threads, memory=key.memory, seed=key.seed, external=False)
