"""The interface between a game and its SGF files; everything else in this package works for any game.

A game has one subclass of `SgfDialect`, named in the catalogue. `Properties` are the properties of an SGF node: each
name has a list of raw values, that is, text with SGF's escapes still in it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import RecordError
from malecon.games.position import Position
from malecon.games.sgf.grammar import plain_text, shorten

Properties: TypeAlias = dict[str, list[str]]
WrittenMove: TypeAlias = tuple[Colour, str]  # colour and text of a move property, not interpreted yet

MOVE_COLOURS = {"W": WHITE, "B": BLACK}
COLOUR_LETTERS = {WHITE: "W", BLACK: "B"}
RESIGN, DRAW = "resign", "draw"  # moves that records of every game may contain, but no board


class SgfDialect(ABC):
    """How SGF files represent one game."""

    game: ClassVar[str]
    coordinates: ClassVar[tuple[str, ...]] = ("grid",)
    """The coordinate systems of files; the first is our own."""
    endings: ClassVar[tuple[str, ...]] = ()
    """Words for the endings on the board, as RE uses them."""
    start_properties: ClassVar[frozenset[str]] = frozenset({"SZ"})
    """The root properties that `read_start` reads and `write_start` writes."""

    def likely_coordinates(self, root: Properties, moves: Sequence[WrittenMove]) -> list[str]:  # noqa: ARG002
        """Return the possible coordinates of a file, likeliest first; the first with only legal moves is used."""
        return [self.coordinates[0]]

    @abstractmethod
    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Position:
        """Return the position before the first move: board, options and setup of the root."""

    @abstractmethod
    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:
        """Return the root properties from which `read_start` restores the position."""

    def read_move(self, position: Position, text: str, coordinates: str) -> str:  # noqa: ARG002
        """Return a move of a file in the notation of the game; raise NotationError if it is not a move."""
        return position.parse_move(text)

    def write_move(self, position: Position, move: str, coordinates: str) -> str:  # noqa: ARG002
        """Return a move in the coordinates of a file."""
        return move

    def names_loser(self, coordinates: str) -> bool:  # noqa: ARG002
        """Return whether a colour alone in RE means the loser."""
        return False


def single_value(properties: Properties, name: str) -> str:
    """Return the text of a property that has one value; empty if it is absent."""
    values = properties.get(name, [""])
    if len(values) != 1:
        raise RecordError(f"{name} has {len(values)} values; keep one")
    return plain_text(values[0]).strip()


def side_to_start(root: Properties, moves: Sequence[WrittenMove], otherwise: Colour) -> Colour:
    """Return who moves first: PL, else the colour of the first move that is not a resignation."""
    if written := single_value(root, "PL"):
        if written.upper()[0] not in MOVE_COLOURS:
            raise RecordError(f"PL[{shorten(written)}] is not a side to move; write PL[W] or PL[B]")
        return MOVE_COLOURS[written.upper()[0]]
    return next((colour for colour, text in moves if text.lower() not in (RESIGN, DRAW)), otherwise)


# --- SZ of boards of squares --------------------------------------------------------------------------------------


def read_square_size(root: Properties, default: int) -> tuple[int, int]:
    """Return rows and columns from SZ, `8` or `columns:rows`."""
    text = single_value(root, "SZ") or str(default)
    match = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,3}))?", text)
    if not match:
        raise RecordError(f"SZ[{shorten(text)}] is not a board size; write SZ[{default}], or columns:rows")
    return int(match[2] or match[1]), int(match[1])


def write_square_size(rows: int, columns: int) -> str:
    """Return the value of SZ for a board."""
    return str(rows) if rows == columns else f"{columns}:{rows}"
