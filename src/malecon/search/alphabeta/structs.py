"""What a mini-max search holds: a frame for every ply of the line that is looked at, and a table of positions.

The search keeps its own stack of frames instead of calling itself, so that it can stop after any number of positions
and go on later: the engine looks at its clock in between, as it does with simulations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.catalogue import position_class
from malecon.kernel import Struct, Structs, kernel, new_structs

MAX_DEPTH = 120  # plies of a line
SCALE = 10_000  # an evaluation lies between -SCALE and SCALE, for the side to move
WIN = 1_000_000  # less the plies to it
SURE = WIN - 4096  # values beyond are proved
NO_VALUE = -2 * WIN

EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # what a stored value says
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
    """One ply of the line: a position, its moves in the order of merit, and the window."""
    rules = position_class(game)
    return np.dtype(
        [
            ("position", rules.struct_type),
            ("key", "u8"),
            ("alpha", "i4"),  # as the side to move sees it, and as it was on entering
            ("beta", "i4"),
            ("best", "i4"),
            ("best_move", "u4"),
            ("depth", "i4"),  # plies still to look at
            ("num_moves", "i4"),
            ("next", "i4"),  # the move to be tried
            ("scouting", "u1"),  # whether it is tried with an empty window first
            ("pruned", "u1"),  # whether moves were left out: then nothing can be proved lost
            ("moves", "u4", rules.max_moves),
            ("merits", "i4", rules.max_moves),
        ],
        align=True,
    )


def mind_type(game: str) -> np.dtype[Any]:
    """The state of a search between two batches, and what it remembers of moves."""
    moves = position_class(game).max_moves
    return np.dtype(
        [
            ("ply", "i8"),  # the frame at work; -1 between two iterations
            ("depth", "i8"),  # plies of the iteration
            ("nodes", "i8"),  # positions looked at
            ("age", "u1"),  # of the root: older entries of the table give way
            ("is_over", "u1"),  # there is nothing more to find
            ("root_moves", "i8"),
            ("moves", "u4", moves),  # of the root, in the order of the last iteration
            ("values", "i4", moves),  # by the last iteration that looked at the move; NO_VALUE before
            ("counts", "i8", moves),  # positions below a root move
            ("best", "i8"),  # the place of the best move
            ("value", "i4"),
            ("done_depth", "i8"),  # plies of the last iteration that was finished
            ("begun_at", "i8"),  # nodes when the root move at work was begun
            ("killers", "u4", (MAX_DEPTH + 2, 2)),  # moves that cut off at a ply
            ("history", "i4", (2, moves + 1)),  # how often a move has cut off, by colour, weighted by depth
        ],
        align=True,
    )


def new_table(memory: int) -> Structs:
    """A table that fits into so many bytes; the number of entries is a power of two."""
    return new_structs(ENTRY, 1 << max(10, (memory // ENTRY.itemsize).bit_length() - 1))


@kernel
def find_entry(table: Structs, key: int) -> Struct:
    """The place of a key."""
    return table[key & np.uint64(table.size - 1)]


@kernel
def to_stored(value: int, ply: int) -> int:
    """A value for the table: wins count from the position, not from the root."""
    if value >= SURE:
        return value + ply
    return value - ply if value <= -SURE else value


@kernel
def from_stored(value: int, ply: int) -> int:
    """A value of the table, seen from the root."""
    if value >= SURE:
        return value - ply
    return value + ply if value <= -SURE else value


@kernel
def store(table: Structs, frame: Struct, mind: Struct, bound: int) -> None:
    """Keep what a frame has found, unless the place holds something deeper of this search."""
    entry = find_entry(table, frame.key)
    if entry.key != frame.key and entry.age == mind.age and entry.depth > frame.depth:
        return
    entry.key, entry.move, entry.depth = frame.key, frame.best_move, frame.depth
    entry.value, entry.bound, entry.age = to_stored(frame.best, mind.ply), bound, mind.age
