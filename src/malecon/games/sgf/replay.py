"""A position that plays and undoes the moves of a record, including resignations and agreed draws."""

from __future__ import annotations

from malecon.games.colours import Colour
from malecon.games.errors import IllegalMoveError
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW, RESIGN


class Replay:
    """The current position of a walk through a record."""

    def __init__(self, start: Position) -> None:
        self.position = start.copy()
        self.draw_agreed = False

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, on the board or by agreement."""
        return self.draw_agreed or self.position.is_over

    @property
    def over_message(self) -> str:
        """The error message for a move after the end of the game."""
        outcome = "Draw by agreement" if self.draw_agreed else self.position.outcome
        return f"the game is over ({outcome}); remove the moves after its end"

    def play(self, move: str, colour: Colour) -> None:
        """Play a legal move; the colour matters only for resignations, which need not be on turn."""
        if (self.draw_agreed or move == DRAW) and self.is_over:
            raise IllegalMoveError(self.over_message)
        if move == RESIGN:
            self.position.resign(colour)
        elif move == DRAW:
            self.draw_agreed = True
        else:
            self.position.play(move)

    def undo(self, move: str) -> None:
        """Undo the last move, which must be `move`."""
        if move == DRAW:
            self.draw_agreed = False
        else:
            self.position.undo()
