"""Positions as arrays, for learning: planes of cells, masks of legal moves, moves as indices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from malecon.games.errors import GameError, check_type
from malecon.games.picture import BLOCKED, EMPTY, SYMBOLS, Cell

if TYPE_CHECKING:
    from malecon.games.position import Position

PLANES = ("own", "opponent", "blocked", "empty", "board", "last move", "White to move", "may swap")
_NAME = re.compile(r"([a-z]+)([0-9]+)")
SWAP = "swap"


def planes(position: Position) -> Any:
    """Return float32 [plane, row, column] from the view of the side to move; PLANES names them.

    Cell a1 is at row 0, column 0.
    """
    cells = [cell for line in position.picture() for cell in line if isinstance(cell, Cell)]
    places = [_place(cell.name, number) for number, cell in enumerate(cells)]
    shape = (len(PLANES), 1 + max(row for row, _ in places), 1 + max(column for _, column in places))
    found = np.zeros(shape, np.float32)
    own, other = SYMBOLS[position.to_move], SYMBOLS[position.to_move.other]
    plane_of = {own: 0, other: 1, BLOCKED: 2, EMPTY: 3}
    last = position.cells_of(position.last_move)[-1:] if position.last_move else ()
    for cell, (row, column) in zip(cells, places, strict=True):
        found[plane_of[cell.symbol], row, column] = 1
        found[4, row, column] = 1
        found[5, row, column] = cell.name in last
    found[6] = position.to_move == 0
    found[7] = position.can_swap
    return found


def _place(name: str, number: int) -> tuple[int, int]:
    """Return row and column of a cell such as d4; cells with other names form one row."""
    match = _NAME.fullmatch(name)
    if match is None:
        return 0, number
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return int(match[2]) - 1, column - 1


def num_indices(position: Position) -> int:
    """Return the number of indices of moves on a board: one for each move, and the last for a swap if there is one."""
    if position.num_steps > 1:
        raise GameError(
            f"moves of {position.title} have {position.num_steps} steps and no indices; use move_steps() and move_of()"
        )
    return position.num_codes + position.swap_rule


def move_index(position: Position, move: str) -> int:
    """Return the index of a move."""
    count, name = position.num_indices, position.parse_move(move)
    index = position.move_code(name)
    if index >= count:
        raise GameError(f"{move} has no index: there is no swap rule in this game")
    return index


def move_at(position: Position, index: int) -> str:
    """Return the move with an index."""
    number = check_index(position, index)
    return SWAP if number == position.num_codes else position.move_name(number)


def check_index(position: Position, index: int) -> int:
    """Return the index of a move; raise TypeError or GameError if it is not one."""
    check_type(index, (int, np.integer), "the index of a move is an integer")
    if not 0 <= index < position.num_indices:
        raise GameError(f"indices of moves are 0 to {position.num_indices - 1}, not {index}")
    return int(index)


def legal_mask(position: Position) -> Any:
    """Return bool [index]: which moves are legal."""
    mask = np.zeros(position.num_indices, np.bool_)
    mask[[position.move_code(move) for move in position.legal_moves]] = True
    return mask
