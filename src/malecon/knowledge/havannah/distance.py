"""Stones that each player still needs for a bridge or fork: a static evaluation, and a cost for every cell.

For each cell, twelve bits say which of the six sides and six corners can be reached from it with at most k further
stones; k grows layer by layer. A cell reaches what its neighbours reach with one stone less; two-bridges count as
adjacency, own chains pass everything on for free, and opponent's stones pass nothing. A bridge through a cell needs two
corners, a fork three sides. Summed over the layers, the number of missing targets is the cost (the cell itself, counted
once per target, is subtracted again). The sums only grow, so a cost is final as soon as all its targets are reached.

The cells lie on a grid of 2 base columns, the first one blank, so that every step is a fixed offset and a layer is a
few vectorized passes over 16-bit words.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import DIRECTIONS, MAX_BASE, MAX_CELLS
from malecon.kernel import Struct, kernel

MARGIN = 4 * MAX_BASE + 8  # words before and after the grid that keep every offset in bounds
SIZE = (2 * MAX_BASE + 1) * 2 * MAX_BASE + 2 * MARGIN
ALL, NONE = np.uint16(0xFFFF), np.uint16(0)
SIDES = np.uint16(63)
FAR = np.uint16(99)  # above any cost
EXACT, LEAST_ONLY = np.int64(50), np.int64(0)  # slack: 50 exceeds the difference of any two costs
OWN, OTHER = np.uint16(1 << 8 | 2), np.uint16(100 << 8 | 101)  # initial `missing` of a stone relative to an empty cell
ONE, TWO, THREE, FOUR, SIX, EIGHT, TEN = (np.uint16(number) for number in (1, 2, 3, 4, 6, 8, 10))
ODD_BITS, LOW_BYTE = np.uint16(0x5555), np.uint16(255)
# Steps relative to one row up and one column left, so that they are unsigned.
STEP_ROWS = np.array([dy + 1 for _, dy in DIRECTIONS], np.uint64)
STEP_COLUMNS = np.array([dx + 1 for dx, _ in DIRECTIONS], np.uint64)

DISTANCES = np.dtype(
    [
        ("columns", "u8"),  # grid width of the board that the next three fields describe
        ("indices", "u2", MAX_CELLS),  # grid index of each cell
        ("sides", "u2", SIZE),  # sides that the cell touches
        ("touches", "u2", SIZE),  # sides and corners that the cell touches
        ("reached", "u2", SIZE),  # targets reached in the last layer
        ("next_reached", "u2", SIZE),  # the layer being computed
        ("empty", "u2", SIZE),  # ALL on empty cells
        ("targets", "u2", SIZE),  # targets that a stone here would touch or be two-bridged to
        ("pairs", "u2", (6, SIZE)),  # ALL if both carrier cells of the two-bridge in a direction are empty
        ("missing", "u2", SIZE),  # missing targets summed over layers: sides + 256 * corners
        ("stones", "u2", MAX_CELLS),  # cells of the colour's stones
        ("chains", "u2", MAX_CELLS),  # by chain: targets it reaches
        ("costs", "u2", (2, MAX_CELLS)),  # by colour: stones needed for the best connection through a cell
        ("least", "u2", 2),  # by colour: the least of them
    ],
    align=True,
)


@kernel
def measure_distances(position: Struct, board: Struct, scratch: Struct, slack: int) -> None:
    """Fill `least` and `costs` for both colours.

    A cost that is `slack` or more above the least may be reported too low, but still as `slack` or more above it. With
    LEAST_ONLY no costs are filled; the least, which is all that an evaluation needs, is then found sooner.
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
        if slack != LEAST_ONLY:
            settle_costs(board, scratch, colour)


@kernel
def end_of_grid(columns: int) -> np.uint64:
    """Return the index after the last word of the grid."""
    return np.uint64(MARGIN) + (columns + np.uint64(1)) * columns


@kernel
def lay_out_cells(board: Struct, scratch: Struct) -> None:
    """Fill the fields that depend only on the board: the index of each cell and the targets it touches."""
    columns = board.num_rows - np.uint64(1)
    scratch.columns = columns
    for index in range(end_of_grid(columns) + np.uint64(MARGIN)):
        scratch.sides[index] = scratch.touches[index] = scratch.empty[index] = NONE
        scratch.reached[index] = scratch.next_reached[index] = NONE
    for cell in range(board.num_cells):
        index = np.uint64(MARGIN) + np.uint64(board.y[cell]) * columns + np.uint64(board.x[cell])
        scratch.indices[cell] = index
        scratch.sides[index] = board.touches[cell] & SIDES
        scratch.touches[index] = board.touches[cell]


@kernel
def lay_out_board(position: Struct, board: Struct, scratch: Struct) -> None:
    """Mark empty cells, intact two-bridges, and the targets that a stone on each cell would touch."""
    columns = board.num_rows - np.uint64(1)
    if scratch.columns != columns:
        lay_out_cells(board, scratch)
    for index in range(np.uint64(MARGIN), end_of_grid(columns)):
        scratch.empty[index] = NONE
        scratch.targets[index] = scratch.touches[index]
    for number in range(position.num_moves):
        scratch.empty[scratch.indices[position.empties[number]]] = ALL
    for direction in range(np.uint64(6)):
        mark_pairs(scratch, direction, columns)


@kernel
def mark_pairs(scratch: Struct, direction: int, columns: int) -> None:
    """Mark the two-bridges in one direction; a pair of empty cells on a side connects to that side."""
    following = (direction + np.uint64(1)) % np.uint64(6)
    one = STEP_ROWS[direction] * columns + STEP_COLUMNS[direction]
    other = STEP_ROWS[following] * columns + STEP_COLUMNS[following]
    for index in range(np.uint64(MARGIN), end_of_grid(columns)):
        before = index - columns - np.uint64(1)
        pair = scratch.empty[before + one] & scratch.empty[before + other]
        scratch.pairs[direction, index] = pair
        scratch.targets[index] |= pair & scratch.sides[before + one] & scratch.sides[before + other]


@kernel
def lay_out_stones(position: Struct, board: Struct, scratch: Struct, colour: int) -> int:
    """List a colour's stones and start layer 0, in which a chain reaches the targets it touches."""
    columns = board.num_rows - np.uint64(1)
    for index in range(np.uint64(MARGIN), end_of_grid(columns)):
        scratch.reached[index] = NONE
        scratch.missing[index] = OTHER
    count = 0
    for cell in range(board.num_cells):
        index = scratch.indices[cell]
        scratch.chains[cell] = NONE
        if scratch.empty[index]:
            scratch.missing[index] = NONE
        elif (position.rows[colour, board.y[cell]] >> board.x[cell]) & np.uint32(1):
            scratch.missing[index] = OWN
            scratch.stones[count] = cell
            count += 1
    for number in range(count):
        cell = scratch.stones[number]
        scratch.chains[position.chains[cell]] |= scratch.targets[scratch.indices[cell]]
    for number in range(count):
        cell = scratch.stones[number]
        scratch.reached[scratch.indices[cell]] = scratch.chains[position.chains[cell]]
    return count


@kernel
def union_around(words: Struct, pairs: Struct, index: int, columns: int) -> np.uint16:
    """Return the union of the six neighbours and the six cells across intact two-bridges."""
    one, two = np.uint64(1), np.uint64(2)
    word = words[index - columns - one] | words[index - columns] | words[index - one]
    word |= words[index + one] | words[index + columns] | words[index + columns + one]
    word |= words[index - columns + one] & pairs[0, index]
    word |= words[index + columns + two] & pairs[1, index]
    word |= words[index + columns + columns + one] & pairs[2, index]
    word |= words[index + columns - one] & pairs[3, index]
    word |= words[index - columns - two] & pairs[4, index]
    return word | (words[index - columns - columns - one] & pairs[5, index])


@kernel
def grow_cells(scratch: Struct, columns: int) -> None:
    """Compute the next layer of empty cells: what they touch, and what their neighbours reached before."""
    for index in range(np.uint64(MARGIN), end_of_grid(columns)):
        word = union_around(scratch.reached, scratch.pairs, index, columns)
        scratch.next_reached[index] = (word | scratch.targets[index]) & scratch.empty[index]


@kernel
def grow_chains(position: Struct, scratch: Struct, columns: int, stones: int) -> None:
    """Compute the next layer of own chains: what the cells around them reach in the same layer."""
    for number in range(stones):
        cell = scratch.stones[number]
        word = union_around(scratch.next_reached, scratch.pairs, np.uint64(scratch.indices[cell]), columns)
        scratch.chains[position.chains[cell]] |= word
    for index in range(np.uint64(MARGIN), end_of_grid(columns)):
        scratch.reached[index] = scratch.next_reached[index]
    for number in range(stones):
        cell = scratch.stones[number]
        scratch.reached[scratch.indices[cell]] = scratch.chains[position.chains[cell]]


@kernel
def add_missing(scratch: Struct, columns: int, colour: int) -> int:
    """Add each cell's missing targets in this layer; return the margin of open costs over the least final one."""
    least_final = least_open = FAR  # with all targets reached, and with some missing
    for index in range(np.uint64(MARGIN), end_of_grid(columns)):
        sides, corners = count_targets(scratch.reached[index])
        fork_misses, bridge_misses = THREE - min(sides, THREE), TWO - min(corners, TWO)
        total = np.uint16(scratch.missing[index] + fork_misses + (bridge_misses << EIGHT))
        scratch.missing[index] = total
        fork, bridge = np.uint16(total & LOW_BYTE), np.uint16((total >> EIGHT) + ONE)
        final_cost = np.uint16(min(FAR if fork_misses else fork, FAR if bridge_misses else bridge))
        open_cost = np.uint16(min(fork if fork_misses else FAR, bridge if bridge_misses else FAR))
        least_final = np.uint16(min(least_final, final_cost))
        least_open = np.uint16(min(least_open, open_cost if open_cost < final_cost else FAR))
    scratch.least[colour] = min(least_open, least_final) - TWO
    return np.int64(least_open) - np.int64(least_final)


@kernel
def count_targets(word: int) -> tuple[int, int]:
    """Count the sides and corners in a word by adding pairs of bits, which vectorizes."""
    pairs = np.uint16(word - ((word >> ONE) & ODD_BITS))
    sides = (pairs & THREE) + ((pairs >> TWO) & THREE) + ((pairs >> FOUR) & THREE)
    corners = ((pairs >> SIX) & THREE) + ((pairs >> EIGHT) & THREE) + ((pairs >> TEN) & THREE)
    return np.uint16(sides), np.uint16(corners)


@kernel
def settle_costs(board: Struct, scratch: Struct, colour: int) -> None:
    """Fill the costs: the cheaper of fork and bridge through each cell, an empty cell itself counted once."""
    for cell in range(board.num_cells):
        missing = scratch.missing[scratch.indices[cell]]
        cost = min((missing & LOW_BYTE) - TWO, (missing >> EIGHT) - ONE, FAR)
        scratch.costs[colour, cell] = cost


@kernel
def nearness(scratch: Struct, colour: int, cell: int) -> float:
    """Return 1 on a colour's cheapest connections, 1/2 if one more stone is needed, 1/3 for two more, and so on."""
    return np.float32(1) / np.float32(np.uint16(1) + scratch.costs[colour, cell] - scratch.least[colour])
