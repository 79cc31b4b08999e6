"""Several threads on one question: each follows a line of its own, and all share the table.

Left alone they would all follow the same line. A move behind which other threads are at work therefore seems further
from its proof than it is (virtual proof numbers, Kaneko 2010), so that the next thread takes another one. What the
others find is read from the table whenever a thread comes back to a position, and now and then for the whole line
above it: where that is settled meanwhile, the thread leaves it.

One thread alone uses none of this, and does the same every time.
"""

from __future__ import annotations

import numpy as np

from malecon.kernel import Struct, Structs, add_atomic, kernel
from malecon.search.pns.table import NEVER, ONE, ZERO, find

CROWDS = 1024  # counters of threads by the key of a move; two moves that share one do no harm
CROWD_MASK = np.uint64(CROWDS - 1)
KEY_SHIFT = np.uint64(32)  # the lowest bits of a key are its place in the table
MINUS_ONE = np.uint64((1 << 64) - 1)
CROWD = np.dtype([("counter", "u8")])
LOOK_UP_EVERY = np.uint64(31)  # turns between two looks at the line above, as a mask

HUB = np.dtype(
    [
        ("counter", "u8"),  # positions looked at by all threads
        ("end", "u8"),  # how many there may be
        ("threads", "u8"),
        ("is_done", "u8"),  # one of them has the answer
        ("crowds", CROWD, CROWDS),
    ],
    align=True,
)


@kernel
def crowd_of(edge: Struct) -> np.uint64:
    """Which counter counts the threads behind a move."""
    return (edge.key >> KEY_SHIFT) & CROWD_MASK


@kernel
def come(hub: Struct, edge: Struct) -> None:
    """One more thread is behind a move."""
    add_atomic(hub.crowds[crowd_of(edge)], "counter", ONE)


@kernel
def go(hub: Struct, edge: Struct) -> None:
    """One thread less is behind a move."""
    add_atomic(hub.crowds[crowd_of(edge)], "counter", MINUS_ONE)


@kernel
def seeming(hub: Struct, edge: Struct, number: np.uint64, limit: np.uint64) -> np.uint64:
    """The number of a move, half as much again for each other thread behind it; never chosen at the limit or above."""
    if number == ZERO:
        return ZERO
    if number >= limit:
        return NEVER
    others = hub.crowds[crowd_of(edge)].counter
    return min(number + others * ((number >> ONE) + ONE), NEVER - ONE)


@kernel
def catch_up(frame: Struct, edges: Structs, table: Structs) -> None:
    """Read again what the table knows of the open moves of a frame."""
    for number in range(frame.first, frame.first + frame.count):
        edge = edges[number]
        if edge.pn != ZERO and edge.dn != ZERO:
            find(table, edge.key, edge)


@kernel
def is_settled(table: Structs, prover: Struct, edge: Struct) -> bool:
    """Whether the position behind a move is settled, as the table knows."""
    return find(table, edge.key, prover.seen) and (prover.seen.pn == ZERO or prover.seen.dn == ZERO)


@kernel
def leave_settled(hub: Struct, prover: Struct, frames: Structs, edges: Structs, table: Structs) -> None:
    """Now and then, go back to above the first position of the line that another thread has settled."""
    prover.turn += ONE
    if prover.turn & LOOK_UP_EVERY != ZERO:
        return
    for depth in range(prover.depth):
        edge = edges[frames[depth].chosen]
        if is_settled(table, prover, edge):
            for below in range(depth, prover.depth):
                go(hub, edges[frames[below].chosen])
            catch_up(frames[depth], edges, table)
            prover.depth = depth
            return
