"""Indices of whole moves, for learning: one for each move and shot along queen lines of the empty board.

Moves are grouped by the square where the amazon lands. If d squares are in line with it, each of them can be the origin
and each of them the target of the arrow, so the group has d * d indices: origin by origin, and arrow by arrow within an
origin, both in the order of the squares. An index means the same move in every position on a board. There are 9,412 of
them on 6x6 and 86,980 on 10x10.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from malecon.games.amazons.geometry import MAX_SIDE, NUM_SQUARES, Geometry

NOT_IN_LINE = -1


class MoveIndices:
    """The indices on a board; get them with `move_indices(geometry)`."""

    def __init__(self, board: Geometry) -> None:
        self._in_line = [[other for other in board.numbers if is_in_line(square, other)] for square in board.numbers]
        self._squares = board.numbers
        sizes = [len(squares) ** 2 for squares in self._in_line]
        self._ends = np.cumsum(sizes)
        self.count = int(self._ends[-1])
        self._degree, self._first = np.zeros(NUM_SQUARES, np.int64), np.zeros(NUM_SQUARES, np.int64)
        self._place = np.full((NUM_SQUARES, NUM_SQUARES), NOT_IN_LINE, np.int64)  # [landing square, other square]
        for group, square in enumerate(board.numbers):
            self._degree[square] = len(self._in_line[group])
            self._first[square] = self._ends[group] - sizes[group]
            self._place[square, self._in_line[group]] = range(len(self._in_line[group]))

    def of_moves(self, moves: Any) -> Any:
        """Return the indices of rows (origin, landing square, arrow); NOT_IN_LINE for a move off the queen lines."""
        origin, target, arrow = np.asarray(moves, np.int64).reshape(-1, 3).T
        from_place, arrow_place = self._place[target, origin], self._place[target, arrow]
        indices = self._first[target] + from_place * self._degree[target] + arrow_place
        return np.where((from_place < 0) | (arrow_place < 0), NOT_IN_LINE, indices)

    def squares(self, index: int) -> tuple[int, int, int]:
        """Return the origin, the landing square and the arrow of an index."""
        group = int(np.searchsorted(self._ends, index, side="right"))
        in_line, target = self._in_line[group], self._squares[group]
        origin, arrow = divmod(index - int(self._first[target]), len(in_line))
        return in_line[origin], target, in_line[arrow]


def is_in_line(one: int, other: int) -> bool:
    """Return whether a queen on an empty board moves from one square to another."""
    (y, x), (other_y, other_x) = divmod(one, MAX_SIDE), divmod(other, MAX_SIDE)
    dx, dy = abs(x - other_x), abs(y - other_y)
    return one != other and (dx == 0 or dy == 0 or dx == dy)


@cache
def move_indices(board: Geometry) -> MoveIndices:
    """Return the indices on a board, computed once."""
    return MoveIndices(board)
