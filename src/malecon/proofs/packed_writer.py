"""Writes packed proofs: the winner's moves are read from the solver's transposition table, layer by layer.

A position whose moves the table has lost is searched again.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from malecon.games.contract import key_after, legal_move, start_keys
from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.kernel import Struct, Structs, kernel
from malecon.proofs.format import Claim
from malecon.proofs.layers import MAX_CELLS, decode
from malecon.proofs.packed import UNKNOWN, LayerWalk, Moves, PackedHeader
from malecon.proofs.sorted_runs import Numbers
from malecon.search.pns.table import ZERO, probe
from malecon.solver.query import Query, Workspace
from malecon.solver.solver import Solver


def write_packed(solver: Solver, stream: BinaryIO, on_progress: Callable[[LayerWalk], None] = lambda _: None) -> int:
    """Write the packed proof of a finished solver; return the number of positions."""
    finder = MoveFinder(solver.workspace, packed_header(solver))
    return write_moves(finder.header, stream, finder.answer, on_progress)


def packed_header(solver: Solver) -> PackedHeader:
    """Return the header for a finished solver."""
    if solver.winner is None or not isinstance(solver.position, Havannah):
        raise GameError("a packed proof needs a position of Havannah that is won")
    return PackedHeader(solver.position, Claim(solver.winner, True))


def write_moves(
    header: PackedHeader,
    stream: BinaryIO,
    answer: Callable[[Numbers], Moves],
    on_progress: Callable[[LayerWalk], None] = lambda _: None,
) -> int:
    """Write a packed proof with the answers of a function; return the number of positions."""
    stream.write("".join(line + "\n" for line in header.lines()).encode())
    with lzma.open(stream, "wb") as compressed:

        def write_answer(codes: Numbers) -> Moves:
            moves = answer(codes)
            compressed.write(moves.tobytes())
            return moves

        walk = LayerWalk(header, write_answer, on_progress)
        walk.run()
    return walk.positions


def is_packed(path: Path) -> bool:
    """Return whether the name of a proof file asks for a packed proof."""
    return path.suffix == ".packed"


def check_packable(position: Position) -> None:
    """Raise GameError if no packed proof can be written for a position, whatever its result."""
    if not isinstance(position, Havannah) or position.geometry.num_cells > MAX_CELLS:
        raise GameError("packed proofs are limited to Havannah up to base 4; name a file without .packed")


class MoveFinder:
    """Winning moves of positions whose proof is in the table of a workspace."""

    def __init__(self, workspace: Workspace, header: PackedHeader) -> None:
        self.header, self._workspace = header, workspace
        self._walk = LayerWalk(header, self.answer)  # its work space decodes positions
        self._thread = workspace.thread_states[:1]
        self._keys = np.zeros(workspace.frames[0][:1]["keys"].shape[1], np.uint64)

    def answer(self, codes: Numbers) -> Moves:
        """Return a winning move in each position."""
        moves = np.full(len(codes), UNKNOWN, np.uint8)
        Query(self._workspace, self.header.position.struct, self.header.claim.player)  # sets the salt of the keys
        look_up_moves(
            codes,
            moves,
            (self._walk.work, self._thread, self._workspace.edges[0]),
            self._walk.board,
            self._keys,
            self._workspace.table,
        )
        for index in np.flatnonzero(moves == UNKNOWN):
            moves[index] = self._search(int(codes[index]))
        return moves

    def _search(self, code: int) -> int:
        self._walk.work[0].flaw = 0
        decode(self._walk.work[0], self._walk.board[0], np.uint64(code))
        query = Query(self._workspace, self._walk.work[0].levels[0].position, self.header.claim.player)
        query.finish()
        steps = query.proved_steps()
        if not steps:
            raise GameError(f"not proved: {self._walk.describe(code)}")
        return steps[0]


@kernel
def look_up_moves(codes: Any, moves: Any, states: Any, boards: Structs, keys: Any, table: Structs) -> None:
    """Write the winning move of each position with the least work below it, as far as the table has one."""
    work, thread, edge = states[0][0], states[1][0], states[2][0]
    for index in range(codes.shape[0]):
        decode(work, boards[0], np.uint64(codes[index]))
        moves[index] = proved_move(work.levels[0].position, boards[0], thread.salt, keys, edge, table)


@kernel
def proved_move(position: Struct, board: Struct, salt: np.uint64, keys: Any, edge: Struct, table: Structs) -> np.uint64:
    """Return the move to a position that the table has as proved; UNKNOWN if there is none."""
    best, least = np.uint64(UNKNOWN), np.uint64(1 << 62)
    start_keys(position, board, keys)
    for number in range(position.num_moves):
        move = np.uint64(legal_move(position, board, number))
        if (
            probe(table, np.uint64(key_after(position, board, keys, move)) ^ salt, edge)
            and edge.pn == ZERO
            and edge.work < least
        ):
            best, least = move, edge.work
    return best
