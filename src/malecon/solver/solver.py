"""Solver: who wins a position with best play. It runs in slices and reports what is known.

The first query is whether the side to move wins. If not, and a draw was involved, the second is whether the opponent
wins; two negative answers prove a draw.
"""

from __future__ import annotations

import time

from malecon.games.colours import Colour
from malecon.games.contract import play
from malecon.games.position import Position
from malecon.kernel import Struct
from malecon.search.pns.table import fill_ratio
from malecon.solver.query import MEMORY, Query, Workspace, check_solvable

WIN, LOSS, DRAW = "win", "loss", "draw"
LINE_NODES = 200_000  # node limit for each further move of a line
FIRST_SLICE, MIN_SLICE, MAX_SLICE = 500, 100, 10_000_000  # nodes


class TimeSlicer:
    """Runs solvers in slices of about equal time, adapting the nodes per slice to the machine."""

    def __init__(self, seconds: float = 0.25) -> None:
        self.seconds, self.nodes = seconds, FIRST_SLICE

    def run(self, solver: Solver, max_nodes: int = MAX_SLICE) -> bool:
        """Run one slice of at most `max_nodes` positions; return True once the verdict is known."""
        nodes = min(self.nodes, max_nodes)
        begin = time.perf_counter()
        done = solver.run(nodes)
        taken = max(time.perf_counter() - begin, 0.001)
        growth = min(self.seconds / taken, 8.0)
        self.nodes = int(min(max(nodes * growth, MIN_SLICE), MAX_SLICE))
        return done


class Solver:
    """Proves who wins a position with best play; call `run` until `verdict` is set.

    `memory` is in megabytes; a workspace used by another solver keeps its table. Several threads are faster, one is
    reproducible.

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
        """`win`, `loss` or `draw` for the side to move; None until it is proved."""
        self.length = 0
        """Plies to the end of the proved line: the shortest known for the winner, the longest for the loser."""
        self.move: str | None = None
        """A move that keeps the verdict, or the longest resistance; before the verdict, the best guess."""
        self._earlier_nodes = 0
        self._proved: str | None = None  # the verdict, once proved; `verdict` waits for the whole move
        self._steps: list[int] = []
        self._query = Query(self.workspace, self.position.struct, position.to_move)

    @property
    def nodes(self) -> int:
        """Positions searched."""
        return self._earlier_nodes + self._query.nodes

    @property
    def winner(self) -> Colour | None:
        """The winner; None for a draw and before the verdict."""
        side = self.position.to_move
        return {WIN: side, LOSS: side.other}.get(self.verdict or "")

    @property
    def attacker(self) -> Colour:
        """The side whose win is being proved or disproved."""
        return self._query.attacker

    @property
    def proof_numbers(self) -> tuple[int, int]:
        """Proof and disproof number of the attacker's win at the root."""
        return int(self._query.root.pn), int(self._query.root.dn)

    @property
    def memory_used(self) -> float:
        """Fill ratio of the table."""
        return fill_ratio(self.workspace.table)

    def run(self, nodes: int) -> bool:
        """Search about `nodes` more positions; return True once the verdict is known."""
        end = self.nodes + nodes
        while self.verdict is None and self.nodes < end:
            if self._query.run(end - self.nodes):
                self._conclude()
            else:
                self.move = next(iter(self.ranking()), None)
        return self.verdict is not None

    def _start_query(self, struct: Struct, attacker: Colour) -> None:
        self._earlier_nodes += self._query.nodes
        self._query = Query(self.workspace, struct, attacker)

    def _conclude(self) -> None:
        """Evaluate the answer of the query: the verdict first, then a step of the move in each further query."""
        side, query = self.position.to_move, self._query
        if self._proved is not None:
            self._steps.append((query.proved_steps() or [int(query.edges[0]["move"])])[0])
        elif query.attacker == side and not query.answer and query.root.drawn:
            self._start_query(self.position.struct, side.other)
            return
        else:
            self._prove()
        if len(self._steps) < self.position.num_steps:
            self._start_query(self._after_steps(), query.attacker)
        else:
            self.move, self.verdict = self.position.move_of(self._steps), self._proved

    def _prove(self) -> None:
        """Set the verdict, its length and the first step of the move."""
        query, is_own = self._query, self._query.attacker == self.position.to_move
        self.length = -(-int(query.root.length) // self.position.num_steps)
        self._proved = (WIN if is_own else LOSS) if query.answer else (LOSS if is_own else DRAW)
        proved = query.proved_steps() if self._proved != LOSS else []
        latest = max(query.edges, key=lambda edge: int(edge["length"]))
        self._steps = [proved[0] if proved else int(latest["move"])]

    def _after_steps(self) -> Struct:
        """Return the position after the steps of the move that are known."""
        structs = self.position.structs.copy()
        for step in self._steps:
            play(structs[0], self.workspace.board, step)
        return structs[0]

    def ranking(self) -> list[str]:
        """Return the searched moves, the closest to a proof first; empty if a turn has several steps.

        Call it before another solver uses the same workspace.
        """
        if self.position.num_steps > 1:
            return []
        is_own = self.attacker == self.position.to_move
        number, other = ("pn", "dn") if is_own else ("dn", "pn")
        edges = sorted(self._query.edges, key=lambda edge: (int(edge[number]), -int(edge[other])))
        return [self.position.move_of((int(edge["move"]),)) for edge in edges]

    def after(self, move: str) -> Solver:
        """Return a solver of the position after a move, which shares the table; do not run this one meanwhile."""
        position = self.position.copy()
        position.play(move)
        return Solver(position, workspace=self.workspace)

    def line(self) -> list[str]:
        """Return the proved line, as far as it can be recovered quickly."""
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
