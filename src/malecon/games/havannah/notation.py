"""How Havannah cells are written: grid form (ours and most engines'), and Little Golem's.

Grid form: letter = column, number = row; `a1` is the upper left corner. Little Golem writes the row as the letter and
counts the number from 1 within the row, so the two agree in the upper half of the board up to the swapped roles, and
differ below.
"""

from __future__ import annotations

import re

from malecon.games.errors import NotationError
from malecon.games.havannah.geometry import geometry

SWAP = "swap"
_WORD = re.compile(r"([a-z]{1,2})([0-9]{1,2})", re.ASCII)


def read_cell(text: str, base: int) -> int:
    """The number of a cell written in grid form, in either case."""
    cell = geometry(base).by_name.get(text.strip().lower())
    if cell is None:
        raise NotationError(_explain(text, base))
    return cell


def cell_name(cell: int, base: int) -> str:
    """A cell in grid form."""
    return geometry(base).names[cell]


def read_littlegolem_cell(text: str, base: int) -> int:
    """The number of a cell written as Little Golem does."""
    match = _WORD.fullmatch(text.strip().lower())
    cell = None
    if match and len(match[1]) == 1:
        row = ord(match[1]) - ord("a")
        column = int(match[2]) - 1 + max(0, row - (base - 1))
        cell = geometry(base).cells.get((column, row)) if int(match[2]) > 0 else None
    if cell is None:
        rows, longest = "abcdefghijklmnopqrstuvwxyz"[min(2 * base - 2, 25)], 2 * base - 1
        raise NotationError(
            f"{_quote(text)} is no cell of a base-{base} board in Little Golem's form: rows A to {rows.upper()}, "
            f"then 1 to {longest} at most"
        )
    return cell


def littlegolem_name(cell: int, base: int) -> str:
    """A cell as Little Golem writes it."""
    column, row = geometry(base).coordinates[cell]
    if row > 25:
        raise NotationError(f"Little Golem's notation has no letter for row {row + 1}")
    return chr(ord("A") + row) + str(column + 1 - max(0, row - (base - 1)))


def _explain(text: str, base: int) -> str:
    names = geometry(base).names
    match = _WORD.fullmatch(text.strip().lower())
    example = f"cells run from {names[0]} to {names[-1]}"
    if not match:
        return f"{_quote(text)} is not a move: write a column letter and a row number, such as {names[len(names) // 2]}"
    return f"{_quote(text)} is not on a base-{base} board: {example}, and column and row differ by less than {base}"


def _quote(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
