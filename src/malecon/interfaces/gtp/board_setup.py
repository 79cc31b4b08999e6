"""Boards by the size that a controller asks for, the swap rule, and what stands on each cell, whatever the game."""

from __future__ import annotations

from malecon.games.catalogue import position_class
from malecon.games.errors import GameError
from malecon.games.picture import Cell
from malecon.games.position import Position

SWAP_RULE = "swap_rule"


def new_position(game: str, size: str = "", *, swap_rule: bool = False) -> Position:
    """The start of a game on a board of this size, the game's usual one where none is given."""
    kind = position_class(game)
    options = kind.board_options(size or kind.default_board)
    return kind(**options, **({SWAP_RULE: True} if swap_rule else {}))


def with_swap_rule(position: Position, swap_rule: bool) -> Position:
    """The same game with or without the swap rule; GameError where it has none, or where its past forbids it."""
    if SWAP_RULE not in position.extra_options:
        raise GameError(f"{position.title} has no swap rule")
    if position.is_over or position.start() != position.new_game():
        raise GameError("the swap rule is for games that go on and began with an empty board")
    changed = type(position)(**position._options() | {SWAP_RULE: swap_rule})
    changed.play_all(position.moves)
    return changed


def signs(position: Position) -> dict[str, str]:
    """What stands on each cell: `O` White, `X` Black, `.` nothing, `#` out of play."""
    return {cell.name: cell.symbol for line in position.picture() for cell in line if isinstance(cell, Cell)}
