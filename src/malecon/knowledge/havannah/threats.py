"""Wins and threats at one look: what a node of the tree is told when it is made.

Three plies are seen without playing a move. A stone on `first` joins the chains beside it; a cell that wins after that
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
        ("contacts", "u2", MAX_CELLS),  # sides and corners that a stone of the side to move on a cell would touch
        ("windows", "u2", MAX_CELLS),  # own stones around a cell
        ("heads", "u2", MAX_CELLS),  # by chain: the first entry of its list of cells, plus one
        ("nexts", "u2", 3 * MAX_CELLS),  # by entry, three to a cell: the next entry of the same list, plus one
    ],
    align=True,
)


@implements(find_threats, "havannah")
def find_havannah_threats(position: Struct, board: Struct, worker: Struct, plies: int) -> int:
    """Look at every empty cell: a win of one's own ends the search, one of the opponent's forces, two of them lose."""
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
    """A cell, the forced one if there is one, that gives the side to move two winning cells; else NO_CELL.

    Nobody may have a winning cell already, but the opponent on the forced cell.
    """
    list_cells(position, board, worker)
    if forced != NO_CELL:
        return forced if mates_at(position, board, worker, forced) else np.uint64(NO_CELL)
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if mates_at(position, board, worker, cell):
            return cell
    return np.uint64(NO_CELL)


@kernel
def list_cells(position: Struct, board: Struct, worker: Struct) -> None:
    """Note contacts and window of every empty cell, and list around each own chain the cells that may matter to it.

    A cell matters where its stone would bring the chain a side, a corner or another chain, or might fill a ring.
    """
    notes, colour = worker.scratch, position.to_move
    for cell in range(board.num_cells):
        notes.contacts[cell] = notes.windows[cell] = notes.heads[cell] = 0
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        window = stones_around(position, board, colour, cell)
        arcs, touched = np.uint64(NUM_ARCS[window]), board.touches[cell]
        for arc in range(arcs):
            touched |= position.touched[position.chains[board.neighbours[cell, ARCS[window, arc]]]]
        notes.contacts[cell], notes.windows[cell] = touched, window
        for arc in range(arcs):
            chain = np.uint64(position.chains[board.neighbours[cell, ARCS[window, arc]]])
            if arcs > 1 or touched != position.touched[chain] or ARC_MIDDLES[window] != 0:
                entry = np.uint64(3) * cell + arc
                notes.nexts[entry] = notes.heads[chain]
                notes.heads[chain] = entry + np.uint64(1)


@kernel
def mates_at(position: Struct, board: Struct, worker: Struct, cell: int) -> bool:
    """Whether a stone on the cell gives its colour two winning cells at once."""
    notes = worker.scratch
    window = notes.windows[cell]
    if window == 0 and notes.contacts[cell] == 0:
        return False
    found = np.uint64(NO_CELL)
    for direction in range(6):
        beside = np.uint64(board.neighbours[cell, direction])
        if beside != NO_CELL and wins_beside(position, board, worker, cell, direction):
            if found != NO_CELL:
                return True
            found = beside
    for arc in range(np.uint64(NUM_ARCS[window])):
        entry = np.uint64(notes.heads[position.chains[board.neighbours[cell, ARCS[window, arc]]]])
        while entry != 0:
            other = (entry - np.uint64(1)) // np.uint64(3)
            entry = np.uint64(notes.nexts[entry - np.uint64(1)])
            if other != cell and other != found and wins_apart(position, board, worker, cell, other):
                if found != NO_CELL:
                    return True
                found = other
    return False


@kernel
def wins_beside(position: Struct, board: Struct, worker: Struct, first: int, direction: int) -> bool:
    """Whether the cell in a direction from `first`, if it is empty, wins once a stone stands on `first`.

    Nothing is noted of cells with stones, and nothing together with `first` wins nothing.
    """
    notes, second = worker.scratch, np.uint64(board.neighbours[first, direction])
    if CONNECTIONS[notes.contacts[first] | notes.contacts[second]] != 0:
        return True
    window = np.uint64(notes.windows[second] | OPPOSITE_BITS[direction])
    if notes.windows[first] == 0 or (NUM_ARCS[window] < 2 and ARC_MIDDLES[window] == 0):
        return False
    return closes_ring(position, board, first, second, window)


@kernel
def wins_apart(position: Struct, board: Struct, worker: Struct, first: int, second: int) -> bool:
    """Whether `second`, which touches a chain beside `first` but not `first`, wins once a stone stands on `first`."""
    notes = worker.scratch
    if CONNECTIONS[notes.contacts[first] | notes.contacts[second]] != 0:
        return True
    joins, window = notes.windows[first], np.uint64(notes.windows[second])
    if ARC_MIDDLES[window] == 0 and (NUM_ARCS[joins] < 2 or NUM_ARCS[window] < 2):
        return False
    for direction in range(6):
        if board.neighbours[first, direction] == second:
            return False
    return closes_ring(position, board, first, second, window)


@kernel
def closes_ring(position: Struct, board: Struct, first: int, second: int, window: int) -> bool:
    """Whether two arcs around `second`, `first` in its window included, belong to one chain, or a ring gets filled."""
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
    """Whether stones on both cells leave some stone next to both with own stones all around."""
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
