"""Which rings count in a playout: those that hold stones from before it (Ewalds 2012).

Random stones close rings by chance, the more the larger the board. A ring that counts goes through the last stone and
holds so many stones that stood before the playout began. Ways from the last stone back to it are tried one after the
other. A way bends by at most one direction at each stone, so that it encloses something: a sharper bend would cut it
short.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import MAX_BASE, MAX_CELLS, NO_CELL
from malecon.kernel import Struct, kernel

MOST_STEPS = 1000  # then the stones are so dense that rings say nothing
BENDS, ALL_DIRECTIONS = 3, 6  # directions to try at a stone of the way, and at the first

RINGS = np.dtype(
    [
        ("old_rows", "u4", 2 * MAX_BASE + 1),  # stones of one colour from before the playout, as in `Position.rows`
        ("way", "u2", MAX_CELLS),  # stones of the way so far
        ("headings", "u1", MAX_CELLS),  # direction of the step to each of them
        ("tried", "u1", MAX_CELLS),  # directions tried from each of them
        ("on_way", "u1", MAX_CELLS),  # by cell; all 0 between two searches
    ],
    align=True,
)


@kernel
def note_old_stones(position: Struct, board: Struct, worker: Struct, colour: int) -> None:
    """Note the stones of a colour that stood before the playout."""
    notes = worker.scratch
    for row in range(board.num_rows):
        notes.old_rows[row] = position.rows[colour, row]
    for ply in range(worker.line.playout_start, worker.line.ply):
        cell = worker.line.moves[ply]
        notes.old_rows[board.y[cell]] &= ~(np.uint32(1) << board.x[cell])


@kernel
def is_old(board: Struct, notes: Struct, cell: int) -> np.int64:
    """1 for a stone from before the playout, else 0."""
    return np.int64((notes.old_rows[board.y[cell]] >> board.x[cell]) & np.uint32(1))


@kernel
def old_stones_of_chain(position: Struct, board: Struct, notes: Struct, cell: int) -> int:
    """How many stones from before the playout the chain of a cell has: no ring of it holds more."""
    count, stone = is_old(board, notes, cell), position.next_stones[cell]
    while stone != cell:
        count += is_old(board, notes, np.uint64(stone))
        stone = position.next_stones[stone]
    return count


@kernel
def holds_old_stones(position: Struct, board: Struct, worker: Struct, cell: int, needed: int) -> bool:
    """Whether the stone on a cell, just played, closes a ring with so many stones from before the playout."""
    colour = np.uint64(position.to_move) ^ np.uint64(1)
    note_old_stones(position, board, worker, colour)
    if old_stones_of_chain(position, board, worker.scratch, cell) < needed:
        return False
    return find_ring(position, board, worker, cell, needed)


@kernel
def find_ring(position: Struct, board: Struct, worker: Struct, cell: int, needed: int) -> bool:
    """Try ways from a stone back to it, deepest first, until one holds enough old stones."""
    notes, chain = worker.scratch, position.chains[cell]
    notes.way[0], notes.tried[0] = cell, 0
    length, held = np.int64(1), np.int64(0)
    for _ in range(MOST_STEPS):
        last = length - 1
        stone, tried = notes.way[last], notes.tried[last]
        if tried == (ALL_DIRECTIONS if last == 0 else BENDS):
            if last == 0:
                return False
            notes.on_way[stone] = 0
            held -= is_old(board, notes, np.uint64(stone))
            length -= 1
            continue
        notes.tried[last] += np.uint8(1)
        heading = np.uint8(tried if last == 0 else (notes.headings[last] + tried + np.uint8(5)) % np.uint8(6))
        other = board.neighbours[stone, heading]
        if other == cell:
            if held >= needed:
                forget_way(notes, length)
                return True
        elif other != NO_CELL and position.chains[other] == chain and not notes.on_way[other]:
            notes.way[length], notes.headings[length], notes.tried[length] = other, heading, 0
            notes.on_way[other] = 1
            held += is_old(board, notes, np.uint64(other))
            length += 1
    forget_way(notes, length)
    return False


@kernel
def forget_way(notes: Struct, length: int) -> None:
    """Take the marks off the stones of a way."""
    for place in range(1, length):
        notes.on_way[notes.way[place]] = 0
