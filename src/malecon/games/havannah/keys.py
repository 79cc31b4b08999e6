"""Incremental hash keys of Havannah: one word for each symmetric image; the smallest is the key.

With few stones on the board, or on a small board, the twelve images of a position share a key. On larger boards, images
of a later position hardly ever occur in one search, and only the first word is used.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import key_after, start_keys, update_keys
from malecon.games.havannah.geometry import NUM_SYMMETRIES
from malecon.games.havannah.rules import BLACK_TO_MOVE, has_stone
from malecon.kernel import Struct, Structs, implements, kernel

SYMMETRIC_STONES = 10  # with more stones on a large board only the first word is used
SYMMETRIC_CELLS = 37  # base 4


@implements(start_keys, "havannah")
def hash_havannah(position: Struct, board: Struct, keys: Structs) -> None:
    """Compute the Zobrist words of all twelve images; `key_after` adds the side to move."""
    for symmetry in range(NUM_SYMMETRIES):
        keys[symmetry] = np.uint64(0)
    for cell in range(board.num_cells):
        for colour in range(2):
            if has_stone(position, board, colour, cell):
                for symmetry in range(NUM_SYMMETRIES):
                    keys[symmetry] ^= board.zobrist[colour, board.images[cell, symmetry]]


@kernel
def stones_after(position: Struct, board: Struct) -> np.uint64:
    """Return the number of stones after the next move."""
    return board.num_cells - position.num_moves + np.uint64(1)


@implements(key_after, "havannah")
def key_after_stone(position: Struct, board: Struct, keys: Structs, cell: int) -> np.uint64:
    """Return the smallest word of the images, or the first word if there are many stones."""
    colour = position.to_move
    least = keys[0] ^ board.zobrist[colour, cell]
    if board.num_cells <= np.uint64(SYMMETRIC_CELLS) or stones_after(position, board) <= np.uint64(SYMMETRIC_STONES):
        for symmetry in range(1, NUM_SYMMETRIES):
            least = min(least, keys[symmetry] ^ board.zobrist[colour, board.images[cell, symmetry]])
    return least ^ BLACK_TO_MOVE if colour == 0 else least


@implements(update_keys, "havannah")
def add_stone(position: Struct, board: Struct, keys: Structs, cell: int) -> None:
    """Add a stone of the side to move to every image."""
    colour = position.to_move
    for symmetry in range(NUM_SYMMETRIES):
        keys[symmetry] ^= board.zobrist[colour, board.images[cell, symmetry]]
