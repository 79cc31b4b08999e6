"""The games by name. A new game is its own files and one entry here.

Classes are named by text and imported on first use. Upper layers keep their part of a game in a module named after it
(`malecon.knowledge.havannah`, `malecon.players.openspiel.havannah`) and find it with `find_game_module`, so this layer
refers to nothing above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.games.sgf.dialect import SgfDialect


@dataclass(frozen=True)
class GameEntry:
    """The classes of a game, each as `module:name`."""

    position: str
    """Its positions: a subclass of `games.position.Position`."""
    dialect: str
    """Its dialect of SGF: a subclass of `games.sgf.dialect.SgfDialect`."""


DEFAULT_GAME = "havannah"
GAMES = {
    "havannah": GameEntry("malecon.games.havannah.position:Havannah", "malecon.games.havannah.sgf:HavannahSgf"),
    "breakthrough": GameEntry(
        "malecon.games.breakthrough.position:Breakthrough", "malecon.games.breakthrough.sgf:BreakthroughSgf"
    ),
    "amazons": GameEntry("malecon.games.amazons.position:Amazons", "malecon.games.amazons.sgf:AmazonsSgf"),
}


def position_class(game: str) -> type[Position]:
    """Return the class of a game's positions."""
    return cast("type[Position]", _load(_entry(game).position))


@cache
def sgf_dialect(game: str) -> SgfDialect:
    """Return a game's dialect of SGF."""
    return cast("SgfDialect", _load(_entry(game).dialect)())


def find_game_module(package: str, game: str) -> ModuleType | None:
    """Import the module that a package has for a game; None if it has none."""
    _entry(game)
    name = f"{package}.{game}"
    return import_module(name) if find_spec(name) else None


def _entry(game: str) -> GameEntry:
    if game not in GAMES:
        raise GameError(f"unknown game {game!r}; choose one of {', '.join(GAMES)}")
    return GAMES[game]


def _load(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)
