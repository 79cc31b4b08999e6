"""How many more stones each player needs for a bridge or a fork: a static evaluation, and a cost for every cell.

For each cell, twelve bits say which of the six sides and six corners can be reached from it with at most k further
stones; k grows layer by layer. A cell takes what its neighbours reach with one stone less, two-bridges count as
neighbours, own chains pass everything on for free, and opponent's stones nothing. A bridge through a cell needs two
corners, a fork three sides; summed over k, what is missing is what it costs (the cell itself, counted for every target,
is taken off again).

The cells lie on a grid of 2 base columns, the first of them blank, so that all steps are fixed offsets and a layer is a
few passes of vector code over 16-bit words.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import DIRECTIONS, MAX_BASE, MAX_CELLS, NUM_SIDES
from malecon.kernel import Record, kernel

MARGIN = 4 * MAX_BASE + 8  # words before and after the grid, so that every offset stays inside
SIZE = (2 * MAX_BASE + 1) * 2 * MAX_BASE + 2 * MARGIN
ALL, NONE = np.uint16(0xFFFF), np.uint16(0)
SIDES = np.uint16(63)
FAR = np.uint16(99)  # more than any cost
STEP_ROWS = np.array([dy + 1 for _, dy in DIRECTIONS], np.uint64)  # seen from a row up and a column to the left
STEP_COLUMNS = np.array([dx + 1 for dx, _ in DIRECTIONS], np.uint64)


def _missing(word: int) -> int:
    """Sides that a fork misses, and 256 times the corners that a bridge misses."""
    return max(0, 3 - (word & 63).bit_count()) + 256 * max(0, 2 - (word >> NUM_SIDES).bit_count())


MISSING = np.array([_missing(word) for word in range(4096)], np.uint16)

DISTANCES = np.dtype(
    [
        ("reached", "u2", SIZE),  # targets within the stones of the last layer
        ("grown", "u2", SIZE),  # the layer in the making
        ("empty", "u2", SIZE),  # ALL on empty cells
        ("targets", "u2", SIZE),  # sides and corners that a stone here would touch
        ("pairs", "u2", (6, SIZE)),  # ALL where the two cells of a two-bridge in a direction are empty
        ("missing", "u2", SIZE),  # what is missing through a cell, summed over layers, as in MISSING
        ("places", "u2", MAX_CELLS),  # where each cell lies
        ("stones", "u2", MAX_CELLS),  # the cells of the colour's stones
        ("chains", "u2", MAX_CELLS),  # what the chain of a name reaches
        ("costs", "u2", (2, MAX_CELLS)),  # stones that each colour needs for its best connection through a cell
        ("least", "u2", 2),  # the least of them
    ],
    align=True,
)


@kernel
def measure_distances(position: Record, board: Record, scratch: Record) -> None:
    """Fill `costs` and `least` for both colours."""
    lay_out_board(position, board, scratch)
    columns = board.num_rows - np.uint64(1)
    for colour in range(2):
        stones = lay_out_stones(position, board, scratch, colour)
        add_missing(board, scratch)
        for _ in range(columns >> np.uint64(1)):
            grow_cells(scratch, columns)
            grow_chains(position, scratch, columns, stones)
            add_missing(board, scratch)
        settle_costs(board, scratch, colour, stones)


@kernel
def end_of_grid(columns: int) -> np.uint64:
    """One past the last word of the grid."""
    return np.uint64(MARGIN) + (columns + np.uint64(1)) * columns


@kernel
def lay_out_board(position: Record, board: Record, scratch: Record) -> None:
    """Mark empty cells, intact two-bridges, and what a stone on each cell would touch."""
    columns = board.num_rows - np.uint64(1)
    for place in range(end_of_grid(columns) + np.uint64(MARGIN)):
        scratch.empty[place] = scratch.targets[place] = scratch.reached[place] = scratch.grown[place] = NONE
    for cell in range(board.num_cells):
        place = np.uint64(MARGIN) + np.uint64(board.y[cell]) * columns + np.uint64(board.x[cell])
        scratch.places[cell] = place
        scratch.targets[place] = scratch.grown[place] = board.touches[cell] & SIDES
    for index in range(position.num_moves):
        scratch.empty[scratch.places[position.empties[index]]] = ALL
    for direction in range(np.uint64(6)):
        mark_pairs(scratch, direction, columns)
    for cell in range(board.num_cells):
        scratch.targets[scratch.places[cell]] |= board.touches[cell]


@kernel
def mark_pairs(scratch: Record, direction: int, columns: int) -> None:
    """Two neighbouring steps that are both empty carry a two-bridge; where both lie on a side, the cell has it too."""
    following = (direction + np.uint64(1)) % np.uint64(6)
    one = STEP_ROWS[direction] * columns + STEP_COLUMNS[direction]
    other = STEP_ROWS[following] * columns + STEP_COLUMNS[following]
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        before = place - columns - np.uint64(1)
        pair = scratch.empty[before + one] & scratch.empty[before + other]
        scratch.pairs[direction, place] = pair
        scratch.targets[place] |= pair & scratch.grown[before + one] & scratch.grown[before + other]


@kernel
def lay_out_stones(position: Record, board: Record, scratch: Record, colour: int) -> int:
    """List a colour's stones; before any further stone a chain reaches what it touches, and nothing else anything."""
    columns = board.num_rows - np.uint64(1)
    for place in range(end_of_grid(columns) + np.uint64(MARGIN)):
        scratch.reached[place] = scratch.grown[place] = scratch.missing[place] = NONE
    count = 0
    for cell in range(board.num_cells):
        scratch.chains[cell] = NONE
        if (position.rows[colour, board.y[cell]] >> board.x[cell]) & np.uint32(1):
            scratch.stones[count] = cell
            count += 1
    for index in range(count):
        cell = scratch.stones[index]
        scratch.chains[position.chains[cell]] |= scratch.targets[scratch.places[cell]]
    for index in range(count):
        cell = scratch.stones[index]
        scratch.reached[scratch.places[cell]] = scratch.chains[position.chains[cell]]
    return count


@kernel
def around_place(words: Record, pairs: Record, place: int, columns: int) -> np.uint16:
    """What the six neighbours hold, and the six cells behind intact two-bridges."""
    one, two = np.uint64(1), np.uint64(2)
    word = words[place - columns - one] | words[place - columns] | words[place - one]
    word |= words[place + one] | words[place + columns] | words[place + columns + one]
    word |= words[place - columns + one] & pairs[0, place]
    word |= words[place + columns + two] & pairs[1, place]
    word |= words[place + columns + columns + one] & pairs[2, place]
    word |= words[place + columns - one] & pairs[3, place]
    word |= words[place - columns - two] & pairs[4, place]
    return word | (words[place - columns - columns - one] & pairs[5, place])


@kernel
def grow_cells(scratch: Record, columns: int) -> None:
    """One stone more: an empty cell reaches what it touches, and what was reached around it before."""
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        word = around_place(scratch.reached, scratch.pairs, place, columns)
        scratch.grown[place] = (word | scratch.targets[place]) & scratch.empty[place]


@kernel
def grow_chains(position: Record, scratch: Record, columns: int, stones: int) -> None:
    """Own chains reach what is reached around them now."""
    for index in range(stones):
        cell = scratch.stones[index]
        word = around_place(scratch.grown, scratch.pairs, np.uint64(scratch.places[cell]), columns)
        scratch.chains[position.chains[cell]] |= word
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        scratch.reached[place] = scratch.grown[place]
    for index in range(stones):
        cell = scratch.stones[index]
        scratch.reached[scratch.places[cell]] = scratch.chains[position.chains[cell]]


@kernel
def add_missing(board: Record, scratch: Record) -> None:
    """Add what each cell still misses in this layer."""
    for cell in range(board.num_cells):
        place = scratch.places[cell]
        scratch.missing[place] += MISSING[scratch.reached[place]]


@kernel
def settle_costs(board: Record, scratch: Record, colour: int, stones: int) -> None:
    """The cheaper of fork and bridge through each cell, an empty cell itself counted once."""
    least = FAR
    for cell in range(board.num_cells):
        place = scratch.places[cell]
        fork, bridge = scratch.missing[place] & np.uint16(255), scratch.missing[place] >> np.uint16(8)
        cost = min(fork - np.uint16(2), bridge - np.uint16(1)) if scratch.empty[place] else FAR
        scratch.costs[colour, cell] = cost
        least = min(least, cost)
    for index in range(stones):
        cell = scratch.stones[index]
        missing = scratch.missing[scratch.places[cell]]
        cost = min(missing & np.uint16(255), missing >> np.uint16(8))
        scratch.costs[colour, cell] = cost
        least = min(least, cost)
    scratch.least[colour] = least


@kernel
def nearness(scratch: Record, colour: int, cell: int) -> float:
    """1 on the cheapest connections of a colour, 1/2 where one more stone is needed, 1/3 for two more, and so on."""
    return np.float32(1) / np.float32(np.uint16(1) + scratch.costs[colour, cell] - scratch.least[colour])
