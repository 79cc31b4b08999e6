"""Baseline player: Random of joosten2009, uniform over the legal moves.

With `near` it has the locality preference of the paper's playouts, to measure it on its own: of two random moves it
plays the one closer to the last move.
"""

from __future__ import annotations

from random import Random

from malecon.games.position import Position
from malecon.knowledge.technique import Parameter, Technique
from malecon.players.player import NO_LIMIT, Decision, Limit, Player, check_not_over, check_seed

NOBODY, OWN, COIN = "nobody", "own", "coin"
RANDOM = Technique(
    "random",
    "Uniformly random legal moves.",
    (
        Parameter(
            "near",
            NOBODY,
            "prefer moves near the own last move, or near that of a random side, in games that define a distance",
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
        if seed is not None:
            check_seed(seed)
        self._random, self._near = Random(seed), near
        self.name = RANDOM.name if near == NOBODY else f"{RANDOM.name}(near={near})"

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:  # noqa: ARG002 (it does not search)
        """Return one of the legal moves."""
        check_not_over(position)
        moves = position.legal_moves
        if self._near != NOBODY and position.ply > 1:
            return Decision(self._near_move(position, moves))
        return Decision(self._random.choice(moves))

    def check(self, start: Position) -> None:
        """Raise GameError if `near` is used in a game without a distance between cells."""
        if self._near != NOBODY:
            cell = start.cells_of(start.legal_moves[0])[-1]
            start.cell_distance(cell, cell)

    def _near_move(self, position: Position, moves: list[str]) -> str:
        """Return the one of two random moves that is nearer to the chosen last move."""
        opponents = self._near == COIN and self._random.random() < 0.5
        last = position.cells_of(position.moves[-1 if opponents else -2])
        candidates = self._random.choices(moves, k=2)
        if not last:  # a swap is near to nothing
            return candidates[0]
        return min(candidates, key=lambda move: position.cell_distance(position.cells_of(move)[-1], last[-1]))
