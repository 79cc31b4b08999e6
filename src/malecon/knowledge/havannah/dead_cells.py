"""Dead cells: the two shapes of figure 3.7 of stankiewicz2011 in which a stone of either colour changes nothing.

All neighbours are occupied and each colour's form one arc, so that no stone joins anything new. A ring around a stone
in the middle of an arc of three or more would still need the cell. So either there is no such middle (on a side: two
and two), or the middles lie on the side, where nothing can be enclosed (in the second row: two and four).

Two conditions are missing in the figure. On a side, both colours must already touch that very side, which one of them
does not next to a corner. And in front of a corner, five and one are dead for the same reason as four and two.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import is_useless
from malecon.games.havannah.geometry import NO_CELL, NUM_SIDES
from malecon.games.havannah.rules import ARC_MIDDLES, NUM_ARCS, stones_around
from malecon.kernel import Struct, implements, kernel

NUM_STONES = np.array([bin(window).count("1") for window in range(128)], np.uint8)
IN_ROW_TWO, ON_SIDE = 6, 4  # number of neighbours on the board
LAST_SIDE = 1 << (NUM_SIDES - 1)  # higher bits of `Board.touches` are corners


@implements(is_useless, "havannah")
def is_dead(position: Struct, board: Struct, cell: int) -> bool:
    """Return whether a stone of either colour on the cell changes nothing."""
    white, black = stones_around(position, board, 0, cell), stones_around(position, board, 1, cell)
    if NUM_ARCS[white] != 1 or NUM_ARCS[black] != 1:
        return False
    stones, on_board = NUM_STONES[white] + NUM_STONES[black], 0
    for direction in range(6):
        on_board += board.neighbours[cell, direction] != NO_CELL
    if stones != on_board:
        return False
    if on_board == ON_SIDE:
        return NUM_STONES[white] == 2 and not is_next_to_corner(board, cell)
    return on_board == IN_ROW_TWO and middles_on_side(board, cell, ARC_MIDDLES[white] | ARC_MIDDLES[black])


@kernel
def is_next_to_corner(board: Struct, cell: int) -> bool:
    """Return whether a cell on a side is adjacent to a corner."""
    for direction in range(6):
        neighbour = board.neighbours[cell, direction]
        if neighbour != NO_CELL and board.touches[neighbour] > LAST_SIDE:
            return True
    return False


@kernel
def middles_on_side(board: Struct, cell: int, middles: int) -> bool:
    """Return whether every middle of an arc lies on a side or corner."""
    for direction in range(6):
        if (middles >> direction) & 1 and board.touches[board.neighbours[cell, direction]] == 0:
            return False
    return True
