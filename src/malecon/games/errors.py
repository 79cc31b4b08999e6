"""Errors caused by user input: an illegal move, an impossible board, an unreadable file."""

from __future__ import annotations


class GameError(ValueError):
    """Base class of user errors. The message is one line: what is wrong, then what to do."""


class IllegalMoveError(GameError):
    """The move is not legal in this position."""


class NotationError(GameError):
    """The text is not a move."""


class RecordError(GameError):
    """The file or text is not a readable game record."""
