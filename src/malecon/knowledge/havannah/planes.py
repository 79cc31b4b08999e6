"""Inputs of Havannah's net: planes from the view of the side to move, and numbers that describe the whole position.

The cost maps of `distance` give a shallow net the global view that it cannot compute itself.
"""

from __future__ import annotations

import numpy as np

from malecon.games.contract import net_inputs
from malecon.games.havannah.geometry import MAX_BASE, MAX_CELLS, geometry
from malecon.games.havannah.rules import has_stone
from malecon.kernel import Struct, Structs, implements, kernel
from malecon.knowledge.havannah.distance import measure_distances
from malecon.knowledge.havannah.evaluation import weighted_lead
from malecon.knowledge.net_inputs import NetInputs
from malecon.nets.structs import HEXAGONAL, Grid, net_type

PLANES = (
    "own stone",
    "opponent's stone",
    "empty",
    "closeness of the cell to an own connection",
    "closeness of the cell to a connection of the opponent",
    "sides that the own chain here touches",
    "sides that the opponent's chain here touches",
    "corners that the own chain here touches",
    "corners that the opponent's chain here touches",
    "size of the own chain here",
    "size of the opponent's chain here",
    "last move",
    "move before the last",
    "side cell",
    "corner cell",
)
GLOBALS = (
    "stones that the side to move needs for a bridge or fork",
    "stones that the opponent needs",
    "difference of both",
    "closeness of the end: 1 / (1 + the smaller of both)",
    "lead by static evaluation",
    "filled share of the board",
    "base",
    "share of the cells on the cheapest own connections",
    "share of the cells on the cheapest connections of the opponent",
)
OWN, OTHER, EMPTY, CLOSE, SIDES, CORNERS, SIZE, LAST, SIDE_CELL, CORNER_CELL = 0, 1, 2, 3, 5, 7, 9, 11, 13, 14
MOST_EXTRA = np.int64(5)  # a cell whose connections cost this much more than the cheapest is not close to one
MOST_STONES = np.int64(12)  # a larger chain counts as this large
SIDE_BITS, CORNER_BITS = np.uint16(63), np.uint16(6)
ONE = np.float32(1)
NUM_BITS = np.array([mask.bit_count() for mask in range(64)], np.float32)


def grid(base: int) -> Grid:
    """Return the board of a base as a grid."""
    return Grid(geometry(base).coordinates, HEXAGONAL)


NET = np.dtype([("net", np.dtype((np.record, net_type(MAX_CELLS, grid(MAX_BASE).stride))))], align=True)


NET_INPUTS = NetInputs(
    PLANES,
    GLOBALS,
    grid,
    lambda base: geometry(base).symmetries,
    legal=PLANES[EMPTY],
    history=PLANES[LAST : LAST + 2],
    package="malecon.knowledge.havannah.data",
)


@implements(net_inputs, "havannah")
def havannah_inputs(position: Struct, board: Struct, worker: Struct) -> None:
    """Measure the distances and write the inputs."""
    measure_distances(position, board, worker.scratch, MOST_EXTRA)
    fill_planes(position, board, worker)


@kernel
def fill_planes(position: Struct, board: Struct, worker: Struct) -> None:
    """Write the inputs of the net; `worker.scratch` must hold the distances with a slack of MOST_EXTRA or more."""
    net, scratch = worker.scratch.net, worker.scratch
    own = np.uint64(position.to_move)
    other = own ^ np.uint64(1)
    x, stride = net.x, np.uint64(net.stride)
    num_close = num_other_close = 0
    for cell in range(board.num_cells):
        place = np.uint64(net.places[cell])
        for plane in range(np.uint64(len(PLANES))):
            x[plane * stride + place] = np.float32(0)
        if has_stone(position, board, own, cell):
            x[place] = ONE
            fill_chain(position, x, stride, place, np.uint64(position.chains[cell]), np.uint64(0))
        elif has_stone(position, board, other, cell):
            x[stride + place] = ONE
            fill_chain(position, x, stride, place, np.uint64(position.chains[cell]), np.uint64(1))
        else:
            x[np.uint64(EMPTY) * stride + place] = ONE
        close, other_close = closeness(scratch, own, cell), closeness(scratch, other, cell)
        x[np.uint64(CLOSE) * stride + place] = close
        x[np.uint64(CLOSE + 1) * stride + place] = other_close
        num_close += np.int64(close == ONE)
        num_other_close += np.int64(other_close == ONE)
        touches = board.touches[cell]
        x[np.uint64(SIDE_CELL) * stride + place] = ONE if touches & SIDE_BITS else np.float32(0)
        x[np.uint64(CORNER_CELL) * stride + place] = ONE if touches >> CORNER_BITS else np.float32(0)
    fill_last_moves(worker, x, stride)
    fill_globals(position, board, worker, (num_close, num_other_close))


@kernel
def closeness(scratch: Struct, colour: int, cell: int) -> float:
    """Return 1 on a colour's cheapest connections, falling to 0 on cells whose connections cost 5 stones more."""
    extra = np.int64(scratch.costs[colour, cell]) - np.int64(scratch.least[colour])
    return ONE - np.float32(min(extra, MOST_EXTRA)) / np.float32(MOST_EXTRA)


@kernel
def fill_chain(position: Struct, x: Structs, stride: int, place: int, chain: int, other: int) -> None:
    """Write what the chain of a stone touches, and its size; `other` is 1 for the opponent's chains."""
    touched = position.touched[chain]
    x[(np.uint64(SIDES) + other) * stride + place] = NUM_BITS[touched & SIDE_BITS] / np.float32(3)
    x[(np.uint64(CORNERS) + other) * stride + place] = NUM_BITS[touched >> CORNER_BITS] / np.float32(2)
    stones = min(np.int64(position.sizes[chain]), MOST_STONES)
    x[(np.uint64(SIZE) + other) * stride + place] = np.float32(stones) / np.float32(MOST_STONES)


@kernel
def fill_last_moves(worker: Struct, x: Structs, stride: int) -> None:
    """Mark the last two moves, as far as the search knows them."""
    for back in range(2):
        if worker.line.ply > back:
            move = np.uint64(worker.line.moves[worker.line.ply - 1 - back])
            x[np.uint64(LAST + back) * stride + np.uint64(worker.scratch.net.places[move])] = ONE


@kernel
def fill_globals(position: Struct, board: Struct, worker: Struct, num_close: tuple[int, int]) -> None:
    """Write the numbers that describe the whole position; `num_close` counts the cells on cheapest connections."""
    scratch, values = worker.scratch, worker.scratch.net.globals
    own = np.uint64(position.to_move)
    needed, other_needed = np.float32(scratch.least[own]), np.float32(scratch.least[own ^ np.uint64(1)])
    cells = np.float32(board.num_cells)
    lead = weighted_lead(scratch, worker.settings)
    values[0] = needed / np.float32(8)
    values[1] = other_needed / np.float32(8)
    values[2] = (other_needed - needed) / np.float32(4)
    values[3] = ONE / (ONE + min(needed, other_needed))
    values[4] = lead if own == 0 else -lead
    values[5] = ONE - np.float32(position.num_moves) / cells
    values[6] = np.float32(position.havannah) / np.float32(10)
    values[7] = np.float32(num_close[0]) / cells
    values[8] = np.float32(num_close[1]) / cells
