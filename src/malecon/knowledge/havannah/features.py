"""Features of a cell for the learned policy: one feature of each kind, relative to the side to move.

A feature is a small number. `KINDS` gives the number of features of each kind; the features of all kinds are numbered
consecutively, so that a table of weights has one row per feature.
"""

from __future__ import annotations

import numpy as np

from malecon.games.havannah.geometry import MAX_CELLS, NO_CELL
from malecon.games.havannah.rules import ARCS, NUM_ARCS, WINDOW_DIRECTIONS, has_stone, stones_around
from malecon.kernel import Struct, Structs, kernel
from malecon.knowledge.havannah.patterns import NUM_CLASSES, class_at

KINDS = {
    "pattern": NUM_CLASSES + 1,  # stones and edges around the cell
    "two-bridges": 16,  # two-bridges to own and to opponent's stones, 0 to 3 each
    "costs": 25,  # extra stones of a connection through the cell, own and opponent's, 0 to 4 each
    "own contacts": 10,  # sides and corners of adjacent own chains, 0 to 4, and whether the cell adds one
    "other contacts": 10,  # the same for opponent's chains
    "place": 24,  # steps from the edge, 0 to 6, or a corner; early, middle and late in the game
    "last moves": 49,  # distance classes to the opponent's last move and the own one before it
    "sizes": 36,  # stones of adjacent own and opponent's chains, six size classes each
    "intrusion": 4,  # saves an own two-bridge from the last move; intrudes into an opponent's one
}
NUM_KINDS = len(KINDS)
NUM_FEATURES = sum(KINDS.values())
OFFSETS = np.cumsum([0, *KINDS.values()])[:-1]
PATTERN, BRIDGES, COSTS, OWN_CONTACTS, OTHER_CONTACTS, PLACE, LAST_MOVES, OWN_SIZES, INTRUSION = range(NUM_KINDS)

NUM_BITS = np.array([mask.bit_count() for mask in range(4096)], np.uint8)
SIZES = np.array([0, 1, 2, 3, 3, 4, 4, 4, 4, *[5] * MAX_CELLS], np.uint8)
CORNER, MOST_STEPS, MOST_COST = 7, 6, 4
UNKNOWN, FARTHEST = 0, 6


def _directions(window: int) -> int:
    """Return the directions of a window's stones as six bits."""
    return sum(1 << direction for bit, direction in WINDOW_DIRECTIONS.items() if window >> bit & 1)


MASKS = np.array([_directions(window) for window in range(128)], np.uint32)
AFTER = np.array([(mask >> 1 | mask << 5) & 63 for mask in range(64)], np.uint32)  # bit d: direction d + 1 is set
BEFORE = np.array([(mask << 1 | mask >> 5) & 63 for mask in range(64)], np.uint32)  # bit d: direction d - 1 is set


@kernel
def list_features(position: Struct, board: Struct, worker: Struct, cell: int, found: Structs) -> None:
    """Write an empty cell's feature of each kind to `found`; `worker.scratch` must hold the distances."""
    own = np.uint64(position.to_move)
    other = own ^ np.uint64(1)
    own_window, other_window = stones_around(position, board, own, cell), stones_around(position, board, other, cell)
    own_mask, other_mask = MASKS[own_window], MASKS[other_window]
    found[PATTERN] = class_at(position, board, cell)
    found[BRIDGES] = bridge_feature(position, board, cell, own_mask | other_mask)
    found[COSTS] = extra_cost(worker.scratch, own, cell) * 5 + extra_cost(worker.scratch, other, cell)
    found[OWN_CONTACTS], own_size = chain_features(position, board, cell, own_window)
    found[OTHER_CONTACTS], other_size = chain_features(position, board, cell, other_window)
    found[OWN_SIZES] = own_size * 6 + other_size
    found[PLACE] = location_feature(position, board, cell)
    found[LAST_MOVES] = distance_class(board, worker, cell, 1) * 7 + distance_class(board, worker, cell, 2)
    found[INTRUSION] = intrusion_feature(board, worker, cell, own_mask, other_mask)


@kernel
def bridge_feature(position: Struct, board: Struct, cell: int, taken: int) -> int:
    """Count intact two-bridges to own and opponent's stones; `taken` are the directions with stones."""
    empty = np.uint32(63) & ~taken
    pairs = empty & AFTER[empty]
    own, other = 0, 0
    for direction in range(np.uint64(6)):
        if (pairs >> direction) & np.uint32(1) == 0:
            continue
        beside = np.uint64(board.neighbours[cell, direction])
        following = (direction + np.uint64(1)) % np.uint64(6)
        if beside == NO_CELL or board.neighbours[cell, following] == NO_CELL:
            continue
        far = np.uint64(board.neighbours[beside, following])
        if far != NO_CELL:
            own += has_stone(position, board, position.to_move, far)
            other += has_stone(position, board, position.to_move ^ np.uint8(1), far)
    return min(own, 3) * 4 + min(other, 3)


@kernel
def extra_cost(scratch: Struct, colour: int, cell: int) -> int:
    """Return the stones that the best connection through the cell needs beyond the best one overall."""
    return min(np.int64(scratch.costs[colour, cell]) - np.int64(scratch.least[colour]), MOST_COST)


@kernel
def chain_features(position: Struct, board: Struct, cell: int, window: int) -> tuple[int, int]:
    """Return the contact and size features of one colour's chains next to the cell."""
    if window == 0:
        return 0, 0
    touched, stones = np.uint16(0), np.uint64(0)
    for arc in range(NUM_ARCS[window]):
        chain = position.chains[board.neighbours[cell, ARCS[window, arc]]]
        touched |= position.touched[chain]
        stones += np.uint64(position.sizes[chain])
    adds = (board.touches[cell] & ~touched) != 0
    contacts = min(np.int64(NUM_BITS[touched]), 4) * 2 + np.int64(adds)
    return contacts, np.int64(SIZES[min(stones, np.uint64(MAX_CELLS))])


@kernel
def location_feature(position: Struct, board: Struct, cell: int) -> int:
    """Return the feature of the distance to the edge and the stage of the game."""
    last = np.int64(board.num_rows) - 3
    x, y, middle = np.int64(board.x[cell]) - 1, np.int64(board.y[cell]) - 1, last // 2
    steps = min(min(x, last - x), min(y, last - y), min(middle - (x - y), middle + (x - y)))
    place = CORNER if board.touches[cell] >= 64 else min(steps, MOST_STEPS)
    cells = np.int64(board.num_cells)
    stones = cells - np.int64(position.num_moves)
    stage = np.int64(stones * 20 >= cells) + np.int64(stones * 5 >= cells)
    return stage * 8 + place


@kernel
def distance_class(board: Struct, worker: Struct, cell: int, back: int) -> int:
    """Return how far the cell is from the move `back` plies ago: 1 adjacent, 2 a two-bridge, 3 and more farther."""
    if worker.line.ply < back:
        return UNKNOWN
    stone = np.uint64(worker.line.moves[worker.line.ply - back])
    if stone >= board.num_cells:  # a swap
        return UNKNOWN
    dx = np.int64(board.x[cell]) - np.int64(board.x[stone])
    dy = np.int64(board.y[cell]) - np.int64(board.y[stone])
    steps = max(abs(dx), abs(dy), abs(dx - dy))
    if steps == 2 and dx != 0 and dy != 0 and dx != dy:
        return 2
    return 1 if steps == 1 else min(steps + 1, FARTHEST)


@kernel
def intrusion_feature(board: Struct, worker: Struct, cell: int, own: int, other: int) -> int:
    """Return whether the cell saves or breaks a two-bridge; `own` and `other` are directions with stones."""
    saves = 0
    broken = AFTER[own] & BEFORE[own] & other
    if broken != 0 and worker.line.ply > 0:
        for direction in range(np.uint64(6)):
            if (broken >> direction) & np.uint32(1):
                saves |= board.neighbours[cell, direction] == worker.line.moves[worker.line.ply - 1]
    intrudes = AFTER[other] & BEFORE[other] & ~(own | other) != 0
    return np.int64(saves) * 2 + np.int64(intrudes)
