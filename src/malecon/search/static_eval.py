"""The static evaluation of positions, outside of any search."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from malecon.games.contract import evaluate
from malecon.games.position import Position
from malecon.kernel import Structs, kernel, new_structs
from malecon.knowledge.technique import Value
from malecon.search.mcts.worker import worker_type
from malecon.search.settings import new_settings


@kernel
def evaluate_often(positions: Structs, boards: Structs, workers: Structs, times: int) -> float:
    """Evaluate positions in turn, `times` evaluations in all; return the sum of White's chances."""
    worker, board, total, index = workers[0], boards[0], 0.0, 0
    for _ in range(times):
        total += np.float64(evaluate(positions[index], board, worker))
        index = index + 1 if index + 1 < positions.size else 0
    return total


def static_chance(position: Position, techniques: Mapping[str, Mapping[str, Value]]) -> float:
    """Return White's chance by the game's evaluation, with a player's parameters."""
    return float(evaluate_often(position.structs, position.boards, evaluators(position.game, techniques), 1))


def evaluators(game: str, techniques: Mapping[str, Mapping[str, Value]]) -> Structs:
    """Return an array of one worker with a player's parameters: the work space of the evaluation."""
    workers = new_structs(worker_type(game))
    workers[0].settings = new_settings(techniques, game)[0]
    return workers
