"""A worker: everything that one thread of a search needs besides the tree, as one record.

The board, settings and positions lie inside it, so that kernels take one argument for all of them and two threads never
share anything but the tree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.kernel import lined_type
from malecon.knowledge.catalogue import scratch_type
from malecon.search.marks import FIRST_MARK, row_size
from malecon.search.memory import memory_type
from malecon.search.settings import MAX_POOL, settings_type
from malecon.search.tree import LANES

PHASES = ("select", "expand", "play out", "back up")
SELECT, EXPAND, PLAY_OUT, BACK_UP = range(len(PHASES))

GAP = 128  # bytes between workers: cores that write the same line of memory wait for each other
QUOTA = np.dtype([("counter", "u8")])  # simulations that workers have taken from the number that they run together


def worker_type(game: str) -> np.dtype[Any]:
    """The type of a worker for a game."""
    rules = position_class(game)
    position, board, max_moves, max_plies = rules.record_type, rules.board_type, rules.max_moves, rules.max_plies
    return lined_type(
        [
            ("root", position),
            ("rng", "u8"),  # not in the first place: numba would take a worker for a kind of any record of only `rng`
            ("position", position),
            ("trial", position),  # where a move is tried
            ("camp", position),  # where simulations start as long as the worker stays there
            ("board", board),
            ("settings", settings_type(game)),
            ("scratch", scratch_type(game)),  # where the game's knowledge works
            ("memory", memory_type(max_moves)),
            ("num_moves", "u8"),  # different moves on this board
            ("row_size", "u8"),  # room for that many, in whole vectors
            ("num_rows", "u8"),  # contexts of two moves for which the tables of N-grams have room
            ("marked", "u1"),  # whether playouts keep marks on legal moves
            ("salt", "i4"),  # what the numbers of moves in them are mixed with
            ("legal", "i4", int(FIRST_MARK) + row_size(max_moves)),  # these marks
            ("no_move", "u8"),  # a move that is never played: what edges that do not exist hold
            ("virtual_loss", "i4"),  # visits that a thread adds on its way down, and where it did
            ("losses", "i4", max_plies),
            ("depth", "i8"),  # edges followed in this simulation
            ("nodes", "u4", max_plies),  # nodes and edges of the path
            ("edges", "u4", max_plies),
            ("camp_depth", "i8"),  # edges from the root to the camp, 0: none
            ("stay", "i8"),  # simulations that are still to start there
            ("untold_visits", "i4"),  # what the edges above the camp have not been told yet
            ("untold_score", "f8"),  # exactly: it may be told in two parts
            ("ply", "i8"),  # moves made in this simulation, tree and playout
            ("moves", "u4", max_plies),
            ("start", "i8"),  # the ply at which the playout began
            ("first_player", "u1"),
            ("stamp", "u4"),  # grows with each playout, so that `played` need not be cleared
            ("played", "u4", (2, max_moves + 1)),  # stamp + ply at which a player last played a move
            ("scores", "f4", LANES),  # scratch of the vector loops
            ("grand_raves", "f4", max_moves + 1),  # RAVE means two plies above the node where a move is selected
            ("decisive", "u1", max_plies),  # whether a playout move won or stopped a win
            ("pool", "u4", (2, MAX_POOL)),  # good moves of each player for playouts
            ("pool_sizes", "i8", 2),
            ("length", "i8"),  # plies to the proved end of the simulation
            ("phase", "u1"),  # what it is doing, for whoever looks on
            ("gap", "u1", GAP),
        ]
    )
