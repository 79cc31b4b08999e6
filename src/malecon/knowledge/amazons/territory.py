"""The fast evaluation: whose queens are first, square by square (t1 of Lieberum 2005)."""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, kernel
from malecon.kernel.bits import count_bits
from malecon.knowledge.amazons.bits import amazon_bits, empty_bits, find_walks, spread_queens

TIE = np.float32(0.2)  # what a square that both reach in as many moves is worth to the side to move


@kernel
def territory(position: Struct, board: Struct, scratch: Struct) -> float:
    """White's squares less Black's: a square is theirs whose amazons need fewer moves to it."""
    empty_low, empty_high = empty_bits(position)
    find_walks(scratch, empty_low, empty_high)
    white_low, white_high = amazon_bits(position, board, np.uint64(0))
    black_low, black_high = amazon_bits(position, board, np.uint64(1))
    free_low, free_high = empty_low, empty_high  # nobody's yet
    squares, ties = np.int64(0), np.int64(0)
    while free_low | free_high:
        white_low, white_high = spread_queens(scratch, empty_low, empty_high, white_low, white_high)
        black_low, black_high = spread_queens(scratch, empty_low, empty_high, black_low, black_high)
        white_low, white_high, black_low, black_high = (
            white_low & free_low,
            white_high & free_high,
            black_low & free_low,
            black_high & free_high,
        )
        if not (white_low | white_high | black_low | black_high):
            break
        squares += np.int64(count_bits(white_low & ~black_low) + count_bits(white_high & ~black_high))
        squares -= np.int64(count_bits(black_low & ~white_low) + count_bits(black_high & ~white_high))
        ties += np.int64(count_bits(white_low & black_low) + count_bits(white_high & black_high))
        free_low &= ~(white_low | black_low)
        free_high &= ~(white_high | black_high)
    return np.float32(squares) + (TIE if position.to_move == 0 else -TIE) * np.float32(ties)
