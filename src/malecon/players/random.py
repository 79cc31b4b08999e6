"""The player that every other one must beat: Random of joosten2009, uniform over the legal moves."""

from __future__ import annotations

from random import Random

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.player import NO_LIMIT, Decision, Limit, Player


class RandomPlayer(Player):
    """Plays each legal move, a swap included, with the same probability; the same seed gives the same games.

    >>> import malecon
    >>> RandomPlayer(seed=1).decide(malecon.Havannah(base=4)).move
    'e2'
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:  # noqa: ARG002 (it never thinks)
        """One of the legal moves."""
        moves = position.legal_moves
        if not moves:
            raise GameError(f"there is nothing to decide: the game is over ({position.outcome})")
        return Decision(self._random.choice(moves))
