"""The Amazons board: squares, the lines through them, and the initial squares of the amazons.

Kernels number squares along the rows from a1, ten to a row whatever the board's size, so that a number means the same
square on every board:

    90 91 92 ...      a10 b10 c10 ...
    ..
    10 11 12 ...  =   a2  b2  c2  ...
     0  1  2 ...      a1  b1  c1  ...

Four lines run through a square: its row, its column, and a rising and a falling diagonal. The rules represent the board
by these lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError, check_type
from malecon.games.squares import Squares
from malecon.kernel import Structs, new_structs

MIN_SIDE, MAX_SIDE = 4, 10
NUM_SQUARES = MAX_SIDE * MAX_SIDE
MAX_AMAZONS = 8  # per side

# Index of the first line of each direction in `position.lines`; rising diagonals use RISING - 9 to RISING + 9.
ROW, COLUMN, RISING, FALLING = 0, 10, 29, 39
NUM_LINES = 58
LINE_CAPACITY = 64  # NUM_LINES rounded up to whole vectors

BOARD = np.dtype(
    [
        ("x", "u1", NUM_SQUARES),  # column of a square, from 0
        ("y", "u1", NUM_SQUARES),  # row of a square, from 0
        ("rows", "u1"),
        ("columns", "u1"),
        ("num_squares", "u1"),
        ("unused", "u1", 5),
    ],
    align=True,
)


@dataclass(frozen=True)
class Geometry(Squares):
    """The board of a size; get it with `geometry(rows, columns)`."""

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The kernels' square numbers, in the order of `names`."""
        return tuple(MAX_SIDE * y + x for y in range(self.rows) for x in range(self.columns))

    def number(self, text: str) -> int:
        """Return the kernels' number of a square; raise NotationError if it is not on the board."""
        return self.numbers[self.read(text)]

    def name(self, number: int) -> str:
        """Return the name of a square."""
        return self.names[number // MAX_SIDE * self.columns + number % MAX_SIDE]

    @cached_property
    def board(self) -> Structs:
        """The board struct of this size, as an array of length one."""
        boards = new_structs(BOARD)
        board = boards[0]
        board.x[:], board.y[:] = np.arange(NUM_SQUARES) % MAX_SIDE, np.arange(NUM_SQUARES) // MAX_SIDE
        board.rows, board.columns, board.num_squares = self.rows, self.columns, len(self.names)
        return boards

    @cached_property
    def blocked(self) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
        """Lines of an empty board [LINE_CAPACITY]; squares outside count as taken, so that every ray ends there."""
        lines = np.zeros(LINE_CAPACITY, np.uint16)
        lines[:NUM_LINES] = (1 << MAX_SIDE) - 1
        for number in self.numbers:
            for line, bit in lines_through(number):
                lines[line] ^= 1 << bit
        return lines

    @cached_property
    def initial_amazons(self) -> dict[Colour, tuple[int, ...]]:
        """Four amazons per side, a third of the board away from the corners: a4 d1 g1 j4 and a7 d10 g10 j7 on 10x10."""
        right, top = self.columns - 1, self.rows - 1
        x, y = right // 3, top // 3
        squares = ((0, y), (x, 0), (right - x, 0), (right, y))
        return {
            WHITE: tuple(MAX_SIDE * y + x for x, y in squares),
            BLACK: tuple(MAX_SIDE * (top - y) + x for x, y in squares),
        }


def lines_through(number: int) -> tuple[tuple[int, int], ...]:
    """Return the four lines of a square and its bit in each: row, column, rising and falling diagonal."""
    y, x = divmod(number, MAX_SIDE)
    return (ROW + y, x), (COLUMN + x, y), (RISING + x - y, x), (FALLING + x + y, x)


@cache
def geometry(rows: int, columns: int) -> Geometry:
    """Return the board of a size, built once."""
    for side in (rows, columns):
        expected = f"Amazons needs {MIN_SIDE} to {MAX_SIDE} rows and columns"
        check_type(side, int, expected)
        if not MIN_SIDE <= side <= MAX_SIDE:
            raise GameError(f"{expected}, not {side!r}")
    return Geometry(rows, columns)
