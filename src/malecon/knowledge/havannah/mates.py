"""Threats of a single stone, for playouts: the winning cells next to its chain, found at a glance.

A patch is what lies within two cells of a cell: five bits of each of five rows in one word. Shifting it lays each
neighbour over the cells that it is next to, so one expression looks at all cells around a stone.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import DIRECTIONS, NO_CELL
from malecon.games.havannah.rules import NUM_ARCS, stones_around, wins_at
from malecon.kernel import Struct, kernel
from malecon.knowledge.havannah.reaches import (
    BY_CORNERS,
    BY_RING,
    BY_SIDES,
    CORNERS,
    LEAST_RING,
    NOT_NEAR,
    REACH,
    TWO_SIDES,
    near_win,
)

ROW = 5  # bits of a row of a patch
MIDDLE = 2 * ROW + 2  # the bit of the cell itself
BESIDE = np.array([1 << (MIDDLE + ROW * dy + dx) for dx, dy in DIRECTIONS], np.uint64)  # of its neighbours
BESIDE_ALL = BESIDE.sum()
AT_TWO = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx - dy) <= 2]
WITHIN = np.array([0, BESIDE_ALL, sum(1 << (MIDDLE + ROW * dy + dx) for dx, dy in AT_TWO)], np.uint64)  # by distance
ORDER = (5, 0, 4, 1, 3, 2)  # directions as their bits follow each other in a patch
FIRST_DIRECTION = np.array([0, *(ORDER[(mask & -mask).bit_length() - 1] for mask in range(1, 64))], np.uint64)
# By a mask of directions, as `Board.edges` and `Board.ends` are: the neighbours that lie there.
BESIDE_TOWARDS = np.array([sum(int(BESIDE[d]) for d in range(6) if mask >> d & 1) for mask in range(64)], np.uint64)


@kernel
def patch_row(position: Struct, colour: int, x: int, y: int) -> np.uint64:
    """Five stones of a row, the middle one in column x."""
    return ((np.uint64(position.rows[colour, y]) << np.uint64(2)) >> np.uint64(x)) & np.uint64(31)


@kernel
def patch_beside(position: Struct, board: Struct, colour: int, cell: int) -> np.uint64:
    """The stones of a colour in the three rows around a cell, as bits of a patch."""
    x, y, one = np.uint64(board.x[cell]), np.uint64(board.y[cell]), np.uint64(1)
    patch = patch_row(position, colour, x, y - one) << np.uint64(ROW)
    patch |= patch_row(position, colour, x, y) << np.uint64(2 * ROW)
    return patch | (patch_row(position, colour, x, y + one) << np.uint64(3 * ROW))


@kernel
def patch_around(position: Struct, board: Struct, colour: int, cell: int) -> np.uint64:
    """The stones of a colour within two cells of a cell; rows beyond the border are as empty as the border."""
    x, y = np.uint64(board.x[cell]), np.uint64(board.y[cell])
    top, bottom = max(y, np.uint64(2)) - np.uint64(2), min(y + np.uint64(2), board.num_rows - np.uint64(1))
    patch = patch_beside(position, board, colour, cell) | patch_row(position, colour, x, top)
    return patch | (patch_row(position, colour, x, bottom) << np.uint64(4 * ROW))


@kernel
def beside_mask(patch: int) -> np.uint64:
    """The six cells around the middle of a patch as six bits in a row, for FIRST_DIRECTION."""
    above, left = (patch >> np.uint64(6)) & np.uint64(3), (patch >> np.uint64(9)) & np.uint64(4)
    right, below = (patch >> np.uint64(10)) & np.uint64(8), (patch >> np.uint64(13)) & np.uint64(48)
    return above | left | right | below


@kernel
def meeting_cells(patch: int) -> np.uint64:
    """The cells of a patch, but for its border, around which there are two arcs of stones or more."""
    row, one = np.uint64(ROW), np.uint64(1)
    a, b, c = patch << (row + one), patch << row, patch >> one  # the neighbours of each cell, clockwise
    d, e, f = patch >> (row + one), patch >> row, patch << one
    arcs = a & ~f
    more = arcs & b & ~a
    arcs |= b & ~a
    more |= arcs & c & ~b
    arcs |= c & ~b
    more |= arcs & d & ~c
    arcs |= d & ~c
    more |= arcs & e & ~d
    arcs |= e & ~d
    return more | (arcs & f & ~e)


@kernel
def enclosing_cells(patch: int) -> np.uint64:
    """The cells of a patch, but for its border, with three stones in a row around them: they may fill a ring."""
    row, one = np.uint64(ROW), np.uint64(1)
    a, b, c = patch << (row + one), patch << row, patch >> one
    d, e, f = patch >> (row + one), patch >> row, patch << one
    return (a & b & (c | f)) | (c & d & (b | e)) | (e & f & (d | a))


@kernel
def winning_cell_beside(position: Struct, board: Struct, stone: int, colour: int, besides: int) -> int:
    """An empty cell next to a stone of the colour, other than `besides`, on which the colour wins; else NO_CELL.

    A cell wins where arcs of stones meet, where it may fill a ring, on the edge for a chain of two sides, on a corner.
    """
    chain = position.chains[stone]
    own = np.uint64(patch_around(position, board, colour, stone))
    cells = np.uint64(meeting_cells(own))
    reach = REACH[position.touched[chain]]
    if reach != 0:
        cells |= BESIDE_TOWARDS[
            board.edge_directions[stone] if reach & TWO_SIDES != 0 else board.corner_directions[stone]
        ]
    if position.sizes[chain] >= LEAST_RING:
        cells |= np.uint64(enclosing_cells(own))
    if cells & BESIDE_ALL == 0:
        return np.uint64(NO_CELL)
    taken = own | np.uint64(patch_beside(position, board, colour ^ np.uint64(1), stone))
    mask = np.uint64(beside_mask(cells & ~taken))
    while mask != 0:
        cell = np.uint64(board.neighbours[stone, FIRST_DIRECTION[mask]])
        mask &= mask - np.uint64(1)
        if cell != NO_CELL and cell != besides and wins_at(position, board, colour, cell) != 0:
            return cell
    return np.uint64(NO_CELL)


@kernel
def winning_liberty(position: Struct, board: Struct, colour: int, stones: tuple[int, int], besides: int) -> int:
    """An empty cell next to a chain of the colour, other than `besides`, on which it wins; else NO_CELL.

    `stones` are where to begin, and how many stones of the chain are looked at from there on.
    """
    stone, count = stones
    for _ in range(count):
        found = np.uint64(winning_cell_beside(position, board, stone, colour, besides))
        if found != NO_CELL:
            return found
        stone = np.uint64(position.next_stones[stone])
    return np.uint64(NO_CELL)


@kernel
def brings_contact(position: Struct, board: Struct, cell: int) -> bool:
    """Whether the stone on a cell is the only one of its chain that touches a side or corner."""
    touches = board.touches[cell]
    stone = position.next_stones[cell]
    while stone != cell and board.touches[stone] != touches:
        stone = position.next_stones[stone]
    return touches != 0 and stone == cell


@kernel
def new_threat(position: Struct, board: Struct, notes: Struct, colour: int, cell: int) -> int:
    """A winning cell that the stone of the colour on `cell` has made; else NO_CELL."""
    near = near_win(position, notes, colour, position.chains[cell])
    return np.uint64(NO_CELL) if near == NOT_NEAR else threat_beside(position, board, colour, cell, near)


@kernel
def makes_two_threats(position: Struct, board: Struct, colour: int, cell: int, near: int) -> bool:
    """Whether the chain of a new stone has two winning cells, one of which the stone has made."""
    first = threat_beside(position, board, colour, cell, near)
    if first == NO_CELL:
        return False
    stones = np.int64(position.sizes[position.chains[cell]])
    return winning_liberty(position, board, colour, (np.uint64(cell), stones), first) != NO_CELL


@kernel
def threat_beside(position: Struct, board: Struct, colour: int, cell: int, near: int) -> int:
    """A winning cell beside a new stone, or beside other stones of its chain as far as they matter; else NO_CELL.

    A filled ring whose last cell does not touch the stone is missed.
    """
    count = stones_to_look_at(position, board, colour, cell, near)
    return winning_liberty(position, board, colour, (np.uint64(cell), count), np.uint64(NO_CELL))


@kernel
def stones_to_look_at(position: Struct, board: Struct, colour: int, cell: int, near: int) -> int:
    """How many stones of a chain, from the new one on, may have got winning cells beside them.

    All, where sides and corners have been brought together. Where two chains have been joined that are near no
    connection, a ring may close between them: there the smaller chain is, whose stones come right behind the new one
    (`join_chains`).
    """
    size = np.int64(position.sizes[position.chains[cell]])
    arcs = NUM_ARCS[stones_around(position, board, colour, cell)]
    if arcs > 1:
        return 1 + size // 2 if arcs == 2 and near == BY_RING else size
    contact_matters = near == BY_SIDES or (near == BY_CORNERS and board.touches[cell] & CORNERS != 0)
    return size if contact_matters and brings_contact(position, board, cell) else 1
