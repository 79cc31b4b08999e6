"""Amazons notation: `d1-d7/g7` moves from d1 to d7 and shoots an arrow to g7.

`d1-d7(g7)`, `d1-d7-g7` and `d1d7g7` are accepted too, in upper or lower case.
"""

from __future__ import annotations

import re

from malecon.games.amazons.geometry import Geometry
from malecon.games.errors import GameError, NotationError

_SQUARE = "([a-z][0-9]{1,2})"
_MOVE = re.compile(rf"{_SQUARE}-?{_SQUARE}(?:[/-]?{_SQUARE}|\({_SQUARE}\))", re.ASCII)


def read_move(text: str, board: Geometry) -> tuple[int, int, int]:
    """Return the squares of a move: origin and target of the amazon, and the arrow."""
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        raise NotationError(f"{_quote(text)} is not a move; write from-to/arrow, such as d1-d7/g7")
    origin, target, *arrows = match.groups()
    return board.number(origin), board.number(target), board.number(arrows[0] or arrows[1])


def move_text(board: Geometry, origin: int, target: int, arrow: int) -> str:
    """Return the canonical spelling of a move."""
    return f"{board.name(origin)}-{board.name(target)}/{board.name(arrow)}"


def read_layout(text: str, board: Geometry) -> tuple[list[int], list[int]]:
    """Return the squares of White's and Black's amazons from a layout such as `a4 d1 g1 j4 / a7 d10 g10 j7`."""
    sides = text.replace(",", " ").split("/")
    if len(sides) != 2:
        raise GameError(f"{_quote(text)} is not a layout; write White's / Black's squares, such as a2 d2 / a3 d3")
    white, black = ([board.number(word) for word in side.split()] for side in sides)
    return white, black


def _quote(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
