"""What the search remembers of positions: a table of bounded size that forgets what took the least work.

Four neighbouring entries may hold a key. Where all are taken, the one with the smallest tree below it goes: what it
held can be found again most cheaply.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Record, Records, kernel, new_records

NEVER = np.uint64(1 << 31)  # the proof number of what cannot be proved; sums stay below it
WAYS = np.uint64(4)
ONE = np.uint64(1)
NOT_FOUND = np.int64(-1)
MAX_WORK = np.uint64((1 << 32) - 1)

ENTRY = np.dtype(
    [
        ("key", "u8"),  # 0: nothing here
        ("pn", "u4"),  # leaves that must be proved at least to prove that the attacker wins
        ("dn", "u4"),  # the same to disprove it
        ("work", "u4"),  # positions looked at below
        ("length", "u2"),  # plies to the end, where it is settled
        ("drawn", "u1"),  # disproved by a draw, perhaps: the defender may be unable to win
        ("unused", "u1"),
    ],
    align=True,
)


def new_table(memory: int) -> Records:
    """A table of at most so many bytes, a power of two in entries."""
    entries = max(memory // ENTRY.itemsize, 1 << 10)
    return new_records(ENTRY, 1 << (entries.bit_length() - 1))


def share_used(table: Records, sample: int = 4096) -> float:
    """About which share of the table is taken."""
    part: Any = table[:sample].view(np.ndarray)["key"]
    return float(np.count_nonzero(part)) / len(part)


@kernel
def find(table: Records, key: np.uint64) -> np.int64:
    """The place of a key, NOT_FOUND where it is unknown."""
    first = key & np.uint64(table.shape[0] - 4)
    for way in range(WAYS):
        if table[first + way].key == key:
            return np.int64(first + way)
    return NOT_FOUND


@kernel
def place_for(table: Records, key: np.uint64) -> np.uint64:
    """Where a key is or may be put: its own place, an empty one, or that of the least work."""
    first = key & np.uint64(table.shape[0] - 4)
    place, least = first, MAX_WORK + ONE
    for way in range(WAYS):
        entry = table[first + way]
        if entry.key == key:
            return first + way
        work = np.uint64(entry.work) if entry.key != 0 else np.uint64(0)
        if work < least:
            place, least = first + way, work
    return place


@kernel
def remember(table: Records, key: np.uint64, found: Record, work: np.uint64) -> None:
    """Keep the numbers that a frame or an edge holds."""
    entry = table[place_for(table, key)]
    entry.key = key
    entry.pn, entry.dn = found.pn, found.dn
    entry.length, entry.drawn = found.length, found.drawn
    entry.work = min(work, MAX_WORK)
