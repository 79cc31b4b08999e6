"""Baseline player: Random of joosten2009, uniform over the legal moves.

With `near` it has the locality preference of the paper's playouts, to measure it on its own: of two random moves it
plays the one closer to the last move.
"""

from __future__ import annotations

from random import Random

from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.knowledge.technique import Parameter, Technique
from malecon.players.player import NO_LIMIT, Decision, Limit, Player, check_not_over

NOBODY, OWN, COIN = "nobody", "own", "coin"
RANDOM = Technique(
    "random",
    "Uniformly random legal moves.",
    (
        Parameter(
            "near",
            NOBODY,
            "Havannah only: prefer moves near the own last move, or near that of a random side",
            choices=(NOBODY, OWN, COIN),
        ),
    ),
    paper="joosten2009",
)


class RandomPlayer(Player):
    """Play each legal move, swap included, with the same probability; the same seed gives the same games.

    >>> import malecon
    >>> RandomPlayer(seed=1).decide(malecon.Havannah(base=4)).move
    'e2'
    """

    def __init__(self, seed: int | None = None, near: str = NOBODY) -> None:
        self._random, self._near = Random(seed), near
        self.name = RANDOM.name if near == NOBODY else f"{RANDOM.name}(near={near})"

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:  # noqa: ARG002 (it does not search)
        """Return one of the legal moves."""
        check_not_over(position)
        moves = position.legal_moves
        if self._near != NOBODY and position.ply > 1:
            return Decision(self._near_move(position, moves))
        return Decision(self._random.choice(moves))

    def _near_move(self, position: Position, moves: list[str]) -> str:
        """Return the one of two random moves that is closer to the last one."""
        if not isinstance(position, Havannah):
            raise GameError(f"random(near=...) is for havannah, not for {position.game}")
        other = self._near == COIN and self._random.random() < 0.5
        last = position.moves[-1 if other else -2]
        return min(self._random.choices(moves, k=2), key=lambda move: _distance(position, move, last))


def _distance(position: Havannah, one: str, two: str) -> int:
    """Return the number of steps between two cells."""
    geometry = position.geometry
    (x1, y1), (x2, y2) = (geometry.coordinates[geometry.by_name[move]] for move in (one, two))
    return max(abs(x1 - x2), abs(y1 - y2), abs((x1 - x2) - (y1 - y2)))
