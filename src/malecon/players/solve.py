"""Who wins with best play, where that can be proved in time.

`solve` is the one way to ask. Behind it stands the proof-number search, run until the position is settled; another
method can take its place without anybody noticing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from malecon.games.colours import Colour
from malecon.games.position import Position
from malecon.solver.solver import Solver, TimeSlicer

LOOK = 0.05  # seconds between two looks at whether to go on


@dataclass(frozen=True)
class Solution:
    """What is known of a position."""

    is_proved: bool
    winner: Colour | None = None
    """Who wins; None for a draw, and where nothing is proved."""
    move: str | None = None
    """A move that makes it so, the one that holds out longest, or the best guess; None where there is none."""
    length: int = 0
    """Plies to the end of the proved line."""
    line: tuple[str, ...] = ()
    positions: int = 0
    """How many were looked at."""
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
    """Prove who wins, or give up when the time is up or somebody says so; `memory` is in megabytes.

    >>> import malecon
    >>> solve(malecon.Havannah(base=4, moves="a1 d1 a4 g4 b3 f3 e2 e3 d2 g5"), seconds=10).move
    'a2'
    """
    begin = time.perf_counter()
    if (outcome := position.outcome) is not None:
        return Solution(True, outcome.winner)
    solver, pace = Solver(position, memory=memory, threads=threads), TimeSlicer(min(LOOK, seconds))
    while not pace.run(solver) and time.perf_counter() - begin < seconds and not is_stopped():
        pass
    nodes, spent = solver.nodes, time.perf_counter() - begin
    if solver.verdict is None:
        return Solution(False, move=solver.move, positions=nodes, seconds=spent)
    return Solution(True, solver.winner, solver.move, solver.length, tuple(solver.line()), nodes, spent)
