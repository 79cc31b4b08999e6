"""Cell names of Havannah: grid coordinates, which we and most engines use, and Little Golem's.

Grid: letter = column, number = row; `a1` is the upper left corner. Little Golem: letter = row, and the number counts
from 1 within the row. In the upper half of the board the two differ only by exchanged roles.
"""

from __future__ import annotations

import re

from malecon.games.errors import NotationError
from malecon.games.havannah.geometry import geometry

SWAP = "swap"
_WORD = re.compile(r"([a-z]{1,2})([0-9]{1,2})", re.ASCII)


def read_cell(text: str, base: int) -> int:
    """Return the number of a cell in grid coordinates, in upper or lower case."""
    cell = geometry(base).by_name.get(text.strip().lower())
    if cell is None:
        raise NotationError(_explain(text, base))
    return cell


def cell_name(cell: int, base: int) -> str:
    """Return the name of a cell in grid coordinates."""
    return geometry(base).names[cell]


def read_littlegolem_cell(text: str, base: int) -> int:
    """Return the number of a cell in Little Golem's coordinates."""
    match = _WORD.fullmatch(text.strip().lower())
    cell = None
    if match and len(match[1]) == 1:
        row = ord(match[1]) - ord("a")
        column = int(match[2]) - 1 + max(0, row - (base - 1))
        cell = geometry(base).cells.get((column, row)) if int(match[2]) > 0 else None
    if cell is None:
        last_row = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[min(2 * base - 2, 25)]
        raise NotationError(
            f"{_quote(text)} is not on a base-{base} board in Little Golem coordinates; "
            f"write a row from A to {last_row} and a number from 1 to at most {2 * base - 1}"
        )
    return cell


def littlegolem_name(cell: int, base: int) -> str:
    """Return the name of a cell in Little Golem's coordinates."""
    column, row = geometry(base).coordinates[cell]
    if row > 25:
        raise NotationError(f"Little Golem coordinates have no letter for row {row + 1}; use grid coordinates")
    return chr(ord("A") + row) + str(column + 1 - max(0, row - (base - 1)))


def _explain(text: str, base: int) -> str:
    names = geometry(base).names
    match = _WORD.fullmatch(text.strip().lower())
    if not match:
        return f"{_quote(text)} is not a move; write a column letter and a row number, such as {names[len(names) // 2]}"
    cells = f"cells are {names[0]} to {names[-1]}, with column and row less than {base} apart"
    return f"{_quote(text)} is not on a base-{base} board; {cells}"


def _quote(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
