"""Rings that count in a playout: those that contain enough stones from before it (Ewalds 2012).

Random stones close rings by chance, the more so the larger the board. A ring that counts passes through the last stone
and contains a minimum number of stones that were on the board before the playout. A depth-first search tries the paths
from the last stone back to it. A path turns by at most one direction at each stone, so that it encloses something; a
sharper turn could be cut short.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import MAX_BASE, MAX_CELLS, NO_CELL
from malecon.kernel import Struct, kernel

MAX_STEPS = 1000  # beyond that the stones are too dense for rings to mean anything
TURNS, ALL_DIRECTIONS = 3, 6  # directions to try at a stone of the path, and at the first

RINGS = np.dtype(
    [
        ("old_rows", "u4", 2 * MAX_BASE + 1),  # stones of one colour from before the playout, as in `Position.rows`
        ("path", "u2", MAX_CELLS),  # stones of the path so far
        ("headings", "u1", MAX_CELLS),  # direction of the step to each of them
        ("tried", "u1", MAX_CELLS),  # number of directions tried from each of them
        ("on_path", "u1", MAX_CELLS),  # by cell; all 0 between searches
    ],
    align=True,
)


@kernel
def mark_old_stones(position: Struct, board: Struct, worker: Struct, colour: int) -> None:
    """Fill `old_rows` with the stones of a colour from before the playout."""
    scratch = worker.scratch
    for row in range(board.num_rows):
        scratch.old_rows[row] = position.rows[colour, row]
    for ply in range(worker.line.playout_start, worker.line.ply):
        cell = worker.line.moves[ply]
        scratch.old_rows[board.y[cell]] &= ~(np.uint32(1) << board.x[cell])


@kernel
def is_old(board: Struct, scratch: Struct, cell: int) -> np.int64:
    """Return 1 for a stone from before the playout, else 0."""
    return np.int64((scratch.old_rows[board.y[cell]] >> board.x[cell]) & np.uint32(1))


@kernel
def count_old_stones(position: Struct, board: Struct, scratch: Struct, cell: int) -> int:
    """Return the stones from before the playout in a cell's chain: an upper bound for its rings."""
    count, stone = is_old(board, scratch, cell), position.next_stones[cell]
    while stone != cell:
        count += is_old(board, scratch, np.uint64(stone))
        stone = position.next_stones[stone]
    return count


@kernel
def closes_old_ring(position: Struct, board: Struct, worker: Struct, cell: int, needed: int) -> bool:
    """Return whether the stone just played on a cell closes a ring with enough old stones."""
    colour = np.uint64(position.to_move) ^ np.uint64(1)
    mark_old_stones(position, board, worker, colour)
    if count_old_stones(position, board, worker.scratch, cell) < needed:
        return False
    return find_ring(position, board, worker, cell, needed)


@kernel
def find_ring(position: Struct, board: Struct, worker: Struct, cell: int, needed: int) -> bool:
    """Search depth-first for a path from a stone back to it that contains enough old stones."""
    scratch, chain = worker.scratch, position.chains[cell]
    scratch.path[0], scratch.tried[0] = cell, 0
    length, held = np.int64(1), np.int64(0)
    for _ in range(MAX_STEPS):
        last = length - 1
        stone, tried = scratch.path[last], scratch.tried[last]
        if tried == (ALL_DIRECTIONS if last == 0 else TURNS):
            if last == 0:
                return False
            scratch.on_path[stone] = 0
            held -= is_old(board, scratch, np.uint64(stone))
            length -= 1
            continue
        scratch.tried[last] += np.uint8(1)
        heading = np.uint8(tried if last == 0 else (scratch.headings[last] + tried + np.uint8(5)) % np.uint8(6))
        other = board.neighbours[stone, heading]
        if other == cell:
            if held >= needed:
                clear_path(scratch, length)
                return True
        elif other != NO_CELL and position.chains[other] == chain and not scratch.on_path[other]:
            scratch.path[length], scratch.headings[length], scratch.tried[length] = other, heading, 0
            scratch.on_path[other] = 1
            held += is_old(board, scratch, np.uint64(other))
            length += 1
    clear_path(scratch, length)
    return False


@kernel
def clear_path(scratch: Struct, length: int) -> None:
    """Clear the marks of a path."""
    for index in range(1, length):
        scratch.on_path[scratch.path[index]] = 0
