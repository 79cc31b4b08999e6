"""Solve a position within a time limit: who wins with best play, if that can be proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from malecon.games.colours import Colour
from malecon.games.errors import check_type
from malecon.games.position import Position
from malecon.solver.solver import Solver, TimeSlicer

SLICE_SECONDS = 0.05  # seconds between checks of the time and the stop flag


@dataclass(frozen=True)
class Solution:
    """Result of solving a position."""

    is_proved: bool
    winner: Colour | None = None
    """The winner; None for a draw or if nothing is proved."""
    move: str | None = None
    """A move that achieves the result, the longest resistance, or the best guess; None if there is none."""
    length: int = 0
    """Plies to the end of the proved line."""
    line: tuple[str, ...] = ()
    positions: int = 0
    """Number of positions searched."""
    seconds: float = 0.0


def _never() -> bool:
    return False


def solve(
    position: Position,
    seconds: float,
    *,
    memory: int = 512,
    threads: int = 1,
    is_stopped: Callable[[], bool] = _never,
) -> Solution:
    """Prove who wins by proof-number search, or give up at the time limit or if stopped; `memory` is in megabytes.

    >>> import malecon
    >>> solve(malecon.Havannah(base=4, moves="a1 d1 a4 g4 b3 f3 e2 e3 d2 g5"), seconds=10).move
    'a2'
    """
    check_type(position, Position, "the solver takes a position, such as malecon.Havannah()")
    begin = time.perf_counter()
    if (outcome := position.outcome) is not None:
        return Solution(True, outcome.winner)
    solver, slicer = Solver(position, memory=memory, threads=threads), TimeSlicer(min(SLICE_SECONDS, seconds))
    while not slicer.run(solver) and time.perf_counter() - begin < seconds and not is_stopped():
        pass
    nodes, spent = solver.nodes, time.perf_counter() - begin
    if solver.verdict is None:
        return Solution(False, move=solver.move, positions=nodes, seconds=spent)
    return Solution(True, solver.winner, solver.move, solver.length, tuple(solver.line()), nodes, spent)
