"""Amazons in OpenSpiel: three actions per move (from, to, arrow), squares numbered row by row from the top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from malecon.games.amazons.geometry import MAX_SIDE
from malecon.games.amazons.notation import move_text, read_move
from malecon.games.amazons.position import Amazons
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.openspiel.peer import Peer, pyspiel


def action(square: int) -> int:
    """Convert a square number between our numbering and OpenSpiel's; the conversion is its own inverse."""
    row, column = divmod(square, MAX_SIDE)
    return MAX_SIDE * (MAX_SIDE - 1 - row) + column


class AmazonsPeer(Peer):
    """Squares as actions. OpenSpiel has only the standard board."""

    actions_per_move = 3

    def game(self, position: Position) -> Any:
        """Return OpenSpiel's Amazons."""
        if position.start() != Amazons():
            raise GameError(
                f"openspiel has Amazons only on 10x10 with the standard setup, not on {position.board_description}"
            )
        return pyspiel().load_game("amazons")

    def actions(self, position: Position, state: Any, move: str) -> Sequence[int]:  # noqa: ARG002 (one numbering)
        """Return the three squares of a move."""
        assert isinstance(position, Amazons)
        return [action(square) for square in read_move(move, position.geometry)]

    def move(self, position: Position, state: Any, actions: Sequence[int]) -> str:  # noqa: ARG002
        """Return the move of three squares."""
        assert isinstance(position, Amazons)
        origin, target, arrow = (action(number) for number in actions)
        return move_text(position.geometry, origin, target, arrow)

    def legal_moves(self, position: Position, state: Any) -> list[str]:
        """Return all sequences of three actions."""
        partial: list[tuple[tuple[int, ...], Any]] = [((), state)]
        for _ in range(self.actions_per_move):
            partial = [
                ((*done, number), _after(now, number)) for done, now in partial for number in now.legal_actions()
            ]
        return [self.move(position, state, done) for done, _ in partial]


def _after(state: Any, number: int) -> Any:
    """Return the state after one more action."""
    twin = state.clone()
    twin.apply_action(number)
    return twin


PEER = AmazonsPeer()
