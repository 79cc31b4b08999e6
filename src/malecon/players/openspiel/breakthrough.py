"""Breakthrough in OpenSpiel: its first player starts at the top, so our rows are counted from the other end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from malecon.games.breakthrough.position import Breakthrough
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.openspiel.peer import Peer, pyspiel


@cache
def breakthrough(rows: int, columns: int) -> Any:
    """Return OpenSpiel's Breakthrough for a board size."""
    return pyspiel().load_game("breakthrough", {"rows": rows, "columns": columns})


class BreakthroughPeer(Peer):
    """Moves by name: OpenSpiel writes `a7a6`, a star after captures, and row ten as the character after 9."""

    boards = ("4x2/1", "5x4/1", "6x3", "6x6", "7x5", "8x8", "9x8", "12x10")

    def game(self, position: Position) -> Any:
        """Return OpenSpiel's board of the same size; it has two rows of pieces from six rows on, else one."""
        assert isinstance(position, Breakthrough)
        if position.piece_rows != (2 if position.rows >= 6 else 1):
            raise GameError(
                "openspiel has two rows of pieces on boards with six rows or more, else one; change piece_rows"
            )
        return breakthrough(position.rows, position.columns)

    def actions(self, position: Position, state: Any, move: str) -> Sequence[int]:
        """Return the action with the move's name."""
        wanted = "".join(_their_square(position, cell) for cell in position.cells_of(move))
        return [action for action in state.legal_actions() if _name(state, action) == wanted]

    def move(self, position: Position, state: Any, actions: Sequence[int]) -> str:
        """Return the name of an action, with rows counted from our end."""
        (action,) = actions
        name = _name(state, action)
        return position.parse_move(f"{_our_square(position, name[:2])}-{_our_square(position, name[2:])}")


def _name(state: Any, action: int) -> str:
    return str(state.action_to_string(state.current_player(), action)).rstrip("*")


def _their_square(position: Position, cell: str) -> str:
    assert isinstance(position, Breakthrough)
    return cell[0] + chr(ord("0") + position.rows + 1 - int(cell[1:]))


def _our_square(position: Position, name: str) -> str:
    assert isinstance(position, Breakthrough)
    return f"{name[0]}{position.rows + 1 - (ord(name[1]) - ord('0'))}"


PEER = BreakthroughPeer()
