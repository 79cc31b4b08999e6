"""The search of a player: MCTS or alpha-beta, with proof-number search in the background if the player has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.technique import Value
from malecon.players.background_pns import BackgroundPns
from malecon.search.alphabeta.searcher import AlphaBetaSearcher
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.searcher import RootMove, Searcher

Techniques = Mapping[str, Mapping[str, Value]]
MEGABYTE = 1 << 20
PNS_SHARE = 8  # the table of proof-number search gets one part in this many of the tree's memory


@dataclass(frozen=True)
class Resources:
    """What a search may use."""

    memory: int
    """Megabytes of the tree."""
    threads: int
    seed: int


def new_searcher(position: Position, techniques: Techniques, resources: Resources) -> Searcher:
    """Make the search that a player's techniques ask for; raise GameError if it does not fit into memory."""
    method = AlphaBetaSearcher if "alphabeta" in techniques else MctsSearcher
    try:
        searcher = method(position, techniques, resources.memory * MEGABYTE, resources.seed, resources.threads)
    except (MemoryError, OverflowError):
        raise GameError(f"cannot allocate a {resources.memory} MB tree; use less memory") from None
    if isinstance(searcher, MctsSearcher) and "pns" in techniques:
        return PnsAssistedSearcher(searcher, position, techniques["pns"], max(resources.memory // PNS_SHARE, 1))
    return searcher


class PnsAssistedSearcher:
    """MCTS that runs proof-number search between batches and enters what it proves into the tree."""

    is_ranked = False

    def __init__(self, mcts: MctsSearcher, position: Position, parameters: Mapping[str, Value], memory: int) -> None:
        self._mcts, self._pns, self._done = mcts, BackgroundPns(position, dict(parameters), memory), 0
        self.threads = mcts.threads

    @property
    def proof(self) -> str | None:
        """The proved value of the root."""
        return self._mcts.proof

    @property
    def is_finished(self) -> bool:
        """Whether the root is proved or its counters are exhausted."""
        return self._mcts.is_finished

    def set_position(self, position: Position) -> None:
        """Search this position from now on."""
        self._mcts.set_position(position)
        self._pns.set_position(position)
        self._done = 0

    def run(self, simulations: int, seconds: float | None = None, stopped: Event | None = None) -> int:
        """Run simulations up to the next turn of proof-number search."""
        self._pns.run_if_due(self._mcts, self._done, stopped)
        if self.threads == 1:
            simulations = min(simulations, self._pns.simulations_until_due(self._done))
        run = self._mcts.run(simulations, seconds, stopped)
        self._done += run
        return run

    def halt(self) -> None:
        """End the current run, from another thread."""
        self._mcts.halt()

    def root_moves(self) -> list[RootMove]:
        """Return every root move, the most visited first."""
        return self._mcts.root_moves()

    def line(self, first: str, length: int = 12) -> list[str]:
        """Return the most visited line that begins with a root move."""
        return self._mcts.line(first, length)


def memory_bytes(searcher: Searcher | None) -> int:
    """Return the size of all arrays of a search: what it takes, not what it was given for its tree."""
    sizes: dict[int, int] = {}
    waiting: list[Any] = [searcher]
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if item is None or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, np.ndarray):
            owner = item.base if isinstance(item.base, np.ndarray) else item
            sizes[id(owner)] = owner.nbytes
        elif isinstance(item, list | tuple):
            waiting += item
        elif type(item).__module__.startswith("malecon.") and not isinstance(item, Position):
            waiting += getattr(item, "__dict__", {}).values()
    return sum(sizes.values())
