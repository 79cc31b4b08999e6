"""Conversion between positions and the requests and responses of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from malecon.games.catalogue import position_class
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.picture import Cell
from malecon.games.sgf.reader import Check, never_stop
from malecon.interfaces.web.schema import Game, JsonObject
from malecon.interfaces.web.winning_path import winning_path

if TYPE_CHECKING:
    from malecon.games.position import Position

RESIGN = "resign"
"""Resignation of the side to move; `resign:white` and `resign:black` name the side, whoever is to move."""
COLOURS = {"white": WHITE, "black": BLACK}


class BadMoveError(GameError):
    """A move of a game is illegal; `legal_moves` is the number of moves before it."""

    def __init__(self, reason: str, legal_moves: int) -> None:
        super().__init__(reason)
        self.legal_moves = legal_moves


def start_of(game: Game) -> Position:
    """Return the initial position of a request."""
    rules = position_class(game.game)
    options = rules.board_options(game.board)
    if game.swap:
        if "swap_rule" not in rules.extra_options:
            raise GameError(f"{rules.title} has no swap rule; omit swap")
        options["swap_rule"] = True
    position = rules(**options)
    if (setup := game.setup) is None:
        return position
    return position.set_up(setup.white, setup.black, setup.blocked, COLOURS[setup.to_move])


def position_of(game: Game, check: Check = never_stop) -> Position:
    """Return the position of a request; raise BadMoveError if a move is illegal.

    `check` is called before every move and may raise an exception to stop.
    """
    position = start_of(game)
    for ply, move in enumerate(game.moves, start=1):
        check()
        try:
            _play(position, move, is_last=ply == len(game.moves))
        except GameError as error:
            raise BadMoveError(str(error), ply - 1) from None
    return position


def _play(position: Position, move: str, *, is_last: bool) -> None:
    """Play a move or a resignation."""
    if not move.startswith(RESIGN):
        position.play(move)
    elif is_last:
        position.resign(resigning_side(move))
    else:
        raise GameError("no move can follow a resignation")


def resigning_side(move: str) -> Colour | None:
    """Return the side that a resignation names, or None for the side to move."""
    word, colon, side = move.partition(":")
    if word != RESIGN or (colon and side not in COLOURS):
        raise GameError(f"{move!r} is not a move; write resign, resign:white or resign:black")
    return COLOURS[side] if colon else None


def view(position: Position) -> JsonObject:
    """Return everything that the page needs to draw a position."""
    last = position.last_move
    return {
        "game": position.game,
        "description": position.description,
        "ply": position.ply,
        "moves": position.moves,
        "toMove": _colour_name(position.to_move),
        "signs": symbols_of(position),
        "legal": position.legal_moves,
        "canSwap": position.can_swap,
        "last": list(position.cells_of(last)) if last else [],
        "outcome": _outcome(position),
    }


def symbols_of(position: Position) -> dict[str, str]:
    """Return the contents of the occupied cells: `O` white, `X` black, `#` blocked by an arrow."""
    cells = [piece for line in position.picture() for piece in line if isinstance(piece, Cell)]
    return {cell.name: cell.symbol for cell in cells if cell.symbol != "."}


def _outcome(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else _colour_name(outcome.winner)
    path = winning_path(position)
    return {
        "text": str(outcome),
        "winner": winner,
        "how": list(outcome.how),
        "cells": list(outcome.cells),
        "path": path,
    }


def _colour_name(colour: Colour) -> str:
    return str(colour).lower()
