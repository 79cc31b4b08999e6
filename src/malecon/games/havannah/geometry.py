"""The hexagonal board of a base: its cells, their neighbours, sides, corners and symmetries.

Cells are numbered 0, 1, 2, ... along the rows of the grid form. A cell at (column x, row y) exists where |x - y| <
base; its six neighbours, clockwise from the upper right as the board is drawn, are

       5   0            (-1,-1)  (0,-1)
      4  .  1      =   (-1,0)  .  (1,0)
       3   2             (0,1)  (1,1)

Everything here is made once for each base. Kernels read the `Board` record, Python code the `Geometry` object.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from string import ascii_lowercase
from typing import Any

import numpy as np

from malecon.games.errors import GameError
from malecon.kernel import Structs, new_structs, rng_state

MIN_BASE, MAX_BASE = 2, 14
MAX_CELLS = 3 * MAX_BASE * (MAX_BASE - 1) + 1  # 547
NO_CELL = 0xFFFF
HERE = 6  # as a direction: the cell itself
DIRECTIONS = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))
NUM_SYMMETRIES = 12
NUM_SIDES = NUM_CORNERS = 6

# One type for every base: kernels compile once, and loops run to `num_cells`. The price was measured and is nothing:
# only the used part of a position is ever copied.
BOARD = np.dtype(
    [
        ("num_cells", "u8"),
        ("num_rows", "u8"),  # rows of the position's bit boards, the empty border included
        ("x", "u4", MAX_CELLS),  # column + 1: the bit boards keep an empty border
        ("y", "u4", MAX_CELLS),  # row + 1
        ("neighbours", "u2", (MAX_CELLS, 8)),  # by direction; NO_CELL off the board; the cell itself in direction HERE
        ("corners", "u2", NUM_CORNERS),
        ("touches", "u2", MAX_CELLS),  # bit 0-5 the side, bit 6-11 the corner that the cell lies on
        (
            "edge_directions",
            "u1",
            MAX_CELLS,
        ),  # bit d: the neighbour in direction d is an edge cell or off the board
        ("corner_directions", "u1", MAX_CELLS),  # bit d: the neighbour in direction d is a corner
        ("images", "u2", (MAX_CELLS, NUM_SYMMETRIES)),  # of each cell, by symmetry
        ("zobrist", "u8", (2, MAX_CELLS)),  # Zobrist words by colour and cell
    ],
    align=True,
)


@dataclass(frozen=True)
class Geometry:
    """The board of one base; get it with `geometry(base)`."""

    base: int

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int], ...]:
        """(column, row) of every cell, from 0."""
        axis = range(2 * self.base - 1)
        return tuple((x, y) for y in axis for x in axis if abs(x - y) < self.base)

    @cached_property
    def cells(self) -> dict[tuple[int, int], int]:
        """The cell at (column, row)."""
        return {xy: cell for cell, xy in enumerate(self.coordinates)}

    @property
    def num_cells(self) -> int:
        """The number of cells: 3 base (base - 1) + 1."""
        return len(self.coordinates)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every cell in grid form, such as `d4`."""
        return tuple(_letters(x) + str(y + 1) for x, y in self.coordinates)

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The cell of a name in grid form."""
        return {name: cell for cell, name in enumerate(self.names)}

    def neighbours(self, cell: int) -> list[int]:
        """The cells next to a cell, clockwise; NO_CELL where the board ends."""
        x, y = self.coordinates[cell]
        return [self.cells.get((x + dx, y + dy), NO_CELL) for dx, dy in DIRECTIONS]

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The six corner cells, clockwise from a1."""
        mid, last = self.base - 1, 2 * self.base - 2
        ends = ((0, 0), (mid, 0), (last, mid), (last, last), (mid, last), (0, mid))
        return tuple(self.cells[xy] for xy in ends)

    def side(self, cell: int) -> int | None:
        """The side, 0 to 5 clockwise from the top, that a cell lies on; None inside and on corners."""
        x, y = self.coordinates[cell]
        mid, last = self.base - 1, 2 * self.base - 2
        edges = (y == 0, x - y == mid, x == last, y == last, y - x == mid, x == 0)
        on = [side for side, edge in enumerate(edges) if edge]
        return on[0] if len(on) == 1 else None

    @cached_property
    def board(self) -> Structs:
        """The one `Board` record of this base, as kernels take it: an array of length one."""
        boards = new_structs(BOARD)
        board = boards[0]
        board.num_cells, board.num_rows = self.num_cells, 2 * self.base + 1
        for cell, (x, y) in enumerate(self.coordinates):
            board.x[cell], board.y[cell] = x + 1, y + 1
            board.neighbours[cell] = [*self.neighbours(cell), cell, NO_CELL]
            side = self.side(cell)
            if side is not None:
                board.touches[cell] = 1 << side
        board.corners = self.corners
        for number, corner in enumerate(self.corners):
            board.touches[corner] = 1 << (NUM_SIDES + number)
        beside = board.neighbours[: self.num_cells, :HERE]
        off_board = beside == NO_CELL
        touched = np.where(off_board, 0, board.touches[np.where(off_board, 0, beside)])
        board.edge_directions[: self.num_cells] = _as_bits(off_board | (touched != 0))
        board.corner_directions[: self.num_cells] = _as_bits(touched >> NUM_SIDES != 0)
        board.images[: self.num_cells] = self.symmetries.T
        board.zobrist[:, : self.num_cells] = self.zobrist
        return boards

    @cached_property
    def symmetries(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint16]]:
        """Image of each cell under each symmetry [12, num_cells]: six turns, then the six turns of the mirror image."""
        images = np.zeros((NUM_SYMMETRIES, self.num_cells), np.uint16)
        mid = self.base - 1
        for cell, (x, y) in enumerate(self.coordinates):
            for mirror in (0, 1):
                dx, dy = (y - mid, x - mid) if mirror else (x - mid, y - mid)
                for turn in range(6):
                    images[6 * mirror + turn, cell] = self.cells[dx + mid, dy + mid]
                    dx, dy = dx - dy, dx  # one sixth of a turn
        return images

    @cached_property
    def zobrist(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
        """Random words [2, num_cells] for hashing: one for each colour and cell, the same on every machine."""
        words = [[rng_state(colour * MAX_CELLS + cell) for cell in range(self.num_cells)] for colour in (0, 1)]
        return np.array(words, np.uint64)


def _as_bits(directions: Any) -> Any:
    """The directions that are true for each cell, as bits."""
    return directions @ (1 << np.arange(len(DIRECTIONS)))


@cache
def geometry(base: int) -> Geometry:
    """The board of a base, made once."""
    if isinstance(base, bool) or not isinstance(base, int) or not MIN_BASE <= base <= MAX_BASE:
        raise GameError(f"Havannah is played on bases {MIN_BASE} to {MAX_BASE}, not {base!r}")
    return Geometry(base)


def _letters(column: int) -> str:
    """Column names run a to z, then aa: base 14 has 27 columns."""
    return ascii_lowercase[column] if column < 26 else "a" + ascii_lowercase[column - 26]
