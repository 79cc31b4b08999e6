"""Solvers that run until they have a verdict."""

from __future__ import annotations

from malecon.games.position import Position
from malecon.solver.solver import Solver

ENOUGH_NODES = 10_000_000


def solved(position: Position, **options: int) -> Solver:
    """Return a solver that has finished."""
    solver = Solver(position, **({"memory": 16} | options))
    assert solver.run(ENOUGH_NODES), f"{position!r} is not decided"
    return solver
