"""Positions from requests, and what a page needs to know of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from malecon.games.catalogue import position_class
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.picture import Cell
from malecon.interfaces.web.schema import Answer, Game, Setup

if TYPE_CHECKING:
    from malecon.games.position import Position

RESIGN = "resign"
"""Gives the game up for the side to move; `resign:white` and `resign:black` for that side, whoever's turn it is."""
COLOURS = {"white": WHITE, "black": BLACK}


def start_of(game: Game) -> Position:
    """The position before the first move of a request."""
    rules = position_class(game.game)
    options = rules.board_options(game.board)
    if game.swap:
        if "swap_rule" not in rules.extra_options:
            raise GameError(f"{rules.title} has no swap rule: leave swap out")
        options["swap_rule"] = True
    position = rules(**options)
    return position if game.setup is None else _set_up(position, game.setup)


def position_of(game: Game) -> Position:
    """The position that a request means; GameError with one line where there is none."""
    position = start_of(game)
    for place, move in enumerate(game.moves):
        if move.startswith(RESIGN):
            if place + 1 < len(game.moves):
                raise GameError("nothing can follow a resignation")
            position.resign(resigning(move))
        else:
            position.play(move)
    return position


def resigning(move: str) -> Colour | None:
    """The side that a resignation names; None where it is the side to move."""
    word, colon, side = move.partition(":")
    if word != RESIGN or (colon and side not in COLOURS):
        raise GameError(f"{move!r} is no move: resign, resign:white or resign:black would be right")
    return COLOURS[side] if colon else None


def _set_up(empty: Position, setup: Setup) -> Position:
    from malecon.games.amazons.position import Amazons
    from malecon.games.breakthrough.position import Breakthrough
    from malecon.games.havannah.position import Havannah

    side = COLOURS[setup.to_move]
    match empty:
        case Havannah():
            return Havannah.from_stones(empty.base, setup.white, setup.black, side)
        case Breakthrough():
            return Breakthrough.from_pieces(empty.rows, empty.columns, setup.white, setup.black, side)
        case Amazons():
            size = (empty.rows, empty.columns)
            return Amazons.from_squares(size, setup.white, setup.black, setup.blocked, side)
    raise GameError(f"positions of {empty.title} cannot be put up by hand")


def view(position: Position) -> Answer:
    """The position as a page shows it."""
    last = position.last_move
    return {
        "game": position.game,
        "description": position.description,
        "ply": position.ply,
        "moves": position.moves,
        "toMove": _word(position.to_move),
        "signs": signs_of(position),
        "legal": position.legal_moves,
        "canSwap": position.can_swap,
        "last": list(position.cells_of(last)) if last else [],
        "outcome": _outcome(position),
    }


def signs_of(position: Position) -> dict[str, str]:
    """What stands on each cell that is not empty: `O` White, `X` Black, `#` an arrow."""
    cells = [piece for line in position.picture() for piece in line if isinstance(piece, Cell)]
    return {cell.name: cell.sign for cell in cells if cell.sign != "."}


def _outcome(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else _word(outcome.winner)
    return {"text": str(outcome), "winner": winner, "how": list(outcome.how), "cells": list(outcome.cells)}


def _word(colour: Colour) -> str:
    return str(colour).lower()
