"""The current line of the search: a frame for each position, and its moves as edges.

Edges lie in one array, those of a deeper frame after those of the frame above, so that no frame reserves space for the
largest possible number of moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.contract import NUM_KEYS
from malecon.knowledge.catalogue import scratch_type
from malecon.search.settings import settings_type

HISTORY_MOVES = 64  # moves are counted modulo this number

EDGE = np.dtype(
    [
        ("key", "u8"),  # key of the position after the move
        ("pn", "u8"),
        ("dn", "u8"),
        ("move", "u8"),
        ("work", "u8"),  # positions searched below
        ("length", "u2"),
        ("drawn", "u1"),
    ],
    align=True,
)


def frame_type(game: str) -> np.dtype[Any]:
    """Return the dtype of a frame for a game."""
    return np.dtype(
        [
            ("position", position_class(game).struct_type),
            ("keys", "u8", NUM_KEYS),
            ("first", "u8"),  # first of its edges
            ("count", "u8"),
            ("selected", "u8"),  # edge that leads to the next frame
            ("pn", "u8"),
            ("dn", "u8"),
            ("pn_threshold", "u8"),  # the frame is left when a number reaches its threshold
            ("dn_threshold", "u8"),
            ("second", "u8"),  # number of the second-best edge
            ("others", "u8"),  # what the other edges add to the summed number
            ("work", "u8"),
            ("pruned_length", "u2"),  # plies to the end after the moves that are not listed because they lose
            ("length", "u2"),
            ("drawn", "u1"),
        ],
        align=True,
    )


def thread_type(game: str) -> np.dtype[Any]:
    """Return the dtype of what one thread needs besides frames, edges and the table."""
    rules = position_class(game)
    return np.dtype(
        [
            ("child", rules.struct_type),  # scratch position for trying a move
            ("board", rules.board_type),
            ("settings", settings_type(game)),
            ("scratch", scratch_type(game)),  # work space of the game's knowledge
            ("depth", "u8"),  # current frame
            ("nodes", "u8"),  # positions searched
            ("salt", "u8"),  # mixed into keys, which identify a position and the attacker
            ("attacker", "u1"),  # the player whose win is to be proved
            ("is_done", "u1"),  # this thread has the answer
            ("turn", "u8"),  # counter for periodic work
            ("solving_replies", "u4", (2, HISTORY_MOVES, HISTORY_MOVES)),  # by player and two moves
            ("seen", EDGE),  # table entry of a position further up
        ],
        align=True,
    )
