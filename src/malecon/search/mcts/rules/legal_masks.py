"""Marks on the moves that are legal in a playout, so that rules which remember moves can look them up without a branch.

A mark is a mask: of a number that is large enough it leaves the upper digits, and the lowest become the number of the
move, salted, so that of equal numbers now one and now another is the largest. What is not legal becomes 0.

They are cheap where moves only vanish in the course of a game: each move that is played takes its own mark away. Other
games have no marks (`worker.masks.enabled` is 0), and are asked.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import legal_move
from malecon.games.position import Position
from malecon.kernel import Struct, kernel, random_bits

TAKEN = np.int32(0)
MASK_OFFSET = np.uint64(16)  # the place of move 0, where a line of the cache begins; before it there is no mark
VECTOR = 32  # numbers that the widest registers hold at once, and more
MAX_MASKED_MOVES = 1 << 10  # different moves of a board
MOVE_MASK, LEGAL = np.int32(MAX_MASKED_MOVES - 1), np.int32(-MAX_MASKED_MOVES)


def supports_masks(position: Position) -> bool:
    """Whether the moves of a game on this board can be marked."""
    return position.moves_vanish and position.num_codes <= MAX_MASKED_MOVES


def row_size(num_moves: int) -> int:
    """Numbers from 0 for so many moves, in whole vectors."""
    return -(-num_moves // VECTOR) * VECTOR


@kernel
def whole_vectors(count: int) -> np.uint64:
    """A number that is a multiple of VECTOR, so that the compiler sees it: a loop of that length needs no tail."""
    return np.uint64(count) & ~np.uint64(VECTOR - 1)


@kernel
def fill_legal_masks(worker: Struct) -> None:
    """Mark what is legal where a playout begins."""
    for place in range(whole_vectors(worker.sizes.row_size)):
        worker.masks.legal[place + MASK_OFFSET] = TAKEN
    worker.masks.salt = np.int32(random_bits(worker) & np.uint64(MOVE_MASK))
    for index in range(worker.position.num_moves):
        move = np.uint64(legal_move(worker.position, worker.board, index))
        worker.masks.legal[move + MASK_OFFSET] = np.int32(LEGAL | np.int32(np.int32(move) ^ worker.masks.salt))


@kernel
def masked_move(worker: Struct, mark: int) -> np.uint64:
    """The move whose number, as a mark has it, stands in the lowest digits."""
    return np.uint64((mark & MOVE_MASK) ^ worker.masks.salt)
