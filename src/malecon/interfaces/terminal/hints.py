"""Hints of the engine for the user at the prompt."""

from __future__ import annotations

from malecon.games.position import Position
from malecon.interfaces.terminal.analysis import proof_text
from malecon.players.engine import Engine, Thought
from malecon.players.player import Decision, Limit
from malecon.warmup.steps import SEARCH, ensure_warm


class Hints:
    """Suggests moves with an engine of its own, so that the players' search trees stay untouched.

    The engine is created on first use.
    """

    def __init__(self, limit: Limit, seed: int) -> None:
        self._limit, self._seed = limit, seed
        self._engine: Engine | None = None

    def suggest(self, position: Position) -> str:
        """Return the engine's line for the side to move, in a sentence."""
        if self._engine is None:
            ensure_warm(position.game, SEARCH)
            self._engine = Engine(seed=self._seed)
        thought = self._engine.decide(position, self._limit)
        return f"{self._engine.name} would play {' '.join(thought.line)}{evaluation_text(thought)}."


def evaluation_text(decision: Decision) -> str:
    """Return a searching player's evaluation of its move in brackets; empty for other players."""
    if not isinstance(decision, Thought) or not (decision.simulations or decision.proof):
        return ""
    chances = proof_text(decision.proof, decision.length) if decision.proof else f"{decision.value:.0%}"
    return f" ({chances}, {decision.simulations:,} simulations)"
