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
    """Evaluate positions in turn, so many times in all; the sum of White's chances."""
    worker, board, total, index = workers[0], boards[0], 0.0, 0
    for _ in range(times):
        total += np.float64(evaluate(positions[index], board, worker))
        index = index + 1 if index + 1 < positions.size else 0
    return total


def static_chance(position: Position, techniques: Mapping[str, Mapping[str, Value]]) -> float:
    """White's chance to win by the game's evaluation, with the parameters that a player gives it."""
    return float(evaluate_often(position.structs, position.boards, evaluators(position.game, techniques), 1))


def evaluators(game: str, techniques: Mapping[str, Mapping[str, Value]]) -> Structs:
    """What the evaluation of a game works with: an array of one worker with the parameters of a player."""
    workers = new_structs(worker_type(game))
    workers[0].settings = new_settings(techniques, game)[0]
    return workers
