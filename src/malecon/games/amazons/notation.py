"""How Amazons moves are written: `d1-d7/g7`, from d1 to d7 and an arrow to g7.

`d1-d7(g7)`, `d1-d7-g7` and `d1d7g7` are understood as well, in either case.
"""

from __future__ import annotations

import re

from malecon.games.amazons.geometry import Geometry
from malecon.games.errors import GameError, NotationError

_SQUARE = "([a-z][0-9]{1,2})"
_MOVE = re.compile(rf"{_SQUARE}-?{_SQUARE}(?:[/-]?{_SQUARE}|\({_SQUARE}\))", re.ASCII)


def read_move(text: str, shape: Geometry) -> tuple[int, int, int]:
    """The squares of a move: where the amazon comes from, where it goes, and where the arrow lands."""
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        raise NotationError(f"{_quote(text)} is not a move: write from-to/arrow, such as d1-d7/g7")
    origin, target, *arrows = match.groups()
    return shape.number(origin), shape.number(target), shape.number(arrows[0] or arrows[1])


def move_text(shape: Geometry, origin: int, target: int, arrow: int) -> str:
    """A move in our own form."""
    return f"{shape.name(origin)}-{shape.name(target)}/{shape.name(arrow)}"


def read_layout(text: str, shape: Geometry) -> tuple[list[int], list[int]]:
    """The squares of White's and Black's amazons from a text such as `a4 d1 g1 j4 / a7 d10 g10 j7`."""
    sides = text.replace(",", " ").split("/")
    if len(sides) != 2:
        raise GameError(f"a layout is White's squares / Black's squares, such as a2 d2 / a3 d3, not {_quote(text)}")
    white, black = ([shape.number(word) for word in side.split()] for side in sides)
    return white, black


def _quote(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
