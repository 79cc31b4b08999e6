"""The static evaluation of one position, outside of any search."""

from __future__ import annotations

from collections.abc import Mapping

from malecon.games.contract import evaluate
from malecon.games.position import Position
from malecon.kernel import new_records
from malecon.knowledge.technique import Value
from malecon.search.settings import new_settings
from malecon.search.worker import worker_type


def static_chance(position: Position, techniques: Mapping[str, Mapping[str, Value]]) -> float:
    """White's chance to win by the game's evaluation, with the knobs that a player gives it."""
    worker = new_records(worker_type(position.game))[0]
    worker.settings = new_settings(techniques, position.game)[0]
    return float(evaluate(position.record, position.boards[0], worker))
