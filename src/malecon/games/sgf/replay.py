"""A position that follows the moves of a record forth and back, resignations and agreed draws included."""

from __future__ import annotations

from malecon.games.colours import Colour
from malecon.games.errors import IllegalMoveError
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW, RESIGN


class Replay:
    """The present of a walk through a record; `position` is this object's own."""

    def __init__(self, start: Position) -> None:
        self.position = start.copy()
        self.agreed = False
        """Whether the players agreed on a draw, which the board cannot know."""

    @property
    def ending(self) -> str | None:
        """One line about how the game ended; None while it goes on."""
        outcome = "Draw by agreement" if self.agreed else self.position.outcome
        return f"the game is over ({outcome}); its record ends there" if outcome else None

    def play(self, move: str, colour: Colour) -> None:
        """Play a legal move; the colour matters to resignations only, which need not wait for their turn."""
        if (self.agreed or move == DRAW) and (ending := self.ending):
            raise IllegalMoveError(ending)
        if move == RESIGN:
            self.position.resign(colour)
        elif move == DRAW:
            self.agreed = True
        else:
            self.position.play(move)

    def undo(self, move: str) -> None:
        """Take back the last move, which was this one."""
        if move == DRAW:
            self.agreed = False
        else:
            self.position.undo()
