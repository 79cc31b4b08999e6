"""The rules of Havannah as kernels over one position struct.

The stones of each colour are a bit board with one word per row, so that the six neighbours of a cell take three shifts.
Chains are labelled: every stone has the label of its chain (one of its cells), the stones of a chain form a circular
list, and when two chains join, the smaller is relabelled. Unlike union-find, a lookup needs no loop; win tests, threats
and priors mostly do lookups, and random games are slightly faster too.

The win test takes constant time. The own neighbours of a new stone form separate arcs; two arcs of one chain close a
ring. Otherwise the chains join, and with them the sides and corners that they touch: three sides are a fork, two
corners a bridge. A ring that encloses only own stones shows as a stone with six own neighbours.
"""

from __future__ import annotations

import numpy as np

from malecon.games.colours import BLACK, WHITE
from malecon.games.contract import copy_position, is_legal_move, legal_move, play, position_key, random_step
from malecon.games.havannah.geometry import HERE, MAX_BASE, MAX_CELLS
from malecon.kernel import Struct, Structs, implements, kernel, mix_bits, new_structs, random_below

RING, BRIDGE, FORK = 1, 2, 4  # ending bits

# Cells per array, rounded up to whole vectors: copying then has no remainder loop (5% of a random game on base 5).
VECTOR = 32
CELL_CAPACITY = -(-MAX_CELLS // VECTOR) * VECTOR

# An empty cell is the label of a chain without stones, so that the first stone of a chain is not a special case.
# Wide fields first and no padding: equal positions have equal bytes.
POSITION = np.dtype(
    [
        ("num_moves", "u8"),  # number of empty cells
        ("rows", "u4", (2, 2 * MAX_BASE + 1)),  # stones by colour: bit x of row y, with an empty border
        ("havannah", "u1"),  # the base; identifies the game
        ("to_move", "u1"),
        ("ending", "u1"),  # how the last move won, as bits; 0 while the game goes on
        ("unused", "u1", 13),  # the arrays start at a cache line
        ("chains", "u2", CELL_CAPACITY),  # label of a stone's chain: one of its cells
        ("next_stones", "u2", CELL_CAPACITY),  # next stone of the same chain (circular)
        ("sizes", "u2", CELL_CAPACITY),  # number of stones of a chain, by label
        ("touched", "u2", CELL_CAPACITY),  # sides and corners of a chain, by label; bits as in board.touches
        ("empties", "u2", CELL_CAPACITY),  # the empty cells, in any order: the first `num_moves`
        ("empty_index", "u2", CELL_CAPACITY),  # index of each empty cell in `empties`
    ],
    align=True,
)

# A window holds the neighbours of a cell in bit-board order: bits 0 1 the row above, 2 4 the same row, 5 6 below.
WINDOW_DIRECTIONS = {0: 5, 1: 0, 2: 4, 4: 1, 5: 3, 6: 2}
ALL_AROUND = 0b1110111
BLACK_TO_MOVE = np.uint64(0x9D39247E33776D41)  # Zobrist word


def _neighbour_mask(window: int) -> int:
    return sum(1 << direction for bit, direction in WINDOW_DIRECTIONS.items() if window >> bit & 1)


def _window_bit(direction: int) -> int:
    return next(bit for bit, d in WINDOW_DIRECTIONS.items() if d == direction)


def _arcs(mask: int) -> list[int]:
    """Return one direction of each separate arc of neighbours."""
    return [d for d in range(6) if mask >> d & 1 and not mask >> (d - 1) % 6 & 1] or ([0] if mask == 63 else [])


def _arc_middles(mask: int) -> int:
    """Return the directions whose two adjacent directions are set too: only there can a stone be enclosed."""
    return sum(1 << d for d in range(6) if all(mask >> (d + e) % 6 & 1 for e in (-1, 0, 1)))


def _connections(touched: int) -> int:
    sides, corners = touched & 63, touched >> 6
    return FORK * (sides.bit_count() >= 3) | BRIDGE * (corners.bit_count() >= 2)


NUM_ARCS = np.array([len(_arcs(_neighbour_mask(w))) for w in range(128)], np.uint8)
ARCS = np.array([[*_arcs(_neighbour_mask(w)), HERE, HERE, HERE][:3] for w in range(128)], np.uint8)
ARC_MIDDLES = np.array([_arc_middles(_neighbour_mask(w)) for w in range(128)], np.uint8)
LOWEST_BIT = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, 64))], np.uint8)
# Bit of a cell in the window of its neighbour, by direction to the neighbour.
OPPOSITE_BITS = np.array([1 << _window_bit((d + 3) % 6) for d in range(6)], np.uint32)
CONNECTIONS = np.array([_connections(touched) for touched in range(4096)], np.uint8)


def new_positions(boards: Structs, base: int, count: int = 1) -> Structs:
    """Return an array of empty boards with White to move."""
    positions = new_structs(POSITION, count)
    cells = int(boards[0].num_cells)
    for position in positions:
        position.havannah, position.to_move, position.num_moves = base, WHITE, cells
        position.empties[:cells] = position.empty_index[:cells] = np.arange(cells)
        position.chains[:cells] = position.next_stones[:cells] = np.arange(cells)
    return positions


@kernel
def stones_around(position: Struct, board: Struct, colour: int, cell: int) -> np.uint32:
    """Return the window of a colour's stones around a cell."""
    x, y = board.x[cell], np.uint64(board.y[cell])
    left = x - np.uint32(1)
    above = (position.rows[colour, y - np.uint64(1)] >> left) & np.uint32(3)
    same_row = (position.rows[colour, y] >> left) & np.uint32(5)
    below = (position.rows[colour, y + np.uint64(1)] >> x) & np.uint32(3)
    return above | (same_row << np.uint32(2)) | (below << np.uint32(5))


@kernel
def has_stone(position: Struct, board: Struct, colour: int, cell: int) -> bool:
    """Return whether a stone of the colour is on the cell."""
    return (position.rows[colour, board.y[cell]] >> board.x[cell]) & np.uint32(1) != 0


@kernel
def closes_filled_ring(position: Struct, board: Struct, colour: int, cell: int, window: int) -> bool:
    """Return whether a stone on the cell, with this window, completes the six neighbours of an own stone."""
    middles = ARC_MIDDLES[window]
    while middles != 0:
        direction = LOWEST_BIT[middles]
        middles &= middles - np.uint8(1)
        centre = board.neighbours[cell, direction]
        if stones_around(position, board, colour, np.uint64(centre)) | OPPOSITE_BITS[direction] == ALL_AROUND:
            return True
    return False


@kernel
def wins_at(position: Struct, board: Struct, colour: int, cell: int) -> int:
    """Return the ending bits of a stone of the colour on an empty cell; 0 if it does not win."""
    window = stones_around(position, board, colour, cell)
    if window == 0:
        return 0
    first = position.chains[board.neighbours[cell, ARCS[window, 0]]]
    # Without a second or third arc this is the cell's own label, which avoids an unpredictable branch.
    second = position.chains[board.neighbours[cell, ARCS[window, 1]]]
    third = position.chains[board.neighbours[cell, ARCS[window, 2]]]
    ending = RING * ((first == second) | (first == third) | ((second == third) & (second != cell)))
    touched = position.touched[first] | position.touched[second] | position.touched[third]
    ending |= CONNECTIONS[touched | board.touches[cell]]
    if ARC_MIDDLES[window] != 0 and closes_filled_ring(position, board, colour, cell, window):
        ending |= RING
    return ending


@kernel
def join_chains(position: Struct, one: int, other: int) -> int:
    """Join two chains under the label of the larger and return that label."""
    large, small = one, other
    if position.sizes[other] > position.sizes[one]:
        large, small = other, one
    cell = small
    while True:
        position.chains[cell] = large
        cell = position.next_stones[cell]
        if cell == small:
            break
    position.next_stones[large], position.next_stones[small] = position.next_stones[small], position.next_stones[large]
    position.sizes[large] += position.sizes[small]
    position.touched[large] |= position.touched[small]
    return large


@kernel
def place_stone(position: Struct, board: Struct, cell: int) -> int:
    """Place a stone of the side to move on an empty cell; return the ending bits.

    The caller updates `empties`, as `play_havannah` does: random games can do it more cheaply.
    """
    colour = np.uint64(position.to_move)
    position.to_move ^= np.uint8(1)
    window = stones_around(position, board, colour, cell)
    position.rows[colour, board.y[cell]] |= np.uint32(1) << board.x[cell]
    ending = 0
    chain = position.chains[board.neighbours[cell, ARCS[window, 0]]]  # the cell's own label if it has no own neighbour
    arc = np.uint64(1)
    while arc < NUM_ARCS[window]:  # 6% faster than a loop over range()
        other = position.chains[board.neighbours[cell, ARCS[window, arc]]]
        if other == chain:
            ending = RING
        else:
            chain = join_chains(position, chain, other)
        arc += np.uint64(1)
    position.chains[cell] = chain
    position.next_stones[cell] = position.next_stones[chain]
    position.next_stones[chain] = cell
    position.sizes[chain] += np.uint16(1)
    position.touched[chain] |= board.touches[cell]
    ending |= CONNECTIONS[position.touched[chain]]
    if ARC_MIDDLES[window] != 0 and closes_filled_ring(position, board, colour, cell, window):
        ending |= RING
    return ending


@implements(play, "havannah")
def play_havannah(position: Struct, board: Struct, cell: int) -> int:
    """Play a move: place the stone and remove its cell from the list of empty cells."""
    last = position.num_moves - np.uint64(1)
    position.num_moves = last
    index, moved = position.empty_index[cell], position.empties[last]
    position.empties[index], position.empty_index[moved] = moved, index
    position.ending = place_stone(position, board, np.uint64(cell))
    return position.ending


@implements(legal_move, "havannah")
def legal_cell(position: Struct, board: Struct, index: int) -> int:  # noqa: ARG001 (the contract's signature)
    """Return the empty cell with an index."""
    return position.empties[index]


@implements(is_legal_move, "havannah")
def is_empty_cell(position: Struct, board: Struct, cell: int) -> bool:  # noqa: ARG001
    """Return whether a cell is in the list of empty cells."""
    index = position.empty_index[cell]
    return index < position.num_moves and position.empties[index] == cell


@implements(copy_position, "havannah")
def copy_havannah(target: Struct, source: Struct, board: Struct) -> None:
    """Copy the part of a position that its base uses; an assignment would copy the arrays of base 14."""
    target.havannah, target.to_move, target.ending = source.havannah, source.to_move, source.ending
    target.num_moves = source.num_moves
    for row in range(board.num_rows):
        target.rows[0, row] = source.rows[0, row]
        target.rows[1, row] = source.rows[1, row]
    cells = (board.num_cells + np.uint64(VECTOR - 1)) // np.uint64(VECTOR) * np.uint64(VECTOR)
    for cell in range(cells):
        target.chains[cell] = source.chains[cell]
    for cell in range(cells):
        target.next_stones[cell] = source.next_stones[cell]
    for cell in range(cells):
        target.sizes[cell] = source.sizes[cell]
    for cell in range(cells):
        target.touched[cell] = source.touched[cell]
    for cell in range(cells):
        target.empties[cell] = source.empties[cell]
    for cell in range(cells):
        target.empty_index[cell] = source.empty_index[cell]


@kernel
def swap_stone(position: Struct, board: Struct, cell: int) -> None:
    """Swap: White's only stone, on this cell, turns black, and White moves next."""
    position.rows[np.uint64(WHITE), board.y[cell]] = np.uint32(0)
    position.rows[np.uint64(BLACK), board.y[cell]] = np.uint32(1) << board.x[cell]
    position.to_move = WHITE


@kernel
def winning_cells(position: Struct, board: Struct, colour: int, found: Structs) -> int:
    """Write the empty cells on which the colour wins at once to `found`; return their number."""
    count = 0
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if wins_at(position, board, np.uint64(colour), cell) != 0:
            found[count] = cell
            count += 1
    return count


@kernel
def hash_stones(position: Struct, board: Struct, images: Structs, zobrist: Structs) -> np.uint64:
    """Return the Zobrist hash of the position's image; `images` holds the image of each cell."""
    word = BLACK_TO_MOVE if position.to_move == BLACK else np.uint64(0)
    for cell in range(board.num_cells):
        for colour in range(2):
            if has_stone(position, board, colour, cell):
                word ^= zobrist[colour, images[cell]]
    return word


@implements(position_key, "havannah")
def hash_rows(position: Struct, board: Struct) -> np.uint64:
    """Return a hash of the stones and the side to move, faster than `hash_stones` and without symmetry."""
    word = np.uint64(position.to_move) + np.uint64(1)
    for row in range(board.num_rows):
        word = mix_bits(word ^ np.uint64(position.rows[0, row]) ^ (np.uint64(position.rows[1, row]) << np.uint64(32)))
    return word


@implements(random_step, "havannah")
def random_stone(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Place a stone of the side to move on a random empty cell."""
    index = random_below(rng_owner, position.num_moves)
    last = position.num_moves - np.uint64(1)
    position.num_moves = last
    cell, moved = np.uint64(position.empties[index]), position.empties[last]
    position.empties[index], position.empty_index[moved] = moved, index
    position.ending = place_stone(position, board, cell)
    return cell
