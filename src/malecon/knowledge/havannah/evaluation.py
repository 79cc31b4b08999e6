"""The static evaluation of Havannah: who needs fewer stones for a bridge or a fork, as a chance of winning."""

from __future__ import annotations

import numpy as np

from malecon.games.colours import BLACK, WHITE
from malecon.games.contract import evaluate
from malecon.kernel import Record, implements, kernel
from malecon.knowledge.havannah.distance import measure_distances

ONE = np.float32(1)


@implements(evaluate, "havannah")
def evaluate_havannah(position: Record, board: Record, worker: Record) -> float:
    """White's chance by the distances of both players, as the knobs of the technique `distance` say."""
    measure_distances(position, board, worker.scratch)
    ahead = stones_ahead(worker.scratch, worker.settings)
    ahead += worker.settings.distance_move if position.to_move == WHITE else -worker.settings.distance_move
    return ONE / (ONE + np.exp(-ahead))


@kernel
def stones_ahead(scratch: Record, settings: Record) -> float:
    """How far White is ahead; a stone counts the more, the nearer the end is."""
    white, black = np.float32(scratch.least[WHITE]), np.float32(scratch.least[BLACK])
    return (black - white) * (settings.distance_slope + settings.distance_ratio / (ONE + min(white, black)))
