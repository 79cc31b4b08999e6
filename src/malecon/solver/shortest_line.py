"""Short winning lines for display.

The search stops at the first proof of a position and does not look for a shorter one. Here every winning move is proved
separately, and the one with the shortest proof is played.
"""

from __future__ import annotations

from collections.abc import Callable

from malecon.solver.solver import LINE_NODES, LOSS, WIN, Solver, TimeSlicer

MOVE_NODES = 20_000  # node limit for one move; a longer proof is not a short win
BUDGET_NODES = 20_000_000  # node limit for a line; of 25 bundled puzzles, none took more than 180,000
SLICE_SECONDS = 0.02  # between two checks whether to stop


def _never() -> bool:
    return False


class Budget:
    """The work that a line may take: a number of nodes, and a function that returns whether to stop."""

    def __init__(self, nodes: int = BUDGET_NODES, should_stop: Callable[[], bool] = _never) -> None:
        self._nodes, self._should_stop = nodes, should_stop
        self._slicer = TimeSlicer(SLICE_SECONDS)

    @property
    def is_exhausted(self) -> bool:
        """Whether no more work is allowed."""
        return self._nodes <= 0 or self._should_stop()

    def run(self, solver: Solver, nodes: int) -> bool:
        """Search at most `nodes` positions in short slices; return True once the verdict is known."""
        end = solver.nodes + nodes
        while solver.verdict is None and solver.nodes < end and not self.is_exhausted:
            before = solver.nodes
            self._slicer.run(solver, min(end - before, self._nodes))
            self._nodes -= solver.nodes - before
        return solver.verdict is not None


def shortest_line(solver: Solver, nodes: int = MOVE_NODES, budget: Budget | None = None) -> list[str]:
    """Return the line of a decided position: the winner plays the shortest proof found, the loser the longest.

    The line ends early if the budget does.
    """
    budget = budget or Budget()
    moves: list[str] = []
    while solver.verdict is not None and solver.move is not None:
        move = shortest_win(solver, nodes, budget) if solver.verdict == WIN else solver.move
        moves.append(move)
        position = solver.position.copy()
        position.play(move)
        if position.is_over or budget.is_exhausted:
            break
        solver = Solver(position, workspace=solver.workspace)
        budget.run(solver, LINE_NODES)
    return moves


def shortest_win(solver: Solver, nodes: int = MOVE_NODES, budget: Budget | None = None) -> str:
    """Return the winning move with the shortest proof within the budget; the solver must have proved a win."""
    budget = budget or Budget()
    position = solver.position
    if wins := position.winning_moves(position.to_move):
        return wins[0]
    lengths = {str(solver.move): solver.length}
    for move in position.legal_moves:
        if budget.is_exhausted:
            break
        after = position.copy()
        after.play(move)
        if after.is_over:
            continue
        other = Solver(after, workspace=solver.workspace)
        if budget.run(other, nodes) and other.verdict == LOSS:
            lengths[move] = other.length + 1
    return min(lengths, key=lambda move: lengths[move])
