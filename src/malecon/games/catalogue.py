"""The games by name, and where the parts of each lie. A new game is one more entry here, and its own files.

Parts are named by text and loaded when they are first asked for: a layer above this one reads its part through
`load_part`, and nothing here imports upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from malecon.games.errors import GameError

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.games.records.form import Form


@dataclass(frozen=True)
class Parts:
    """Where the parts of a game are, each as `module:name`; an empty text where there is none."""

    position: str
    """The class of its positions."""
    form: str
    """The class that says how its records are written."""
    knowledge: str = ""
    """What the search is told of it: a `knowledge.catalogue.Knowledge`."""
    peer: str = ""
    """How to ask OpenSpiel about it: a `lab.openspiel.Peer`."""


DEFAULT_GAME = "havannah"
GAMES = {
    "havannah": Parts(
        "malecon.games.havannah.position:Havannah",
        "malecon.games.havannah.sgf:HavannahForm",
        "malecon.knowledge.havannah:KNOWLEDGE",
        "malecon.lab.openspiel_havannah:PEER",
    ),
    "breakthrough": Parts(
        "malecon.games.breakthrough.position:Breakthrough",
        "malecon.games.breakthrough.sgf:BreakthroughForm",
        "malecon.knowledge.breakthrough:KNOWLEDGE",
        "malecon.lab.openspiel_breakthrough:PEER",
    ),
    "amazons": Parts(
        "malecon.games.amazons.position:Amazons",
        "malecon.games.amazons.sgf:AmazonsForm",
        "malecon.knowledge.amazons:KNOWLEDGE",
        "malecon.lab.openspiel_amazons:PEER",
    ),
}


def position_class(game: str) -> type[Position]:
    """The class of a game's positions."""
    return cast("type[Position]", load_part(game, "position"))


@cache
def record_form(game: str) -> Form:
    """How a game's records are written."""
    return cast("Form", load_part(game, "form")())


def load_part(game: str, part: str) -> Any:
    """A part of a game by its name in `Parts`; None where the game has none, GameError where there is no such game."""
    if game not in GAMES:
        raise GameError(f"{game!r} is no game that is known here: {', '.join(GAMES)}")
    place: str = getattr(GAMES[game], part)
    if not place:
        return None
    module, name = place.split(":")
    return getattr(import_module(module), name)
