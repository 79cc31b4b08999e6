"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from malecon.games.colours import Colour


class Ending(StrEnum):
    """A way in which a game ends; each equals its own word, so `"ring" in outcome.how` reads as it should.

    A game may have words of its own besides these.
    """

    RING = "ring"
    BRIDGE = "bridge"
    FORK = "fork"
    DRAW = "draw"
    RESIGNATION = "resignation"


@dataclass(frozen=True)
class Outcome:
    """The end of a game: who won, how, and the cells that did it."""

    winner: Colour | None
    """The winner, None for a draw."""
    how: tuple[str, ...]
    """Every ending that applies: one stone may complete a ring and a fork at once. Empty where nobody said how."""
    cells: tuple[str, ...] = ()
    """The winning chain, or the cell that decided; empty for draws and resignations."""

    def __str__(self) -> str:
        if self.winner is None:
            return "Draw"
        return f"{self.winner} wins" + (f" by {' and '.join(self.how)}" if self.how else "")
