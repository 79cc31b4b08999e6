"""The Breakthrough board for kernels: squares as bits, and the value of a piece on each square.

Squares are bits of 64-bit words, row by row: 8x8 is one word, larger boards are several.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from malecon.games.breakthrough.piece_values import piece_values
from malecon.games.errors import GameError, check_type
from malecon.games.squares import MAX_SIDE, Squares
from malecon.kernel import Structs, new_structs

MIN_ROWS, MIN_COLUMNS = 4, 2
MAX_SQUARES = MAX_SIDE * MAX_SIDE
WORD = 64
MAX_WORDS = -(-MAX_SQUARES // WORD)
NUM_DIRECTIONS = 3  # left, straight, right, from White's point of view

BOARD = np.dtype(
    [
        ("rows", "u8"),
        ("columns", "u8"),
        ("num_squares", "u8"),
        ("num_words", "u8"),  # words of a bit board
        ("can_step", "u8", (NUM_DIRECTIONS, MAX_WORDS)),  # squares from which a step in a direction stays on the board
        ("row_bits", "u8", (MAX_SIDE, MAX_WORDS)),  # the squares of each row
        ("row", "u1", MAX_SQUARES),  # row and column of each square: divisions are slow
        ("column", "u1", MAX_SQUARES),
        ("piece_values", "i2", (2, MAX_SQUARES)),  # by colour and square; Black's are negative
    ],
    align=True,
)


@dataclass(frozen=True)
class Geometry(Squares):
    """A board and its struct; get it with `geometry(rows, columns)`."""

    @cached_property
    def board(self) -> Structs:
        """The board struct of this size, as an array of length one."""
        boards = new_structs(BOARD)
        board = boards[0]
        board.rows, board.columns, board.num_squares = self.rows, self.columns, len(self.names)
        board.num_words = -(-len(self.names) // WORD)
        for square in range(len(self.names)):
            board.row[square], board.column[square] = divmod(square, self.columns)
            board.row_bits[square // self.columns, square // WORD] |= np.uint64(1 << square % WORD)
            for direction in range(NUM_DIRECTIONS):
                if 0 <= square % self.columns + direction - 1 < self.columns:
                    board.can_step[direction, square // WORD] |= np.uint64(1 << square % WORD)
        white = piece_values(self.rows, self.columns)
        board.piece_values[0, : white.size] = white.ravel()
        board.piece_values[1, : white.size] = -white[::-1].ravel()
        return boards


@cache
def geometry(rows: int, columns: int) -> Geometry:
    """Return the board of a size, built once."""
    expected = f"Breakthrough needs {MIN_ROWS} to {MAX_SIDE} rows and {MIN_COLUMNS} to {MAX_SIDE} columns"
    for side in (rows, columns):
        check_type(side, int, expected)
    if not MIN_ROWS <= rows <= MAX_SIDE or not MIN_COLUMNS <= columns <= MAX_SIDE:
        raise GameError(f"{expected}, not {rows!r}x{columns!r}")
    return Geometry(rows, columns)
