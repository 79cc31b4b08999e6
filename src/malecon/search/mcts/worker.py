"""The worker: everything one search thread needs besides the tree, as one struct.

The board, settings and positions lie inside it, so kernels take one argument for all of them, and two threads share
nothing but the tree. Fields are grouped by purpose: `path` (the way down the tree), `line` (the moves of this
simulation), `restart`, `rave`, `masks`, `tables` and `sizes`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.kernel import cache_aligned_dtype
from malecon.knowledge.catalogue import scratch_type
from malecon.search.mcts.rules.legal_masks import MASK_OFFSET, row_size
from malecon.search.mcts.rules.tables import tables_type
from malecon.search.mcts.tree import LANES
from malecon.search.settings import MAX_POOL, settings_type

PHASES = ("select", "expand", "play out", "back up")
SELECT, EXPAND, PLAY_OUT, BACK_UP = range(len(PHASES))

GAP = 128  # bytes between workers, so that two cores never write the same cache line
QUOTA = np.dtype([("counter", "u8")])  # simulations claimed so far from the total that all workers run together


def worker_type(game: str) -> np.dtype[Any]:
    """Return the dtype of a worker for a game."""
    rules = position_class(game)
    position, max_moves, max_plies = rules.struct_type, rules.max_moves, rules.max_plies
    return cache_aligned_dtype(
        [
            ("root", position),
            (
                "rng",
                "u8",
            ),  # not the first field: numba would accept a worker wherever a struct of only `rng` is expected
            ("position", position),
            ("trial", position),  # scratch position for trying a move
            ("board", rules.board_type),
            ("settings", settings_type(game)),
            ("scratch", scratch_type(game)),  # work space of the game's knowledge
            ("tables", tables_type(max_moves)),
            ("sizes", SIZES),
            ("masks", masks_type(max_moves)),
            ("path", path_type(max_plies)),
            ("line", line_type(max_plies)),
            ("restart", restart_type(position)),
            ("rave", rave_type(max_moves)),
            ("no_move", "u8"),  # a move that is never legal; unused edges hold it
            ("virtual_loss", "i4"),  # visits that a thread adds on its way down; 0 with one thread
            ("length", "i8"),  # plies to the proved end of the simulation
            ("phase", "u1"),  # current phase, sampled by the profiler
            ("gap", "u1", GAP),
        ]
    )


SIZES = np.dtype(
    [
        ("num_moves", "u8"),  # distinct moves on this board
        ("row_size", "u8"),  # the same, rounded up to whole vectors
        ("num_rows", "u8"),  # contexts of two moves that the N-gram tables have room for
    ]
)


def masks_type(max_moves: int) -> np.dtype[Any]:
    """Return the dtype of the masks on legal moves (`rules.legal_masks`)."""
    return cache_aligned_dtype(
        [
            ("legal", "i4", int(MASK_OFFSET) + row_size(max_moves)),
            ("salt", "i4"),  # XORed into the move numbers, to break ties at random
            ("enabled", "u1"),  # whether playouts on this board keep masks
        ]
    )


def path_type(max_plies: int) -> np.dtype[Any]:
    """Return the dtype of the path from the root to the leaf of the current simulation."""
    return cache_aligned_dtype(
        [
            ("depth", "i8"),  # edges followed so far
            ("nodes", "u4", max_plies),
            ("edges", "u4", max_plies),
            ("virtual_losses", "i4", max_plies),  # virtual visits added to each edge
        ]
    )


def line_type(max_plies: int) -> np.dtype[Any]:
    """Return the dtype of the moves of the current simulation, tree and playout together."""
    return cache_aligned_dtype(
        [
            ("ply", "i8"),  # moves made so far
            ("playout_start", "i8"),  # ply at which the playout began
            ("moves", "u4", max_plies),
            ("decisive", "u1", max_plies),  # whether a playout move won or stopped a win
            ("first_player", "u1"),  # side to move at the root
        ]
    )


def restart_type(position: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype of the restart node (`restart`)."""
    return cache_aligned_dtype(
        [
            ("position", position),
            ("depth", "i8"),  # edges from the root to the restart node; 0: none
            ("remaining", "i8"),  # simulations still to start there
            ("pending_visits", "i4"),  # results not yet added to the edges above the restart node
            ("pending_score", "f8"),  # float64 keeps sums exact however a batch is split
        ]
    )


def rave_type(max_moves: int) -> np.dtype[Any]:
    """Return the dtype of the RAVE work space."""
    return cache_aligned_dtype(
        [
            ("stamp", "u4"),  # grows with each playout, so `played` need not be cleared
            ("played", "u4", (2, max_moves + 1)),  # stamp + ply of each player's last use of a move
            ("lane_scores", "f4", LANES),  # scratch of the vector loops
            ("grandparent", "f4", max_moves + 1),  # RAVE means two plies above the current node
            ("pool", "u4", (2, MAX_POOL)),  # best moves of each player for playouts
            ("pool_sizes", "i8", 2),
        ]
    )
