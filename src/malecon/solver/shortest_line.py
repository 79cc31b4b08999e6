"""Short winning lines for display.

The search stops at the first proof of a position and does not look for a shorter one. Here every winning move is proved
separately, and the one with the shortest proof is played.
"""

from __future__ import annotations

from malecon.solver.solver import LINE_NODES, LOSS, WIN, Solver

MOVE_NODES = 20_000  # node limit for one move; a longer proof is not a short win


def shortest_line(solver: Solver, nodes: int = MOVE_NODES) -> list[str]:
    """Return the line of a decided position: the winner plays the shortest proof found, the loser the longest."""
    moves: list[str] = []
    while solver.verdict is not None and solver.move is not None:
        move = shortest_win(solver, nodes) if solver.verdict == WIN else solver.move
        moves.append(move)
        position = solver.position.copy()
        position.play(move)
        if position.is_over:
            break
        solver = Solver(position, workspace=solver.workspace)
        solver.run(LINE_NODES)
    return moves


def shortest_win(solver: Solver, nodes: int = MOVE_NODES) -> str:
    """Return the winning move with the shortest proof; the solver must have proved a win."""
    position = solver.position
    if wins := position.winning_moves(position.to_move):
        return wins[0]
    lengths = {str(solver.move): solver.length}
    for move in position.legal_moves:
        after = position.copy()
        after.play(move)
        if after.is_over:
            continue
        other = Solver(after, workspace=solver.workspace)
        if other.run(nodes) and other.verdict == LOSS:
            lengths[move] = other.length + 1
    return min(lengths, key=lambda move: lengths[move])
