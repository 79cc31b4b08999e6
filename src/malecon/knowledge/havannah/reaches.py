"""What a chain may win by with one more stone, by the sides and corners that it and others of its colour reach.

Playouts ask after every move, before they look at any cell: nearly always no win is near.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, kernel

LEAST_RING = 6  # stones of the smallest ring
ONE_CORNER, CORNERS = np.uint16(64), np.uint16(4032)  # in what a chain touches; below them are the sides
TWO_SIDES = np.uint16(1)
NOT_NEAR, BY_RING, BY_CORNERS, BY_SIDES = range(4)
REACHES = np.dtype([("reach", "u2", 2)])  # by colour: the corners that it has, and whether a chain has TWO_SIDES


def _reach(touched: int) -> int:
    """What a chain is to others of its colour: its corners, and TWO_SIDES where it has that many."""
    return touched & int(CORNERS) | int(TWO_SIDES) * ((touched & ~int(CORNERS)).bit_count() > 1)


REACH = np.array([_reach(touched) for touched in range(4096)], np.uint16)


@kernel
def survey_reaches(position: Struct, board: Struct, notes: Struct) -> None:
    """Note what the chains of both colours reach where a playout begins: more than there is, never less."""
    corners, doubles = np.uint16(0), np.uint16(0)
    for cell in range(board.num_cells):
        touched = position.touched[cell]
        sides = np.uint16(touched & ~CORNERS)
        corners = np.uint16(corners | touched)
        doubles = np.uint16(doubles | np.uint16(sides & np.uint16(np.uint16(sides | ONE_CORNER) - np.uint16(1))))
    notes.reach[0] = notes.reach[1] = (corners & CORNERS) | (TWO_SIDES if doubles != 0 else np.uint16(0))


@kernel
def near_win(position: Struct, notes: Struct, colour: int, chain: int) -> int:
    """What a chain may win by with one more stone: BY_SIDES, BY_CORNERS, BY_RING or NOT_NEAR, as in most cases.

    A chain with a side needs two more, which another chain must have; one with a corner needs another corner, which
    another chain has or it comes to by itself. What three chains of one side each make at one blow, or two and the
    edge, is not waited for: nearly every look would be for nothing.
    """
    size, touched = position.sizes[chain], position.touched[chain]
    reach = notes.reach[colour] | REACH[touched]
    notes.reach[colour] = reach
    if (touched != 0) & (reach & TWO_SIDES != 0):
        return BY_SIDES
    other_corner = (reach & CORNERS & ~touched != 0) | (size >= position.havannah - np.uint8(1))
    if (touched & CORNERS != 0) & other_corner:
        return BY_CORNERS
    return BY_RING if size >= LEAST_RING - 1 else NOT_NEAR
