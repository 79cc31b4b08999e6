"""How many more stones each player needs for a bridge or a fork: a static evaluation, and a cost for every cell.

For each cell, twelve bits say which of the six sides and six corners can be reached from it with at most k further
stones; k grows layer by layer. A cell takes what its neighbours reach with one stone less, two-bridges count as
neighbours, own chains pass everything on for free, and opponent's stones nothing. A bridge through a cell needs two
corners, a fork three sides; summed over k, what is missing is what it costs (the cell itself, counted for every target,
is taken off again). The sums only grow, so what is cheap is known as soon as it is complete and all else is dearer.

The cells lie on a grid of 2 base columns, the first of them blank, so that all steps are fixed offsets and a layer is a
few passes of vector code over 16-bit words.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import DIRECTIONS, MAX_BASE, MAX_CELLS
from malecon.kernel import Struct, kernel

MARGIN = 4 * MAX_BASE + 8  # words before and after the grid, so that every offset stays inside
SIZE = (2 * MAX_BASE + 1) * 2 * MAX_BASE + 2 * MARGIN
ALL, NONE = np.uint16(0xFFFF), np.uint16(0)
SIDES = np.uint16(63)
FAR = np.uint16(99)  # more than any cost
EXACT, LEAST_ALONE = np.int64(50), np.int64(0)  # how far above the least costs are right: any costs differ by less
OWN, OTHER = np.uint16(1 << 8 | 2), np.uint16(100 << 8 | 101)  # what a stone misses at first, beside an empty cell
ONE, TWO, THREE, FOUR, SIX, EIGHT, TEN = (np.uint16(number) for number in (1, 2, 3, 4, 6, 8, 10))
ODD_BITS, LOW_BYTE = np.uint16(0x5555), np.uint16(255)
STEP_ROWS = np.array([dy + 1 for _, dy in DIRECTIONS], np.uint64)  # seen from a row up and a column to the left
STEP_COLUMNS = np.array([dx + 1 for dx, _ in DIRECTIONS], np.uint64)

DISTANCES = np.dtype(
    [
        ("columns", "u8"),  # of the board for which these are laid out:
        ("places", "u2", MAX_CELLS),  # where each cell lies
        ("sides", "u2", SIZE),  # the sides that it touches
        ("touches", "u2", SIZE),  # and the corners too
        ("reached", "u2", SIZE),  # targets within the stones of the last layer
        ("grown", "u2", SIZE),  # the layer in the making
        ("empty", "u2", SIZE),  # ALL on empty cells
        ("targets", "u2", SIZE),  # sides and corners that a stone here would touch
        ("pairs", "u2", (6, SIZE)),  # ALL where the two cells of a two-bridge in a direction are empty
        ("missing", "u2", SIZE),  # what is missing through a cell, summed over layers: sides, and 256 times corners
        ("stones", "u2", MAX_CELLS),  # the cells of the colour's stones
        ("chains", "u2", MAX_CELLS),  # what the chain of a name reaches
        ("costs", "u2", (2, MAX_CELLS)),  # stones that each colour needs for its best connection through a cell
        ("least", "u2", 2),  # the least of them
    ],
    align=True,
)


@kernel
def measure_distances(position: Struct, board: Struct, scratch: Struct, slack: int) -> None:
    """Fill `least` and `costs` for both colours.

    A cost that is `slack` or more above the least may be given too low, but not as less than that. With no slack there
    are no costs at all: the least is known sooner, and it is all that an evaluation asks for.
    """
    lay_out_board(position, board, scratch)
    columns = board.num_rows - np.uint64(1)
    for colour in range(2):
        stones = lay_out_stones(position, board, scratch, colour)
        add_missing(scratch, columns, colour)
        for _ in range(columns >> np.uint64(1)):
            grow_cells(scratch, columns)
            grow_chains(position, scratch, columns, stones)
            if add_missing(scratch, columns, colour) >= slack:
                break
        if slack != LEAST_ALONE:
            settle_costs(board, scratch, colour)


@kernel
def end_of_grid(columns: int) -> np.uint64:
    """One past the last word of the grid."""
    return np.uint64(MARGIN) + (columns + np.uint64(1)) * columns


@kernel
def lay_out_cells(board: Struct, scratch: Struct) -> None:
    """Write down what is the same in all positions on a board: where cells lie, and what they touch."""
    columns = board.num_rows - np.uint64(1)
    scratch.columns = columns
    for place in range(end_of_grid(columns) + np.uint64(MARGIN)):
        scratch.sides[place] = scratch.touches[place] = scratch.empty[place] = NONE
        scratch.reached[place] = scratch.grown[place] = NONE
    for cell in range(board.num_cells):
        place = np.uint64(MARGIN) + np.uint64(board.y[cell]) * columns + np.uint64(board.x[cell])
        scratch.places[cell] = place
        scratch.sides[place] = board.touches[cell] & SIDES
        scratch.touches[place] = board.touches[cell]


@kernel
def lay_out_board(position: Struct, board: Struct, scratch: Struct) -> None:
    """Mark empty cells, intact two-bridges, and what a stone on each cell would touch."""
    columns = board.num_rows - np.uint64(1)
    if scratch.columns != columns:
        lay_out_cells(board, scratch)
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        scratch.empty[place] = NONE
        scratch.targets[place] = scratch.touches[place]
    for index in range(position.num_moves):
        scratch.empty[scratch.places[position.empties[index]]] = ALL
    for direction in range(np.uint64(6)):
        mark_pairs(scratch, direction, columns)


@kernel
def mark_pairs(scratch: Struct, direction: int, columns: int) -> None:
    """Two neighbouring steps that are both empty carry a two-bridge; where both lie on a side, the cell has it too."""
    following = (direction + np.uint64(1)) % np.uint64(6)
    one = STEP_ROWS[direction] * columns + STEP_COLUMNS[direction]
    other = STEP_ROWS[following] * columns + STEP_COLUMNS[following]
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        before = place - columns - np.uint64(1)
        pair = scratch.empty[before + one] & scratch.empty[before + other]
        scratch.pairs[direction, place] = pair
        scratch.targets[place] |= pair & scratch.sides[before + one] & scratch.sides[before + other]


@kernel
def lay_out_stones(position: Struct, board: Struct, scratch: Struct, colour: int) -> int:
    """List a colour's stones; before any further stone a chain reaches what it touches, and nothing else anything."""
    columns = board.num_rows - np.uint64(1)
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        scratch.reached[place] = NONE
        scratch.missing[place] = OTHER
    count = 0
    for cell in range(board.num_cells):
        place = scratch.places[cell]
        scratch.chains[cell] = NONE
        if scratch.empty[place]:
            scratch.missing[place] = NONE
        elif (position.rows[colour, board.y[cell]] >> board.x[cell]) & np.uint32(1):
            scratch.missing[place] = OWN
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
def around_place(words: Struct, pairs: Struct, place: int, columns: int) -> np.uint16:
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
def grow_cells(scratch: Struct, columns: int) -> None:
    """One stone more: an empty cell reaches what it touches, and what was reached around it before."""
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        word = around_place(scratch.reached, scratch.pairs, place, columns)
        scratch.grown[place] = (word | scratch.targets[place]) & scratch.empty[place]


@kernel
def grow_chains(position: Struct, scratch: Struct, columns: int, stones: int) -> None:
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
def add_missing(scratch: Struct, columns: int, colour: int) -> int:
    """Add what each cell still misses in this layer; return how much dearer others are than complete connections."""
    complete = others = FAR  # the cheapest
    for place in range(np.uint64(MARGIN), end_of_grid(columns)):
        sides, corners = count_targets(scratch.reached[place])
        fork_misses, bridge_misses = THREE - min(sides, THREE), TWO - min(corners, TWO)
        total = np.uint16(scratch.missing[place] + fork_misses + (bridge_misses << EIGHT))
        scratch.missing[place] = total
        fork, bridge = np.uint16(total & LOW_BYTE), np.uint16((total >> EIGHT) + ONE)
        known = np.uint16(min(FAR if fork_misses else fork, FAR if bridge_misses else bridge))
        unknown = np.uint16(min(fork if fork_misses else FAR, bridge if bridge_misses else FAR))
        complete = np.uint16(min(complete, known))
        others = np.uint16(min(others, unknown if unknown < known else FAR))
    scratch.least[colour] = min(others, complete) - TWO
    return np.int64(others) - np.int64(complete)


@kernel
def count_targets(word: int) -> tuple[int, int]:
    """The numbers of sides and corners in a word, by sums of pairs of bits: this goes with vector code."""
    pairs = np.uint16(word - ((word >> ONE) & ODD_BITS))
    sides = (pairs & THREE) + ((pairs >> TWO) & THREE) + ((pairs >> FOUR) & THREE)
    corners = ((pairs >> SIX) & THREE) + ((pairs >> EIGHT) & THREE) + ((pairs >> TEN) & THREE)
    return np.uint16(sides), np.uint16(corners)


@kernel
def settle_costs(board: Struct, scratch: Struct, colour: int) -> None:
    """The cheaper of fork and bridge through each cell, an empty cell itself counted once."""
    for cell in range(board.num_cells):
        missing = scratch.missing[scratch.places[cell]]
        cost = min((missing & LOW_BYTE) - TWO, (missing >> EIGHT) - ONE, FAR)
        scratch.costs[colour, cell] = cost


@kernel
def nearness(scratch: Struct, colour: int, cell: int) -> float:
    """1 on the cheapest connections of a colour, 1/2 where one more stone is needed, 1/3 for two more, and so on."""
    return np.float32(1) / np.float32(np.uint16(1) + scratch.costs[colour, cell] - scratch.least[colour])
