"""What the search remembers of positions: a table of bounded size that forgets what took the least work.

Four neighbouring entries may hold a key. Where all are taken, the one with the smallest tree below it goes: what it
held can be found again most cheaply.

Threads share the table without a lock. An entry is three words, each read and written whole. All that a verdict rests
on stands in one of them, and the key is kept mixed with the other two (Hyatt and Mann 2002): of an entry that another
thread is just writing the key does not fit, and it is not found. So a half-written entry is never taken for a proof.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Struct, Structs, kernel, load_word, mix_bits, new_structs, store_word

NEVER = np.uint64(1 << 30)  # the proof number of what cannot be proved; sums stay below it
WAYS = np.uint64(4)
ZERO, ONE = np.uint64(0), np.uint64(1)
PN_MASK, DN_BITS, DRAWN_BITS = np.uint64((1 << 31) - 1), np.uint64(31), np.uint64(62)
MAX_WORK, LENGTH_BITS = np.uint64((1 << 32) - 1), np.uint64(32)

# The words of an entry. NUMBERS: the proof number, the leaves that must be proved at least to prove that the attacker
# wins; the disproof number, the same to disprove it; and whether a draw may be what disproves it, the defender being
# unable to win. COSTS: positions looked at below, never 0, and plies to the end where it is settled.
CHECK, NUMBERS, COSTS = np.uint64(0), np.uint64(1), np.uint64(2)
ENTRY = np.dtype([("words", "u8", 3)])


def new_table(memory: int) -> Structs:
    """A table of at most so many bytes, a power of two in entries."""
    entries = max(memory // ENTRY.itemsize, 1 << 10)
    return new_structs(ENTRY, 1 << (entries.bit_length() - 1))


def share_used(table: Structs, sample: int = 4096) -> float:
    """About which share of the table is taken."""
    part: Any = table[:sample]["words"][:, int(COSTS)]
    return float(np.count_nonzero(part)) / len(part)


@kernel
def key_of(entry: Struct, numbers: np.uint64, costs: np.uint64) -> np.uint64:
    """The key of an entry whose other words are these; a key of nothing where they do not belong together."""
    return load_word(entry, CHECK) ^ numbers ^ mix_bits(costs)


@kernel
def find(table: Structs, key: np.uint64, found: Struct) -> bool:
    """Give an edge the numbers that are remembered of a key; False, and nothing changed, where it is unknown."""
    first = key & np.uint64(table.shape[0] - 4)
    for way in range(WAYS):
        entry = table[first + way]
        numbers, costs = load_word(entry, NUMBERS), load_word(entry, COSTS)
        if costs != ZERO and key_of(entry, numbers, costs) == key:
            found.pn, found.dn = numbers & PN_MASK, (numbers >> DN_BITS) & PN_MASK
            found.drawn, found.length = numbers >> DRAWN_BITS, costs >> LENGTH_BITS
            found.work = costs & MAX_WORK
            return True
    return False


@kernel
def place_for(table: Structs, key: np.uint64) -> np.uint64:
    """Where a key is or may be put: its own place, an empty one, or that of the least work."""
    first = key & np.uint64(table.shape[0] - 4)
    place, least = first, MAX_WORK + ONE
    for way in range(WAYS):
        entry = table[first + way]
        numbers, costs = load_word(entry, NUMBERS), load_word(entry, COSTS)
        if costs != ZERO and key_of(entry, numbers, costs) == key:
            return first + way
        work = costs & MAX_WORK
        if work < least:
            place, least = first + way, work
    return place


@kernel
def remember(table: Structs, key: np.uint64, found: Struct, work: np.uint64) -> None:
    """Keep the numbers that a frame or an edge holds; `work` is at least 1."""
    entry = table[place_for(table, key)]
    numbers = np.uint64(found.pn) | (np.uint64(found.dn) << DN_BITS) | (np.uint64(found.drawn) << DRAWN_BITS)
    costs = min(work, MAX_WORK) | (np.uint64(found.length) << LENGTH_BITS)
    store_word(entry, CHECK, key ^ numbers ^ mix_bits(costs))
    store_word(entry, NUMBERS, numbers)
    store_word(entry, COSTS, costs)
