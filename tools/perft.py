"""Perft: how many lines of play there are of a length, the usual check of a game's move rules.

>>> import malecon
>>> count_lines(malecon.Breakthrough(), 2)
484
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import copy_position, legal_move, play
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Struct, Structs, kernel, new_structs


@kernel
def count_from(positions: Structs, board: Struct, indices: Structs, depth: int) -> np.uint64:
    """Lines of a length from positions[0]; `positions` has room for one more than that, `indices` for as many.

    A line that ends before counts if it ends with the last move. The last move is not played but counted.
    """
    count, ply = np.uint64(0), np.int64(0)
    indices[0] = 0
    while ply >= 0:
        position = positions[ply]
        if ply == depth - 1:
            count += np.uint64(position.num_moves)
            ply -= 1
        elif indices[ply] == np.uint64(position.num_moves):
            ply -= 1
        else:
            move = np.uint64(legal_move(position, board, np.uint64(indices[ply])))
            indices[ply] += np.uint64(1)
            copy_position(positions[ply + 1], position, board)
            if play(positions[ply + 1], board, move) == 0:
                ply += 1
                indices[ply] = 0
    return count


def count_lines(position: Position, depth: int) -> int:
    """How many lines of so many plies there are from a position."""
    if depth < 1:
        raise GameError(f"a line has one ply or more, not {depth}")
    positions = new_structs(position.struct_type, depth + 1)
    positions[0] = position.struct
    return int(count_from(positions, position.boards[0], np.zeros(depth, np.uint64), depth))
