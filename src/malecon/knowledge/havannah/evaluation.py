"""The static evaluation of Havannah: who needs fewer stones for a bridge or a fork, as a chance of winning."""

from __future__ import annotations

import numpy as np

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.contract import evaluate
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.kernel import Struct, implements, kernel, new_structs
from malecon.knowledge.evaluation import Evaluation, Term
from malecon.knowledge.havannah.distance import DISTANCES, EXACT, LEAST_ALONE, measure_distances

ONE = np.float32(1)


@implements(evaluate, "havannah")
def evaluate_havannah(position: Struct, board: Struct, worker: Struct) -> float:
    """White's chance by the distances of both players, as the parameters of the technique `distance` say."""
    measure_distances(position, board, worker.scratch, LEAST_ALONE)
    ahead = stones_ahead(worker.scratch, worker.settings)
    ahead += worker.settings.distance_move if position.to_move == WHITE else -worker.settings.distance_move
    return ONE / (ONE + np.exp(-ahead))


@kernel
def stones_ahead(scratch: Struct, settings: Struct) -> float:
    """How far White is ahead; a stone counts the more, the nearer the end is."""
    white, black = np.float32(scratch.least[WHITE]), np.float32(scratch.least[BLACK])
    return (black - white) * (settings.distance_slope + settings.distance_ratio / (ONE + min(white, black)))


def explain(position: Position) -> Evaluation:
    """The stones that each side needs for a bridge or fork, and what its best one through each empty cell costs."""
    assert isinstance(position, Havannah)
    scratch = new_structs(DISTANCES)[0]
    measure_distances(position.struct, position.boards[0], scratch, EXACT)
    least = {colour: int(scratch.least[colour]) for colour in Colour}
    maps = {}
    for colour in Colour:
        costs = zip(position.cells, scratch.costs[colour].tolist(), strict=False)
        maps[f"stones that {colour} needs through each cell"] = {
            cell: str(cost) for cell, cost in costs if position.stone(cell) is None
        }
    terms = [Term("stones to a bridge or fork", float(least[WHITE]), float(least[BLACK]))]
    return Evaluation(float(least[BLACK] - least[WHITE]), terms, maps)
