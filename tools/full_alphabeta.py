"""Plain alpha-beta to the end of the game: no transposition table, no threats, no move ordering.

It is deliberately simple, as a reference for the results of the other searches (`solver_agreement`, tests); a library
without a command line. It suits positions with about a dozen plies left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.contract import copy_position, legal_move, play
from malecon.games.position import Position
from malecon.kernel import Structs, kernel, new_structs
from malecon.knowledge.catalogue import knowledge_of

WON, DRAWN, LOST = 1, 0, -1
RESULTS = {WON: "win", DRAWN: "draw", LOST: "loss"}


def level_type(game: str) -> np.dtype[Any]:
    """Return the type of an entry of the search stack: a position, its next move, and its window."""
    return np.dtype(
        [("position", position_class(game).struct_type), ("index", "u8"), ("alpha", "i8"), ("beta", "i8")], align=True
    )


@kernel
def alpha_beta(levels: Structs, boards: Structs) -> int:
    """Return the result of the position of the first level for its side to move."""
    board, depth = boards[0], np.uint64(0)
    levels[0].index, levels[0].alpha, levels[0].beta = np.uint64(0), LOST, WON
    while True:
        level = levels[depth]
        if level.index < level.position.num_moves and level.alpha < level.beta:
            child = levels[depth + np.uint64(1)]
            move = np.uint64(legal_move(level.position, board, level.index))
            copy_position(child.position, level.position, board)
            level.index += np.uint64(1)
            if play(child.position, board, move) != 0:
                level.alpha = WON
            elif child.position.num_moves == 0:
                level.alpha = max(level.alpha, DRAWN)
            else:
                is_same = child.position.to_move == level.position.to_move
                child.index = np.uint64(0)
                child.alpha, child.beta = (level.alpha, level.beta) if is_same else (-level.beta, -level.alpha)
                depth += np.uint64(1)
        elif depth == 0:
            return level.alpha
        else:
            depth -= np.uint64(1)
            above = levels[depth]
            is_same = above.position.to_move == level.position.to_move
            above.alpha = max(above.alpha, level.alpha if is_same else -level.alpha)


def result_of(position: Position) -> str:
    """Return `win`, `loss` or `draw` for the side to move."""
    knowledge_of(position.game)
    levels = new_structs(level_type(position.game), position_class(position.game).max_plies)
    levels[0].position = position.struct
    return RESULTS[int(alpha_beta(levels, position.boards))]
