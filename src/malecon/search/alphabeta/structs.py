"""The data of an alpha-beta search: a frame for every ply of the current line, and a transposition table.

The search keeps its own stack instead of recursing, so that it can stop after any number of positions and continue
later: the engine checks its clock in between, as it does with simulations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.kernel import Struct, Structs, kernel, new_structs

MAX_DEPTH = 120  # longest line in plies
SCALE = 10_000  # evaluations lie between -SCALE and SCALE, for the side to move
WIN = 1_000_000  # minus the plies to the win
SURE = WIN - 4096  # larger values are proved
NO_VALUE = -2 * WIN

EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # kinds of stored bounds
ENTRY = np.dtype(
    [
        ("key", "u8"),
        ("move", "u4"),
        ("value", "i4"),
        ("depth", "i2"),
        ("bound", "u1"),
        ("age", "u1"),
        ("unused", "u4"),
    ],
    align=True,
)


def frame_type(game: str) -> np.dtype[Any]:
    """Return the dtype of one ply of the line: a position, its ordered moves, and the window."""
    rules = position_class(game)
    return np.dtype(
        [
            ("position", rules.struct_type),
            ("key", "u8"),
            ("alpha", "i4"),  # for the side to move, as on entering the frame
            ("beta", "i4"),
            ("best", "i4"),
            ("best_move", "u4"),
            ("depth", "i4"),  # remaining depth in plies
            ("num_moves", "i4"),
            ("next", "i4"),  # index of the next move
            ("scouting", "u1"),  # whether it is tried with a null window first
            ("pruned", "u1"),  # whether moves were left out; then no loss can be proved
            ("moves", "u4", rules.max_moves),
            ("merits", "i4", rules.max_moves),
        ],
        align=True,
    )


def state_type(game: str) -> np.dtype[Any]:
    """Return the dtype of the state of a search between batches, with killer moves and history."""
    moves = position_class(game).max_moves
    return np.dtype(
        [
            ("ply", "i8"),  # current frame; -1 between iterations
            ("depth", "i8"),  # depth of the iteration in plies
            ("nodes", "i8"),  # positions searched
            ("age", "u1"),  # of the root position: older table entries are replaced
            ("is_over", "u1"),  # the value is proved or the depth limit reached
            ("root_moves", "i8"),
            ("moves", "u4", moves),  # root moves in the order of the last iteration
            ("values", "i4", moves),  # from the last iteration that searched the move; NO_VALUE before
            ("counts", "i8", moves),  # positions below a root move
            ("best", "i8"),  # index of the best move
            ("value", "i4"),
            ("nodes_before_move", "i8"),  # nodes searched before the current root move
            ("killers", "u4", (MAX_DEPTH + 2, 2)),  # moves that caused a cutoff at a ply
            ("history", "i4", (2, moves + 1)),  # cutoffs of a move by colour, weighted by depth
        ],
        align=True,
    )


def new_table(memory: int) -> Structs:
    """Return a transposition table of at most `memory` bytes; the number of entries is a power of two."""
    return new_structs(ENTRY, 1 << max(10, (memory // ENTRY.itemsize).bit_length() - 1))


@kernel
def find_entry(table: Structs, key: int) -> Struct:
    """Return the table entry for a key."""
    return table[key & np.uint64(table.size - 1)]


@kernel
def to_stored(value: int, ply: int) -> int:
    """Convert a value for the table: wins count from the position instead of the root."""
    if value >= SURE:
        return value + ply
    return value - ply if value <= -SURE else value


@kernel
def from_stored(value: int, ply: int) -> int:
    """Convert a value from the table: wins count from the root."""
    if value >= SURE:
        return value - ply
    return value + ply if value <= -SURE else value


@kernel
def store(table: Structs, frame: Struct, state: Struct, bound: int) -> None:
    """Store the result of a frame, unless the slot holds a deeper result of the same search."""
    entry = find_entry(table, frame.key)
    if entry.key != frame.key and entry.age == state.age and entry.depth > frame.depth:
        return
    entry.key, entry.move, entry.depth = frame.key, frame.best_move, frame.depth
    entry.value, entry.bound, entry.age = to_stored(frame.best, state.ply), bound, state.age
