"""How an interface presents a game: the shape of its board, names of its pieces, and the rules in short.

Every `Position` class has a `Display`, so that the web board can draw and explain a game without knowing its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Shape: TypeAlias = Literal["hex", "square"]
"""`hex`: a hexagon of hexagonal cells whose board text is its base; `square`: squares, with rows x columns as text."""


@dataclass(frozen=True)
class PieceNames:
    """What each side places or moves, in words; `blocked` is what closes a cell for good, if the game has it."""

    white: str = "white piece"
    black: str = "black piece"
    blocked: str | None = None


@dataclass(frozen=True)
class WinPattern:
    """An example of a way to win: cells of the winner on a board."""

    name: str
    description: str
    board: str
    cells: str
    """Separated by spaces."""


@dataclass(frozen=True)
class Display:
    """Everything that an interface needs to draw and explain a game."""

    shape: Shape = "square"
    boards: tuple[str, ...] = ()
    """Boards to offer in menus, as `Position.board_options` reads them; by default the quick and the default board."""
    board_label: str = "{}"
    """Label of a board in menus; `{}` stands for the board text."""
    pieces: PieceNames = PieceNames()
    rules: str = ""
    """The rules in two or three sentences."""
    click_help: str = "Click the cells of a move one after another."
    """How to enter a move with the mouse."""
    win_patterns: tuple[WinPattern, ...] = ()
