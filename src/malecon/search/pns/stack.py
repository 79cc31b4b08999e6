"""The line that the search is looking at: a frame for each position on it, and the moves of each as edges.

Edges lie in one array, those of a deeper frame behind those of the frame above, so that no frame needs room for the
most moves a position could have.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.games.contract import NUM_KEYS
from malecon.knowledge.catalogue import scratch_type
from malecon.search.settings import settings_type

EDGE = np.dtype(
    [
        ("key", "u8"),  # of the position behind the move
        ("pn", "u8"),
        ("dn", "u8"),
        ("move", "u8"),
        ("work", "u8"),  # positions looked at below
        ("length", "u2"),
        ("drawn", "u1"),
    ],
    align=True,
)


def frame_type(game: str) -> np.dtype[Any]:
    """The type of a frame for a game."""
    return np.dtype(
        [
            ("position", position_class(game).struct_type),
            ("keys", "u8", NUM_KEYS),
            ("first", "u8"),  # the first of its edges
            ("count", "u8"),
            ("chosen", "u8"),  # the edge that leads to the next frame
            ("pn", "u8"),
            ("dn", "u8"),
            ("pn_limit", "u8"),  # the frame is left when a number reaches its limit
            ("dn_limit", "u8"),
            ("second", "u8"),  # the number of the second-best edge
            ("rest", "u8"),  # what the other edges add to the number that is summed
            ("work", "u8"),
            ("length", "u2"),
            ("drawn", "u1"),
        ],
        align=True,
    )


def prover_type(game: str) -> np.dtype[Any]:
    """The type of what one thread needs besides frames, edges and the table."""
    rules = position_class(game)
    return np.dtype(
        [
            ("child", rules.struct_type),  # where a move is tried
            ("board", rules.board_type),
            ("settings", settings_type(game)),
            ("scratch", scratch_type(game)),  # where the game's knowledge works
            ("depth", "u8"),  # of the frame that is looked at
            ("nodes", "u8"),  # positions looked at
            ("salt", "u8"),  # keys are of positions and of who attacks
            ("attacker", "u1"),  # whose win is to be proved
            ("is_done", "u1"),  # this thread has the answer
            ("turn", "u8"),  # counts up, for what is done now and then
            ("seen", EDGE),  # what the table says of a position further up
        ],
        align=True,
    )
