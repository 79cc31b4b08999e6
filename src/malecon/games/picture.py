"""A board as lines of cells and labels: what terminals draw, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from malecon.games.colours import BLACK, WHITE, Colour

EMPTY, BLOCKED = ".", "#"
SYMBOLS: dict[Colour | None, str] = {None: EMPTY, WHITE: "O", BLACK: "X"}


@dataclass(frozen=True)
class Label:
    """Text beside the cells: coordinates and blanks."""

    text: str


@dataclass(frozen=True)
class Cell:
    """A cell and what stands on it."""

    name: str
    symbol: str
    """`O` White, `X` Black, `.` empty, `#` out of play for good."""
    background: int
    """0, 1 or 2: neighbours of different shades can be told apart."""


Line: TypeAlias = Sequence[Label | Cell]
