"""Static evaluation of Havannah: who needs fewer stones for a bridge or fork, as a winning probability."""

from __future__ import annotations

import numpy as np

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.contract import evaluate
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.kernel import Struct, implements, kernel, new_structs
from malecon.knowledge.catalogue import scratch_type
from malecon.knowledge.evaluation import CellCosts, Evaluation, Term
from malecon.knowledge.havannah.distance import DISTANCES, EXACT, LEAST_ONLY, measure_distances

ONE = np.float32(1)
UNREACHABLE = 99  # costs from here on mean that no connection runs through the cell


@implements(evaluate, "havannah")
def evaluate_havannah(position: Struct, board: Struct, worker: Struct) -> float:
    """Return White's winning probability from both distances, with the parameters of `distance`."""
    measure_distances(position, board, worker.scratch, LEAST_ONLY)
    lead = weighted_lead(worker.scratch, worker.settings)
    lead += worker.settings.distance_move if position.to_move == WHITE else -worker.settings.distance_move
    return ONE / (ONE + np.exp(-lead))


@kernel
def weighted_lead(scratch: Struct, settings: Struct) -> float:
    """Return White's lead; a stone counts more the closer the end is."""
    white, black = np.float32(scratch.least[np.uint64(WHITE)]), np.float32(scratch.least[np.uint64(BLACK)])
    return (black - white) * (settings.distance_slope + settings.distance_ratio / (ONE + min(white, black)))


def explain(position: Position) -> Evaluation:
    """Return the stones that each side needs for a bridge or fork, and the cost of its best one through each cell."""
    assert isinstance(position, Havannah)
    scratch = new_structs(DISTANCES)[0]
    measure_distances(position.struct, position.boards[0], scratch, EXACT)
    least = {colour: int(scratch.least[colour]) for colour in Colour}
    maps = {}
    for colour in Colour:
        costs = zip(position.cells, scratch.costs[colour].tolist(), strict=False)
        maps[f"stones {colour} needs through each cell"] = {
            cell: str(cost) for cell, cost in costs if position.stone(cell) is None
        }
    terms = [Term("stones to a bridge or fork", float(least[WHITE]), float(least[BLACK]))]
    return Evaluation(float(least[BLACK] - least[WHITE]), terms, maps)


def cell_costs(position: Position) -> dict[Colour, CellCosts]:
    """Return the stones that each side needs for its best bridge or fork, per cell and overall."""
    assert isinstance(position, Havannah)
    scratch = new_structs(scratch_type(position.game))[0]  # the search's type: nothing new to compile
    measure_distances(position.struct, position.boards[0], scratch, EXACT)
    found = {}
    for colour in Colour:
        row = scratch.costs[colour, : len(position.cells)].tolist()
        cells = {name: cost for name, cost in zip(position.cells, row, strict=True) if cost < UNREACHABLE}
        found[colour] = CellCosts(cells, int(scratch.least[colour]))
    return found
