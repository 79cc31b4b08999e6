"""What a game says about itself so that its records can be read and written; all else here knows no game.

A game has one subclass of `SgfDialect`, named in the catalogue. `Properties` are the properties of an SGF node: each
name has a list of raw values, that is, text with SGF's escapes still in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import RecordError
from malecon.games.position import Position
from malecon.games.sgf.grammar import plain_text, shorten

Properties: TypeAlias = dict[str, list[str]]
WrittenMove: TypeAlias = tuple[Colour, str]  # the property's colour and its text, before anyone knows what it means

MOVE_COLOURS = {"W": WHITE, "B": BLACK}
COLOUR_LETTERS = {WHITE: "W", BLACK: "B"}
RESIGN, DRAW = "resign", "draw"  # moves of every game's records that no board knows


class SgfDialect(ABC):
    """How one game's records are written."""

    game: ClassVar[str]
    coordinates: ClassVar[tuple[str, ...]] = ("grid",)
    """The ways in which cells are written; the first is our own."""
    endings: ClassVar[tuple[str, ...]] = ()
    """The words for what ends a game on the board, as RE has them."""
    start_properties: ClassVar[frozenset[str]] = frozenset({"SZ"})
    """The root properties that `start` reads and `describe` writes anew."""

    def likely_coordinates(self, root: Properties, moves: Sequence[WrittenMove]) -> list[str]:  # noqa: ARG002 (one way only)
        """The coordinates that a file may be in, likeliest first: the first that makes all moves legal is taken."""
        return [self.coordinates[0]]

    @abstractmethod
    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Position:
        """The position before the first move: size, options and setup stones of the root."""

    @abstractmethod
    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:
        """The root properties that say what `start` reads."""

    @abstractmethod
    def read_move(self, position: Position, text: str, coordinates: str) -> str:
        """A move of a file in the game's own notation; NotationError where it is none."""

    @abstractmethod
    def write_move(self, position: Position, move: str, coordinates: str) -> str:
        """A move as a file in these coordinates has it."""

    def names_loser(self, coordinates: str) -> bool:  # noqa: ARG002 (no dialect, no doubt)
        """Whether a colour alone in RE means the loser in files of this dialect."""
        return False


def single_value(properties: Properties, name: str) -> str:
    """The text of a property that has one value; empty where it is absent."""
    values = properties.get(name, [""])
    if len(values) != 1:
        raise RecordError(f"{name} has {len(values)} values; one would be right")
    return plain_text(values[0]).strip()


def side_to_start(root: Properties, moves: Sequence[WrittenMove], otherwise: Colour) -> Colour:
    """Who moves first: PL says it, else the colour of the first move that is no resignation."""
    if written := single_value(root, "PL"):
        if written.upper()[0] not in MOVE_COLOURS:
            raise RecordError(f"PL[{shorten(written)}]: the side to move is PL[W] or PL[B]")
        return MOVE_COLOURS[written.upper()[0]]
    return next((colour for colour, text in moves if text.lower() not in (RESIGN, DRAW)), otherwise)
