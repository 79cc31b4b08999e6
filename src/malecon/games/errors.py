"""Errors caused by user input: an illegal move, an impossible board, an unreadable file."""

from __future__ import annotations

from typing import Any


class GameError(ValueError):
    """Base class of user errors. The message is one line: what is wrong, then what to do."""


class IllegalMoveError(GameError):
    """The move is not legal in this position."""


class NotationError(GameError):
    """The text is not a move."""


class RecordError(GameError):
    """The file or text is not a readable game record."""


class ArgumentError(GameError, TypeError):
    """An argument has the wrong type; a TypeError, too."""


def check_type(value: object, kind: Any, expected: str) -> None:
    """Raise ArgumentError, with what is expected, if a value has another type."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ArgumentError(f"{expected}, not {value!r} of type {type(value).__name__}")
