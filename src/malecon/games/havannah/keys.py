"""Hashes of Havannah positions that follow the moves: one word for each symmetric image, and the least of them all.

While stones are few, the twelve images of a position are one for a search. Later a position hardly ever meets its own
image again, and the first word alone is kept.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import key_after, start_keys, update_keys
from malecon.games.havannah.geometry import NUM_SYMMETRIES
from malecon.games.havannah.rules import BLACK_TO_MOVE, has_stone
from malecon.kernel import Struct, Structs, implements, kernel

SYMMETRIC_STONES = 10  # with more stones than these only the first word counts


@implements(start_keys, "havannah")
def hash_havannah(position: Struct, board: Struct, keys: Structs) -> None:
    """The Zobrist words of all twelve images; the side to move comes in with `key_after`."""
    for symmetry in range(NUM_SYMMETRIES):
        keys[symmetry] = np.uint64(0)
    for cell in range(board.num_cells):
        for colour in range(2):
            if has_stone(position, board, colour, cell):
                for symmetry in range(NUM_SYMMETRIES):
                    keys[symmetry] ^= board.zobrist[colour, board.images[cell, symmetry]]


@kernel
def stones_after(position: Struct, board: Struct) -> np.uint64:
    """How many stones there will be after the next move."""
    return board.num_cells - position.num_moves + np.uint64(1)


@implements(key_after, "havannah")
def key_after_stone(position: Struct, board: Struct, keys: Structs, cell: int) -> np.uint64:
    """The least word of the images, or the first word where stones are many."""
    colour = position.to_move
    least = keys[0] ^ board.zobrist[colour, cell]
    if stones_after(position, board) <= np.uint64(SYMMETRIC_STONES):
        for symmetry in range(1, NUM_SYMMETRIES):
            least = min(least, keys[symmetry] ^ board.zobrist[colour, board.images[cell, symmetry]])
    return least ^ BLACK_TO_MOVE if colour == 0 else least


@implements(update_keys, "havannah")
def add_stone(position: Struct, board: Struct, keys: Structs, cell: int) -> None:
    """Add a stone of the side to move to every image."""
    colour = position.to_move
    for symmetry in range(NUM_SYMMETRIES):
        keys[symmetry] ^= board.zobrist[colour, board.images[cell, symmetry]]
