"""GTP vertices: cells as Go programs write them, with capital letters and without the letter I."""

from __future__ import annotations

import re

from malecon.games.errors import GameError, NotationError

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VERTEX_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_CELL = re.compile(r"(?<=[0-9])x|[a-z]{1,2}[0-9]+")  # an x after a digit is a capture
_VERTEX = re.compile(r"([A-Za-z]+)([0-9]{1,2})")
_VERTICES = re.compile(r"(?<=[0-9])[xX]|[A-Za-z][0-9]{1,2}")


def cells_of_move(move: str) -> list[str]:
    """Return the cells of a move in the order of its notation; none for a swap.

    >>> cells_of_move("d1-d7/g7"), cells_of_move("a2xb3"), cells_of_move("swap")
    (['d1', 'd7', 'g7'], ['a2', 'b3'], [])
    """
    return [found for found in _CELL.findall(move) if found != "x"]


def to_vertex(cell: str) -> str:
    """Return the vertex of a cell.

    >>> to_vertex("h8"), to_vertex("i9")
    ('H8', 'J9')
    """
    letters = cell.rstrip("0123456789")
    if letters not in LETTERS[: len(VERTEX_LETTERS)]:
        raise GameError(f"{cell} has no GTP vertex: vertices have at most {len(VERTEX_LETTERS)} columns")
    return VERTEX_LETTERS[LETTERS.index(letters)] + cell.removeprefix(letters)


def from_vertex(text: str) -> str:
    """Return the cell of a vertex."""
    match = _VERTEX.fullmatch(text)
    if match is None or len(match[1]) > 1 or match[1].upper() not in VERTEX_LETTERS:
        raise NotationError(f"{text[:20]!r} is not a vertex; write a letter except I and a row, such as D4")
    return LETTERS[VERTEX_LETTERS.index(match[1].upper())] + str(int(match[2]))


def move_to_vertices(move: str) -> str:
    """Return a move with its cells as vertices.

    >>> move_to_vertices("i2xj3"), move_to_vertices("d1-d7/g7")
    ('J2xK3', 'D1-D7/G7')
    """
    return _CELL.sub(lambda match: "x" if match[0] == "x" else to_vertex(match[0]), move)


def move_from_vertices(text: str) -> str:
    """Return a move whose cells are given as vertices.

    >>> move_from_vertices("J2xK3")
    'i2xj3'
    """
    return _VERTICES.sub(lambda match: "x" if match[0] in "xX" else from_vertex(match[0]), text)
