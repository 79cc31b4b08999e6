"""A proof search on one position, in the form that Python code uses: it runs in slices and tells what is known.

The first question is whether the side to move wins. Where the answer is no and a draw had a part in it, the second is
whether the opponent wins; two times no is a draw.
"""

from __future__ import annotations

import numpy as np

from malecon.games.colours import Colour
from malecon.games.contract import NUM_KEYS, start_keys
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Records, new_records
from malecon.knowledge.catalogue import knowledge_of
from malecon.search.proof import dfpn
from malecon.search.proof.frames import EDGE, frame_type, prover_type
from malecon.search.proof.table import NEVER, new_table, share_used

MEGABYTE = 1 << 20
MEMORY = 512
MAX_EDGES = 1 << 21  # moves of all positions on one line: several times what the largest boards need
SALTS = (0x0, 0x5BD1E9955BD1E995)  # by attacker


class Solver:
    """Proves who wins a position with best play; `run` it until `verdict` is there.

    >>> import malecon
    >>> solver = Solver(malecon.Havannah(base=4, moves="a1 d1 a4 g4 b3 f3 e2 e3 d2 g5"), memory=16)
    >>> solver.run(100_000)
    True
    >>> solver.verdict, solver.move, solver.length
    ('win', 'a2', 3)
    """

    def __init__(self, position: Position, *, memory: int = MEMORY, table: Records | None = None) -> None:
        check_solvable(position)
        self.position = position.copy()
        self.table = new_table(memory * MEGABYTE) if table is None else table
        self.verdict: str | None = None
        """`win`, `loss` or `draw` for the side to move; None while it is open."""
        self.length = 0
        """Plies to the end of the proved line: the winner takes the shortest way that is proved, the loser the longest."""
        self.nodes = 0
        """Positions looked at."""
        self.moves: tuple[str, ...] = ()
        """Moves that are proved to keep the verdict; none for a loss."""
        self._provers = new_records(prover_type(position.game))
        self._frames = new_records(frame_type(position.game), _most_plies(position))
        self._edges = new_records(EDGE, _most_edges(position))
        self._attack(position.to_move)

    @property
    def move(self) -> str | None:
        """A move that keeps the verdict, or that loses latest; before the verdict the best guess."""
        if self.moves:
            return self.moves[0]
        edges = self._root_edges()
        if self.verdict == "loss":
            best = max(edges, key=lambda edge: int(edge["length"]))
        else:
            best = min(edges, key=lambda edge: (int(edge["pn"]), -int(edge["dn"])))
        return self._move_name(int(best["move"]))

    @property
    def attacker(self) -> Colour:
        """Whose win the search tries to prove or disprove now."""
        return Colour(int(self._provers[0].attacker))

    @property
    def proof_numbers(self) -> tuple[int, int]:
        """Leaves that are still to be proved at least, for the attacker's win and against it."""
        return int(self._frames[0].pn), int(self._frames[0].dn)

    @property
    def memory_used(self) -> float:
        """The share of the table that is taken."""
        return share_used(self.table)

    def run(self, nodes: int) -> bool:
        """Look at about so many positions more; True when the verdict is there."""
        prover = self._provers[0]
        before = int(prover.nodes)
        while self.verdict is None and int(prover.nodes) - before < nodes:
            left = nodes - (int(prover.nodes) - before)
            dfpn.run(self._provers, self._frames, self._edges, self.table, left)
            if prover.is_done:
                self._conclude()
        self.nodes = int(prover.nodes)
        return self.verdict is not None

    def _attack(self, attacker: Colour) -> None:
        """Ask whether a colour wins."""
        prover, frame = self._provers[0], self._frames[0]
        prover.board, prover.attacker, prover.salt = self.position.boards[0], attacker, SALTS[attacker]
        frame.position = self.position.record
        start_keys(frame.position, prover.board, frame.keys)
        dfpn.start(self._provers, self._frames, self._edges, self.table)

    def _conclude(self) -> None:
        """What the answer to the question means."""
        side, root = self.position.to_move, self._frames[0]
        is_own = self.attacker == side
        if root.dn == 0 and is_own and root.drawn:
            self._attack(side.other)
            return
        if root.pn == 0:
            self.verdict = "win" if is_own else "loss"
        else:
            self.verdict = "loss" if is_own else "draw"
        self.length = int(root.length)
        self.moves = self._keeping_moves()

    def _keeping_moves(self) -> tuple[str, ...]:
        """The moves that are proved to win, the shortest win first, or to hold the draw."""
        if self.verdict == "loss":
            return ()
        number = "pn" if self.verdict == "win" else "dn"
        good = [edge for edge in self._root_edges() if edge[number] == 0]
        return tuple(self._move_name(int(edge["move"])) for edge in sorted(good, key=lambda edge: int(edge["length"])))

    def _root_edges(self) -> Records:
        return self._edges[: int(self._frames[0].count)].view(np.ndarray)

    def _move_name(self, code: int) -> str:
        return self.position.move_of((code,))


def check_solvable(position: Position) -> None:
    """GameError where a position is none that can be solved."""
    knowledge_of(position.game)  # gives the search the functions that it calls
    if position.game not in start_keys.implementations:
        raise GameError(f"{position.title} cannot be solved yet: it has no keys by which positions are known again")
    if (outcome := position.outcome) is not None:
        raise GameError(f"there is nothing to solve: the game is over ({outcome})")
    if position.swap_rule and position.ply < 2:
        raise GameError("under the swap rule a game can be solved from its third move on; leave the swap rule out")


def _most_plies(position: Position) -> int:
    return int(position.max_plies)


def _most_edges(position: Position) -> int:
    return min(position.max_plies * position.max_moves, MAX_EDGES)


__all__ = ["NEVER", "NUM_KEYS", "Solver", "check_solvable"]
