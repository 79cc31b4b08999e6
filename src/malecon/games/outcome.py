"""The outcome of a game: winner, endings and winning cells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from malecon.games.colours import Colour


class Ending(StrEnum):
    """A way in which a game ends. Members equal their text: `"ring" in outcome.how` works.

    A game may use words of its own besides these.
    """

    RING = "ring"
    BRIDGE = "bridge"
    FORK = "fork"
    DRAW = "draw"
    RESIGNATION = "resignation"


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winner, how the game was won, and the winning cells."""

    winner: Colour | None
    """The winner; None for a draw."""
    how: tuple[str, ...]
    """Every ending that applies: one stone may complete a ring and a fork at once. Empty if unknown."""
    cells: tuple[str, ...] = ()
    """The winning chain or the deciding cell; empty for draws and resignations."""

    def __str__(self) -> str:
        if self.winner is None:
            return "Draw"
        return f"{self.winner} wins" + (f" by {' and '.join(self.how)}" if self.how else "")
