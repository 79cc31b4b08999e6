"""What a piece of Breakthrough is worth by the square on which it stands.

The table of Lorentz and Horey 2013 for 8x8: pieces at home hold the row, the best of them beside the edges, and those
that went ahead are worth more with every step. Other boards take the values by distance to goal row and edge.
The rules keep the sum as pieces move, which is why the table lives at their side; what it means is said in
`knowledge.breakthrough`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

HOME_EDGE, HOME_NEAR, HOME_MIDDLE = 5, 15, 5  # by distance to the edge: none, one or two squares, more
AT_EDGE = (36, 20, 16, 11, 7, 4, 2)  # by distance to the goal row; farther away is worth what the last is
INSIDE = (36, 28, 21, 15, 10, 6, 3)


def piece_values(rows: int, columns: int) -> np.ndarray[tuple[int, int], np.dtype[Any]]:
    """What a white piece is worth, [rows, columns], White's home row first."""
    table = np.zeros((rows, columns), np.int16)
    for y in range(rows):
        for x in range(columns):
            table[y, x] = _worth(y, rows, min(x, columns - 1 - x))
    return table


def _worth(y: int, rows: int, from_edge: int) -> int:
    if y == 0:
        return HOME_EDGE if from_edge == 0 else HOME_NEAR if from_edge <= 2 else HOME_MIDDLE
    values = AT_EDGE if from_edge == 0 else INSIDE
    return values[min(rows - 1 - y, len(values) - 1)]
