"""Whom a person at the prompt asks for a hint: the engine, made when it is first asked."""

from __future__ import annotations

from malecon.games.position import Position
from malecon.interfaces.terminal.analysis import proof_text
from malecon.players.engine import Engine, Thought
from malecon.players.player import Decision, Limit
from malecon.warmup.steps import SEARCH, ensure_warm


class Coach:
    """An engine of its own, so that what a player has in mind stays with that player."""

    def __init__(self, limit: Limit, seed: int) -> None:
        self._limit, self._seed = limit, seed
        self._engine: Engine | None = None

    def urgent_playout_move(self, position: Position) -> str:
        """A move for the side to move, in a line."""
        if self._engine is None:
            ensure_warm(position.game, SEARCH)
            self._engine = Engine(seed=self._seed)
        thought = self._engine.decide(position, self._limit)
        return f"{self._engine.name} would play {' '.join(thought.line)}{remark(thought)}."


def remark(decision: Decision) -> str:
    """What a player that searches thinks of its move, in brackets; empty for other players."""
    if not isinstance(decision, Thought) or not (decision.simulations or decision.proof):
        return ""
    chances = proof_text(decision.proof, decision.length) if decision.proof else f"{decision.value:.0%}"
    return f" ({chances}, {decision.simulations:,} simulations)"
