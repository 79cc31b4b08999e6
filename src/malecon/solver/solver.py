"""Who wins a position with best play: the solver runs in slices and tells what is known.

The first question is whether the side to move wins. Where the answer is no and a draw had a part in it, the second is
whether the opponent wins; two times no is a draw.
"""

from __future__ import annotations

import time

from malecon.games.colours import Colour
from malecon.games.position import Position
from malecon.search.pns.table import fill_ratio
from malecon.solver.query import MEMORY, Query, Workspace, check_solvable, whole_move

WIN, LOSS, DRAW = "win", "loss", "draw"
LINE_NODES = 200_000  # positions to look at for each further move of a line
FIRST_SLICE, MOST_SLICE = 2_000, 10_000_000


class TimeSlicer:
    """Runs solvers in slices that last about so many seconds each, as fast as this machine turns out to be."""

    def __init__(self, seconds: float = 0.25) -> None:
        self.seconds, self.nodes = seconds, FIRST_SLICE

    def run(self, solver: Solver) -> bool:
        """One slice; True when the verdict is there."""
        begin = time.perf_counter()
        done = solver.run(self.nodes)
        taken = max(time.perf_counter() - begin, 0.001)
        growth = min(self.seconds / taken, 8.0)
        self.nodes = int(min(max(self.nodes * growth, 1000), MOST_SLICE))
        return done


class Solver:
    """Proves who wins a position with best play; `run` it until `verdict` is there.

    `memory` is in megabytes; a room that another solver has used knows what was found there. Several threads are
    sooner done, one does the same every time.

    >>> import malecon
    >>> solver = Solver(malecon.Havannah(base=4, moves="a1 d1 a4 g4 b3 f3 e2 e3 d2 g5"), memory=16)
    >>> solver.run(100_000)
    True
    >>> solver.verdict, solver.move, solver.length
    ('win', 'a2', 3)
    """

    def __init__(
        self, position: Position, *, memory: int = MEMORY, threads: int = 1, workspace: Workspace | None = None
    ) -> None:
        check_solvable(position)
        self.position = position.copy()
        self.workspace = Workspace(position, memory, threads) if workspace is None else workspace
        self.verdict: str | None = None
        """`win`, `loss` or `draw` for the side to move; None while it is open."""
        self.length = 0
        """Plies to the end of the proved line: the winner's shortest that is known, the loser's longest."""
        self.move: str | None = None
        """A move that keeps the verdict, or that loses latest; before the verdict the best guess."""
        self._earlier = 0
        self._ask(position.to_move)

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self._earlier + self._question.nodes

    @property
    def winner(self) -> Colour | None:
        """Who wins; None for a draw, and before the verdict."""
        side = self.position.to_move
        return {WIN: side, LOSS: side.other}.get(self.verdict or "")

    @property
    def attacker(self) -> Colour:
        """Whose win the search tries to prove or disprove now."""
        return self._question.attacker

    @property
    def proof_numbers(self) -> tuple[int, int]:
        """Leaves that are still to be settled at least, to prove the attacker's win and to disprove it."""
        return int(self._question.root.pn), int(self._question.root.dn)

    @property
    def memory_used(self) -> float:
        """The share of the table that is taken."""
        return fill_ratio(self.workspace.table)

    def run(self, nodes: int) -> bool:
        """Look at about so many positions more; True when the verdict is there."""
        end = self.nodes + nodes
        while self.verdict is None and self.nodes < end:
            if self._question.run(end - self.nodes):
                self._conclude()
            else:
                self.move = next(iter(self.ranking()), None)
        return self.verdict is not None

    def _ask(self, attacker: Colour) -> None:
        self._question = Query(self.workspace, self.position.struct, attacker)

    def _conclude(self) -> None:
        """What the answer to the question means."""
        side, question = self.position.to_move, self._question
        is_own = question.attacker == side
        if is_own and not question.answer and question.root.drawn:
            self._earlier += question.nodes
            self._ask(side.other)
            return
        self.length = -(-int(question.root.length) // self.position.num_steps)
        verdict = (WIN if is_own else LOSS) if question.answer else (LOSS if is_own else DRAW)
        good = question.settled_steps() if verdict != LOSS else []
        latest = max(question.edges, key=lambda edge: int(edge["length"]))
        self.move = whole_move(
            self.workspace, self.position, question.attacker, good[0] if good else int(latest["move"])
        )
        self.verdict = verdict

    def ranking(self) -> list[str]:
        """The moves that were looked at, the nearest to a proof first; none where a turn has several steps.

        It must be asked before another solver uses the same workspace.
        """
        if self.position.num_steps > 1:
            return []
        mine = self.attacker == self.position.to_move
        number, other = ("pn", "dn") if mine else ("dn", "pn")
        edges = sorted(self._question.edges, key=lambda edge: (int(edge[number]), -int(edge[other])))
        return [self.position.move_of((int(edge["move"]),)) for edge in edges]

    def after(self, move: str) -> Solver:
        """A solver of the position after a move, which knows what this one knows; this one must not run meanwhile."""
        position = self.position.copy()
        position.play(move)
        return Solver(position, workspace=self.workspace)

    def line(self) -> list[str]:
        """The proved line, as far as it is found again quickly."""
        solver, moves = self, []
        while solver.verdict is not None and solver.move is not None:
            moves.append(solver.move)
            position = solver.position.copy()
            position.play(solver.move)
            if position.is_over:
                break
            solver = Solver(position, workspace=self.workspace)
            solver.run(LINE_NODES)
        return moves
