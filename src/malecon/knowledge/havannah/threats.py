"""Static threat detection, run on expansion.

It sees three plies without playing a move. A stone on `first` joins the chains next to it; a cell that wins afterwards
must touch one of them, or the stone itself. So the cells around each chain are listed once, and for each `first` only
those lists are read.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import CALM, FORCED, KIND_BITS, LOST, MATING, WINNING, find_threats
from malecon.games.havannah.geometry import MAX_CELLS, NO_CELL
from malecon.games.havannah.rules import (
    ALL_AROUND,
    ARC_MIDDLES,
    ARCS,
    CONNECTIONS,
    LOWEST_BIT,
    NUM_ARCS,
    OPPOSITE_BITS,
    stones_around,
    wins_at,
)
from malecon.kernel import Struct, implements, kernel

THREATS = np.dtype(
    [
        ("contacts", "u2", MAX_CELLS),  # by cell: sides and corners that an own stone there would touch
        ("windows", "u2", MAX_CELLS),  # by cell: own stones around it
        ("heads", "u2", MAX_CELLS),  # by chain: first entry of its list of cells, plus one
        ("nexts", "u2", 3 * MAX_CELLS),  # by entry, three per cell: next entry of the same list, plus one
    ],
    align=True,
)


@implements(find_threats, "havannah")
def find_havannah_threats(position: Struct, board: Struct, worker: Struct, plies: int) -> int:
    """Examine every empty cell: an own win decides, one win of the opponent's forces, two of them lose."""
    own = np.uint64(position.to_move)
    other = own ^ np.uint64(1)
    threats = 0
    forced = np.uint64(0)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if wins_at(position, board, own, cell) != 0:
            return np.uint64(WINNING) + (cell << KIND_BITS)
        if plies > 1 and threats < 2 and wins_at(position, board, other, cell) != 0:
            threats += 1
            forced = cell
    if threats > 1:
        return np.uint64(LOST) + (forced << KIND_BITS)
    if plies > 2:
        mating = find_mate(position, board, worker, np.uint64(NO_CELL) if threats == 0 else forced)
        if mating != NO_CELL:
            return np.uint64(MATING) + (mating << KIND_BITS)
    return np.uint64(CALM) if threats == 0 else np.uint64(FORCED) + (forced << KIND_BITS)


@kernel
def find_mate(position: Struct, board: Struct, worker: Struct, forced: int) -> int:
    """Return a cell, the forced one if there is one, that gives the side to move two winning cells; else NO_CELL.

    Precondition: nobody has a winning cell yet, except the opponent on the forced cell.
    """
    list_cells(position, board, worker)
    if forced != NO_CELL:
        return forced if makes_mate(position, board, worker, forced) else np.uint64(NO_CELL)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if makes_mate(position, board, worker, cell):
            return cell
    return np.uint64(NO_CELL)


@kernel
def list_cells(position: Struct, board: Struct, worker: Struct) -> None:
    """Fill contacts and window of every empty cell, and list around each own chain the cells relevant to it.

    A cell is relevant if its stone would give the chain a side, a corner or another chain, or might fill a ring.
    """
    scratch, colour = worker.scratch, position.to_move
    for cell in range(board.num_cells):
        scratch.contacts[cell] = scratch.windows[cell] = scratch.heads[cell] = 0
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        window = stones_around(position, board, colour, cell)
        arcs, touched = np.uint64(NUM_ARCS[window]), board.touches[cell]
        for arc in range(arcs):
            touched |= position.touched[position.chains[board.neighbours[cell, ARCS[window, arc]]]]
        scratch.contacts[cell], scratch.windows[cell] = touched, window
        for arc in range(arcs):
            chain = np.uint64(position.chains[board.neighbours[cell, ARCS[window, arc]]])
            if arcs > 1 or touched != position.touched[chain] or ARC_MIDDLES[window] != 0:
                entry = np.uint64(3) * cell + arc
                scratch.nexts[entry] = scratch.heads[chain]
                scratch.heads[chain] = entry + np.uint64(1)


@kernel
def makes_mate(position: Struct, board: Struct, worker: Struct, cell: int) -> bool:
    """Return whether a stone on the cell gives its colour two winning cells at once."""
    return cells_won_by(position, board, worker, cell)[1] != NO_CELL


@kernel
def cells_won_by(position: Struct, board: Struct, worker: Struct, cell: int) -> tuple[int, int]:
    """Return two cells on which a stone's colour wins after a stone on `cell`, NO_CELL for those that do not exist."""
    scratch, nothing = worker.scratch, np.uint64(NO_CELL)
    window = scratch.windows[cell]
    if window == 0 and scratch.contacts[cell] == 0:
        return nothing, nothing
    found = nothing
    for direction in range(6):
        beside = np.uint64(board.neighbours[cell, direction])
        if beside != NO_CELL and wins_next_to(position, board, worker, cell, direction):
            if found != NO_CELL:
                return found, beside
            found = beside
    for arc in range(np.uint64(NUM_ARCS[window])):
        entry = np.uint64(scratch.heads[position.chains[board.neighbours[cell, ARCS[window, arc]]]])
        while entry != 0:
            other = (entry - np.uint64(1)) // np.uint64(3)
            entry = np.uint64(scratch.nexts[entry - np.uint64(1)])
            if other != cell and other != found and wins_apart(position, board, worker, cell, other):
                if found != NO_CELL:
                    return found, other
                found = other
    return found, nothing


@kernel
def wins_next_to(position: Struct, board: Struct, worker: Struct, first: int, direction: int) -> bool:
    """Return whether the neighbour of `first` in a direction, if empty, wins once a stone is on `first`.

    Contacts and windows of occupied cells are 0, and so never win together with `first`.
    """
    scratch, second = worker.scratch, np.uint64(board.neighbours[first, direction])
    if CONNECTIONS[scratch.contacts[first] | scratch.contacts[second]] != 0:
        return True
    window = np.uint64(scratch.windows[second] | OPPOSITE_BITS[direction])
    if scratch.windows[first] == 0 or (NUM_ARCS[window] < 2 and ARC_MIDDLES[window] == 0):
        return False
    return closes_ring(position, board, first, second, window)


@kernel
def wins_apart(position: Struct, board: Struct, worker: Struct, first: int, second: int) -> bool:
    """Return whether `second`, which touches a chain next to `first` but not `first`, wins once `first` is played."""
    scratch = worker.scratch
    if CONNECTIONS[scratch.contacts[first] | scratch.contacts[second]] != 0:
        return True
    joins, window = scratch.windows[first], np.uint64(scratch.windows[second])
    if ARC_MIDDLES[window] == 0 and (NUM_ARCS[joins] < 2 or NUM_ARCS[window] < 2):
        return False
    for direction in range(6):
        if board.neighbours[first, direction] == second:
            return False
    return closes_ring(position, board, first, second, window)


@kernel
def closes_ring(position: Struct, board: Struct, first: int, second: int, window: int) -> bool:
    """Return whether two arcs around `second` (`first` included) belong to one chain, or a ring is filled."""
    joins = stones_around(position, board, np.uint64(position.to_move), first)
    joined = 0
    for arc in range(NUM_ARCS[window]):
        stone = board.neighbours[second, ARCS[window, arc]]
        is_joined = stone == first
        for other in range(NUM_ARCS[joins]):
            chain = position.chains[board.neighbours[first, ARCS[joins, other]]]
            is_joined |= stone != first and position.chains[stone] == chain
        joined += is_joined
    return joined > 1 or (ARC_MIDDLES[window] != 0 and fills_ring(position, board, first, second, window))


@kernel
def fills_ring(position: Struct, board: Struct, first: int, second: int, window: int) -> bool:
    """Return whether stones on both cells surround a stone adjacent to both with own stones."""
    middles = ARC_MIDDLES[window]
    while middles != 0:
        direction = LOWEST_BIT[middles]
        middles &= middles - np.uint8(1)
        centre = board.neighbours[second, direction]
        ring = stones_around(position, board, np.uint64(position.to_move), np.uint64(centre)) | OPPOSITE_BITS[direction]
        for back in range(6):
            if board.neighbours[first, back] == centre:
                ring |= OPPOSITE_BITS[back]
        if ring == ALL_AROUND and centre != first:
            return True
    return False
