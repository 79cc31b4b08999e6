"""Threats made by a single stone, for playouts: the winning cells next to its chain.

A patch holds the cells within two steps of a cell, five bits of each of five rows in one word. Shifting it aligns each
neighbour with the cells it is adjacent to, so one expression examines all cells around a stone.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import DIRECTIONS, NO_CELL
from malecon.games.havannah.rules import NUM_ARCS, stones_around, wins_at
from malecon.kernel import Struct, kernel
from malecon.knowledge.havannah.near_wins import (
    BY_CORNERS,
    BY_RING,
    BY_SIDES,
    CONTACT_SUMMARY,
    CORNERS,
    MIN_RING_SIZE,
    NOT_NEAR,
    TWO_SIDES,
    near_win,
)

ROW = 5  # bits per row of a patch
MIDDLE = 2 * ROW + 2  # bit of the centre cell
BESIDE = np.array([1 << (MIDDLE + ROW * dy + dx) for dx, dy in DIRECTIONS], np.uint64)  # bits of its neighbours
BESIDE_ALL = BESIDE.sum()
AT_TWO = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx - dy) <= 2]
WITHIN = np.array([0, BESIDE_ALL, sum(1 << (MIDDLE + ROW * dy + dx) for dx, dy in AT_TWO)], np.uint64)  # by distance
ORDER = (5, 0, 4, 1, 3, 2)  # directions in the order of their bits in a patch
FIRST_DIRECTION = np.array([0, *(ORDER[(mask & -mask).bit_length() - 1] for mask in range(1, 64))], np.uint64)
# Patch of the neighbours in a mask of directions, such as `Board.edge_directions` and `Board.corner_directions`.
BESIDE_TOWARDS = np.array([sum(int(BESIDE[d]) for d in range(6) if mask >> d & 1) for mask in range(64)], np.uint64)


@kernel
def patch_row(position: Struct, colour: int, x: int, y: int) -> np.uint64:
    """Return five cells of a row, centred on column x."""
    return ((np.uint64(position.rows[colour, y]) << np.uint64(2)) >> np.uint64(x)) & np.uint64(31)


@kernel
def patch_beside(position: Struct, board: Struct, colour: int, cell: int) -> np.uint64:
    """Return the stones of a colour in the three rows around a cell, as a patch."""
    x, y, one = np.uint64(board.x[cell]), np.uint64(board.y[cell]), np.uint64(1)
    patch = patch_row(position, colour, x, y - one) << np.uint64(ROW)
    patch |= patch_row(position, colour, x, y) << np.uint64(2 * ROW)
    return patch | (patch_row(position, colour, x, y + one) << np.uint64(3 * ROW))


@kernel
def patch_around(position: Struct, board: Struct, colour: int, cell: int) -> np.uint64:
    """Return the stones of a colour within two steps of a cell; rows off the board are empty."""
    x, y = np.uint64(board.x[cell]), np.uint64(board.y[cell])
    top, bottom = max(y, np.uint64(2)) - np.uint64(2), min(y + np.uint64(2), board.num_rows - np.uint64(1))
    patch = patch_beside(position, board, colour, cell) | patch_row(position, colour, x, top)
    return patch | (patch_row(position, colour, x, bottom) << np.uint64(4 * ROW))


@kernel
def beside_mask(patch: int) -> np.uint64:
    """Return the six neighbours of a patch's centre as six consecutive bits, indexing FIRST_DIRECTION."""
    above, left = (patch >> np.uint64(6)) & np.uint64(3), (patch >> np.uint64(9)) & np.uint64(4)
    right, below = (patch >> np.uint64(10)) & np.uint64(8), (patch >> np.uint64(13)) & np.uint64(48)
    return above | left | right | below


@kernel
def joining_cells(patch: int) -> np.uint64:
    """Return the inner cells of a patch that are adjacent to two or more arcs of stones."""
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
    """Return the inner cells of a patch with three consecutive stones around them: they may fill a ring."""
    row, one = np.uint64(ROW), np.uint64(1)
    a, b, c = patch << (row + one), patch << row, patch >> one
    d, e, f = patch >> (row + one), patch >> row, patch << one
    return (a & b & (c | f)) | (c & d & (b | e)) | (e & f & (d | a))


@kernel
def winning_cell_next_to(position: Struct, board: Struct, stone: int, colour: int, excluded: int) -> int:
    """Return an empty cell next to a stone, other than `excluded`, on which its colour wins; else NO_CELL.

    Candidates are cells where arcs of stones meet or that may fill a ring, edge cells if the chain has two sides, and
    corners.
    """
    chain = position.chains[stone]
    own = np.uint64(patch_around(position, board, colour, stone))
    cells = np.uint64(joining_cells(own))
    summary = CONTACT_SUMMARY[position.touched[chain]]
    if summary != 0:
        has_two_sides = summary & TWO_SIDES != 0
        cells |= BESIDE_TOWARDS[board.edge_directions[stone] if has_two_sides else board.corner_directions[stone]]
    if position.sizes[chain] >= MIN_RING_SIZE:
        cells |= np.uint64(enclosing_cells(own))
    if cells & BESIDE_ALL == 0:
        return np.uint64(NO_CELL)
    taken = own | np.uint64(patch_beside(position, board, colour ^ np.uint64(1), stone))
    mask = np.uint64(beside_mask(cells & ~taken))
    while mask != 0:
        cell = np.uint64(board.neighbours[stone, FIRST_DIRECTION[mask]])
        mask &= mask - np.uint64(1)
        if cell != NO_CELL and cell != excluded and wins_at(position, board, colour, cell) != 0:
            return cell
    return np.uint64(NO_CELL)


@kernel
def winning_liberty(position: Struct, board: Struct, colour: int, stones: tuple[int, int], excluded: int) -> int:
    """Return an empty cell next to a chain, other than `excluded`, on which its colour wins; else NO_CELL.

    `stones` are the first stone to examine and the number of stones of the chain to examine from there.
    """
    stone, count = stones
    for _ in range(count):
        found = np.uint64(winning_cell_next_to(position, board, stone, colour, excluded))
        if found != NO_CELL:
            return found
        stone = np.uint64(position.next_stones[stone])
    return np.uint64(NO_CELL)


@kernel
def brings_contact(position: Struct, board: Struct, cell: int) -> bool:
    """Return whether the stone on a cell is the only one of its chain that touches its side or corner."""
    touches = board.touches[cell]
    stone = position.next_stones[cell]
    while stone != cell and board.touches[stone] != touches:
        stone = position.next_stones[stone]
    return touches != 0 and stone == cell


@kernel
def new_threat(position: Struct, board: Struct, scratch: Struct, colour: int, cell: int) -> int:
    """Return a winning cell created by the stone of the colour on `cell`, else NO_CELL."""
    near = near_win(position, scratch, colour, position.chains[cell])
    return np.uint64(NO_CELL) if near == NOT_NEAR else threat_next_to(position, board, colour, cell, near)


@kernel
def makes_two_threats(position: Struct, board: Struct, colour: int, cell: int, near: int) -> bool:
    """Return whether the chain of a new stone has two winning cells, one of them created by the stone."""
    first = threat_next_to(position, board, colour, cell, near)
    if first == NO_CELL:
        return False
    stones = np.int64(position.sizes[position.chains[cell]])
    return winning_liberty(position, board, colour, (np.uint64(cell), stones), first) != NO_CELL


@kernel
def threat_next_to(position: Struct, board: Struct, colour: int, cell: int, near: int) -> int:
    """Return a winning cell next to a new stone, or next to other stones of its chain if needed; else NO_CELL.

    A filled ring whose last cell is not adjacent to the stone is missed.
    """
    count = stones_to_examine(position, board, colour, cell, near)
    return winning_liberty(position, board, colour, (np.uint64(cell), count), np.uint64(NO_CELL))


@kernel
def stones_to_examine(position: Struct, board: Struct, colour: int, cell: int, near: int) -> int:
    """Return how many stones of a chain, starting with the new one, may have new winning cells next to them.

    All, if the stone combined sides and corners. If it joined two chains that are near no connection, only a ring can
    close between them, and the smaller chain is enough: its stones follow the new one directly (`join_chains`).
    """
    size = np.int64(position.sizes[position.chains[cell]])
    arcs = NUM_ARCS[stones_around(position, board, colour, cell)]
    if arcs > 1:
        return 1 + size // 2 if arcs == 2 and near == BY_RING else size
    contact_matters = near == BY_SIDES or (near == BY_CORNERS and board.touches[cell] & CORNERS != 0)
    return size if contact_matters and brings_contact(position, board, cell) else 1
