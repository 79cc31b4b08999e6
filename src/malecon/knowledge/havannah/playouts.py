"""Playout moves and playout termination: winning and saving cells, two-bridges, proximity, weights, dead cells."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import (
    begin_playout,
    default_playout_move,
    is_decided,
    monitored_plies,
    urgent_playout_move,
    win_counts,
)
from malecon.games.havannah.geometry import NO_CELL
from malecon.games.havannah.rules import RING, has_stone, is_empty_cell
from malecon.kernel import Struct, implements, kernel, random_below, random_float
from malecon.knowledge.havannah.dead_cells import is_dead
from malecon.knowledge.havannah.mates import WITHIN, makes_two_threats, new_threat, patch_around
from malecon.knowledge.havannah.near_wins import NOT_NEAR, init_contacts, near_win
from malecon.knowledge.havannah.pattern_weights import pattern_cell
from malecon.knowledge.havannah.priors import is_empty, joint_neighbour_wins
from malecon.knowledge.havannah.rings import closes_old_ring

COIN = 1  # nearest_neighbour(whose=coin)
BY_DISTANCE = 1  # nearest_neighbour(weights=distance)
TRIALS = 8  # rejection-sampling trials


@kernel
def is_early(board: Struct, plies: int, c: float) -> bool:
    """Return whether a ply, counted from 1, is within the first cells / c plies: the checks are expensive."""
    return np.float32(plies) * c <= np.float32(board.num_cells)


@implements(begin_playout, "havannah")
def begin_havannah_playout(position: Struct, board: Struct, worker: Struct) -> None:
    """Initialize the contacts that threat detection uses."""
    if worker.settings.mate or worker.settings.decisive:
        init_contacts(position, board, worker.scratch)


@implements(monitored_plies, "havannah")
def monitored_havannah_plies(position: Struct, board: Struct, worker: Struct) -> int:  # noqa: ARG001
    """Return all plies if some rings do not count, else those in which mates are detected."""
    if worker.settings.rings:
        return np.int64(board.num_cells)
    return np.int64(np.float32(board.num_cells) / worker.settings.mate_c) if worker.settings.mate else np.int64(0)


@implements(is_decided, "havannah")
def is_havannah_mate(position: Struct, board: Struct, worker: Struct, cell: int) -> bool:
    """Havannah-Mate: the chain just played has two winning cells, and the opponent can block only one."""
    if not worker.settings.mate or not is_early(
        board, worker.line.ply - worker.line.playout_start, worker.settings.mate_c
    ):
        return False
    colour = np.uint64(position.to_move) ^ np.uint64(1)
    near = near_win(position, worker.scratch, colour, position.chains[cell])
    return near != NOT_NEAR and makes_two_threats(position, board, colour, np.uint64(cell), near)


@implements(win_counts, "havannah")
def havannah_win_counts(position: Struct, board: Struct, worker: Struct, share: float) -> bool:
    """Count every bridge and fork, but a ring only early in the playout or with enough old stones."""
    settings = worker.settings
    if not settings.rings or position.ending != RING:
        return True
    if share > settings.rings_depth:
        return False
    last, needed = np.uint64(worker.line.moves[worker.line.ply - 1]), settings.rings_permanent
    return needed == 0 or closes_old_ring(position, board, worker, last, needed)


@implements(urgent_playout_move, "havannah")
def urgent_havannah_move(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """Return the move of the first urgent rule that has one, else `worker.no_move`."""
    settings = worker.settings
    cell = np.uint64(NO_CELL)
    if settings.decisive and ply > 1 and is_early(board, ply - worker.line.playout_start + 1, settings.decisive_c):
        colour = np.uint64(position.to_move)
        cell = new_threat(position, board, worker.scratch, colour, np.uint64(worker.line.moves[ply - 2]))
        if cell == NO_CELL:
            cell = new_threat(
                position, board, worker.scratch, colour ^ np.uint64(1), np.uint64(worker.line.moves[ply - 1])
            )
        worker.line.decisive[ply] = cell != NO_CELL
    if cell == NO_CELL and settings.two_bridge and ply > 0:
        cell = save_two_bridge(position, board, worker.line.moves[ply - 1])
    return worker.no_move if cell == NO_CELL else cell


@implements(default_playout_move, "havannah")
def default_havannah_move(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """Return the move of the first default rule that has one, else `worker.no_move`."""
    settings = worker.settings
    cell = np.uint64(NO_CELL)
    if settings.corners:
        cell = corner_cell(position, board, worker)
    if cell == NO_CELL and settings.nearest_neighbour and ply > 1:
        cell = near_cell(position, board, worker, ply)
    if cell == NO_CELL and settings.proximity:
        cell = cell_near_own_stone(position, board, worker)
    if cell == NO_CELL and settings.patterns:
        cell = pattern_cell(position, board, worker)
    if cell == NO_CELL and settings.joint_playout:
        cell = weighted_cell(position, board, worker)
    if cell == NO_CELL and settings.dead_cells:
        cell = live_cell(position, board, worker)
    return worker.no_move if cell == NO_CELL else cell


@kernel
def save_two_bridge(position: Struct, board: Struct, intruder: int) -> int:
    """Return the other cell of an own two-bridge that the opponent just intruded into, else NO_CELL."""
    colour = position.to_move
    for direction in range(6):
        left = board.neighbours[intruder, (direction + 5) % 6]
        other = board.neighbours[intruder, direction]
        right = board.neighbours[intruder, (direction + 1) % 6]
        if left == NO_CELL or right == NO_CELL or not is_empty(position, board, other):
            continue
        if has_stone(position, board, colour, left) and has_stone(position, board, colour, right):
            return np.uint64(other)
    return np.uint64(NO_CELL)


@kernel
def distance(board: Struct, one: int, two: int) -> int:
    """Return the number of steps between two cells."""
    dx = np.int64(board.x[one]) - np.int64(board.x[two])
    dy = np.int64(board.y[one]) - np.int64(board.y[two])
    return max(abs(dx), abs(dy), abs(dx - dy))


@kernel
def near_cell(position: Struct, board: Struct, worker: Struct, ply: int) -> int:
    """Return a random empty cell, with a preference for those close to the last move.

    By rank, it is the closer of two cells; by distance, a cell at distance d has the weight 2 D - d, by rejection.
    """
    last = worker.line.moves[ply - 2]
    if worker.settings.nearest_neighbour_whose == COIN and random_float(worker) < np.float32(0.5):
        last = worker.line.moves[ply - 1]
    if worker.settings.nearest_neighbour_weights == BY_DISTANCE:
        most = 2 * (np.int64(board.num_rows) - 2)  # without the border, a board has D rows
        while True:
            cell = position.empties[random_below(worker, position.num_moves)]
            if random_float(worker) * np.float32(most) < np.float32(most - distance(board, cell, last)):
                return np.uint64(cell)
    one = position.empties[random_below(worker, position.num_moves)]
    two = position.empties[random_below(worker, position.num_moves)]
    return np.uint64(one) if distance(board, one, last) <= distance(board, two, last) else np.uint64(two)


@kernel
def corner_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a free corner with probability `corners.p`, else NO_CELL."""
    if random_float(worker) >= worker.settings.corners_p:
        return np.uint64(NO_CELL)
    first = random_below(worker, 6)
    for turn in range(np.uint64(6)):
        cell = np.uint64(board.corners[(first + turn) % np.uint64(6)])
        if is_empty_cell(position, board, cell):
            return cell
    return np.uint64(NO_CELL)


@kernel
def cell_near_own_stone(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a random cell within `proximity.distance` of an own stone; NO_CELL if a few trials find none."""
    nearby = WITHIN[worker.settings.proximity_distance]
    for _ in range(TRIALS):
        cell = np.uint64(position.empties[random_below(worker, position.num_moves)])
        if patch_around(position, board, np.uint64(position.to_move), cell) & nearby != 0:
            return cell
    return np.uint64(NO_CELL)


@kernel
def weighted_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a cell by roulette wheel over the weights 40, 30 and 5 of neighbour, joint and other moves."""
    total = np.float32(0)
    for index in range(position.num_moves):
        total += joint_neighbour_wins(position, board, np.uint64(position.empties[index]))
    rest = total * random_float(worker)
    for index in range(position.num_moves):
        rest -= joint_neighbour_wins(position, board, np.uint64(position.empties[index]))
        if rest < 0:
            return np.uint64(position.empties[index])
    return np.uint64(position.empties[0])


@kernel
def live_cell(position: Struct, board: Struct, worker: Struct) -> int:
    """Return a random cell that is not dead; NO_CELL if a few trials find none."""
    for _ in range(TRIALS):
        cell = np.uint64(position.empties[random_below(worker, position.num_moves)])
        if not is_dead(position, board, cell):
            return cell
    return np.uint64(NO_CELL)
