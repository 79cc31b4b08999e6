"""A board as lines of labels and cells, the form in which terminals draw any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from malecon.games.colours import BLACK, WHITE, Colour

EMPTY, BLOCKED = ".", "#"
SYMBOLS: dict[Colour | None, str] = {None: EMPTY, WHITE: "O", BLACK: "X"}


@dataclass(frozen=True)
class Label:
    """Text between the cells: coordinates and spaces."""

    text: str


@dataclass(frozen=True)
class Cell:
    """A cell and its contents."""

    name: str
    symbol: str
    """`O` White, `X` Black, `.` empty, `#` permanently blocked."""
    background: int
    """Index of the background shade, 0 to 2; adjacent cells have different shades."""


Line: TypeAlias = Sequence[Label | Cell]
