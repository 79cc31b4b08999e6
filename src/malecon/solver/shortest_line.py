"""The way to a proved win as people would show it: by the shortest proofs that are found, not by the first.

A proof of a position says how long its own line is at most; the search has no reason to look for a shorter one. Here
every winning move is proved by itself, and the one with the shortest proof is taken.
"""

from __future__ import annotations

from malecon.solver.solver import LINE_NODES, LOSS, WIN, Solver

MOVE_NODES = 20_000  # positions to look at for one move; what is not settled by then is no short way


def shortest_line(solver: Solver, nodes: int = MOVE_NODES) -> list[str]:
    """The line of a settled position: the winner goes the shortest way that is found, the loser the longest."""
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
    """The winning move with the shortest proof; the solver must have proved a win."""
    position = solver.position
    if at_once := position.winning_moves(position.to_move):
        return at_once[0]
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
