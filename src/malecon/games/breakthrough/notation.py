"""Breakthrough notation: `a2-a3` for a step, `a2xb3` for a capture."""

from __future__ import annotations

import re

from malecon.games.errors import NotationError
from malecon.games.squares import Squares

_MOVE = re.compile(r"\s*([a-z][0-9]{1,2})\s*[-x:]?\s*([a-z][0-9]{1,2})\s*", re.ASCII)
STEPS, CAPTURES = "-", "x"


def read_move(text: str, board: Squares) -> tuple[int, int]:
    """Return the squares where a move starts and ends; the separator is optional."""
    match = _MOVE.fullmatch(text.lower())
    if not match:
        shown = text if len(text) <= 20 else text[:17] + "..."
        raise NotationError(f"{shown!r} is not a move; write two squares, such as a2-a3, or a2xb3 for a capture")
    return board.read(match[1]), board.read(match[2])


def move_text(board: Squares, source: int, target: int, captures: bool) -> str:
    """Return the canonical spelling of a move."""
    return f"{board.names[source]}{CAPTURES if captures else STEPS}{board.names[target]}"
