"""What goes wrong at the hands of a user: a move, a board or a file that cannot be."""

from __future__ import annotations


class GameError(ValueError):
    """Something asked for is not possible; the text is one line that says what is wrong and what would be right."""


class IllegalMoveError(GameError):
    """A move that cannot be played in this position."""


class NotationError(GameError):
    """A text that names no move."""


class RecordError(GameError):
    """A file or text that is no game record that we can read."""
