"""Malecón: Havannah, Breakthrough and Amazons by Monte-Carlo tree search.

>>> import malecon
>>> position = malecon.Havannah(base=4)
>>> position.play("d4")

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from malecon import compile_notice
from malecon.version import __version__

if TYPE_CHECKING:
    from malecon.games.amazons.position import Amazons
    from malecon.games.breakthrough.position import Breakthrough
    from malecon.games.colours import BLACK, WHITE, Colour
    from malecon.games.errors import GameError, IllegalMoveError, NotationError, RecordError
    from malecon.games.havannah.complexity import Complexity, complexity
    from malecon.games.havannah.position import Havannah
    from malecon.games.line_notation import read_position
    from malecon.games.outcome import Ending, Outcome
    from malecon.games.position import Position
    from malecon.games.sgf.record import GameRecord, Node
    from malecon.lab.selfplay import read_selfplay, selfplay
    from malecon.players.engine import Engine
    from malecon.players.external import GtpPlayer
    from malecon.players.factory import make_player
    from malecon.players.gtp_client import EngineError
    from malecon.players.player import Decision, Limit, Player
    from malecon.players.random import RandomPlayer
    from malecon.players.solve import Solution, solve
    from malecon.players.thought import Thought

_HOMES = {
    "Amazons": "games.amazons.position",
    "BLACK": "games.colours",
    "Breakthrough": "games.breakthrough.position",
    "Colour": "games.colours",
    "Complexity": "games.havannah.complexity",
    "Decision": "players.player",
    "Ending": "games.outcome",
    "Engine": "players.engine",
    "EngineError": "players.gtp_client",
    "GameError": "games.errors",
    "GameRecord": "games.sgf.record",
    "GtpPlayer": "players.external",
    "Havannah": "games.havannah.position",
    "IllegalMoveError": "games.errors",
    "Limit": "players.player",
    "Node": "games.sgf.record",
    "NotationError": "games.errors",
    "Outcome": "games.outcome",
    "Player": "players.player",
    "Position": "games.position",
    "RandomPlayer": "players.random",
    "RecordError": "games.errors",
    "Solution": "players.solve",
    "Thought": "players.thought",
    "WHITE": "games.colours",
    "complexity": "games.havannah.complexity",
    "make_player": "players.factory",
    "read_position": "games.line_notation",
    "read_selfplay": "lab.selfplay",
    "selfplay": "lab.selfplay",
    "solve": "players.solve",
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
    "EngineError",
    "GameError",
    "GameRecord",
    "GtpPlayer",
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
    "Solution",
    "Thought",
    "__version__",
    "complexity",
    "make_player",
    "read_position",
    "read_selfplay",
    "selfplay",
    "solve",
    "warmup",
]


def __getattr__(name: str) -> Any:
    if name == "warmup":  # a package that can be called
        return import_module("malecon.warmup")
    if name not in _HOMES:
        raise AttributeError(f"module 'malecon' has no attribute {name!r}")
    value = getattr(import_module(f"malecon.{_HOMES[name]}"), name)
    compile_notice.install()
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
