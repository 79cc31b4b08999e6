"""Values of Breakthrough pieces by square.

The 8x8 table of Lorentz and Horey 2013: pieces on the home row guard it, best near the edges, and advanced pieces gain
value with every step. Other boards use the values for the same distances to goal row and edge. The rules keep the sum
up to date as pieces move, so the table is part of the rules; `knowledge.breakthrough` uses it for evaluation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

HOME_EDGE, HOME_NEAR, HOME_MIDDLE = 5, 15, 5  # by distance to the edge: 0, 1 or 2, more
AT_EDGE = (36, 20, 16, 11, 7, 4, 2)  # by distance to the goal row; the last value holds for all greater distances
INSIDE = (36, 28, 21, 15, 10, 6, 3)


def piece_values(rows: int, columns: int) -> np.ndarray[tuple[int, int], np.dtype[Any]]:
    """Return the values of white pieces [rows, columns], White's home row first."""
    table = np.zeros((rows, columns), np.int16)
    for y in range(rows):
        for x in range(columns):
            table[y, x] = _value(y, rows, min(x, columns - 1 - x))
    return table


def _value(y: int, rows: int, from_edge: int) -> int:
    if y == 0:
        return HOME_EDGE if from_edge == 0 else HOME_NEAR if from_edge <= 2 else HOME_MIDDLE
    values = AT_EDGE if from_edge == 0 else INSIDE
    return values[min(rows - 1 - y, len(values) - 1)]
