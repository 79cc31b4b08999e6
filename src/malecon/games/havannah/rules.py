"""Havannah's rules as kernels over one position record.

The stones of each colour are a board of bits, one word a row, so that the six neighbours of a cell are three shifts
away. Chains carry a label: every stone knows the name of its chain, the stones of a chain form a circular list, and
where two chains meet the smaller is renamed. Against union-find this reads without a loop, which is what win tests,
threats and priors do most, and random games came out a little faster as well.

Win test, constant time: the own neighbours of a new stone form separate arcs. Two arcs of one chain close a ring. Else
the chains and the cell join, and with them the sides and corners they touch: three sides are a fork, two corners a
bridge. A ring around own stones only shows as a stone with six own neighbours.
"""

from __future__ import annotations

import numpy as np

from malecon.games.colours import BLACK, WHITE
from malecon.games.contract import copy_position, is_legal_move, legal_move, play, position_key, random_step
from malecon.games.havannah.geometry import HERE, MAX_BASE, MAX_CELLS
from malecon.kernel import Struct, Structs, implements, kernel, mix_bits, new_structs, random_below

RING, BRIDGE, FORK = 1, 2, 4  # ways to win, as bits

# Cells that a record has room for, in whole vectors: a copy then has no tail, which is 5% of a random game on base 5.
VECTOR = 32
CELL_CAPACITY = -(-MAX_CELLS // VECTOR) * VECTOR

# An empty cell is the name of a chain of no stones, so that the first stone of a chain needs no case of its own.
# Wide fields come first and nothing is padded: equal positions are equal bytes.
POSITION = np.dtype(
    [
        ("num_moves", "u8"),  # empty cells
        ("rows", "u4", (2, 2 * MAX_BASE + 1)),  # stones of a colour: bit x of row y, with an empty border
        ("havannah", "u1"),  # the base; kernels know the game by this field's name
        ("to_move", "u1"),
        ("ending", "u1"),  # ways in which the last move won, 0 while the game goes on
        ("unused", "u1", 13),  # the arrays begin with a line of the cache
        ("chains", "u2", CELL_CAPACITY),  # name of the chain that a stone belongs to: one of its cells
        ("next_stones", "u2", CELL_CAPACITY),  # next stone of the same chain, in a circle
        ("sizes", "u2", CELL_CAPACITY),  # stones of a chain, by its name
        ("touched", "u2", CELL_CAPACITY),  # sides and corners of a chain, by its name, as in Board.touches
        ("empties", "u2", CELL_CAPACITY),  # the empty cells in any order: the first `num_moves`
        ("empty_index", "u2", CELL_CAPACITY),  # where in `empties` a cell stands
    ],
    align=True,
)

# A window holds the neighbours of a cell as the bit rows give them: bits 0 1 the row above, 2 4 beside, 5 6 below.
WINDOW_DIRECTIONS = {0: 5, 1: 0, 2: 4, 4: 1, 5: 3, 6: 2}
ALL_AROUND = 0b1110111
BLACK_TO_MOVE = np.uint64(0x9D39247E33776D41)  # Zobrist word of the side to move


def _neighbour_mask(window: int) -> int:
    return sum(1 << direction for bit, direction in WINDOW_DIRECTIONS.items() if window >> bit & 1)


def _window_bit(direction: int) -> int:
    return next(bit for bit, d in WINDOW_DIRECTIONS.items() if d == direction)


def _arcs(mask: int) -> list[int]:
    """One direction of each separate arc of neighbours."""
    return [d for d in range(6) if mask >> d & 1 and not mask >> (d - 1) % 6 & 1] or ([0] if mask == 63 else [])


def _arc_middles(mask: int) -> int:
    """Directions whose two neighbours in the circle are set too: only there can a stone be enclosed."""
    return sum(1 << d for d in range(6) if all(mask >> (d + e) % 6 & 1 for e in (-1, 0, 1)))


def _connections(touched: int) -> int:
    sides, corners = touched & 63, touched >> 6
    return FORK * (sides.bit_count() >= 3) | BRIDGE * (corners.bit_count() >= 2)


NUM_ARCS = np.array([len(_arcs(_neighbour_mask(w))) for w in range(128)], np.uint8)
ARCS = np.array([[*_arcs(_neighbour_mask(w)), HERE, HERE, HERE][:3] for w in range(128)], np.uint8)
ARC_MIDDLES = np.array([_arc_middles(_neighbour_mask(w)) for w in range(128)], np.uint8)
LOWEST_BIT = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, 64))], np.uint8)
# The cell itself in the window of its neighbour, by direction.
OPPOSITE_BITS = np.array(
    [1 << _window_bit((d + 3) % 6) for d in range(6)], np.uint32
)  # a cell, in its neighbour's window
CONNECTIONS = np.array([_connections(touched) for touched in range(4096)], np.uint8)


def new_positions(boards: Structs, base: int, count: int = 1) -> Structs:
    """An array of empty boards with White to move."""
    positions = new_structs(POSITION, count)
    cells = int(boards[0].num_cells)
    for position in positions:
        position.havannah, position.to_move, position.num_moves = base, WHITE, cells
        position.empties[:cells] = position.empty_index[:cells] = np.arange(cells)
        position.chains[:cells] = position.next_stones[:cells] = np.arange(cells)
    return positions


@kernel
def stones_around(position: Struct, board: Struct, colour: int, cell: int) -> np.uint32:
    """The window of stones of a colour around a cell."""
    x, y = board.x[cell], np.uint64(board.y[cell])
    left = x - np.uint32(1)
    above = (position.rows[colour, y - np.uint64(1)] >> left) & np.uint32(3)
    beside = (position.rows[colour, y] >> left) & np.uint32(5)
    below = (position.rows[colour, y + np.uint64(1)] >> x) & np.uint32(3)
    return above | (beside << np.uint32(2)) | (below << np.uint32(5))


@kernel
def has_stone(position: Struct, board: Struct, colour: int, cell: int) -> bool:
    """Whether a stone of the colour stands on the cell."""
    return (position.rows[colour, board.y[cell]] >> board.x[cell]) & np.uint32(1) != 0


@kernel
def closes_filled_ring(position: Struct, board: Struct, colour: int, cell: int, window: int) -> bool:
    """Whether a stone on the cell, with this window, leaves some own neighbour of it with own stones all around."""
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
    """The ways in which a stone of the colour on an empty cell would win, as bits."""
    window = stones_around(position, board, colour, cell)
    if window == 0:
        return 0
    first = position.chains[board.neighbours[cell, ARCS[window, 0]]]
    second = position.chains[board.neighbours[cell, ARCS[window, 1]]]  # the cell's own name where there is no more arc,
    third = position.chains[board.neighbours[cell, ARCS[window, 2]]]  # and nothing to guess for the processor
    ending = RING * ((first == second) | (first == third) | ((second == third) & (second != cell)))
    touched = position.touched[first] | position.touched[second] | position.touched[third]
    ending |= CONNECTIONS[touched | board.touches[cell]]
    if ARC_MIDDLES[window] != 0 and closes_filled_ring(position, board, colour, cell, window):
        ending |= RING
    return ending


@kernel
def join_chains(position: Struct, one: int, other: int) -> int:
    """Make two chains one under the name of the larger, and return that name."""
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
    """Put a stone of the side to move on an empty cell; return the ways in which it wins.

    `empties` is left alone: a random game keeps it more cheaply itself. `play_havannah` is the whole move.
    """
    colour = np.uint64(position.to_move)
    position.to_move ^= np.uint8(1)
    window = stones_around(position, board, colour, cell)
    position.rows[colour, board.y[cell]] |= np.uint32(1) << board.x[cell]
    ending = 0
    chain = position.chains[board.neighbours[cell, ARCS[window, 0]]]  # the cell's own name where no stone is near
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
    """Play a whole move: place the stone and take its cell off the list of empty cells."""
    last = position.num_moves - np.uint64(1)
    position.num_moves = last
    place, moved = position.empty_index[cell], position.empties[last]
    position.empties[place], position.empty_index[moved] = moved, place
    position.ending = place_stone(position, board, np.uint64(cell))
    return position.ending


@implements(legal_move, "havannah")
def legal_cell(position: Struct, board: Struct, index: int) -> int:  # noqa: ARG001 (the contract's signature)
    """The empty cell of an index."""
    return position.empties[index]


@implements(is_legal_move, "havannah")
def is_empty_cell(position: Struct, board: Struct, cell: int) -> bool:  # noqa: ARG001
    """Whether a cell is empty, by its place in the list of empty cells."""
    place = position.empty_index[cell]
    return place < position.num_moves and position.empties[place] == cell


@implements(copy_position, "havannah")
def copy_havannah(target: Struct, source: Struct, board: Struct) -> None:
    """Copy the part of a position that its base uses; `positions[1] = positions[0]` would copy base 14's worth."""
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
    """The swap: White's first and only stone, on this cell, turns Black, and White moves next."""
    position.rows[WHITE, board.y[cell]] = np.uint32(0)
    position.rows[BLACK, board.y[cell]] = np.uint32(1) << board.x[cell]
    position.to_move = WHITE


@kernel
def winning_cells(position: Struct, board: Struct, colour: int, found: Structs) -> int:
    """Write the empty cells on which the colour would win at once into `found`; return their number."""
    count = 0
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if wins_at(position, board, np.uint64(colour), cell) != 0:
            found[count] = cell
            count += 1
    return count


@kernel
def hash_stones(position: Struct, board: Struct, images: Structs, zobrist: Structs) -> np.uint64:
    """The Zobrist hash of the position's image under a symmetry, given as the image of each cell."""
    word = BLACK_TO_MOVE if position.to_move == BLACK else np.uint64(0)
    for cell in range(board.num_cells):
        for colour in range(2):
            if has_stone(position, board, colour, cell):
                word ^= zobrist[colour, images[cell]]
    return word


@implements(position_key, "havannah")
def hash_rows(position: Struct, board: Struct) -> np.uint64:
    """A hash of the stones and the side to move, quicker than `hash_stones` and without symmetry."""
    word = np.uint64(position.to_move) + np.uint64(1)
    for row in range(board.num_rows):
        word = mix_bits(word ^ np.uint64(position.rows[0, row]) ^ (np.uint64(position.rows[1, row]) << np.uint64(32)))
    return word


@implements(random_step, "havannah")
def random_stone(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Put a stone of the side to move on a random empty cell."""
    place = random_below(rng_owner, position.num_moves)
    last = position.num_moves - np.uint64(1)
    position.num_moves = last
    cell, moved = np.uint64(position.empties[place]), position.empties[last]
    position.empties[place], position.empty_index[moved] = moved, place
    position.ending = place_stone(position, board, cell)
    return cell
