"""Several threads on one query: each follows a line of its own, and all share the table.

Left alone they would all follow the same line. A branch in which other threads work therefore gets a larger virtual
proof number (Kaneko 2010), so that the next thread takes another one. Results of other threads are read from the table
whenever a thread returns to a position, and periodically for the whole line above it: a thread leaves a line that
has been solved meanwhile.

A single thread uses none of this and is deterministic.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, add_atomic, kernel
from malecon.search.pns.table import INFINITY, ONE, ZERO, probe

NUM_COUNTERS = 1024  # thread counters by the key of a move; collisions are harmless
COUNTER_MASK = np.uint64(NUM_COUNTERS - 1)
KEY_SHIFT = np.uint64(32)  # the lowest bits of a key select its table slot
MINUS_ONE = np.uint64((1 << 64) - 1)
COUNTER = np.dtype([("counter", "u8")])
CHECK_LINE_MASK = np.uint64(31)  # iterations between two checks of the line above, as a mask

SHARED = np.dtype(
    [
        ("counter", "u8"),  # positions searched by all threads
        ("end", "u8"),  # limit of the counter
        ("threads", "u8"),
        ("is_done", "u8"),  # one of them has the answer
        ("branch_counters", COUNTER, NUM_COUNTERS),
    ],
    align=True,
)


@kernel
def counter_index(edge: Struct) -> np.uint64:
    """Return the index of the counter for the threads below a move."""
    return (edge.key >> KEY_SHIFT) & COUNTER_MASK


@kernel
def enter_branch(shared: Struct, edge: Struct) -> None:
    """Count one more thread below a move."""
    add_atomic(shared.branch_counters[counter_index(edge)], "counter", ONE)


@kernel
def leave_branch(shared: Struct, edge: Struct) -> None:
    """Count one thread less below a move."""
    add_atomic(shared.branch_counters[counter_index(edge)], "counter", MINUS_ONE)


@kernel
def virtual_number(shared: Struct, edge: Struct, number: np.uint64, limit: np.uint64) -> np.uint64:
    """Return a move's number, increased by half per thread below it; INFINITY at the threshold or above."""
    if number == ZERO:
        return ZERO
    if number >= limit:
        return INFINITY
    others = shared.branch_counters[counter_index(edge)].counter
    return min(number + others * ((number >> ONE) + ONE), INFINITY - ONE)


@kernel
def refresh_from_table(frame: Struct, edges: Structs, table: Structs) -> None:
    """Reload the unsolved moves of a frame from the table."""
    for number in range(frame.first, frame.first + frame.count):
        edge = edges[number]
        if edge.pn != ZERO and edge.dn != ZERO:
            probe(table, edge.key, edge)


@kernel
def is_solved(table: Structs, thread: Struct, edge: Struct) -> bool:
    """Return whether the table has the position after a move as solved."""
    return probe(table, edge.key, thread.seen) and (thread.seen.pn == ZERO or thread.seen.dn == ZERO)


@kernel
def abandon_solved(shared: Struct, thread: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """Periodically return to above the first position of the line that another thread has solved."""
    thread.turn += ONE
    if thread.turn & CHECK_LINE_MASK != ZERO:
        return
    for depth in range(thread.depth):
        edge = edges[frames[depth].selected]
        if is_solved(table, thread, edge):
            for below in range(depth, thread.depth):
                leave_branch(shared, edges[frames[below].selected])
            refresh_from_table(frames[depth], edges, table)
            thread.depth = depth
            return
