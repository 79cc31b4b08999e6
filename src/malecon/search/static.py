"""The static evaluation of positions, outside of any search."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from malecon.games.contract import evaluate
from malecon.games.position import Position
from malecon.kernel import Records, kernel, new_records
from malecon.knowledge.technique import Value
from malecon.search.settings import new_settings
from malecon.search.worker import worker_type


@kernel
def evaluate_often(positions: Records, boards: Records, workers: Records, times: int) -> float:
    """Evaluate positions in turn, so many times in all; the sum of White's chances."""
    worker, board, total, index = workers[0], boards[0], 0.0, 0
    for _ in range(times):
        total += np.float64(evaluate(positions[index], board, worker))
        index = index + 1 if index + 1 < positions.size else 0
    return total


def static_chance(position: Position, techniques: Mapping[str, Mapping[str, Value]]) -> float:
    """White's chance to win by the game's evaluation, with the knobs that a player gives it."""
    return float(evaluate_often(position.records, position.boards, evaluators(position.game, techniques), 1))


def evaluators(game: str, techniques: Mapping[str, Mapping[str, Value]]) -> Records:
    """What the evaluation of a game works with: an array of one worker with the knobs of a player."""
    workers = new_records(worker_type(game))
    workers[0].settings = new_settings(techniques, game)[0]
    return workers
