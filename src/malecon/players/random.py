"""Baseline player: Random of joosten2009, uniform over the legal moves.

With `near` it has the locality preference of the paper's playouts, to measure it on its own: of two random moves it
plays the one closer to the last move, or it draws moves with weights that decrease with the distance.
"""

from __future__ import annotations

from random import Random

from malecon.games.position import Position
from malecon.knowledge.technique import Parameter, Technique
from malecon.players.player import NO_LIMIT, Decision, Limit, Player, check_not_over, check_seed

NOBODY, OWN, COIN = "nobody", "own", "coin"
RANK, DISTANCE = "rank", "distance"
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
        Parameter(
            "weights",
            RANK,
            "rank: the nearer of two random moves; distance: 2 D - d at distance d, D = cells across the board",
            choices=(RANK, DISTANCE),
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

    def __init__(self, seed: int | None = None, near: str = NOBODY, weights: str = RANK) -> None:
        if seed is not None:
            check_seed(seed)
        self._random, self._near, self._weights = Random(seed), near, weights
        self._across: dict[int, int] = {}  # by size of the board
        parameters = [] if near == NOBODY else [f"near={near}", *(["weights=distance"] if weights == DISTANCE else [])]
        self.name = RANDOM.name + (f"({','.join(parameters)})" if parameters else "")

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
        """Return a random move, with a preference for those near to the chosen last move."""
        opponents = self._near == COIN and self._random.random() < 0.5
        last = position.cells_of(position.moves[-1 if opponents else -2])
        if last and self._weights == DISTANCE:
            return self._weighted_move(position, moves, last[-1])
        candidates = self._random.choices(moves, k=2)
        if not last:  # a swap is near to nothing
            return candidates[0]
        return min(candidates, key=lambda move: position.cell_distance(position.cells_of(move)[-1], last[-1]))

    def _weighted_move(self, position: Position, moves: list[str], last: str) -> str:
        """Return a move with the weight 2 D - d at distance d, by rejection."""
        most = 2 * self._cells_across(position)
        while True:
            move = self._random.choice(moves)
            cells = position.cells_of(move)
            distance = position.cell_distance(cells[-1], last) if cells else 0
            if self._random.random() * most < most - distance:
                return move

    def _cells_across(self, position: Position) -> int:
        """Return the number of cells from one end of the board to the other."""
        if position.size not in self._across:
            cells = [cell for move in (*position.moves, *position.legal_moves) for cell in position.cells_of(move)[-1:]]
            end = max(cells, key=lambda cell: position.cell_distance(cells[0], cell))
            self._across[position.size] = 1 + max(position.cell_distance(end, cell) for cell in cells)
        return self._across[position.size]
