"""The games by name, each loaded when it is first asked for. A new game is one more line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.games.records.form import Form

# name: where the position class is, where the form of its records is
GAMES = {
    "havannah": ("havannah.position:Havannah", "havannah.sgf:HavannahForm"),
}


def position_class(game: str) -> type[Position]:
    """The class of a game's positions."""
    return cast("type[Position]", _load(_home(game)[0]))


@cache
def record_form(game: str) -> Form:
    """How a game's records are written."""
    return cast("Form", _load(_home(game)[1])())


def _home(game: str) -> tuple[str, str]:
    try:
        return GAMES[game]
    except KeyError:
        raise GameError(f"{game!r} is no game that is known here: {', '.join(GAMES)}") from None


def _load(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"malecon.games.{module}"), name)
