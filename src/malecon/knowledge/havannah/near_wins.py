"""Cheap test in playouts whether a chain may win with one more stone.

It runs after every playout move, before any cell is examined; almost always no win is near.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, kernel

MIN_RING_SIZE = 6  # stones of the smallest ring
ONE_CORNER, CORNERS = np.uint16(64), np.uint16(4032)  # bits of `touched`; the lower bits are sides
TWO_SIDES = np.uint16(1)
NOT_NEAR, BY_RING, BY_CORNERS, BY_SIDES = range(4)
NEAR_WINS = np.dtype(
    [("colour_contacts", "u2", 2)]
)  # by colour: corners of its chains, and TWO_SIDES if a chain has two sides


def _contact_summary(touched: int) -> int:
    """Return a chain's corners, plus TWO_SIDES if it has two or more sides."""
    return touched & int(CORNERS) | int(TWO_SIDES) * ((touched & ~int(CORNERS)).bit_count() > 1)


CONTACT_SUMMARY = np.array([_contact_summary(touched) for touched in range(4096)], np.uint16)


@kernel
def init_contacts(position: Struct, board: Struct, scratch: Struct) -> None:
    """Initialize the contacts of both colours at the start of a playout: an upper bound on the actual ones."""
    corners, doubles = np.uint16(0), np.uint16(0)
    for cell in range(board.num_cells):
        touched = position.touched[cell]
        sides = np.uint16(touched & ~CORNERS)
        corners = np.uint16(corners | touched)
        doubles = np.uint16(doubles | np.uint16(sides & np.uint16(np.uint16(sides | ONE_CORNER) - np.uint16(1))))
    scratch.colour_contacts[0] = scratch.colour_contacts[1] = (corners & CORNERS) | (
        TWO_SIDES if doubles != 0 else np.uint16(0)
    )


@kernel
def near_win(position: Struct, scratch: Struct, colour: int, chain: int) -> int:
    """Return how a chain may win with one more stone: BY_SIDES, BY_CORNERS, BY_RING or, usually, NOT_NEAR.

    A chain with one side needs two more, from another chain with two; a chain with a corner needs another corner, from
    another chain or on its own. Forks from three chains with one side each, or from two and the edge, are ignored:
    almost every such check would find nothing.
    """
    size, touched = position.sizes[chain], position.touched[chain]
    colour_contacts = scratch.colour_contacts[colour] | CONTACT_SUMMARY[touched]
    scratch.colour_contacts[colour] = colour_contacts
    if (touched != 0) & (colour_contacts & TWO_SIDES != 0):
        return BY_SIDES
    other_corner = (colour_contacts & CORNERS & ~touched != 0) | (size >= position.havannah - np.uint8(1))
    if (touched & CORNERS != 0) & other_corner:
        return BY_CORNERS
    return BY_RING if size >= MIN_RING_SIZE - 1 else NOT_NEAR
