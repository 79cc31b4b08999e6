"""Incremental hash keys of Breakthrough: one word for the board and one for its mirror image."""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.geometry import MAX_SQUARES
from malecon.games.breakthrough.rules import DIRECTIONS, ONE, has_piece, target_of
from malecon.games.contract import key_after, start_keys, update_keys
from malecon.kernel import Struct, Structs, implements, kernel, rng_state

WORDS = np.array([[rng_state(c * MAX_SQUARES + s) for s in range(MAX_SQUARES)] for c in (0, 1)], np.uint64)
BLACK_TO_MOVE = np.uint64(0x9D39247E33776D41)


@kernel
def mirrored(board: Struct, square: int) -> np.uint64:
    """Return the mirror image of a square, within its row."""
    square = np.uint64(square)
    return square + board.columns - ONE - np.uint64(2) * (square % board.columns)


@implements(start_keys, "breakthrough")
def hash_breakthrough(position: Struct, board: Struct, keys: Structs) -> None:
    """Compute the Zobrist words of the pieces; `key_after` adds the side to move."""
    keys[0] = keys[1] = np.uint64(0)
    for square in range(board.num_squares):
        for colour in range(2):
            if has_piece(position, np.uint64(colour), np.uint64(square)):
                keys[0] ^= WORDS[colour, square]
                keys[1] ^= WORDS[colour, mirrored(board, square)]


@kernel
def changes(position: Struct, board: Struct, move: int) -> tuple[np.uint64, np.uint64]:
    """Return the change of both words by a move."""
    own = np.uint64(position.to_move)
    other = own ^ ONE
    source = np.uint64(move) // DIRECTIONS
    target = target_of(position, board, source, np.uint64(move) - source * DIRECTIONS)
    here = WORDS[own, source] ^ WORDS[own, target]
    there = WORDS[own, mirrored(board, source)] ^ WORDS[own, mirrored(board, target)]
    if has_piece(position, other, target):
        here ^= WORDS[other, target]
        there ^= WORDS[other, mirrored(board, target)]
    return here, there


@implements(key_after, "breakthrough")
def key_after_step(position: Struct, board: Struct, keys: Structs, move: int) -> np.uint64:
    """Return the smaller of the two words, with the side to move."""
    here, there = changes(position, board, move)
    word = min(keys[0] ^ here, keys[1] ^ there)
    return word ^ BLACK_TO_MOVE if position.to_move == 0 else word


@implements(update_keys, "breakthrough")
def move_piece(position: Struct, board: Struct, keys: Structs, move: int) -> None:
    """Update both words by a move."""
    here, there = changes(position, board, move)
    keys[0] ^= here
    keys[1] ^= there
