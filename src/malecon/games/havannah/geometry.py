"""The hexagonal board: cells, neighbours, sides, corners and symmetries.

Cells are numbered 0, 1, 2, ... row by row. A cell at (column x, row y) exists if |x - y| < base; its six neighbours,
clockwise from the upper right, are

       5   0            (-1,-1)  (0,-1)
      4  .  1      =   (-1,0)  .  (1,0)
       3   2             (0,1)  (1,1)

Everything is computed once per base. Kernels read the board struct, Python code the `Geometry` object.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from string import ascii_lowercase
from typing import Any

import numpy as np

from malecon.games.errors import GameError, check_type
from malecon.kernel import Structs, new_structs, rng_state

MIN_BASE, MAX_BASE = 2, 14
MAX_CELLS = 3 * MAX_BASE * (MAX_BASE - 1) + 1  # 547
NO_CELL = 0xFFFF
HERE = 6  # pseudo-direction of the cell itself
DIRECTIONS = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))
NUM_SYMMETRIES = 12
NUM_SIDES = NUM_CORNERS = 6

# One type for all bases, so that kernels compile once; loops run to `num_cells`. It costs nothing measurable, since
# only the used part of a position is copied.
BOARD = np.dtype(
    [
        ("num_cells", "u8"),
        ("num_rows", "u8"),  # rows of a bit board, including the empty border
        ("x", "u4", MAX_CELLS),  # column + 1: bit boards have an empty border
        ("y", "u4", MAX_CELLS),  # row + 1
        ("neighbours", "u2", (MAX_CELLS, 8)),  # by direction, HERE included; NO_CELL off the board
        ("corners", "u2", NUM_CORNERS),
        ("touches", "u2", MAX_CELLS),  # bits 0-5: the side, bits 6-11: the corner of the cell
        (
            "edge_directions",
            "u1",
            MAX_CELLS,
        ),  # bit d: the neighbour in direction d is an edge cell or off the board
        ("corner_directions", "u1", MAX_CELLS),  # bit d: the neighbour in direction d is a corner
        ("images", "u2", (MAX_CELLS, NUM_SYMMETRIES)),  # image of each cell under each symmetry
        ("zobrist", "u8", (2, MAX_CELLS)),  # by colour and cell
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
        """Cell numbers by (column, row)."""
        return {xy: cell for cell, xy in enumerate(self.coordinates)}

    @property
    def num_cells(self) -> int:
        """The number of cells: 3 base (base - 1) + 1."""
        return len(self.coordinates)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every cell in grid coordinates, such as `d4`."""
        return tuple(_letters(x) + str(y + 1) for x, y in self.coordinates)

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Cell numbers by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    def neighbours(self, cell: int) -> list[int]:
        """Return the neighbours of a cell, clockwise; NO_CELL off the board."""
        x, y = self.coordinates[cell]
        return [self.cells.get((x + dx, y + dy), NO_CELL) for dx, dy in DIRECTIONS]

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The six corner cells, clockwise from a1."""
        mid, last = self.base - 1, 2 * self.base - 2
        ends = ((0, 0), (mid, 0), (last, mid), (last, last), (mid, last), (0, mid))
        return tuple(self.cells[xy] for xy in ends)

    def side(self, cell: int) -> int | None:
        """Return the side of an edge cell, 0 to 5 clockwise from the top; None for inner cells and corners."""
        x, y = self.coordinates[cell]
        mid, last = self.base - 1, 2 * self.base - 2
        edges = (y == 0, x - y == mid, x == last, y == last, y - x == mid, x == 0)
        sides = [side for side, is_on_side in enumerate(edges) if is_on_side]
        return sides[0] if len(sides) == 1 else None

    @cached_property
    def board(self) -> Structs:
        """The board struct of this base, as an array of length one."""
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
        neighbours = board.neighbours[: self.num_cells, :HERE]
        off_board = neighbours == NO_CELL
        touched = np.where(off_board, 0, board.touches[np.where(off_board, 0, neighbours)])
        board.edge_directions[: self.num_cells] = _as_bits(off_board | (touched != 0))
        board.corner_directions[: self.num_cells] = _as_bits(touched >> NUM_SIDES != 0)
        board.images[: self.num_cells] = self.symmetries.T
        board.zobrist[:, : self.num_cells] = self.zobrist
        return boards

    @cached_property
    def symmetries(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint16]]:
        """Image of each cell under each symmetry [12, num_cells]: six rotations, then those of the mirror image."""
        images = np.zeros((NUM_SYMMETRIES, self.num_cells), np.uint16)
        mid = self.base - 1
        for cell, (x, y) in enumerate(self.coordinates):
            for mirror in (0, 1):
                dx, dy = (y - mid, x - mid) if mirror else (x - mid, y - mid)
                for rotation in range(6):
                    images[6 * mirror + rotation, cell] = self.cells[dx + mid, dy + mid]
                    dx, dy = dx - dy, dx  # rotate by 60 degrees
        return images

    @cached_property
    def zobrist(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
        """Zobrist words [2, num_cells] by colour and cell, the same on every machine."""
        words = [[rng_state(colour * MAX_CELLS + cell) for cell in range(self.num_cells)] for colour in (0, 1)]
        return np.array(words, np.uint64)


def _as_bits(directions: Any) -> Any:
    """Pack the flags of the six directions of each cell into bits."""
    return directions @ (1 << np.arange(len(DIRECTIONS)))


@cache
def geometry(base: int) -> Geometry:
    """Return the board of a base, built once."""
    check_type(base, int, f"Havannah needs a base from {MIN_BASE} to {MAX_BASE}")
    if not MIN_BASE <= base <= MAX_BASE:
        raise GameError(f"Havannah needs a base from {MIN_BASE} to {MAX_BASE}, not {base!r}")
    return Geometry(base)


def _letters(column: int) -> str:
    """Return a column name: a to z, then aa, since base 14 has 27 columns."""
    return ascii_lowercase[column] if column < 26 else "a" + ascii_lowercase[column - 26]
