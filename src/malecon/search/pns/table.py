"""The transposition table: bounded, and replacing the entry with the least work.

A key may be stored in four neighbouring entries. If all are taken, the one with the smallest tree below it is
replaced, since it is the cheapest to recompute.

Threads share the table without a lock. An entry is three words, each read and written atomically. Everything a verdict
depends on is in one word, and the key is stored XORed with the other two (Hyatt and Mann 2002): an entry that another
thread is writing does not match its key, so a half-written entry is never taken for a proof.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.kernel import Struct, Structs, kernel, load_word, mix_bits, new_structs, store_word

INFINITY = np.uint64(1 << 30)  # proof number of what cannot be proved; sums stay below it
WAYS = np.uint64(4)
ZERO, ONE = np.uint64(0), np.uint64(1)
PN_MASK, DN_BITS, DRAWN_BITS = np.uint64((1 << 31) - 1), np.uint64(31), np.uint64(62)
MAX_WORK, LENGTH_BITS = np.uint64((1 << 32) - 1), np.uint64(32)

# The words of an entry. NUMBERS: proof number, disproof number, and whether a draw may be what disproves the win.
# COSTS: positions searched below, never 0, and plies to the end if solved.
CHECK, NUMBERS, COSTS = np.uint64(0), np.uint64(1), np.uint64(2)
ENTRY = np.dtype([("words", "u8", 3)])


def new_table(memory: int) -> Structs:
    """Return a table of at most `memory` bytes; the number of entries is a power of two."""
    entries = max(memory // ENTRY.itemsize, 1 << 10)
    return new_structs(ENTRY, 1 << (entries.bit_length() - 1))


def fill_ratio(table: Structs, sample: int = 4096) -> float:
    """Return the approximate share of the table in use."""
    part: Any = table[:sample]["words"][:, int(COSTS)]
    return float(np.count_nonzero(part)) / len(part)


@kernel
def key_of(entry: Struct, numbers: np.uint64, costs: np.uint64) -> np.uint64:
    """Return the key of an entry with these other words; a random key if they do not belong together."""
    return load_word(entry, CHECK) ^ numbers ^ mix_bits(costs)


@kernel
def probe(table: Structs, key: np.uint64, found: Struct) -> bool:
    """Load the stored numbers of a key into an edge; return False, leaving it unchanged, if there are none."""
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
def slot_for(table: Structs, key: np.uint64) -> np.uint64:
    """Return the slot for a key: its own, an empty one, or the one with the least work."""
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
def store(table: Structs, key: np.uint64, found: Struct, work: np.uint64) -> None:
    """Store the numbers of a frame or an edge; `work` is at least 1."""
    entry = table[slot_for(table, key)]
    numbers = np.uint64(found.pn) | (np.uint64(found.dn) << DN_BITS) | (np.uint64(found.drawn) << DRAWN_BITS)
    costs = min(work, MAX_WORK) | (np.uint64(found.length) << LENGTH_BITS)
    store_word(entry, CHECK, key ^ numbers ^ mix_bits(costs))
    store_word(entry, NUMBERS, numbers)
    store_word(entry, COSTS, costs)
