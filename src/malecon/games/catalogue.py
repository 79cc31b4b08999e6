"""The catalogue of games. Adding a game takes its own files and one entry here, or an entry point of its package.

Classes are named as text and imported on first use. An upper layer keeps its code for a game in a module named after
the game (`malecon.knowledge.NAME`, `malecon.players.openspiel.NAME`) and loads it with `find_game_module`, so that this
layer refers to nothing above it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from malecon import entry_points
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
    knowledge: str = ""
    """The value of type `knowledge.catalogue.Knowledge` of a game outside this package; empty if it has none."""


class _Games(dict[str, GameEntry]):
    """The games of this package, and those that other packages declare by the entry point `malecon.games`."""

    def __missing__(self, game: str) -> GameEntry:
        if game not in entry_points.entries(entry_points.GAMES):
            raise KeyError(game)
        entry = entry_points.load(entry_points.GAMES, game)
        if not isinstance(entry, GameEntry):
            raise GameError(
                f"the entry point {game!r} of malecon.games must be a GameEntry, not {type(entry).__name__}"
            )
        self[game] = entry
        return entry

    def __contains__(self, game: object) -> bool:
        return super().__contains__(game) or game in entry_points.entries(entry_points.GAMES)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*super().__iter__(), *entry_points.entries(entry_points.GAMES)]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


DEFAULT_GAME = "havannah"
GAMES = _Games(
    {
        "havannah": GameEntry("malecon.games.havannah.position:Havannah", "malecon.games.havannah.sgf:HavannahSgf"),
        "breakthrough": GameEntry(
            "malecon.games.breakthrough.position:Breakthrough", "malecon.games.breakthrough.sgf:BreakthroughSgf"
        ),
        "amazons": GameEntry("malecon.games.amazons.position:Amazons", "malecon.games.amazons.sgf:AmazonsSgf"),
    }
)


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


def outside_knowledge(game: str) -> Any:
    """Return the knowledge that a game outside this package names in its entry; None if it names none."""
    reference = _entry(game).knowledge
    return _load(reference) if reference else None


def _entry(game: str) -> GameEntry:
    if game not in GAMES:
        raise GameError(f"unknown game {game!r}; choose one of {', '.join(GAMES)}")
    return GAMES[game]


def _load(reference: str) -> Any:
    module, name = reference.split(":")
    return getattr(import_module(module), name)
