"""The catalogue of games. Adding a game takes its own files and one entry here.

Classes are named as text and imported on first use. An upper layer keeps its code for a game in a module named after
the game (`malecon.knowledge.NAME`, `malecon.players.openspiel.NAME`) and loads it with `find_game_module`, so that this
layer refers to nothing above it.
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
    """The classes of a game, each written as `module:name`."""

    position: str
    """The position class, a subclass of `games.position.Position`."""
    dialect: str
    """The SGF dialect, a subclass of `games.sgf.dialect.SgfDialect`."""


DEFAULT_GAME = "havannah"
GAMES = {
    "havannah": GameEntry("malecon.games.havannah.position:Havannah", "malecon.games.havannah.sgf:HavannahSgf"),
    "breakthrough": GameEntry(
        "malecon.games.breakthrough.position:Breakthrough", "malecon.games.breakthrough.sgf:BreakthroughSgf"
    ),
    "amazons": GameEntry("malecon.games.amazons.position:Amazons", "malecon.games.amazons.sgf:AmazonsSgf"),
}


def position_class(game: str) -> type[Position]:
    """Return the position class of a game."""
    return cast("type[Position]", _load(_entry(game).position))


@cache
def sgf_dialect(game: str) -> SgfDialect:
    """Return the SGF dialect of a game."""
    return cast("SgfDialect", _load(_entry(game).dialect)())


def find_game_module(package: str, game: str) -> ModuleType | None:
    """Import and return the module named after a game in a package; None if there is none."""
    _entry(game)
    name = f"{package}.{game}"
    return import_module(name) if find_spec(name) else None


def _entry(game: str) -> GameEntry:
    if game not in GAMES:
        raise GameError(f"unknown game {game!r}; choose one of {', '.join(GAMES)}")
    return GAMES[game]


def _load(reference: str) -> Any:
    module, name = reference.split(":")
    return getattr(import_module(module), name)
