"""The static evaluation of Havannah: who needs fewer stones for a bridge or a fork, as a chance of winning."""

from __future__ import annotations

import numpy as np

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.contract import evaluate
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.kernel import Record, implements, kernel, new_records
from malecon.knowledge.evaluation import Evaluation, Term
from malecon.knowledge.havannah.distance import DISTANCES, EXACT, LEAST_ALONE, measure_distances

ONE = np.float32(1)


@implements(evaluate, "havannah")
def evaluate_havannah(position: Record, board: Record, worker: Record) -> float:
    """White's chance by the distances of both players, as the knobs of the technique `distance` say."""
    measure_distances(position, board, worker.scratch, LEAST_ALONE)
    ahead = stones_ahead(worker.scratch, worker.settings)
    ahead += worker.settings.distance_move if position.to_move == WHITE else -worker.settings.distance_move
    return ONE / (ONE + np.exp(-ahead))


@kernel
def stones_ahead(scratch: Record, settings: Record) -> float:
    """How far White is ahead; a stone counts the more, the nearer the end is."""
    white, black = np.float32(scratch.least[WHITE]), np.float32(scratch.least[BLACK])
    return (black - white) * (settings.distance_slope + settings.distance_ratio / (ONE + min(white, black)))


def explain(position: Position) -> Evaluation:
    """The stones that each side needs for a bridge or fork, and what its best one through each empty cell costs."""
    assert isinstance(position, Havannah)
    scratch = new_records(DISTANCES)[0]
    measure_distances(position.record, position.boards[0], scratch, EXACT)
    least = {colour: int(scratch.least[colour]) for colour in Colour}
    maps = {}
    for colour in Colour:
        costs = zip(position.cells, scratch.costs[colour].tolist(), strict=False)
        maps[f"stones that {colour} needs through each cell"] = {
            cell: str(cost) for cell, cost in costs if position.stone(cell) is None
        }
    terms = [Term("stones to a bridge or fork", float(least[WHITE]), float(least[BLACK]))]
    return Evaluation(float(least[BLACK] - least[WHITE]), terms, maps)
