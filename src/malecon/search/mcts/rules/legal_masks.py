"""Masks of the legal moves of a playout, so that rules can look moves up without branches.

A mask keeps the upper bits of a sufficiently large number and replaces the lowest by the salted move number, so that
ties are broken at random; the mask of an illegal move gives 0.

Masks are cheap where moves only disappear during a game: each move played clears its own mask. Other games have no
masks (`worker.masks.enabled` is 0), and their legal moves are generated instead.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import legal_move
from malecon.games.position import Position
from malecon.kernel import Struct, kernel, random_bits

NOT_LEGAL = np.int32(0)
MASK_OFFSET = np.uint64(16)  # index of move 0, aligned to a cache line; indices below it are never legal
VECTOR = 32  # at least as many numbers as the widest registers hold
MAX_MASKED_MOVES = 1 << 10  # distinct moves of a board
MOVE_MASK, LEGAL = np.int32(MAX_MASKED_MOVES - 1), np.int32(-MAX_MASKED_MOVES)


def supports_masks(position: Position) -> bool:
    """Return whether moves on this board can have masks."""
    return position.moves_vanish and position.num_codes <= MAX_MASKED_MOVES


def row_size(num_moves: int) -> int:
    """Return the number of moves rounded up to whole vectors."""
    return -(-num_moves // VECTOR) * VECTOR


@kernel
def whole_vectors(count: int) -> np.uint64:
    """Return a multiple of VECTOR unchanged, so that the compiler emits no tail loop."""
    return np.uint64(count) & ~np.uint64(VECTOR - 1)


@kernel
def fill_legal_masks(worker: Struct) -> None:
    """Set the masks at the start of a playout."""
    for place in range(whole_vectors(worker.sizes.row_size)):
        worker.masks.legal[place + MASK_OFFSET] = NOT_LEGAL
    worker.masks.salt = np.int32(random_bits(worker) & np.uint64(MOVE_MASK))
    for index in range(worker.position.num_moves):
        move = np.uint64(legal_move(worker.position, worker.board, index))
        worker.masks.legal[move + MASK_OFFSET] = np.int32(LEGAL | np.int32(np.int32(move) ^ worker.masks.salt))


@kernel
def masked_move(worker: Struct, mark: int) -> np.uint64:
    """Return the move whose number a mask has put into the lowest bits."""
    return np.uint64((mark & MOVE_MASK) ^ worker.masks.salt)
