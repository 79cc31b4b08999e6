"""Initial wins and visits of new moves, by what the stone would join (section 3.7 of stankiewicz2011)."""

from __future__ import annotations

import numpy as np

from malecon.games.contract import prior
from malecon.games.havannah.geometry import NO_CELL
from malecon.games.havannah.rules import ARCS, NUM_ARCS, has_stone, stones_around
from malecon.kernel import Struct, implements, kernel
from malecon.knowledge.havannah.distance import nearness
from malecon.knowledge.havannah.techniques import PRIOR_KINDS

JOINT_NEIGHBOUR, LOCAL_CONNECTIONS, EDGE_CORNER, EDGE_CORNER_OWN, COMBINATION, EVALUATION = range(len(PRIOR_KINDS))
SIGNED = 1  # uct(results=signed)
CERTAIN_VISITS = np.float32(1)  # of a move that completes a connection
NUM_BITS = np.array([bin(mask).count("1") for mask in range(4096)], np.uint8)


@kernel
def is_empty(position: Struct, board: Struct, cell: int) -> bool:
    """Return whether the cell exists and has no stone."""
    return cell != NO_CELL and not has_stone(position, board, 0, cell) and not has_stone(position, board, 1, cell)


@kernel
def is_joint(position: Struct, board: Struct, colour: int, cell: int) -> bool:
    """Return whether an intact two-bridge joins the cell to a stone of the colour: two common empty neighbours."""
    for direction in range(6):
        left = board.neighbours[cell, direction]
        right = board.neighbours[cell, (direction + 1) % 6]
        if left == NO_CELL or right == NO_CELL:
            continue
        far = board.neighbours[left, (direction + 1) % 6]
        if far == NO_CELL or not has_stone(position, board, colour, far):
            continue
        if is_empty(position, board, left) and is_empty(position, board, right):
            return True
    return False


@kernel
def contacts(position: Struct, board: Struct, colour: int, cell: int) -> int:
    """Return the sides and corners that the chains next to a cell touch, as bits."""
    window = stones_around(position, board, colour, cell)
    touched = np.uint16(0)
    for arc in range(NUM_ARCS[window]):
        touched |= position.touched[position.chains[board.neighbours[cell, ARCS[window, arc]]]]
    return touched


@kernel
def joint_neighbour_wins(position: Struct, board: Struct, cell: int) -> float:
    """Return 40 next to an own stone, 30 for a joint move, 5 elsewhere; out of 40."""
    colour = position.to_move
    if stones_around(position, board, colour, cell) != 0:
        return np.float32(40)
    return np.float32(30) if is_joint(position, board, colour, cell) else np.float32(5)


@kernel
def local_connection_wins(position: Struct, board: Struct, cell: int) -> float:
    """Return 10 for every separate group of own stones around the cell; out of 30."""
    return np.float32(10) * np.float32(NUM_ARCS[stones_around(position, board, position.to_move, cell)])


@kernel
def edge_corner_prior(position: Struct, board: Struct, cell: int, own_cell: bool) -> tuple[float, float]:
    """Return 10 for every side and corner that the chain would touch, out of 30; for a certain win 1000 out of 1."""
    touched = contacts(position, board, position.to_move, cell)
    if own_cell:
        touched |= board.touches[cell]
    sides, corners = NUM_BITS[touched & np.uint16(63)], NUM_BITS[touched >> np.uint16(6)]
    if corners > 1 or sides > 2:
        return np.float32(1000), CERTAIN_VISITS
    return np.float32(10) * np.float32(sides + corners), np.float32(30)


@kernel
def evaluation_wins(scratch: Struct, colour: int, cell: int) -> float:
    """Return up to 20 each for the cell's nearness to the best connections of both sides; out of 40."""
    other = colour ^ np.uint64(1)
    return np.float32(20) * (nearness(scratch, colour, cell) + nearness(scratch, other, cell))


@implements(prior, "havannah")
def havannah_prior(position: Struct, board: Struct, worker: Struct, cell: int) -> tuple[float, float]:
    """Return wins and visits of the selected kind, scaled by its weight; a certain win overrides the rest.

    With signed results, the papers' wins are a sum of +1 and -1: w of n means (w + n) / 2 wins.
    """
    wins, visits = np.float32(0), np.float32(0)
    settings = worker.settings
    kind = settings.prior_kind
    if kind in (JOINT_NEIGHBOUR, COMBINATION):
        wins += joint_neighbour_wins(position, board, cell)
        visits += np.float32(40)
    if kind == EVALUATION:  # `prepare_expansion` has measured the distances
        wins += evaluation_wins(worker.scratch, np.uint64(position.to_move), cell)
        visits += np.float32(40)
    if kind in (LOCAL_CONNECTIONS, COMBINATION):
        wins += local_connection_wins(position, board, cell)
        visits += np.float32(30)
    if kind in (EDGE_CORNER, EDGE_CORNER_OWN, COMBINATION):
        more, out_of = edge_corner_prior(position, board, cell, kind == EDGE_CORNER_OWN)
        if out_of == CERTAIN_VISITS:
            return more * settings.prior_weight, out_of * settings.prior_weight
        wins += more
        visits += out_of
    if settings.uct_results == SIGNED and kind != EVALUATION:
        wins = np.float32(0.5) * (wins + visits)
    return wins * settings.prior_weight, visits * settings.prior_weight
