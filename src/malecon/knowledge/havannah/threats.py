"""Wins and threats at one look: what a node of the tree is told when it is made."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import CALM, FORCED, LOST, WINNING, find_threats
from malecon.games.havannah.rules import wins_at
from malecon.kernel import Record, implements


@implements(find_threats, "havannah")
def find_havannah_threats(position: Record, board: Record, plies: int) -> int:
    """Look at every empty cell: a win of one's own ends the search, one of the opponent's forces, two of them lose."""
    own = np.uint64(position.to_move)
    other = own ^ np.uint64(1)
    threats = 0
    forced = np.uint64(0)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if wins_at(position, board, own, cell) != 0:
            return np.uint64(WINNING) + (cell << np.uint64(2))
        if plies > 1 and threats < 2 and wins_at(position, board, other, cell) != 0:
            threats += 1
            forced = cell
    kind = np.uint64(CALM)
    if threats == 1:
        kind = np.uint64(FORCED)
    elif threats > 1:
        kind = np.uint64(LOST)
    return kind + (forced << np.uint64(2))
