"""Malecón: Havannah, Breakthrough and Amazons by Monte-Carlo tree search.

>>> import malecon
>>> position = malecon.Havannah(base=4)
>>> position.play("d4")

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from malecon.version import __version__

if TYPE_CHECKING:
    from malecon.games.amazons.position import Amazons
    from malecon.games.breakthrough.position import Breakthrough
    from malecon.games.colours import BLACK, WHITE, Colour
    from malecon.games.errors import GameError, IllegalMoveError, NotationError, RecordError
    from malecon.games.havannah.complexity import Complexity, complexity
    from malecon.games.havannah.position import Havannah
    from malecon.games.outcome import Ending, Outcome
    from malecon.games.position import Position
    from malecon.games.records.record import GameRecord, Node
    from malecon.players.engine import Engine, Thought
    from malecon.players.player import Decision, Limit, Player
    from malecon.players.random import RandomPlayer

_HOMES = {
    "Amazons": "games.amazons.position",
    "BLACK": "games.colours",
    "Breakthrough": "games.breakthrough.position",
    "Colour": "games.colours",
    "Complexity": "games.havannah.complexity",
    "Decision": "players.player",
    "Ending": "games.outcome",
    "Engine": "players.engine",
    "GameError": "games.errors",
    "GameRecord": "games.records.record",
    "Havannah": "games.havannah.position",
    "IllegalMoveError": "games.errors",
    "Limit": "players.player",
    "Node": "games.records.record",
    "NotationError": "games.errors",
    "Outcome": "games.outcome",
    "Player": "players.player",
    "Position": "games.position",
    "RandomPlayer": "players.random",
    "RecordError": "games.errors",
    "Thought": "players.engine",
    "WHITE": "games.colours",
    "complexity": "games.havannah.complexity",
}

__all__ = [
    "BLACK",
    "WHITE",
    "Amazons",
    "Breakthrough",
    "Colour",
    "Complexity",
    "Decision",
    "Ending",
    "Engine",
    "GameError",
    "GameRecord",
    "Havannah",
    "IllegalMoveError",
    "Limit",
    "Node",
    "NotationError",
    "Outcome",
    "Player",
    "Position",
    "RandomPlayer",
    "RecordError",
    "Thought",
    "__version__",
    "complexity",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'malecon' has no attribute {name!r}")
    value = getattr(import_module(f"malecon.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
