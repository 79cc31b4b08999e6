"""Who wins with best play: a proof in its thread, within a bound of positions and a table of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator

from malecon.interfaces.web.jobs import warm_first
from malecon.interfaces.web.positions import position_of
from malecon.interfaces.web.scheduler import Flag, Scheduler
from malecon.interfaces.web.schema import Answer, Solve
from malecon.warmup.steps import PROOF, RULES

MEMORY = 32  # megabytes of a table; it is there while its thread works, so that there are as many as threads
STEP = 10_000  # positions between two looks at whether to stop


def solve(slots: Scheduler, flag: Flag, message: Solve) -> Iterator[Answer]:
    """The verdict on a position; none where it takes more positions than that, or others wait for too long."""
    from malecon.solver.shortest_line import shortest_line
    from malecon.solver.solver import Solver

    yield from warm_first(message.game.game, (RULES, PROOF))
    solver, begin = Solver(position_of(message.game), memory=MEMORY), time.perf_counter()
    while not solver.run(min(STEP, message.nodes - solver.nodes)) and solver.nodes < message.nodes:
        if flag.is_set or slots.slice_over(begin, soon=True):
            break
    yield {
        "type": "verdict",
        "verdict": solver.verdict,
        "move": solver.move,
        "length": solver.length,
        "line": shortest_line(solver) if message.line else [],
        "nodes": solver.nodes,
    }
